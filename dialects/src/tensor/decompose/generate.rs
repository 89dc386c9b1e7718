//! The decomposition of ops with an iteration domain: a compute around folds, with the op's code at each
//! point.

use super::super::build;
use super::reduce::Combining;
use crate::shared::policy::Policy;
use crate::shared::subscripts::Subscripts;
use crate::shared::tileable::{Axis, IndexingMap, IteratorKind, Structure, Tileable, too_large};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// Builds a compute over the parallel axes around folds over the others, and returns its results.
///
/// # Errors
/// As [`Tileable::structure`]; the body is unchanged.
pub(super) fn generate(b: &mut Builder<'_>, op: Op, rule: &dyn Tileable) -> Result<Vec<Value>, Diagnostic> {
    let Structure { domain, reads, kinds } = rule.structure(b.body.op(op))?;
    let way = Combining::of(b.body.op(op), kinds);
    let types: Vec<Type> = b.body.results(op).map(|result| b.body.ty(result)).collect();
    let elems: Vec<Type> = types.iter().map(|ty| b.body.ctx().elem_type(*ty)).collect();
    let extents = |kind| -> Vec<Extent> {
        domain.iter().filter(|axis| axis.kind == kind).map(|axis| axis.extent.clone()).collect()
    };
    let mut failed = None;
    let compute = build::compute(b, &extents(IteratorKind::Parallel), &types, |b, outer| {
        let mut point = |b: &mut Builder<'_>, inner: &[Value]| {
            let (mut outer, mut inner) = (outer.iter(), inner.iter());
            let index = |axis: &Axis| match axis.kind {
                IteratorKind::Parallel => outer.next(),
                IteratorKind::Reduction => inner.next(),
            };
            let indices: Vec<Value> = domain.iter().filter_map(index).copied().collect();
            let mut read = |b: &mut Builder<'_>, i: usize| {
                let IndexingMap { source, subscripts, terms } = &reads[i];
                let subscripts = Subscripts::new(subscripts, &indices, terms).unwrap_or_else(|error| {
                    failed = Some(error);
                    Subscripts::plain(&[])
                });
                build::at(b, *source, &subscripts, Policy::Assumed, None)
            };
            rule.point(b, op, reads.len(), &mut read)
        };
        match &way {
            Some(way) => way.nest(b, &extents(IteratorKind::Reduction), &elems, &mut point),
            None => point(b, &[]),
        }
    });
    if let Some(error) = failed {
        b.body.erase(compute);
        return Err(too_large(b.body.op(op), &error));
    }
    Ok(b.body.results(compute).collect())
}
