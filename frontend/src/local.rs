//! Small arrays in scalar code, read and written at computed indices.

use crate::elem::Elem;
use crate::error::Site;
use crate::state::{Shared, Traced, Val};
use crate::tensor::{Arg, Operand, Tensor};
use crate::tracer::Tracer;
use crate::values::Values;
use std::rc::Rc;
use tf_dialects::stops::LOCAL_ARRAY;
use tf_dialects::tensor::FromElements;
use tf_ir::extent::Extent;
use tf_ir::location::Location;

/// A small array of scalars whose length is known while tracing: a stack, a histogram of a few bins, a window.
///
/// Each element is a value of its own: an index that is a number costs nothing, a computed one a choice among all elements,
/// so these arrays are for tens of elements, not thousands. A loop may carry one.
///
/// What an index outside means is said where it is used; in checked mode, it ends the call with an error. That costs nothing
/// otherwise: it is said in the program as a read without use, which `settle-policies` takes away.
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
#[derive(Clone)]
pub struct Local {
    shared: Rc<Shared>,
    elements: Vec<Tensor>,
    /// Where the array was made.
    at: Site,
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
        Local { shared: shared.clone(), elements, at: shared.place_of(at) }
    }

    /// A small array of `n` times the same scalar.
    #[track_caller]
    pub fn local_of(&self, n: usize, value: impl Operand) -> Local {
        let value = self.value(value);
        self.local(std::iter::repeat_n(value, n))
    }
}

impl Local {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// True if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The elements in order.
    pub fn elements(&self) -> &[Tensor] {
        &self.elements
    }

    /// The element at an index; outside, the nearest one. An error if there are no elements.
    #[track_caller]
    pub fn get(&self, index: impl Operand) -> Tensor {
        self.element(Site::caller(), index.arg())
    }

    /// Replaces the element at an index; outside, nothing happens.
    #[track_caller]
    pub fn set(&mut self, index: impl Operand, value: impl Operand) {
        let (at, index) = (Site::caller(), index.arg());
        self.require(at, &index);
        self.replace(at, index, value.arg());
    }

    /// Adds to the element at an index; outside, nothing happens.
    #[track_caller]
    pub fn add(&mut self, index: impl Operand, value: impl Operand) {
        let (at, index) = (Site::caller(), index.arg());
        if self.elements.is_empty() {
            return self.require(at, &index);
        }
        // One check is enough: that of the read.
        let element = self.element(at, index.clone());
        let sum = element.library(at, || &element + value);
        self.replace(at, index, sum.arg());
    }

    fn element(&self, at: Site, index: Arg) -> Tensor {
        let Some(last) = self.elements.len().checked_sub(1) else {
            let failed = self.shared.fail(at, "reads an element of a local array that has none");
            return Tensor::of(&self.shared, Err(failed));
        };
        match self.known(&index) {
            Some(Ok(inside)) => self.elements[inside].clone(),
            Some(Err(outside)) => {
                self.require(at, &index);
                self.elements[if outside < 0 { 0 } else { last }].clone()
            }
            None => self.read(at, index),
        }
    }

    fn replace(&mut self, at: Site, index: Arg, value: Arg) {
        let Some(first) = self.elements.first().cloned() else { return };
        let value = first.library(at, || first.beside(at, value).as_element_of(at, first.elem()));
        match self.known(&index) {
            Some(Ok(inside)) => self.elements[inside] = value,
            Some(Err(_)) => {}
            None => {
                let index = Tensor::from_arg(&self.shared, at, index);
                self.shared.clone().library(at, || {
                    for (k, element) in self.elements.iter_mut().enumerate() {
                        *element = index.eq(k).select(&value, &*element);
                    }
                });
            }
        }
    }

    /// An index that is a number: the position, or the number if it is outside.
    fn known(&self, index: &Arg) -> Option<Result<usize, i128>> {
        let Arg::Number(crate::Number::Int(index, _)) = index else { return None };
        let inside = usize::try_from(*index).ok().filter(|at| *at < self.elements.len());
        Some(inside.ok_or(*index))
    }

    /// In checked mode, an index outside ends the call: a read that nobody uses. It is not made in what the library combines, which
    /// means what it asks for.
    fn require(&self, at: Site, index: &Arg) {
        let is_inside = matches!(self.known(index), Some(Ok(_)));
        if !is_inside && !self.shared.is_library() {
            self.read(at, index.clone());
        }
    }

    /// The element at an index, which is outside if it has to be: the nearest one, since nobody says anything else.
    fn read(&self, at: Site, index: Arg) -> Tensor {
        let outside = self.shared.unsaid();
        self.shared.library(at, || {
            let stacked = Tensor::of(&self.shared, self.stacked(at));
            if stacked.is_poisoned() {
                return stacked;
            }
            stacked.at_with([Tensor::from_arg(&self.shared, at, index)], &outside)
        })
    }

    /// The elements as a tensor, which is known by the place where the array was made.
    fn stacked(&self, at: Site) -> Traced<Val> {
        let shared = &self.shared;
        let elem = self.elements.first().map_or(Elem::F32, Tensor::elem);
        let operands = self.elements.iter().map(|element| element.val(at)).collect::<Traced<Vec<Val>>>()?;
        let result = shared.tensors(&[Extent::constant(operands.len() as i64)], elem);
        let made = shared.value(at, FromElements, &operands, result, &[])?;
        let place = Location::named(&shared.ctx, LOCAL_ARRAY, self.at.location(&shared.ctx));
        if let Some(body) = shared.state.borrow_mut().body.as_mut()
            && let Some(op) = body.def_op(made.value)
        {
            body.set_loc(op, place);
        }
        Ok(made)
    }
}

impl Tensor {
    /// The value in the type of an array's elements, which it must not widen.
    fn as_element_of(&self, at: Site, elem: Elem) -> Tensor {
        match self.elem().promote(elem) {
            _ if self.is_poisoned() => self.clone(),
            Some(common) if common == elem => self.cast(elem),
            _ => self.failed(at, format!("an array of {elem} cannot hold a value of {}", self.elem())),
        }
    }
}

impl Values for Local {
    type Traced = Local;

    fn collect(&self, out: &mut Vec<Arg>) {
        self.elements.collect(out);
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Local {
        Local { shared: self.shared.clone(), elements: self.elements.rebuild(next), at: self.at }
    }
}
