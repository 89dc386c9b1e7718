//! Sources of values in a traced function: inputs, constants, extents.

use crate::layout::count;
use crate::trace::error::{Fault, Site};
use crate::trace::state::{Param, Reported, Shared, Traced, Val};
use crate::types::convert::Piece;
use crate::types::dim::{Dim, Shape};
use crate::types::elem::{Elem, Element, Number};
use crate::types::index::IndexExpr;
use crate::types::tensor::{Operand, Tensor};
use std::rc::Rc;
use tf_dialects::arith::Constant;
use tf_dialects::array::Array;
use tf_dialects::tensor::FromElements;
use tf_ir::body::Value;
use tf_ir::extent::{Extent, Symbol};

/// The program that is being traced; the closure of [`crate::Program::trace`] gets it. A clone is another
/// handle of the same trace.
#[derive(Clone)]
pub struct Tracer {
    pub(crate) shared: Rc<Shared>,
}

/// The numerics modes of floats; see the guide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Numerics {
    /// IEEE in the written order, without contraction: the same bits on every device.
    Strict,
    /// As [`Standard`](Numerics::Standard), but all quotients and square roots are IEEE's.
    Precise,
    /// NaN, infinities and −0 are honoured. Products and sums may contract, and sums may be reassociated.
    /// Quotients and square roots may be off by 2 units in the last place, unless a decision depends on them.
    #[default]
    Standard,
    /// All fast-math assumptions, such as the absence of NaN and infinities.
    Fast,
}

impl Numerics {
    /// The mode as the text of the attribute `tf.numerics`.
    pub fn name(self) -> &'static str {
        match self {
            Numerics::Strict => "strict",
            Numerics::Precise => "precise",
            Numerics::Standard => "standard",
            Numerics::Fast => "fast",
        }
    }

    /// Parses a mode: `strict`, `precise`, `standard` or `fast`.
    pub fn named(word: &str) -> Option<Numerics> {
        let modes = [Numerics::Strict, Numerics::Precise, Numerics::Standard, Numerics::Fast];
        modes.into_iter().find(|how| how.name() == word)
    }
}

impl Tracer {
    /// A named extent: two inputs with the extent `n` must agree in it, and one compiled program serves every
    /// value. At least one input must have the plain name as an extent (or as the only name in a linear
    /// term).
    #[track_caller]
    pub fn dim(&self, name: &str) -> Dim<'_> {
        let at = self.shared.place_of(Site::caller());
        let Ok(symbol) = Symbol::new(name) else {
            let message = format!("'{name}' cannot name an extent: use letters, digits and _");
            self.shared.fail(at, message);
            return Dim::bad(Fault::REPORTED);
        };
        let mut state = self.shared.state.borrow_mut();
        if state.symbols.iter().all(|(known, _)| *known != symbol) {
            state.symbols.push((symbol.clone(), at));
        }
        drop(state);
        Dim::new(&self.shared.terms, Extent::from(symbol))
    }

    /// A named extent whose value is an argument: an `index` of that name. A negative value, or one above
    /// 2^48, is an error of the call.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("squares", |p| {
    ///     let n = p.dim_given("n");
    ///     p.iota::<f32>([n], 0).square()
    /// });
    /// assert_eq!(program.unwrap().inputs(), ["n"]);
    /// ```
    #[track_caller]
    pub fn dim_given(&self, name: &str) -> Dim<'_> {
        let at = Site::caller();
        let dim = self.dim(name);
        let Ok(symbol) = Symbol::new(name) else { return dim };
        let number = self.argument(at, name, Elem::Index, None, Some(symbol));
        if number.is_poisoned() { Dim::bad(Fault::REPORTED) } else { dim }
    }

    /// A tensor argument: `p.input::<f32>("x", (n, 3))`.
    #[track_caller]
    pub fn input<T: Element>(&self, name: &str, shape: impl Shape) -> Tensor {
        self.argument(Site::caller(), name, T::ELEM, Some(shape.terms()), None)
    }

    /// As [`Tracer::input`], with the element type as a value.
    #[track_caller]
    pub fn input_of(&self, elem: Elem, name: &str, shape: impl Shape) -> Tensor {
        self.argument(Site::caller(), name, elem, Some(shape.terms()), None)
    }

    /// A scalar argument: `p.scalar::<f32>("dt")`.
    #[track_caller]
    pub fn scalar<T: Element>(&self, name: &str) -> Tensor {
        self.argument(Site::caller(), name, T::ELEM, None, None)
    }

    /// As [`Tracer::scalar`], with the element type as a value.
    #[track_caller]
    pub fn scalar_of(&self, elem: Elem, name: &str) -> Tensor {
        self.argument(Site::caller(), name, elem, None, None)
    }

    fn argument(
        &self,
        at: Site,
        name: &str,
        elem: Elem,
        shape: Option<Vec<Result<Extent, Fault>>>,
        extent: Option<Symbol>,
    ) -> Tensor {
        let shared = &self.shared;
        let at = shared.place_of(at);
        let made = (|| {
            let ty = match shape {
                Some(terms) => shared.tensor_type(&shared.checked_shape(at, terms)?, elem),
                None => elem.ir(&shared.ctx),
            };
            if shared.in_kernel() {
                let message = "inputs belong to the program: declare them before the kernel, and pass them \
                               with k.read and k.given";
                return Err(shared.fail(at, message));
            }
            let mut state = shared.state.borrow_mut();
            if state.params.iter().any(|p| p.name == name) {
                drop(state);
                return Err(shared.fail(at, format!("the input '{name}' exists already")));
            }
            let outer = state.scopes[0];
            let body = state.body.as_mut().ok_or(Reported)?;
            let value: Value = body.add_arg(outer.block, ty);
            state.params.push(Param { name: name.to_string(), ty, elem, extent });
            Ok(Val::new(value, (ty, elem), outer.id, at))
        })();
        Tensor::of(shared, made)
    }

    /// A scalar constant of the Rust type of `number`.
    #[track_caller]
    pub fn constant(&self, number: impl Into<Number>) -> Tensor {
        let number = number.into();
        Tensor::from_arg(&self.shared, Site::caller(), crate::types::tensor::Arg::Number(number))
    }

    /// A constant, an extent or a tensor as a value.
    #[track_caller]
    pub fn value(&self, operand: impl Operand) -> Tensor {
        Tensor::from_arg(&self.shared, Site::caller(), operand.arg())
    }

    /// A constant tensor of these elements, in row-major order.
    #[track_caller]
    pub fn tensor<T: Element>(&self, extents: impl AsRef<[usize]>, elements: &[T]) -> Tensor {
        let mut bytes = Vec::with_capacity(std::mem::size_of_val(elements));
        elements.iter().for_each(|element| element.push_bytes(&mut bytes));
        let made = self.dense(Site::caller(), T::ELEM, extents.as_ref(), elements.len(), bytes);
        Tensor::of(&self.shared, made)
    }

    /// A constant tensor of an array's elements.
    #[track_caller]
    pub fn array(&self, array: &Array) -> Tensor {
        let at = Site::caller();
        let elem = Elem::of(array.dtype());
        let made = self.dense(at, elem, array.extents(), array.len(), array.bytes().to_vec());
        Tensor::of(&self.shared, made)
    }

    fn dense(&self, at: Site, elem: Elem, extents: &[usize], given: usize, bytes: Vec<u8>) -> Traced<Val> {
        let shared = &self.shared;
        let shape: Vec<Extent> =
            extents.iter().map(|n| Extent::constant(i64::try_from(*n).unwrap_or(i64::MAX))).collect();
        let wanted = extents.iter().try_fold(1usize, |n, extent| n.checked_mul(*extent));
        if wanted != Some(given) {
            let words = crate::trace::state::shape_words(&shape);
            return Err(
                shared.fail(at, format!("{given} elements are given for a constant of shape {words}"))
            );
        }
        let ty = shared.tensor_type(&shape, elem);
        let attrs = [("value", shared.ctx.dense_attr(ty, bytes))];
        shared.value(at, Constant, &[], (ty, elem), &attrs)
    }

    /// A tensor whose elements are all equal to `value`: a constant (of its Rust type), or a scalar.
    #[track_caller]
    pub fn full(&self, shape: impl Shape, value: impl Operand) -> Tensor {
        let at = Site::caller();
        let shared = &self.shared;
        let made = shared.outside_compute(|| {
            let shape = shared.shape_of(at, shape)?;
            let piece = shared.piece(at, value.arg())?;
            let scalar = shared.scalar(at, &piece, piece.elem())?;
            shared.splat(at, scalar, &shape)
        });
        Tensor::of(shared, made)
    }

    /// A tensor of zeros (false, for bools).
    #[track_caller]
    pub fn zeros<T: Element>(&self, shape: impl Shape) -> Tensor {
        self.filled(Site::caller(), shape, T::ELEM, 0)
    }

    /// A tensor of ones (true, for bools).
    #[track_caller]
    pub fn ones<T: Element>(&self, shape: impl Shape) -> Tensor {
        self.filled(Site::caller(), shape, T::ELEM, 1)
    }

    fn filled(&self, at: Site, shape: impl Shape, elem: Elem, value: i128) -> Tensor {
        let shared = &self.shared;
        let made = shared.outside_compute(|| {
            let shape = shared.shape_of(at, shape)?;
            let scalar = shared.scalar_constant(at, Number::Int(value, elem), elem)?;
            shared.splat(at, scalar, &shape)
        });
        Tensor::of(shared, made)
    }

    /// A tensor of each element's index along an axis.
    #[track_caller]
    pub fn iota<T: Element>(&self, shape: impl Shape, axis: i64) -> Tensor {
        let at = Site::caller();
        let shared = &self.shared;
        let made = shared.outside_compute(|| {
            let shape = shared.shape_of(at, shape)?;
            let axis = shared.axis(at, axis, shape.len())?;
            if T::ELEM == Elem::Bool {
                return Err(shared.fail(at, "iota needs integers or floats, not bools"));
            }
            shared.iota(at, &shape, axis, T::ELEM)
        });
        Tensor::of(shared, made)
    }

    /// 0, 1, 2 … up to, but excluding, `n`.
    #[track_caller]
    pub fn arange<'a, T: Element>(&self, n: impl Into<Dim<'a>>) -> Tensor {
        self.iota::<T>([n.into()], 0)
    }

    /// For each axis of a shape, the tensor of that shape with the elements' indices along it, in i64.
    #[track_caller]
    pub fn indices(&self, shape: impl Shape) -> Vec<Tensor> {
        let at = Site::caller();
        let shared = &self.shared;
        let terms = shape.terms();
        let rank = terms.len();
        let made = shared.outside_compute(|| {
            let shape = shared.checked_shape(at, terms)?;
            (0..rank).map(|axis| shared.iota(at, &shape, axis, Elem::Int(64))).collect::<Traced<Vec<Val>>>()
        });
        match made {
            Ok(vals) => vals.into_iter().map(|val| Tensor::of(shared, Ok(val))).collect(),
            Err(Reported) => vec![Tensor::poison(shared); rank],
        }
    }

    /// Scalars as a small tensor of one axis; if a compute returns it, it becomes a constant last axis.
    #[track_caller]
    pub fn stack<R: Operand>(&self, scalars: impl IntoIterator<Item = R>) -> Tensor {
        let at = Site::caller();
        let shared = &self.shared;
        let args: Vec<_> = scalars.into_iter().map(Operand::arg).collect();
        let made = (|| {
            let pieces = shared.pieces(at, args)?;
            let elem = shared.common_elem(at, "stack", &pieces)?;
            if let Some(val) = pieces.iter().find_map(|piece| match piece {
                Piece::Val(val) if !shared.shape(val).is_empty() => Some(val),
                _ => None,
            }) {
                let shape = shared.describe(val);
                let message = format!(
                    "stack takes scalars, not {shape}: stack_axis(axis, …) joins tensors along a new axis"
                );
                return Err(shared.fail_about(at, message, &[("the value", val)]));
            }
            let vals: Vec<Val> =
                pieces.iter().map(|piece| shared.scalar(at, piece, elem)).collect::<Traced<_>>()?;
            let result = shared.tensors(&[Extent::constant(vals.len() as i64)], elem);
            shared.value(at, FromElements, &vals, result, &[])
        })();
        Tensor::of(shared, made)
    }

    /// The product of extents, as a value of type index.
    #[track_caller]
    pub fn volume(&self, shape: impl Shape) -> Tensor {
        let at = Site::caller();
        let shared = &self.shared;
        let made = shared.shape_of(at, shape).and_then(|shape| {
            count(&shape).ok_or_else(|| shared.fail(at, "the element count is too large an expression"))
        });
        Tensor::of_index(shared, made.map(IndexExpr::extent))
    }

    /// Sets the numerics mode of floats in this program.
    pub fn numerics(&self, numerics: Numerics) {
        self.shared.state.borrow_mut().numerics = Some(numerics.name());
    }
}
