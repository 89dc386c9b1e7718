//! Small arrays in scalar code, read and written at computed indices.

use crate::trace::error::Site;
use crate::trace::handles::{HandleState, Kind};
use crate::trace::state::{Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::Values;
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Operand, Tensor};
use std::rc::Rc;
use tf_dialects::stops::LOCAL_ARRAY;
use tf_dialects::tensor::FromElements;
use tf_ir::extent::Extent;
use tf_ir::location::Location;

/// A small array of scalars whose length is known while tracing: a stack, a histogram of a few bins, a
/// window.
///
/// Each element is a separate value. Access at a constant index is free, access at a computed index is a
/// selection among all elements, so these arrays are for tens of elements, not thousands.
///
/// Changes to an outer array take effect each time that the code runs: a loop whose body uses the array
/// carries it, and after a conditional the array has the state that the executed branch left. The points of a
/// [`Tracer::compute`] and the terms of a fold change private copies; reading a changed element outside is an
/// error. An array is also a value, which a loop may carry explicitly.
///
/// Each method defines the meaning of an index outside; in checked mode, such an index ends the call with an
/// error. The check is free in other modes: the program contains a read without uses, which `settle-policies`
/// removes.
///
/// ```
/// # use tf_frontend::Program;
/// let program = Program::trace("median_of_five", |p| {
///     let n = p.dim("n");
///     let x = p.input::<f32>("x", [n]);
///     p.compute([n], |[i]| {
///         let mut window = p.local((0..5).map(|k| x.at([&i + (k - 2)])));
///         for end in (1..5).rev() {
///             for k in 0..end {
///                 let (a, b) = (window.get(k), window.get(k + 1));
///                 window.set(k, a.min(&b));
///                 window.set(k + 1, a.max(&b));
///             }
///         }
///         window.get(2)
///     })
/// });
/// assert!(program.is_ok());
/// ```
pub struct Local {
    shared: Rc<Shared>,
    /// The elements.
    state: Rc<HandleState>,
}

const ARRAY: Kind = Kind { name: "a local array", fork: None };

/// A separate array with the same elements.
impl Clone for Local {
    fn clone(&self) -> Local {
        Local::made(&self.shared, self.state.at, self.all(self.state.at))
    }
}

impl Tracer {
    /// A small array of these scalars, in their common type.
    #[track_caller]
    pub fn local<R: Operand>(&self, elements: impl IntoIterator<Item = R>) -> Local {
        let at = Site::caller();
        let shared = &self.shared;
        let args: Vec<Arg> = elements.into_iter().map(Operand::arg).collect();
        let n = args.len();
        let made = shared.pieces(at, args).and_then(|pieces| {
            let elem = shared.common_elem(at, "a local array", &pieces)?;
            let scalar = |piece| shared.scalar(at, piece, elem).map(|val| Tensor::of(shared, Ok(val)));
            pieces.iter().map(scalar).collect()
        });
        let elements = made.unwrap_or_else(|_| vec![Tensor::poison(shared); n]);
        Local::made(shared, shared.place_of(at), elements)
    }

    /// A small array that repeats a scalar `n` times.
    #[track_caller]
    pub fn local_of(&self, n: usize, value: impl Operand) -> Local {
        let value = self.value(value);
        self.local(std::iter::repeat_n(value, n))
    }
}

impl Local {
    fn made(shared: &Rc<Shared>, at: Site, elements: Vec<Tensor>) -> Local {
        Local { shared: shared.clone(), state: HandleState::new(shared, at, ARRAY, elements) }
    }

    /// The elements at the current point of the trace.
    fn all(&self, at: Site) -> Vec<Tensor> {
        self.state.values(at).unwrap_or_else(|_| vec![Tensor::poison(&self.shared); self.len()])
    }

    fn one(&self, at: Site, i: usize) -> Tensor {
        self.state.value(at, i).unwrap_or_else(|_| Tensor::poison(&self.shared))
    }

    fn put(&self, at: Site, i: usize, value: Tensor) {
        // The error has been recorded.
        let _: Traced<()> = self.state.set(at, i, value);
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.state.len()
    }

    /// True if the array has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements in order.
    #[track_caller]
    pub fn elements(&self) -> Vec<Tensor> {
        self.all(Site::caller())
    }

    /// The element at an index; an index outside is clamped. An error if the array is empty.
    #[track_caller]
    pub fn get(&self, index: impl Operand) -> Tensor {
        self.element(Site::caller(), index.arg())
    }

    /// Replaces the element at an index; an index outside changes nothing.
    #[track_caller]
    pub fn set(&mut self, index: impl Operand, value: impl Operand) {
        let (at, index) = (Site::caller(), index.arg());
        self.require(at, &index);
        self.replace(at, index, value.arg());
    }

    /// Adds to the element at an index; an index outside changes nothing.
    #[track_caller]
    pub fn add(&mut self, index: impl Operand, value: impl Operand) {
        let (at, index) = (Site::caller(), index.arg());
        if self.is_empty() {
            return self.require(at, &index);
        }
        // The check of the read is enough.
        let element = self.element(at, index.clone());
        let sum = element.library(at, || &element + value);
        self.replace(at, index, sum.arg());
    }

    fn element(&self, at: Site, index: Arg) -> Tensor {
        let Some(last) = self.len().checked_sub(1) else {
            let failed = self.shared.fail(at, "the local array is empty: it has no element to read");
            return Tensor::of(&self.shared, Err(failed));
        };
        match self.known(&index) {
            Some(Ok(inside)) => self.one(at, inside),
            Some(Err(outside)) => {
                self.require(at, &index);
                self.one(at, if outside < 0 { 0 } else { last })
            }
            None => self.read(at, index),
        }
    }

    fn replace(&mut self, at: Site, index: Arg, value: Arg) {
        if self.is_empty() {
            return;
        }
        let elem = self.state.elem();
        let value = self.shared.library(at, || self.element_like(at, value, elem).as_element_of(at, elem));
        match self.known(&index) {
            Some(Ok(inside)) => self.put(at, inside, value),
            Some(Err(_)) => {}
            None => {
                let index = Tensor::from_arg(&self.shared, at, index);
                self.shared.clone().library(at, || {
                    for (k, element) in self.all(at).iter().enumerate() {
                        self.put(at, k, index.eq(k).select(&value, element));
                    }
                });
            }
        }
    }

    /// Converts a value to an element: a constant takes the type of the other elements.
    fn element_like(&self, at: Site, value: Arg, elem: Elem) -> Tensor {
        match value {
            Arg::Number(number) => {
                Tensor::of(&self.shared, self.shared.scalar_constant(at, number, number.beside(elem)))
            }
            value => Tensor::from_arg(&self.shared, at, value),
        }
    }

    /// A constant index: the position, or the index itself if it is outside.
    fn known(&self, index: &Arg) -> Option<Result<usize, i128>> {
        let Arg::Number(crate::Number::Int(index, _)) = index else { return None };
        let inside = usize::try_from(*index).ok().filter(|at| *at < self.len());
        Some(inside.ok_or(*index))
    }

    /// In checked mode, an index outside ends the call: this makes a read without uses. The library's
    /// expansions make no such read, since their clamping is intended.
    fn require(&self, at: Site, index: &Arg) {
        let is_inside = matches!(self.known(index), Some(Ok(_)));
        if !is_inside && !self.shared.is_library() {
            self.read(at, index.clone());
        }
    }

    /// The element at an index. An index that may be outside is clamped, since the caller names no policy.
    fn read(&self, at: Site, index: Arg) -> Tensor {
        let outside = self.shared.default_outside();
        self.shared.library(at, || {
            let stacked = Tensor::of(&self.shared, self.stacked(at));
            if stacked.is_poisoned() {
                return stacked;
            }
            stacked.at_with([Tensor::from_arg(&self.shared, at, index)], &outside)
        })
    }

    /// The elements as a tensor; its location is that of the array's definition.
    fn stacked(&self, at: Site) -> Traced<Val> {
        let shared = &self.shared;
        let elem = self.state.elem();
        let elements = self.state.values(at)?;
        let scalar = |element: &Tensor| shared.to_scalar(at, element.val(at)?);
        let operands = elements.iter().map(scalar).collect::<Traced<Vec<Val>>>()?;
        let result = shared.tensors(&[Extent::constant(operands.len() as i64)], elem);
        let made = shared.value(at, FromElements, &operands, result, &[])?;
        let place = Location::named(&shared.ctx, LOCAL_ARRAY, self.state.at.location(&shared.ctx));
        if let Some(body) = shared.state.borrow_mut().body.as_mut()
            && let Some(op) = body.def_op(made.value)
        {
            body.set_loc(op, place);
        }
        Ok(made)
    }
}

impl Tensor {
    /// The value in the array's element type; the value must not widen that type.
    fn as_element_of(&self, at: Site, elem: Elem) -> Tensor {
        match self.elem().promote(elem) {
            _ if self.is_poisoned() => self.clone(),
            _ if self.rank() > 0 => {
                self.failed(at, format!("an element of a local array is one value, not {self:?}"))
            }
            Some(common) if common == elem => self.cast(elem),
            _ => self.failed(at, format!("an array of {elem} cannot hold a value of {}", self.elem())),
        }
    }
}

impl Values for Local {
    type Traced = Local;

    fn collect(&self, out: &mut Vec<Arg>) {
        self.all(self.state.at).collect(out);
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Local {
        let elements = (0..self.len()).map(|_| next()).collect();
        Local::made(&self.shared, self.state.at, elements)
    }
}
