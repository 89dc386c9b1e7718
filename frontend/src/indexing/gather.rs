//! Elements at computed indices.

use crate::trace::error::Site;
use crate::trace::remedy::Remedy;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::convert::Piece;
use crate::types::elem::Elem;
use crate::types::index::{IndexExpr, IndexValue};
use crate::types::tensor::{Arg, Operand, Tensor};
use std::rc::Rc;
use tf_dialects::tensor::At;
use tf_dialects::tensor::policy::IMPLICIT;
use tf_ir::affine::{AffineExpr, AffineMap};
use tf_ir::extent::Extent;

/// The result of a read outside of a tensor.
#[derive(Clone, Default)]
pub enum Outside {
    /// The nearest element, axis by axis.
    #[default]
    Clamp,
    /// The element at the index modulo the extent, axis by axis.
    Wrap,
    /// A fill value; see [`Outside::fill`].
    Fill(#[doc(hidden)] Arg),
    /// No result: the call ends with an error.
    Trap,
    /// The default: the nearest element; in checked mode, the call ends with an error.
    #[doc(hidden)]
    Unsaid,
}

impl Outside {
    /// A fill value.
    pub fn fill(value: impl Operand) -> Outside {
        Outside::Fill(value.arg())
    }
}

/// The out-of-bounds policy, with its operand in the tensor's element type.
pub(crate) enum Policy {
    Named(&'static str),
    Fill(Val),
    /// The default of reads, which the program does not spell out.
    Unsaid,
}

/// Indices, one per axis from the first: an array or vector of operands, a tuple of operands of several
/// types, or a single one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    label = "neither an index nor a list of them",
    note = "an index is an integer, an extent or a `Tensor` of integers; for several axes, a tuple, `x.at((&i, 0))`, or an array of ones of one type, `x.at([&i, &j])`",
    note = "ranges are taken by `x.slice((1..3, 0))`"
)]
pub trait Indices {
    #[doc(hidden)]
    fn args(self) -> Vec<Arg>;
}

impl<R: Operand, const N: usize> Indices for [R; N] {
    fn args(self) -> Vec<Arg> {
        self.into_iter().map(Operand::arg).collect()
    }
}

impl<R: Operand + Clone, const N: usize> Indices for &[R; N] {
    fn args(self) -> Vec<Arg> {
        self.iter().cloned().map(Operand::arg).collect()
    }
}

impl<R: Operand> Indices for Vec<R> {
    fn args(self) -> Vec<Arg> {
        self.into_iter().map(Operand::arg).collect()
    }
}

impl<R: Operand + Clone> Indices for &[R] {
    fn args(self) -> Vec<Arg> {
        self.iter().cloned().map(Operand::arg).collect()
    }
}

macro_rules! tuple_indices {
    ($($($name:ident)*;)*) => {
        $(
            #[allow(non_snake_case)]
            impl<$($name: Operand),*> Indices for ($($name,)*) {
                fn args(self) -> Vec<Arg> {
                    let ($($name,)*) = self;
                    vec![$($name.arg()),*]
                }
            }
        )*
    };
}
tuple_indices! { A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; }

/// The index along the first axis.
macro_rules! single_indices {
    ($($type:ty),*) => {
        $(impl Indices for $type {
            fn args(self) -> Vec<Arg> {
                vec![self.arg()]
            }
        })*
    };
}
single_indices!(Tensor, &Tensor, crate::Dim<'_>, i32, i64, u32, usize);

impl Indices for () {
    fn args(self) -> Vec<Arg> {
        Vec::new()
    }
}

impl Shared {
    /// `tensor.at` in scalar code: one element.
    pub(crate) fn read(
        &self,
        at: Site,
        source: Val,
        subscripts: &[Rc<IndexExpr>],
        policy: &Policy,
    ) -> Traced<Val> {
        let (mut values, mut extents) = (Vec::<IndexValue>::new(), Vec::<Extent>::new());
        let mut results: Vec<AffineExpr> = Vec::new();
        for subscript in subscripts {
            let expr = subscript.over(&mut values, &mut extents);
            results.push(expr.map_err(|e| self.fail(at, format!("an index is too complex: {e}")))?);
        }
        let map = AffineMap::new(values.len() as u32, extents.len() as u32, results);
        let map = map.map_err(|e| self.fail(at, format!("an index is too complex: {e}")))?;
        let elem = source.elem;
        let mut operands = vec![source];
        operands.extend(values.into_iter().map(|v| v.val));
        let mut attrs = vec![("map", self.ctx.map_attr(map))];
        if !extents.is_empty() {
            attrs.push(("extents", self.ctx.extents_attr(&extents)));
        }
        match policy {
            Policy::Named(name) => attrs.push(("policy", self.ctx.string_attr(name))),
            Policy::Fill(val) => {
                attrs.push(("policy", self.ctx.string_attr("fill")));
                operands.push(val.clone());
            }
            Policy::Unsaid => {
                attrs.push(("policy", self.ctx.string_attr("clamp")));
                attrs.push((IMPLICIT, self.ctx.unit_attr()));
            }
        }
        self.value(at, At, &operands, self.scalars(elem), &attrs)
    }

    /// The policy of a read whose caller specifies none: the user's reads get the checked default, the
    /// library's reads clamp.
    pub(crate) fn default_outside(&self) -> Outside {
        if self.is_library() { Outside::Clamp } else { Outside::Unsaid }
    }

    pub(crate) fn policy(&self, at: Site, outside: &Outside, elem: Elem) -> Traced<Policy> {
        Ok(match outside {
            Outside::Clamp => Policy::Named("clamp"),
            Outside::Wrap => Policy::Named("wrap"),
            Outside::Trap => Policy::Named("trap"),
            Outside::Unsaid => Policy::Unsaid,
            Outside::Fill(value) => {
                let piece = self.piece(at, value.clone())?;
                Policy::Fill(self.scalar(at, &piece, elem)?)
            }
        })
    }

    /// An element of a tensor, or for index tensors a tensor of elements.
    fn gather(&self, at: Site, source: Val, indices: Vec<Arg>, outside: &Outside) -> Traced<Val> {
        let source = self.tensor_val(at, source)?;
        let shape = self.shape(&source);
        let pieces = self.pieces(at, indices)?;
        if pieces.len() > shape.len() {
            let (n, words) = (pieces.len(), self.describe(&source));
            return Err(self.fail_about(
                at,
                format!("{n} indices are too many for {words}, which has {} axes", shape.len()),
                &[("the tensor", &source)],
            ));
        }
        let has_rank = |piece: &Piece| match piece {
            Piece::Val(val) => self.ctx.dims(val.ty).is_some_and(|dims| !dims.is_empty()),
            _ => false,
        };
        if pieces.len() < shape.len() || pieces.iter().any(has_rank) {
            return self.outside_compute(|| self.gather_tensor(at, source, pieces, outside));
        }
        let index = |piece| self.scalar_index(at, "an index", piece);
        let subscripts: Vec<Rc<IndexExpr>> = pieces.iter().map(index).collect::<Traced<_>>()?;
        let policy = self.policy(at, outside, source.elem)?;
        let element = self.read(at, source, &subscripts, &policy)?;
        Ok(element)
    }

    /// A compute over the broadcast shape of the index tensors and the axes without an index.
    fn gather_tensor(&self, at: Site, source: Val, pieces: Vec<Piece>, outside: &Outside) -> Traced<Val> {
        let mut lists = Vec::new();
        for piece in &pieces {
            lists.push(match piece {
                Piece::Val(val) if !val.is_scalar(&self.ctx) => {
                    if !val.elem.is_int() {
                        let (elem, cast) = (val.elem, self.remedy(at, Remedy::Cast(Some(Elem::Int(32)))));
                        return Err(self.fail(
                            at,
                            format!("an index is an integer, but this is {elem}: cast it with {cast}"),
                        ));
                    }
                    val.clone()
                }
                piece => {
                    let index = self.scalar_index(at, "an index", piece)?;
                    self.index_value(at, &index)?
                }
            });
        }
        let tensors: Vec<Val> = lists.iter().filter(|v| !v.is_scalar(&self.ctx)).cloned().collect();
        let common = self.join_shapes(at, "a gather", &tensors)?;
        let shape = self.shape(&source);
        let mut extents = common.clone();
        extents.extend_from_slice(&shape[pieces.len()..]);
        let policy = self.policy(at, outside, source.elem)?;
        let elem = source.elem;
        self.comprehension(at, &extents, elem, |indices| {
            let mut subscripts = Vec::new();
            for list in &lists {
                let subscript = match list.is_scalar(&self.ctx) {
                    true => list.clone(),
                    false => self.read_broadcast(at, list.clone(), &indices[..common.len()])?,
                };
                let index = self.subscript(at, subscript)?;
                subscripts.push(Rc::new(IndexExpr::value(index, false)));
            }
            subscripts.extend(indices[common.len()..].iter().cloned());
            self.read(at, source, &subscripts, &policy)
        })
    }

    /// The element of a tensor at a point of a domain to which its shape broadcasts.
    fn read_broadcast(&self, at: Site, list: Val, indices: &[Rc<IndexExpr>]) -> Traced<Val> {
        let shape = self.shape(&list);
        let zero = Rc::new(IndexExpr::constant(0));
        let own = indices[indices.len() - shape.len()..].iter().zip(&shape);
        let subscript = |(index, extent): (&Rc<IndexExpr>, &Extent)| match extent.as_const() {
            Some(1) => zero.clone(),
            _ => index.clone(),
        };
        let subscripts: Vec<Rc<IndexExpr>> = own.map(subscript).collect();
        self.read(at, list, &subscripts, &Policy::Named("clamp"))
    }
}

/// # Elements at computed indices
///
/// The method defines the result for an index outside: the nearest element, the other end, a value, an error.
impl Tensor {
    /// The element at an index per axis; an index outside is clamped.
    ///
    /// In a [`crate::Tracer::compute`], with scalar indices, this is one element: `x.at([&i + 1, j])`. With
    /// index tensors, it is a tensor: their shapes broadcast to the shape of the result; axes without an
    /// index are appended to it.
    #[track_caller]
    pub fn at(&self, indices: impl Indices) -> Tensor {
        self.read_at(Site::caller(), indices, &self.shared.default_outside())
    }

    /// As [`Tensor::at`], with indices modulo the extents: the tensor repeats in all directions.
    #[track_caller]
    pub fn at_wrap(&self, indices: impl Indices) -> Tensor {
        self.read_at(Site::caller(), indices, &Outside::Wrap)
    }

    /// As [`Tensor::at`], with this value for an index outside.
    #[track_caller]
    pub fn at_or(&self, indices: impl Indices, value: impl Operand) -> Tensor {
        self.read_at(Site::caller(), indices, &Outside::fill(value))
    }

    /// As [`Tensor::at`]; an index outside ends the call with an error.
    #[track_caller]
    pub fn at_checked(&self, indices: impl Indices) -> Tensor {
        self.read_at(Site::caller(), indices, &Outside::Trap)
    }

    /// As [`Tensor::at`], with an explicit policy for an index outside.
    #[track_caller]
    pub fn at_with(&self, indices: impl Indices, outside: &Outside) -> Tensor {
        self.read_at(Site::caller(), indices, outside)
    }

    fn read_at(&self, at: Site, indices: impl Indices, outside: &Outside) -> Tensor {
        self.made(|shared| {
            let source = self.val(at)?;
            shared.gather(at, source, indices.args(), outside)
        })
    }

    /// Converts an operand for an operation with this value: a constant takes this value's type, as in
    /// `x + 1`.
    pub(crate) fn operand_like(&self, at: Site, arg: Arg) -> Tensor {
        match arg {
            _ if self.is_poisoned() => self.clone(),
            Arg::Number(number) => {
                let made = self.shared.scalar_constant(at, number, number.beside(self.elem()));
                Tensor::of(&self.shared, made)
            }
            arg => Tensor::from_arg(&self.shared, at, arg),
        }
    }

    /// Converts an operand to a value.
    pub(crate) fn from_arg(shared: &Rc<Shared>, at: Site, arg: Arg) -> Tensor {
        match arg {
            Arg::Tensor(tensor) => tensor,
            Arg::Dim(Ok(extent)) => Tensor::of_index(shared, Ok(IndexExpr::extent(extent))),
            Arg::Dim(Err(fault)) => Tensor::of(shared, Err(shared.fault(at, fault))),
            Arg::Number(number) if number.elem() == Elem::Index => {
                let value = match number {
                    crate::Number::Int(value, _) => i64::try_from(value).ok(),
                    _ => None,
                };
                let index = value
                    .ok_or_else(|| shared.fail(at, format!("the constant {number} does not fit an index")));
                Tensor::of_index(shared, index.map(IndexExpr::constant))
            }
            Arg::Number(number) => Tensor::of(shared, shared.scalar_constant(at, number, number.elem())),
        }
    }
}
