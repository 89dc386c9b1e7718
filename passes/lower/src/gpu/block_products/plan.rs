//! Classifies the axes of a contraction: rows, columns, terms, batch.

use std::collections::BTreeSet;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::{DType, dtype};
use tf_dialects::tensor::Contract;
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::{Extent, Symbol};
use tf_ir::types::{Dim, Type};
use tf_passes_common::cost::figures::{GPU_LEAST_POINTS, GPU_LEAST_TERMS};

/// A product: each of its axes is a label.
pub(super) struct Plan {
    /// The operands: the first has the rows, the second the columns. The last axis of the result is a column,
    /// so that adjacent threads write adjacent elements.
    pub(super) sources: [Value; 2],
    /// The labels of each operand's axes.
    pub(super) axes: [Vec<usize>; 2],
    /// The labels of the result's axes.
    pub(super) result: Vec<usize>,
    /// The extent of each label.
    pub(super) extents: Vec<Extent>,
    pub(super) batch: Vec<usize>,
    pub(super) rows: Vec<usize>,
    pub(super) columns: Vec<usize>,
    pub(super) terms: Vec<usize>,
    /// The element type of the result and of the sums.
    pub(super) elem: Type,
    pub(super) flags: FastMath,
    /// Extents that the kernel takes as arguments: no axis of an operand or the result gives them alone.
    pub(super) unbound: Vec<Symbol>,
}

impl Plan {
    /// Matches an op that is a large product.
    pub(super) fn of(body: &Body, op: Op) -> Option<Plan> {
        let (ctx, view) = (body.ctx(), body.cast(op, Contract)?);
        let equation = view.parsed()?;
        let sources: [Value; 2] = body.operands(op).collect::<Vec<_>>().try_into().ok()?;
        let elem = ctx.elem_type(body.ty(body.result(op, 0)));
        let sums = dtype(ctx, elem).filter(|dtype| dtype.is_float() || matches!(dtype, DType::Int(_)))?;
        if sums.bits() < 8 {
            return None;
        }
        let axes: [Vec<usize>; 2] = equation.operands.clone().try_into().ok()?;
        let mut extents: Vec<Option<Extent>> = vec![None; equation.labels.len()];
        for (axes, source) in axes.iter().zip(sources) {
            for (label, dim) in axes.iter().zip(ctx.dims(body.ty(source))?) {
                let extent = Dim::to_extent(dim)?;
                let known = extents[*label].get_or_insert(extent.clone());
                // Prefer a constant extent from the other operand.
                if known.as_const().is_none() && extent.as_const().is_some() {
                    *known = extent;
                }
            }
        }
        let extents: Vec<Extent> = extents.into_iter().collect::<Option<_>>()?;
        let mut plan = Plan {
            sources,
            axes,
            result: equation.result,
            extents,
            batch: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            terms: Vec::new(),
            elem,
            flags: view.fastmath().and_then(|flags| FastMath::from_attr(ctx, flags)).unwrap_or_default(),
            unbound: Vec::new(),
        };
        plan.divide()?;
        plan.unbound = plan.unbound(body, op);
        plan.is_large().then_some(plan)
    }

    /// Classifies each label; `None` if one does not fit.
    fn divide(&mut self) -> Option<()> {
        let twice = |axes: &Vec<usize>| axes.iter().collect::<BTreeSet<_>>().len() < axes.len();
        if self.axes.iter().any(twice) {
            return None;
        }
        for label in 0..self.extents.len() {
            let [first, second, kept] =
                [&self.axes[0], &self.axes[1], &self.result].map(|axes| axes.contains(&label));
            match (first, second, kept) {
                (true, true, true) => self.batch.push(label),
                (true, true, false) => self.terms.push(label),
                (true, false, true) => self.rows.push(label),
                (false, true, true) => self.columns.push(label),
                _ => return None,
            }
        }
        // Rows, columns and batch have the order of the result's axes; terms have that of the first
        // operand's.
        let result = self.result.clone();
        for labels in [&mut self.batch, &mut self.rows, &mut self.columns] {
            labels.sort_by_key(|label| result.iter().position(|axis| axis == label));
        }
        if self.rows.contains(self.result.last()?) {
            self.sources.swap(0, 1);
            self.axes.swap(0, 1);
            std::mem::swap(&mut self.rows, &mut self.columns);
        }
        Some(())
    }

    /// The order of the terms is the order of the labels, as in the op's sums: the first label is the
    /// outermost.
    fn is_large(&self) -> bool {
        let count = |labels: &[usize]| {
            labels
                .iter()
                .map(|label| self.extents[*label].as_const())
                .try_fold(1i64, |product, extent| extent.map(|extent| product.saturating_mul(extent)))
        };
        let many = |labels: &[usize], least| count(labels).is_none_or(|count| count >= least);
        many(&self.rows, GPU_LEAST_POINTS)
            && many(&self.columns, GPU_LEAST_POINTS)
            && many(&self.terms, GPU_LEAST_TERMS)
    }

    fn unbound(&self, body: &Body, op: Op) -> Vec<Symbol> {
        let values = self.sources.into_iter().chain([body.result(op, 0)]);
        let dims: Vec<Extent> = values
            .flat_map(|value| {
                body.ctx().dims(body.ty(value)).unwrap_or_default().iter().filter_map(Dim::to_extent)
            })
            .collect();
        let mut named: BTreeSet<Symbol> =
            dims.iter().chain(&self.extents).flat_map(Extent::symbols).collect();
        for extent in &dims {
            if let Some(symbol) = extent.as_symbol() {
                named.remove(symbol);
            }
        }
        named.into_iter().collect()
    }
}
