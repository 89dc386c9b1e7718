//! Turns a test's module into a program that returns the values that its checks compare.

use super::check::Check;
use tf_dialects::func::{Call, Return};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// A function with checks as a program: the checks are removed, and their operands are returned. Results of
/// calls without arguments (the inputs and the expected values) become arguments, so that no value is known
/// at compile time.
pub(super) struct Case {
    /// The function's name.
    pub(super) function: String,
    /// The module, still StableHLO.
    pub(super) module: Body,
    pub(super) checks: Vec<Check>,
    /// For each argument, the function that computes it, and the index of its result.
    pub(super) inputs: Vec<(String, usize)>,
}

/// The full name of a check; for custom calls, their target.
fn check_name(body: &Body, op: Op) -> Option<String> {
    let name = &body.info(op).name;
    if name.starts_with("check.") {
        return Some(name.to_string());
    }
    let target = body.attr(op, "call_target_name").and_then(|a| body.ctx().attr_str(a))?;
    (name == "stablehlo.custom_call" && target.starts_with("check.")).then(|| format!("call {target}"))
}

fn has_checks(body: &Body) -> bool {
    let Some(entry) = body.entry_block() else { return false };
    body.ops(entry).any(|op| check_name(body, op).is_some())
}

/// The functions of a module that have checks.
pub(super) fn functions(module: &Body) -> Vec<Op> {
    module.child_ops().into_iter().filter(|op| module.child(*op).is_some_and(has_checks)).collect()
}

impl Case {
    /// Prepares a function of a module.
    ///
    /// # Errors
    /// The unsupported part of the test.
    pub(super) fn new(module: &Body, at: usize, numerics: &str) -> Result<Case, String> {
        let mut module = module.duplicate();
        let ops = functions(&module);
        for (i, op) in ops.iter().enumerate() {
            if i != at {
                module.release(*op);
            }
        }
        let function = module.child_mut(ops[at]).ok_or("the function has no body")?;
        let entry = function.entry_block().ok_or("the function has no block")?;
        if function.arg_count(entry) > 0 {
            return Err("the test takes arguments".to_string());
        }
        let inputs = take_calls(function, entry);
        let (checks, returned) = take_checks(function, entry)?;
        finish(function, entry, &returned, numerics);
        let name = function.attr(function.root(), "sym_name").and_then(|a| function.ctx().attr_str(a));
        let name = name.unwrap_or_default().to_string();
        Ok(Case { function: name, module, checks, inputs })
    }
}

/// Turns the results of calls without arguments into arguments of the function.
fn take_calls(function: &mut Body, entry: Block) -> Vec<(String, usize)> {
    let ctx = function.ctx().clone();
    let calls: Vec<Op> =
        function.ops(entry).filter(|op| function.is(*op, Call) && function.operand_count(*op) == 0).collect();
    let mut inputs = Vec::new();
    for call in calls {
        let callee = function.attr(call, "callee").and_then(|a| ctx.attr_symbol(a)).unwrap_or_default();
        let results: Vec<Value> = function.results(call).collect();
        for (i, result) in results.into_iter().enumerate() {
            let ty = function.ty(result);
            let argument = function.add_arg(entry, ty);
            function.replace_uses(result, argument);
            inputs.push((callee.to_string(), i));
        }
        function.erase(call);
    }
    inputs
}

/// Removes the checks; returns them, and the values to return for them.
fn take_checks(function: &mut Body, entry: Block) -> Result<(Vec<Check>, Vec<Value>), String> {
    let ops: Vec<Op> = function.ops(entry).collect();
    let (mut checks, mut returned) = (Vec::new(), Vec::new());
    for op in ops {
        let Some(name) = check_name(function, op) else { continue };
        let operands: Vec<Value> = function.operands(op).collect();
        checks.push(Check::new(&name, function.op(op), returned.len())?);
        returned.extend(operands);
        if function.results(op).any(|v| !function.is_unused(v)) {
            return Err(format!("uses the result of {name}"));
        }
        function.erase(op);
    }
    Ok((checks, returned))
}

/// Returns these values, with a signature that fits and without attributes of arguments and results.
fn finish(function: &mut Body, entry: Block, returned: &[Value], numerics: &str) {
    let ctx = function.ctx().clone();
    if let Some(end) = function.terminator(entry) {
        function.erase(end);
    }
    let root = function.root();
    let loc = function.loc(root);
    Return::build(&mut Builder::at_end(function, entry, loc), returned);
    let inputs: Vec<Type> = function.args(entry).map(|v| function.ty(v)).collect();
    let results: Vec<Type> = returned.iter().map(|v| function.ty(*v)).collect();
    let ty: Attribute = ctx.type_attr(ctx.function(&inputs, &results));
    function.set_attr(root, "function_type", ty);
    for name in ["arg_attrs", "res_attrs", "sym_visibility"] {
        function.remove_attr(root, name);
    }
    function.set_attr(root, "tf.numerics", ctx.string_attr(numerics));
}
