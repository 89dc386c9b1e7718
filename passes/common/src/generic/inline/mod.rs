//! `inline`: replaces calls by the callee's body, callees before callers.

mod copy;
pub mod extents;
mod refusal;
mod rules;

use crate::code::call_graph::CallGraph;
use crate::generic::symbol_dce::dead_symbols;
use copy::copy_callee;
use refusal::InlineRefusal;
use rustc_hash::FxHashSet;
use tf_dialects::func::bound::bound_symbols;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::scalar_code::is_scalar_code;
use tf_ir::body::{Body, Op};
use tf_ir::interfaces::{CallLike, FunctionLike};
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::registry::Traits;
use tf_ir::symbol::is_symbol_table;
use tf_ir::verify::verify_nesting;
use tf_ir::walk::{count_ops, preorder};

/// Description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "inline",
    title: "Inliner",
    summary: "Inline function calls",
    docs: "Replaces calls of functions in the same symbol table by the functions' code, callees before \
        callers. Not inlined are recursive calls, calls of functions with several blocks, and functions \
        with `no_inline`. Extent symbols of the callee are replaced by the extents of the operands. Calls \
        of functions with custom derivative rules (`tf.vjp`, `tf.jvp`) become `tensor.custom`, which holds \
        the code of the function and of its rules. Locations become call sites: `callsite(callee at \
        caller)`. Private functions that are no longer used are erased.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[
        OptionSpec {
            name: "max-callee-ops",
            kind: OptionKind::Int,
            default: "-1",
            help: "Inline callees of at most this many ops; -1: of any size",
        },
        OptionSpec {
            name: "max-caller-ops",
            kind: OptionKind::Int,
            default: "100000",
            help: "Do not let a function grow beyond this many ops",
        },
    ],
    statistics: &[
        StatSpec { name: "num-inlined", help: "Number of calls inlined" },
        StatSpec { name: "num-refused", help: "Number of calls that could not be inlined" },
        StatSpec { name: "num-erased", help: "Number of functions erased" },
    ],
    rules: &[
        RuleSpec { name: "call", help: "replaces a call by the function's code" },
        RuleSpec { name: "erase", help: "erases private functions whose calls are all inlined" },
    ],
    growth: Growth::NONE,
    make: |options| Ok(Box::new(Inline::new(options))),
};

struct Inline {
    max_callee: usize,
    max_caller: usize,
}

impl Inline {
    fn new(options: &Options) -> Inline {
        let limit = |name| usize::try_from(options.int(name)).unwrap_or(usize::MAX);
        Inline { max_callee: limit("max-callee-ops"), max_caller: limit("max-caller-ops") }
    }
}

impl Pass for Inline {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut done = Done::default();
        self.table(body, cx, &mut done);
        cx.count("num-inlined", done.inlined);
        cx.count("num-refused", done.refused);
        cx.count("num-erased", done.erased);
        if done.inlined > 0 {
            // Inlining adds the nesting depths of callee and caller, which may exceed the limit.
            verify_nesting(body).map_err(|error| cx.error(error))?;
        }
        Ok(Changed::from(done.inlined + done.erased > 0))
    }
}

#[derive(Default)]
struct Done {
    inlined: u64,
    refused: u64,
    erased: u64,
}

impl Inline {
    /// Inlines in one symbol table and in nested tables.
    fn table(&self, body: &mut Body, cx: &mut PassContext<'_>, done: &mut Done) {
        let graph = CallGraph::of(body);
        let (groups, group_of) = graph.bottom_up();
        let mut sizes: Vec<usize> =
            graph.functions.iter().map(|op| body.child(*op).map_or(0, count_ops)).collect();
        let mut inlined = FxHashSet::default();
        for caller in groups.into_iter().flatten() {
            if graph.callees(caller).is_empty() {
                continue;
            }
            let site = Site { graph: &graph, group_of: &group_of, caller };
            self.caller(body, &site, &mut sizes, cx, done, &mut inlined);
        }
        for op in dead_symbols(body) {
            if inlined.contains(&op) && cx.allows("erase") {
                body.erase(op);
                done.erased += 1;
            }
        }
        for op in body.child_ops() {
            if let Some(child) = body.child_mut(op).filter(|child| is_symbol_table(child)) {
                self.table(child, cx, done);
            }
        }
    }

    /// Inlines the calls in one function.
    fn caller(
        &self,
        table: &mut Body,
        site: &Site<'_>,
        sizes: &mut [usize],
        cx: &mut PassContext<'_>,
        done: &mut Done,
        inlined: &mut FxHashSet<Op>,
    ) {
        let op = site.graph.functions[site.caller];
        let Some(mut caller) = table.take_child(op) else { return };
        for call in preorder(&caller) {
            let Some(callee) = site.callee(&caller, call) else { continue };
            let function = site.graph.functions[callee];
            let outcome = self.may_inline(table, &caller, call, site, callee, sizes).and_then(|()| {
                if !cx.allows("call") {
                    return Err(InlineRefusal::Disabled);
                }
                if !cx.may_rewrite() {
                    return Err(InlineRefusal::Fuel);
                }
                let rules = rules::of(table, site.graph, callee);
                let fits =
                    |(_, rule): &(bool, usize)| self.may_inline(table, &caller, call, site, *rule, sizes);
                // The code of a function's rule calls the function without rules.
                if rules.is_empty()
                    || rules.iter().any(|(_, rule)| site.group_of[*rule] == site.group_of[site.caller])
                {
                    return copy_callee(
                        &mut caller,
                        call,
                        table.child(function).expect("functions own bodies"),
                    );
                }
                if table.child(function).is_some_and(|body| !bound_symbols(body).is_empty()) {
                    return Err(InlineRefusal::RulesBindExtent);
                }
                rules.iter().try_for_each(fits)?;
                inlined.extend(rules.iter().map(|(_, rule)| site.graph.functions[*rule]));
                rules::copy_with_rules(&mut caller, call, table, site.graph, (callee, &rules))
            });
            match outcome {
                Ok(()) => {
                    sizes[site.caller] += sizes[callee];
                    inlined.insert(function);
                    done.inlined += 1;
                }
                Err(_) => done.refused += 1,
            }
        }
        table.restore_child(op, caller);
    }

    fn may_inline(
        &self,
        table: &Body,
        caller: &Body,
        call: Op,
        site: &Site<'_>,
        callee: usize,
        sizes: &[usize],
    ) -> Result<(), InlineRefusal> {
        if site.group_of[callee] == site.group_of[site.caller] {
            return Err(InlineRefusal::Recursive);
        }
        let op = site.graph.functions[callee];
        if caller.attr(call, "no_inline").is_some() || table.attr(op, "no_inline").is_some() {
            return Err(InlineRefusal::NoInline);
        }
        let Some(function) = table.info(op).interface::<dyn FunctionLike>() else {
            return Err(InlineRefusal::NotAFunction);
        };
        if function.is_declaration(table.op(op)) {
            return Err(InlineRefusal::Declared);
        }
        let body = table.child(op).ok_or(InlineRefusal::NoBody)?;
        let entry = body.entry_block().ok_or(InlineRefusal::NoBlock)?;
        if body.next_block(entry).is_some() {
            return Err(InlineRefusal::SeveralBlocks);
        }
        if !body.last(entry).is_some_and(|last| body.has(last, Traits::RETURN_LIKE)) {
            return Err(InlineRefusal::NoReturn);
        }
        if caller.parent_op(call) != Some(caller.root()) && !bound_symbols(body).is_empty() {
            return Err(InlineRefusal::NestedBinding);
        }
        let mut around = std::iter::successors(caller.parent_op(call), |op| caller.parent_op(*op));
        if around.any(|op| caller.is(op, Compute)) && !is_scalar_code(body) {
            return Err(InlineRefusal::ScalarCode);
        }
        if sizes[callee] > self.max_callee
            || sizes[site.caller].saturating_add(sizes[callee]) > self.max_caller
        {
            return Err(InlineRefusal::Size);
        }
        Ok(())
    }
}

/// The caller, with the call graph.
struct Site<'a> {
    graph: &'a CallGraph,
    group_of: &'a [usize],
    caller: usize,
}

impl Site<'_> {
    /// The index of the function that an op calls.
    fn callee(&self, caller: &Body, op: Op) -> Option<usize> {
        if caller.child(op).is_some() {
            return None;
        }
        let call = caller.info(op).interface::<dyn CallLike>()?;
        self.graph.number(call.callee(caller.op(op))?)
    }
}
