//! Small arrays in scalar code, read and written at computed indices.

use crate::elem::Elem;
use crate::error::Site;
use crate::state::Shared;
use crate::tensor::{Arg, Operand, Tensor};
use crate::tracer::Tracer;
use crate::values::Values;
use std::rc::Rc;

/// A small array of scalars whose length is known while tracing: a stack, a histogram of a few bins, a window.
///
/// Each element is a value of its own: an index that is a number costs nothing, a computed one a choice among all elements,
/// so these arrays are for tens of elements, not thousands. A loop may carry one.
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
        Local { shared: shared.clone(), elements }
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
        let at = Site::caller();
        let Some(last) = self.elements.len().checked_sub(1) else {
            let failed = self.shared.fail(at, "reads an element of a local array that has none");
            return Tensor::of(&self.shared, Err(failed));
        };
        let index = index.arg();
        if let Arg::Number(crate::Number::Int(index, _)) = index {
            return self.elements[index.clamp(0, last as i128) as usize].clone();
        }
        let first = &self.elements[0];
        let tracer = Tracer { shared: first.shared.clone() };
        first.library(at, || tracer.stack(&self.elements).at([Tensor::from_arg(&first.shared, at, index)]))
    }

    /// Replaces the element at an index; outside, nothing happens.
    #[track_caller]
    pub fn set(&mut self, index: impl Operand, value: impl Operand) {
        let at = Site::caller();
        let index = index.arg();
        let Some(first) = self.elements.first().cloned() else { return };
        let value = first.library(at, || first.beside(at, value.arg()).as_element_of(at, first.elem()));
        if let Arg::Number(crate::Number::Int(index, _)) = index {
            if let Some(element) = usize::try_from(index).ok().and_then(|i| self.elements.get_mut(i)) {
                *element = value;
            }
            return;
        }
        let index = Tensor::from_arg(&first.shared, at, index);
        first.shared.library(at, || {
            for (k, element) in self.elements.iter_mut().enumerate() {
                *element = index.eq(k).select(&value, &*element);
            }
        });
    }

    /// Adds to the element at an index; outside, nothing happens.
    #[track_caller]
    pub fn add(&mut self, index: impl Operand + Clone, value: impl Operand) {
        if self.elements.is_empty() {
            return;
        }
        let sum = self.get(index.clone()) + value;
        self.set(index, sum);
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
        Local { shared: self.shared.clone(), elements: self.elements.rebuild(next) }
    }
}
