//! Scatters: accumulation into tensors by scalar code, and updates of parts of tensors at computed indices.

use crate::compute::Ranked;
use crate::control::types;
use crate::indexing::gather::Indices;
use crate::reduce::Combine;
use crate::trace::error::{Fault, Site};
use crate::trace::remedy::Remedy;
use crate::trace::scope::Region;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::types::dim::Shape;
use crate::types::index::{IndexExpr, IndexValue};
use crate::types::tensor::{Arg, Operand, Repr, Tensor};
use std::rc::Rc;
use tf_dialects::tensor::policy::IMPLICIT;
use tf_dialects::tensor::{Compute, Put, Yield};
use tf_ir::affine::{AffineExpr, AffineMap};
use tf_ir::extent::Extent;

/// The update of an element when a value is put there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Update {
    /// Replacement; the last value wins, in row-major order of the points.
    Set,
    /// A combination of the old element and the value.
    By(Combine),
}

impl From<Combine> for Update {
    fn from(combine: Combine) -> Update {
        Update::By(combine)
    }
}

/// A tensor that scalar code updates, in [`Tracer::scatter`].
#[derive(Clone)]
pub struct Target {
    shared: Rc<Shared>,
    /// The accumulator in the region, unless there was an error.
    val: Traced<Val>,
}

impl Target {
    /// Puts a value at an index per axis; an index outside changes nothing.
    #[track_caller]
    pub fn put(&self, indices: impl Indices, value: impl Operand) {
        let implicit = !self.shared.is_library();
        self.put_at(Site::caller(), ("drop", implicit), indices.args(), value.arg());
    }

    /// As [`Target::put`]; an index outside is clamped.
    #[track_caller]
    pub fn put_clamp(&self, indices: impl Indices, value: impl Operand) {
        self.put_at(Site::caller(), ("clamp", false), indices.args(), value.arg());
    }

    /// As [`Target::put`], with indices modulo the extents.
    #[track_caller]
    pub fn put_wrap(&self, indices: impl Indices, value: impl Operand) {
        self.put_at(Site::caller(), ("wrap", false), indices.args(), value.arg());
    }

    /// As [`Target::put`]; an index outside ends the call with an error.
    #[track_caller]
    pub fn put_checked(&self, indices: impl Indices, value: impl Operand) {
        self.put_at(Site::caller(), ("trap", false), indices.args(), value.arg());
    }

    /// Puts a value with a policy, which may be the default.
    fn put_at(&self, at: Site, policy: (&str, bool), indices: Vec<Arg>, value: Arg) {
        // The error has been recorded.
        let _: Traced<()> = self.shared.put(at, &self.val, policy, indices, value);
    }
}

impl Shared {
    fn put(
        &self,
        at: Site,
        target: &Traced<Val>,
        (policy, implicit): (&str, bool),
        indices: Vec<Arg>,
        value: Arg,
    ) -> Traced<()> {
        let (pieces, value) = (self.pieces(at, indices)?, self.piece(at, value)?);
        let target = target.clone()?;
        let rank = self.ctx.dims(target.ty).map_or(0, <[_]>::len);
        if pieces.len() != rank {
            let n = pieces.len();
            return Err(self.fail(
                at,
                format!("put has {n} indices, but the target has rank {rank}: give one for each axis"),
            ));
        }
        let fits = match &value {
            crate::types::convert::Piece::Number(number) => number.beside(target.elem) == target.elem,
            value => value.elem().promote(target.elem) == Some(target.elem),
        };
        if !fits {
            let (a, b, cast) = (value.elem(), target.elem, self.remedy(at, Remedy::Cast(Some(target.elem))));
            return Err(
                self.fail(at, format!("cannot put a value of {a} into a tensor of {b}: cast it with {cast}"))
            );
        }
        let value = self.scalar(at, &value, target.elem)?;
        let (mut values, mut extents) = (Vec::<IndexValue>::new(), Vec::<Extent>::new());
        let mut results: Vec<AffineExpr> = Vec::new();
        let complex = |e| self.fail(at, format!("an index is too complex: {e}"));
        for piece in &pieces {
            let subscript = self.scalar_index(at, "an index", piece)?;
            results.push(subscript.over(&mut values, &mut extents).map_err(complex)?);
        }
        let map = AffineMap::new(values.len() as u32, extents.len() as u32, results).map_err(complex)?;
        let mut attrs = vec![("map", self.ctx.map_attr(map)), ("policy", self.ctx.string_attr(policy))];
        if !extents.is_empty() {
            attrs.push(("extents", self.ctx.extents_attr(&extents)));
        }
        attrs.extend(implicit.then(|| (IMPLICIT, self.ctx.unit_attr())));
        let mut operands = vec![value, target];
        operands.extend(values.into_iter().map(|v| v.val));
        self.op(at, Put, &operands, &[], &attrs, &[]).map(|_| ())
    }

    /// The start values of accumulators, and the names of their updates.
    fn accumulators(&self, at: Site, targets: &[(Arg, Update)]) -> Traced<(Vec<Val>, Vec<String>)> {
        let mut inits = Vec::new();
        let mut words = Vec::new();
        for (arg, update) in targets {
            let piece = self.piece(at, arg.clone())?;
            let val = self.realize(at, &piece, piece.elem())?;
            let val = self.tensor_val(at, val)?;
            words.push(match update {
                Update::Set => "set".to_string(),
                Update::By(combine) => {
                    let kind = combine.kind(val.elem);
                    let wrong =
                        || self.fail(at, format!("{} is not defined on {}", combine.word(), val.elem));
                    kind.ok_or_else(wrong)?.name().to_string()
                }
            });
            inits.push(val);
        }
        Ok((inits, words))
    }

    /// Opens the region of a compute with accumulators; returns the indices and the accumulators.
    fn scatter_region(&self, at: Site, rank: usize, inits: &[Val]) -> Traced<(Region, Vec<Val>, Vec<Val>)> {
        let mut args = vec![(self.ctx.index(), crate::Elem::Index); rank];
        let memory = |val: &Val| {
            let dims = self.ctx.dims(val.ty).unwrap_or_default();
            (self.ctx.memref(dims, val.elem.ir(&self.ctx)), val.elem)
        };
        args.extend(inits.iter().map(memory));
        let (region, mut indices) = self.region(at, ScopeKind::Compute, &args)?;
        let accumulators = indices.split_off(rank);
        Ok((region, indices, accumulators))
    }

    fn scatter(
        self: &Rc<Self>,
        at: Site,
        shape: Vec<Result<Extent, Fault>>,
        targets: &[(Arg, Update)],
        body: impl FnOnce(Vec<Tensor>, &[Target]),
    ) -> Traced<Vec<Val>> {
        let rank = shape.len();
        self.outside_compute(|| {
            let made = self.checked_shape(at, shape).and_then(|extents| {
                let (inits, words) = self.accumulators(at, targets)?;
                let region = self.scatter_region(at, rank, &inits)?;
                self.runs_over(region.0, &extents);
                Ok((extents, inits, words, region))
            });
            let Ok((extents, inits, words, (region, indices, accumulators))) = made else {
                let target = || Target { shared: self.clone(), val: Err(Reported) };
                let targets: Vec<Target> = targets.iter().map(|_| target()).collect();
                body(vec![Tensor::poison(self); rank], &targets);
                return Err(Reported);
            };
            let handle = |val: Val| Tensor {
                shared: self.clone(),
                repr: Repr::Index(Rc::new(IndexExpr::value(val, true))),
            };
            let handles = indices.into_iter().map(handle).collect();
            let target = |val: Val| Target { shared: self.clone(), val: Ok(val) };
            let targets: Vec<Target> = accumulators.into_iter().map(target).collect();
            self.inside(region, || body(handles, &targets));
            self.end_region(at, region, Yield, &[])?;
            let words: Vec<_> = words.iter().map(|word| self.ctx.string_attr(word)).collect();
            let attrs =
                [("box", self.ctx.extents_attr(&extents)), ("accumulate", self.ctx.array_attr(&words))];
            self.op(at, Compute, &inits, &types(&inits), &attrs, &[region.block()])
        })
    }
}

impl Tracer {
    /// Scatters: for each point of a shape, `body` puts values at any indices of the target tensors, any
    /// number of times ([`Target::put`]). The body cannot read the targets; reads of the same tensors see the
    /// old elements. Returns the new tensors.
    ///
    /// ```
    /// # use tf_frontend::{Combine, Program};
    /// let program = Program::trace("histogram", |p| {
    ///     let n = p.dim("n");
    ///     let x = p.input::<f32>("x", [n]);
    ///     let [counts] = p.scatter([n], [(p.zeros::<i32>([16]), Combine::Sum)], |[i], [counts]| {
    ///         counts.put([(x.at([i]) * 16.0).floor().to::<i32>()], 1);
    ///     });
    ///     counts
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn scatter<const N: usize, const M: usize, R: Operand, U: Into<Update>>(
        &self,
        shape: impl Ranked<N>,
        targets: [(R, U); M],
        body: impl FnOnce([Tensor; N], &[Target; M]),
    ) -> [Tensor; M] {
        let at = Site::caller();
        let shared = &self.shared;
        let targets: Vec<(Arg, Update)> =
            targets.into_iter().map(|(tensor, update)| (tensor.arg(), update.into())).collect();
        let made = shared.scatter(at, shape.terms(), &targets, |indices, targets| {
            let mut indices = indices.into_iter();
            let indices = std::array::from_fn(|_| indices.next().unwrap_or_else(|| Tensor::poison(shared)));
            let targets = targets.try_into().expect("there is a target for each tensor");
            body(indices, targets);
        });
        let mut made = made.map(Vec::into_iter);
        std::array::from_fn(|_| {
            let val = made.as_mut().ok().and_then(Iterator::next).ok_or(Reported);
            Tensor::of(shared, val)
        })
    }

    /// As [`Tracer::scatter`], for a rank and a tensor count that are known only when the program is traced.
    #[track_caller]
    pub fn scatter_nd<R: Operand>(
        &self,
        shape: impl Shape,
        targets: Vec<(R, Update)>,
        body: impl FnOnce(Vec<Tensor>, &[Target]),
    ) -> Vec<Tensor> {
        let at = Site::caller();
        let shared = &self.shared;
        let targets: Vec<(Arg, Update)> =
            targets.into_iter().map(|(tensor, update)| (tensor.arg(), update)).collect();
        match shared.scatter(at, shape.terms(), &targets, body) {
            Ok(made) => made.into_iter().map(|val| Tensor::of(shared, Ok(val))).collect(),
            Err(_) => vec![Tensor::poison(shared); targets.len()],
        }
    }
}

/// Updates at computed indices, one method per kind.
macro_rules! updates {
    ($($(#[$doc:meta])* $method:ident $update:expr;)*) => {
        /// # Updates by kind
        ///
        /// At computed indices: set, add, multiply, minimum, maximum, bitwise operations.
        impl Tensor {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(&self, indices: impl Indices, values: impl Operand) -> Tensor {
                    self.update_at(indices, values, $update)
                }
            )*
        }
    };
}

updates! {
    /// The tensor with values at computed indices replaced: NumPy's `x[indices] = values`. See
    /// [`Tensor::update_at`]; of several values for one element the last one wins.
    set_at Update::Set;
    /// The tensor with values added at computed indices: NumPy's `add.at`. See [`Tensor::update_at`].
    add_at Update::By(Combine::Sum);
    /// The tensor multiplied by values at computed indices. See [`Tensor::update_at`].
    mul_at Update::By(Combine::Product);
    /// The minimum of elements and values at computed indices. See [`Tensor::update_at`].
    min_at Update::By(Combine::Min);
    /// The maximum of elements and values at computed indices. See [`Tensor::update_at`].
    max_at Update::By(Combine::Max);
    /// Bitwise and with values at computed indices. See [`Tensor::update_at`].
    and_at Update::By(Combine::All);
    /// Bitwise or with values at computed indices. See [`Tensor::update_at`].
    or_at Update::By(Combine::Any);
    /// Bitwise exclusive or with values at computed indices. See [`Tensor::update_at`].
    xor_at Update::By(Combine::Xor);
}

/// # Updates at computed indices
///
/// Copies of tensors in which some elements differ; [`Target`](crate::Target) does the same inside loops.
impl Tensor {
    /// The tensor with elements updated at computed indices, one per axis from the first, as [`Tensor::at`]
    /// reads them: the shapes of index tensors broadcast, axes without an index follow them, and the values
    /// broadcast to that shape. An element may be updated several times, in row-major order; an index outside
    /// changes nothing.
    #[track_caller]
    pub fn update_at(
        &self,
        indices: impl Indices,
        values: impl Operand,
        update: impl Into<Update>,
    ) -> Tensor {
        let implicit = !self.shared.is_library();
        self.changed_at(Site::caller(), ("drop", implicit), (indices.args(), values.arg()), update.into())
    }

    /// As [`Tensor::update_at`]; an index outside ends the call with an error.
    #[track_caller]
    pub fn update_at_checked(
        &self,
        indices: impl Indices,
        values: impl Operand,
        update: impl Into<Update>,
    ) -> Tensor {
        self.changed_at(Site::caller(), ("trap", false), (indices.args(), values.arg()), update.into())
    }

    fn changed_at(
        &self,
        at: Site,
        policy: (&str, bool),
        (indices, values): (Vec<Arg>, Arg),
        update: Update,
    ) -> Tensor {
        let of = |arg| Tensor::from_arg(&self.shared, at, arg);
        let indices: Vec<Tensor> = indices.into_iter().map(of).collect();
        let values = self.operand_like(at, values);
        self.library(at, || {
            let shape = self.extents().and_then(|own| {
                if indices.len() > own.len() {
                    let n = indices.len();
                    return Err(self.shared.fail(
                        at,
                        format!(
                            "{n} indices are too many to update {self:?}: give at most one for each axis"
                        ),
                    ));
                }
                let vals: Traced<Vec<Val>> = indices.iter().map(|index| index.val(at)).collect();
                let common = self.shared.join_shapes(at, "an update", &vals?)?;
                Ok([&common[..], &own[indices.len()..]].concat())
            });
            let Ok(shape) = shape else { return Tensor::poison(&self.shared) };
            let rest = self.rank() - indices.len();
            let common: Vec<crate::Dim<'_>> =
                shape[..shape.len() - rest].iter().map(|e| self.dim_of(e)).collect();
            let whole: Vec<crate::Dim<'_>> = shape.iter().map(|e| self.dim_of(e)).collect();
            let lists: Vec<Tensor> = indices.iter().map(|index| index.broadcast_to(&common)).collect();
            let values = values.broadcast_to(&whole);
            let terms = shape.iter().cloned().map(Ok).collect();
            let made = self.shared.scatter(at, terms, &[(self.arg(), update)], |point, targets| {
                let (first, last) = point.split_at(common.len());
                let subscripts = lists.iter().map(|list| list.at(first)).chain(last.iter().cloned());
                let subscripts = subscripts.map(Operand::arg).collect();
                targets[0].put_at(at, policy, subscripts, values.at(&point[..]).arg());
            });
            let made = made.and_then(|mut vals| vals.pop().ok_or(Reported));
            Tensor::of(&self.shared, made)
        })
    }

    /// The count of each value from 0 up to, but excluding, `n` in an integer vector, in i64; other values
    /// are ignored. NumPy's `bincount`.
    #[track_caller]
    pub fn bincount<'a>(&self, n: impl Into<crate::Dim<'a>>) -> Tensor {
        let (at, n) = (Site::caller(), n.into());
        let tracer = Tracer { shared: self.shared.clone() };
        self.library(at, || tracer.zeros::<i64>([n]).add_at([self], 1))
    }

    /// The element count of each of `n` bins of equal length between `low` and `high`, in i64; the last bin
    /// includes `high`. NumPy's `histogram` with a range.
    #[track_caller]
    pub fn histogram(&self, n: usize, low: f64, high: f64) -> Tensor {
        let at = Site::caller();
        self.library(at, || {
            let x = self.cast(self.elem().to_float());
            let place = (&x - low) * (n as f64 / (high - low));
            let inside = x.ge(low) & x.le(high);
            let bin = place.floor().to::<i64>().min(n as i64 - 1);
            inside.select(bin, -1).flatten().bincount(n)
        })
    }
}
