//! Lowering of the program's own functions (`tf.local`): arguments and results are in registers, and each
//! unit with a call has a private copy.

use crate::emitter::state::{UnitState, function};
use crate::emitter::types::{internal, machine_type, pointer_type};
use crate::emitter::{Emitter, Result};
use crate::names::llvm;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::func::local::Local;
use tf_dialects::func::{Call, Return};
use tf_dialects::loops;
use tf_dialects::vector;
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::symbol_name;
use tf_ir::codes;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_ir::walk;

/// Ops outside arith and math that such functions may have.
const OPS: &[OpKind] = &[
    Call::KIND,
    Return::KIND,
    loops::If::KIND,
    loops::Yield::KIND,
    vector::Broadcast::KIND,
    vector::Extract::KIND,
    vector::Insert::KIND,
    vector::Reduce::KIND,
    vector::Step::KIND,
];

/// The attribute of a function for LLVM's own function attributes.
pub(crate) const PASSTHROUGH: &str = "passthrough";

/// The names of a module's local functions.
pub(crate) fn names(module: &Body) -> FxHashSet<String> {
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let local = functions.filter(|function| Local::of(function).is_some());
    local.filter_map(|function| symbol_name(function, function.root()).map(str::to_string)).collect()
}

/// Emits a local function.
pub(crate) fn emit_local(source: &Body, local: Local, unit: &mut UnitState) -> Result<Body> {
    let (ctx, root) = (source.ctx().clone(), source.root());
    let entry = source.entry_block().filter(|block| source.next_block(*block).is_none());
    let entry = entry.ok_or_else(|| refused(source, root))?;
    let end = source.last(entry).ok_or_else(|| refused(source, root))?;
    check_own(source, root)?;
    let machine = |value: Value| machine_type(&ctx, source.ty(value));
    let inputs: Vec<Type> = source.args(entry).map(machine).collect();
    let results: Vec<Type> = source.operands(end).map(machine).collect();
    let name = symbol_name(source, root).unwrap_or_default();
    let mut body = function(source, name, ctx.function(&inputs, &results));
    attributes(&mut body, local);
    let region = body.region(body.root(), 0);
    let block = body.add_block(region, &inputs);
    let args: Vec<Value> = body.args(block).collect();
    let mut b = Builder::at_end(&mut body, block, source.loc(root));
    // No op of such a function needs the call.
    let call = b.value(llvm::POISON, &[], pointer_type(&ctx), &[]);
    let mut emitter = Emitter::new(source, unit, b, [call, call]);
    emitter.define_all(source.args(entry), &args);
    emitter.block(entry)?;
    let results = emitter.operands(end)?;
    Return::build(&mut emitter.b, &results);
    Ok(body)
}

fn attributes(body: &mut Body, local: Local) {
    let (ctx, root) = (body.ctx().clone(), body.root());
    body.set_attr(root, "llvm.linkage", internal(&ctx));
    let words: &[&str] = match local {
        Local::Often => &["noinline"],
        Local::Rare => &["noinline", "cold"],
    };
    let words: Vec<Attribute> = words.iter().map(|word| ctx.string_attr(word)).collect();
    body.set_attr(root, PASSTHROUGH, ctx.array_attr(&words));
}

/// The local functions that `functions` call, directly or transitively.
pub(crate) fn reached(functions: &[Body], locals: &[Body]) -> Vec<bool> {
    let name = |body: &Body| symbol_name(body, body.root()).unwrap_or_default().to_string();
    let places: FxHashMap<String, usize> = locals.iter().map(name).zip(0..).collect();
    let mut reached = vec![false; locals.len()];
    let mut pending: Vec<&Body> = functions.iter().collect();
    while let Some(body) = pending.pop() {
        walk::walk(body, body.root(), &mut |body: &Body, op| {
            let callee = body.attr(op, "callee").and_then(|value| body.ctx().attr_symbol(value));
            if let Some(at) = callee.and_then(|callee| places.get(callee))
                && !std::mem::replace(&mut reached[*at], true)
            {
                pending.push(&locals[*at]);
            }
        });
    }
    reached
}

fn refused(source: &Body, op: Op) -> tf_ir::diag::Diagnostic {
    let message = "is not possible in a function with the attribute 'tf.local'";
    source.op(op).error(message).code(&codes::ILLEGAL)
}

/// Checks that a function depends only on its arguments.
fn check_own(source: &Body, root: Op) -> Result<()> {
    let mut wrong = None;
    walk::walk(source, root, &mut |body: &Body, op| {
        let dialect = body.info(op).dialect();
        if op != root && !["arith", "math"].contains(&dialect) && !OPS.contains(&body.kind(op)) {
            wrong.get_or_insert(op);
        }
    });
    wrong.map_or(Ok(()), |op| Err(refused(source, op)))
}

impl Emitter<'_, '_> {
    /// A call of a local function, which is pure, or of a routine.
    pub(crate) fn call(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let callee = self.source.attr(op, "callee").and_then(|a| ctx.attr_symbol(a));
        if let Some(routine) = callee.and_then(|name| self.unit.routines.get(name)).cloned() {
            return self.call_routine(op, &routine);
        }
        let Some(callee) = callee.filter(|name| self.unit.locals.contains(*name)) else {
            return Err(self.refuse(op, "is not supported in generated code: inline calls first"));
        };
        let callee = [("callee", ctx.symbol_attr(callee))];
        let operands = self.operands(op)?;
        self.pure_results(op, Call, &operands, &callee);
        Ok(())
    }
}
