//! Comprehensions and reductions as loops.

use crate::tensor::compute::{Compute, Fold};
use crate::tensor::subscripts::AffineOperands;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::control::{Bound, Carried, Induction, LoopLike};
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;

impl LoopLike for Compute {
    fn inductions(&self, op: OpRef<'_>) -> SmallVec<[Induction; 2]> {
        let Some(view) = op.cast(Compute) else { return SmallVec::new() };
        let induction = |(variable, extent)| Induction {
            variable,
            lower: Bound::Constant(0),
            upper: Bound::extent(extent),
            step: Bound::Constant(1),
        };
        view.indices().into_iter().zip(view.extents()).map(induction).collect()
    }

    /// Accumulating results change by puts: iterations pass on no values.
    fn carried(&self, op: OpRef<'_>) -> Carried {
        let Some(view) = op.cast(Compute) else { return Carried::default() };
        Carried { inits: op.operands().collect(), arguments: view.accumulators(), next: Vec::new() }
    }

    fn early_exit(&self, _op: OpRef<'_>) -> Option<Value> {
        None
    }
}

/// A bound of a fold.
fn bound(expr: &AffineExpr, symbols: &[Extent]) -> Bound {
    match (expr.as_const(), expr.as_symbol().and_then(|s| symbols.get(s as usize))) {
        (Some(number), _) => Bound::Constant(number),
        (None, Some(extent)) => Bound::Term(extent.clone()),
        (None, None) => Bound::Computed,
    }
}

impl AffineOperands for Fold {
    fn map_attr(&self) -> &'static str {
        "bounds"
    }

    fn dimensions(&self, op: OpRef<'_>) -> Range<usize> {
        0..op.view(Fold).dimensions()
    }
}

impl LoopLike for Fold {
    fn inductions(&self, op: OpRef<'_>) -> SmallVec<[Induction; 2]> {
        let Some(view) = op.cast(Fold) else { return SmallVec::new() };
        let map = view.bounds().and_then(|attr| op.ctx().attr_map(attr));
        let (Some(variable), Some([lower, upper])) = (view.index(), map.map(|map| map.results())) else {
            return SmallVec::new();
        };
        let [lower, upper] = [lower, upper].map(|expr| bound(expr, view.symbols()));
        smallvec![Induction { variable, lower, upper, step: Bound::Constant(1) }]
    }

    /// For a fold with a combiner: its arguments and the operands of its terminator. With kinds, the carried
    /// values are implicit.
    fn carried(&self, op: OpRef<'_>) -> Carried {
        let body = op.body();
        let Some((view, block)) = op.cast(Fold).and_then(|view| Some((view, view.combiner()?))) else {
            return Carried::default();
        };
        let arguments = body.args(block).take(op.result_count()).collect();
        let next = body.terminator(block).map(|end| body.operands(end).collect()).unwrap_or_default();
        Carried { inits: view.inits(), arguments, next }
    }

    fn early_exit(&self, _op: OpRef<'_>) -> Option<Value> {
        None
    }
}
