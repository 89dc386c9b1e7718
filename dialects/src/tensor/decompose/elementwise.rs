//! Decomposition of elementwise ops on tensors: the scalar op at each point.

use crate::shared::tileable::{IndexingMap, Read, Structure, Tileable, named_extents, parallel};
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// The structure of any elementwise op.
pub(super) struct Pointwise;

/// The distinct tensors among the operands: each is read once.
fn sources(body: &Body, op: Op) -> Vec<Value> {
    let mut found = Vec::new();
    for operand in body.operands(op) {
        if body.ctx().is_tensor(body.ty(operand)) && !found.contains(&operand) {
            found.push(operand);
        }
    }
    found
}

impl Tileable for Pointwise {
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic> {
        let domain = parallel(named_extents(op, op.result(0))?);
        let subscripts: Vec<AffineExpr> = (0..domain.len() as u32).map(AffineExpr::dim).collect();
        let read = |source| IndexingMap { source, subscripts: subscripts.clone(), terms: Vec::new() };
        let reads = sources(op.body(), op.id()).into_iter().map(read).collect();
        Ok(Structure { domain, reads, kinds: Vec::new() })
    }

    fn point(&self, b: &mut Builder<'_>, op: Op, reads: usize, read: &mut Read<'_>) -> Vec<Value> {
        let sources = sources(b.body, op);
        let elements: Vec<Value> = (0..reads).map(|i| read(b, i)).collect();
        let element = |operand| sources.iter().position(|source| *source == operand).map(|i| elements[i]);
        let scalars: Vec<Value> =
            b.body.operands(op).map(|operand| element(operand).unwrap_or(operand)).collect();
        let ctx = b.ctx();
        let types: Vec<Type> = b.body.results(op).map(|r| ctx.elem_type(b.body.ty(r))).collect();
        let attrs: Vec<(&str, Attribute)> = b.body.inherent(op).collect();
        let name = b.body.name(op);
        let scalar = b.op(name, &scalars, &types, &attrs);
        b.body.results(scalar).collect()
    }
}
