//! Shrinks a program with a fault: fewer draws of ops, one result, no dead code.

use super::programs::{Fault, Setup, fault_of, session};
use tensorforge::Session;
use tf_generate::{Config, functions};
use tf_ir::body::{Body, Value};
use tf_ir::types::{Type, TypeData};

/// The fault of the smallest program found, and its text. Equal seeds draw equal ops, so a shorter program is
/// a prefix of the longer one.
pub(super) fn smallest(fault: &Fault, setup: &Setup, config: &Config) -> (String, String) {
    let Ok(session) = session() else { return (fault.what.clone(), fault.program.clone()) };
    let name = format!("p{}", fault.seed);
    let flags_percent = if setup.flags { 100 } else { 0 };
    let mut best = (fault.what.clone(), fault.program.clone());
    for count in 1..=config.most_ops {
        let config = Config { least_ops: count, most_ops: count, flags_percent, ..*config };
        let mut found = functions(session.context(), fault.seed, &config, &name);
        let Some(smaller) = fault_of(&session, &name, &found, fault.seed, setup) else { continue };
        best = (smaller.what, smaller.program);
        for i in (0..results(&found[0]).len()).rev() {
            let mut fewer: Vec<Body> = found.iter().map(Body::duplicate).collect();
            if results(&fewer[0]).len() < 2 {
                break;
            }
            drop_result(&mut fewer[0], i);
            remove_dead(&session, &mut fewer);
            if let Some(smaller) = fault_of(&session, &name, &fewer, fault.seed, setup) {
                (found, best) = (fewer, (smaller.what, smaller.program));
            }
        }
        break;
    }
    best
}

fn results(function: &Body) -> Vec<Value> {
    let end = function.entry_block().and_then(|b| function.terminator(b));
    end.map(|op| function.operands(op).collect()).unwrap_or_default()
}

fn drop_result(function: &mut Body, i: usize) {
    let mut kept = results(function);
    kept.remove(i);
    let Some(end) = function.entry_block().and_then(|b| function.terminator(b)) else { return };
    function.set_operands(end, &kept);
    let (ctx, root) = (function.ctx().clone(), function.root());
    let ty = function.attr(root, "function_type").and_then(|a| ctx.attr_type(a)).map(|ty| ctx.type_data(ty));
    if let Some(TypeData::Function { inputs, .. }) = ty {
        let types: Vec<Type> = kept.iter().map(|v| function.ty(*v)).collect();
        let ty = ctx.function(inputs, &types);
        function.set_attr(root, "function_type", ctx.type_attr(ty));
    }
}

fn remove_dead(session: &Session, functions: &mut Vec<Body>) {
    let mut module = super::programs::module_of(session.context(), functions);
    if session.run_passes(&mut module, "func.func(dce)").is_ok() {
        let ops = module.child_ops();
        *functions = ops.into_iter().filter_map(|op| module.child(op)).map(Body::duplicate).collect();
    }
}
