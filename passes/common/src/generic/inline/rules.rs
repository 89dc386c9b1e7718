//! Inlining of functions with custom derivative rules: calls become `tensor.custom`, which holds the code of
//! the function and its rules.

use super::copy::copy_callee;
use super::refusal::InlineRefusal;
use crate::code::call_graph::CallGraph;
use tf_dialects::func::Call;
use tf_dialects::func::derivative::{rule_signature, rules_of};
use tf_dialects::tensor;
use tf_dialects::tensor::transform::custom::{self, Custom};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// The rules of a function: whether each is a reverse rule, and the index of the rule's function.
pub(super) fn of(table: &Body, graph: &CallGraph, function: usize) -> Vec<(bool, usize)> {
    let named = rules_of(table.op(graph.functions[function])).unwrap_or_default();
    named.into_iter().filter_map(|(reverse, name)| Some((reverse, graph.number(name)?))).collect()
}

/// Replaces a call by `tensor.custom`.
///
/// # Errors
/// The reason why the call stays; nothing was changed then.
pub(super) fn copy_with_rules(
    caller: &mut Body,
    call: Op,
    table: &Body,
    graph: &CallGraph,
    (function, rules): (usize, &[(bool, usize)]),
) -> Result<(), InlineRefusal> {
    let ctx = caller.ctx().clone();
    let operands: Vec<Value> = caller.operands(call).collect();
    let inputs: Vec<Type> = operands.iter().map(|v| caller.ty(*v)).collect();
    let results: Vec<Type> = caller.results(call).map(|v| caller.ty(v)).collect();
    let mut b = Builder::before(caller, call);
    let op = Custom::build(&mut b, &operands, &results);
    let mut regions = vec![(custom::PRIMAL, function, inputs.clone(), results.clone())];
    for (reverse, rule) in rules {
        let (arguments, yielded) = rule_signature(&ctx, *reverse, &inputs, &results);
        let region = if *reverse { custom::VJP } else { custom::JVP };
        regions.push((region, *rule, arguments, yielded));
    }
    let mut outcome = Ok(());
    for (region, function, arguments, yielded) in regions {
        let (block, outer) = b.enter(op, region, &arguments);
        let args: Vec<Value> = b.body.args(block).collect();
        let inner = b.op(Call, &args, &yielded, &[]);
        let values: Vec<Value> = b.body.results(inner).collect();
        tensor::Yield::build(&mut b, &values);
        b.cursor = outer;
        let callee = table.child(graph.functions[function]).expect("functions own bodies");
        outcome = outcome.and_then(|()| copy_callee(b.body, inner, callee));
    }
    match outcome {
        Ok(()) => {
            let values: Vec<Value> = caller.results(op).collect();
            caller.replace(call, &values);
            Ok(())
        }
        Err(refused) => {
            caller.erase(op);
            Err(refused)
        }
    }
}
