//! Calls of other functions of the program.

use crate::callee::Callee;
use crate::generators::{Generate, Generators};
use crate::state::State;
use tf_dialects::func;
use tf_dialects::func::{build_call, signature::call_results};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::types::{Dim, Type};

pub(crate) fn register(generators: &mut Generators) {
    generators.add(func::Call);
}

impl Generate for func::Call {
    fn weight(&self) -> u32 {
        9
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let ctx = state.ctx;
        let fits = |callee: &&Callee| !state.scalar_code || callee.takes_numbers(ctx);
        let callees: Vec<Callee> = state.callees.iter().filter(fits).cloned().collect();
        let callee = state.random.pick(&callees)?.clone();
        let mut symbols: Vec<(Symbol, Extent)> = Vec::new();
        let actual: Option<Vec<Type>> =
            callee.inputs.iter().map(|ty| actual(state, *ty, &mut symbols)).collect();
        let actual = actual?;
        let results = call_results(ctx, &callee.inputs, &callee.results, &actual).ok()?;
        let small = |ty: &Type| tf_dialects::tensor::shape::extents(ctx, *ty).is_none_or(|e| state.fits(&e));
        if !actual.iter().chain(&results).all(small) {
            return None;
        }
        let operands: Vec<Value> = actual.iter().map(|ty| state.operand(b, *ty)).collect();
        let op = build_call(b, &callee.name, &operands, &results);
        Some(b.body.results(op).collect())
    }
}

/// A parameter type with the callee's symbols replaced by extents of the caller.
fn actual(state: &mut State<'_>, formal: Type, symbols: &mut Vec<(Symbol, Extent)>) -> Option<Type> {
    let ctx = state.ctx;
    let Some(dims) = ctx.dims(formal).filter(|_| ctx.is_tensor(formal)) else { return Some(formal) };
    let mut shape = Vec::new();
    for dim in dims {
        let term = dim.to_extent()?;
        for symbol in term.symbols() {
            if !symbols.iter().any(|(s, _)| *s == symbol) {
                symbols.push((symbol, state.some_extent()));
            }
        }
        let lookup = |s: &Symbol| symbols.iter().find(|(n, _)| n == s).map(|(_, e)| e.clone());
        shape.push(Dim::from_extent(term.substitute(lookup).ok()?));
    }
    Some(ctx.tensor(shape.as_slice(), ctx.elem_type(formal)))
}
