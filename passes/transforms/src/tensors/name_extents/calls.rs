//! Interprocedural order of naming: the extents of a callee are named before those of its callers.

use super::{function, is_open};
use tf_dialects::func::signature::{Mismatch, call_results};
use tf_ir::body::{Body, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{CallLike, FunctionLike};
use tf_ir::symbol::is_symbol_table;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;
use tf_ir::walk::walk;
use tf_passes_common::code::call_graph::CallGraph;

/// The functions of a symbol table.
pub(super) struct Calls<'a> {
    graph: &'a CallGraph,
    /// Argument and result types of functions with newly named extents.
    named: Vec<Option<(Vec<Type>, Vec<Type>)>>,
}

/// Names the extents of the functions in a symbol table and in nested tables.
pub(super) fn table(body: &mut Body) -> Result<u64, Diagnostic> {
    let graph = CallGraph::of(body);
    let mut calls = Calls { graph: &graph, named: vec![None; graph.functions.len()] };
    let mut count = 0;
    for number in graph.bottom_up().0.into_iter().flatten() {
        let op = graph.functions[number];
        let before = signature(body, op);
        if let Some(child) = body.child_mut(op) {
            count += function(child, Some(&calls))?;
        }
        let after = signature(body, op);
        if after != before {
            calls.named[number] = after;
        }
    }
    for op in body.child_ops() {
        if let Some(child) = body.child_mut(op).filter(|child| is_symbol_table(child)) {
            count += table(child)?;
        }
    }
    Ok(count)
}

/// Argument and result types of a function.
fn signature(table: &Body, op: Op) -> Option<(Vec<Type>, Vec<Type>)> {
    let function = table.info(op).interface::<dyn FunctionLike>()?;
    let (inputs, results) = match table.child(op) {
        Some(child) => function.signature(child.op(child.root())),
        None => function.signature(table.op(op)),
    }?;
    Some((inputs.to_vec(), results.to_vec()))
}

impl Calls<'_> {
    fn callee(&self, body: &Body, op: Op) -> Option<&(Vec<Type>, Vec<Type>)> {
        let call = body.info(op).interface::<dyn CallLike>()?;
        self.named[self.graph.number(call.callee(body.op(op))?)?].as_ref()
    }

    /// True if a body calls a function with newly named extents.
    pub(super) fn any_named(&self, body: &Body) -> bool {
        let mut found = false;
        walk(body, body.root(), &mut |body, op| found |= self.callee(body, op).is_some());
        found
    }

    /// The result types of a call of a function with newly named extents; `None` for other ops.
    ///
    /// # Errors
    /// An operand whose extents do not match the function's arguments.
    pub(super) fn results(&self, body: &Body, op: Op) -> Result<Option<Vec<Type>>, Diagnostic> {
        let Some((inputs, results)) = self.callee(body, op) else { return Ok(None) };
        let operands: Vec<Type> = body.operands(op).map(|v| body.ty(v)).collect();
        match call_results(body.ctx(), inputs, results, &operands) {
            Ok(types) => Ok(Some(types)),
            Err(Mismatch::Operand(i, _)) if is_open(body, operands[i]) => {
                let ty = type_to_string(body.ctx(), operands[i]);
                Err(body.op(op).error(format_args!(
                    "has {ty} as operand #{i}: its extents do not follow from the function's arguments; \
                     specify them, as in tensor<?{{n}}xf32>"
                )))
            }
            Err(_) => Ok(None),
        }
    }
}

/// Refuses calls with unnamed extents if the callees are unknown.
pub(super) fn refuse_open(body: &Body) -> Result<(), Diagnostic> {
    let mut refused = None;
    walk(body, body.root(), &mut |body, op| {
        let open = || body.operands(op).chain(body.results(op)).any(|v| is_open(body, body.ty(v)));
        if refused.is_none() && body.info(op).interface::<dyn CallLike>().is_some() && open() {
            let words = "calls a function with unnamed extents: run name-extents on the module";
            refused = Some(body.op(op).error(words));
        }
    });
    refused.map_or(Ok(()), Err)
}
