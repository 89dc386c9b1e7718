//! Folds: reductions inside scalar code.

use crate::control::types;
use crate::reduce::Combine;
use crate::trace::error::Site;
use crate::trace::scope::Region;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::elem::Elem;
use crate::types::index::{IndexExpr, IndexValue};
use crate::types::tensor::{Arg, Operand, Repr, Tensor};
use std::rc::Rc;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::{self, CombiningKind, Yield};
use tf_ir::affine::AffineMap;
use tf_ir::extent::Extent;

/// The combination of a fold's values: one for all values, or a list with one per value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not specify how to combine values",
    label = "neither a `Combine` nor a list of `Combine`s",
    note = "a fold combines all its values by one kind, `Combine::Sum`, or each by its own, `[Combine::Sum, \
            Combine::Max]`"
)]
pub trait Ways {
    #[doc(hidden)]
    fn ways(self) -> Vec<Combine>;
}

impl Ways for Combine {
    fn ways(self) -> Vec<Combine> {
        vec![self]
    }
}

impl<const N: usize> Ways for [Combine; N] {
    fn ways(self) -> Vec<Combine> {
        self.to_vec()
    }
}

impl Ways for Vec<Combine> {
    fn ways(self) -> Vec<Combine> {
        self
    }
}

type Bounds = [Rc<IndexExpr>; 2];

impl Shared {
    fn fold_bounds(&self, at: Site, bounds: [Arg; 2]) -> Traced<Bounds> {
        let pieces = self.pieces(at, bounds)?;
        let low = self.scalar_index(at, "a bound of a fold", &pieces[0])?;
        let high = self.scalar_index(at, "a bound of a fold", &pieces[1])?;
        Ok([low, high])
    }

    fn finish_fold(
        &self,
        at: Site,
        region: Region,
        bounds: &Bounds,
        ways: &[Combine],
        yielded: &[Val],
    ) -> Traced<Vec<Val>> {
        let (mut values, mut extents) = (Vec::<IndexValue>::new(), Vec::<Extent>::new());
        let complex = |e| self.fail(at, format!("a bound of the fold is too complex: {e}"));
        let mut ends = Vec::new();
        for bound in bounds {
            ends.push(bound.over(&mut values, &mut extents).map_err(complex)?);
        }
        let map = AffineMap::new(values.len() as u32, extents.len() as u32, ends).map_err(complex)?;
        let kinds = self.fold_kinds(at, ways, yielded)?;
        self.end_region(at, region, Yield, yielded)?;
        let operands: Vec<Val> = values.into_iter().map(|v| v.val).collect();
        let mut attrs = vec![("bounds", self.ctx.map_attr(map)), ("kinds", kinds_attr(&self.ctx, &kinds))];
        if !extents.is_empty() {
            attrs.push(("extents", self.ctx.extents_attr(&extents)));
        }
        self.op(at, tensor::Fold, &operands, &types(yielded), &attrs, &[region.block()])
    }

    /// The combining kind of each value.
    fn fold_kinds(&self, at: Site, ways: &[Combine], yielded: &[Val]) -> Traced<Vec<CombiningKind>> {
        let (n, values) = (ways.len(), yielded.len());
        if values == 0 {
            return Err(self.fail(at, "a fold needs a value to combine: return one from its body"));
        }
        if n != 1 && n != values {
            let message = format!(
                "a fold combines {values} values, but {n} kinds are given: give one, or one for each value"
            );
            return Err(self.fail(at, message));
        }
        let kind = |(i, val): (usize, &Val)| {
            let way = ways[if n == 1 { 0 } else { i }];
            way.kind(val.elem)
                .ok_or_else(|| self.fail(at, format!("{} is not defined on {}", way.word(), val.elem)))
        };
        yielded.iter().enumerate().map(kind).collect()
    }
}

impl Tracer {
    /// In a [`Tracer::compute`]: reduces the values of `body` for the indices from `low` up to, but
    /// excluding, `high`. It starts from the neutral value, which is the result for no indices. `body`
    /// returns one value or several; `combine` is one combination for all, or a list with one per value.
    ///
    /// Outside of a compute, the result is a tensor of rank 0.
    ///
    /// ```
    /// # use tf_frontend::{Combine, Program};
    /// let program = Program::trace("rows", |p| {
    ///     let (n, m) = (p.dim("n"), p.dim("m"));
    ///     let x = p.input::<f32>("x", [n, m]);
    ///     p.compute([n], |[i]| p.fold(0, m, Combine::Max, |j| x.at([&i, &j]).abs()))
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn fold<V: Values>(
        &self,
        low: impl Operand,
        high: impl Operand,
        combine: impl Ways,
        body: impl FnOnce(Tensor) -> V,
    ) -> V::Traced {
        let at = Site::caller();
        let (bounds, ways) = ([low.arg(), high.arg()], combine.ways());
        if self.shared.in_compute() {
            return self.fold_here(at, bounds, &ways, body);
        }
        // In nested folds, the outer values use the structure of the inner ones.
        self.comprehend(at, Vec::new(), |_| self.fold_here(at, bounds, &ways, body))
    }

    fn fold_here<V: Values>(
        &self,
        at: Site,
        bounds: [Arg; 2],
        ways: &[Combine],
        body: impl FnOnce(Tensor) -> V,
    ) -> V::Traced {
        let shared = &self.shared;
        let bounds = shared.fold_bounds(at, bounds);
        let Ok((region, index)) = shared.region(at, ScopeKind::Fold, &[(shared.ctx.index(), Elem::Index)])
        else {
            return body(Tensor::poison(shared)).rebuilt(shared, Err(Reported));
        };
        let natural = bounds.as_ref().is_ok_and(|b| b[0].is_natural());
        let index = Rc::new(IndexExpr::value(index[0].clone(), natural));
        let handle = Tensor { shared: shared.clone(), repr: Repr::Index(index) };
        let (values, yielded) =
            shared.fill(at, region, || body(handle), |piece| shared.scalar(at, piece, piece.elem()));
        let made = bounds.and_then(|b| shared.finish_fold(at, region, &b, ways, &yielded?));
        values.rebuilt(shared, made)
    }

    /// The sum of `body` over the indices from `low` up to, but excluding, `high`; see [`Tracer::fold`].
    #[track_caller]
    pub fn sum<V: Values>(
        &self,
        low: impl Operand,
        high: impl Operand,
        body: impl FnOnce(Tensor) -> V,
    ) -> V::Traced {
        self.fold(low, high, Combine::Sum, body)
    }
}
