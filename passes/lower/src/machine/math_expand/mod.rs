//! `math-expand`: replaces math functions by the arithmetic that defines them.

mod emit;
mod integer;
mod shared;
mod table;

use emit::Helpers;
use rustc_hash::{FxHashMap, FxHashSet};
use shared::Shared;
use table::{Expansion, Formula};
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::elementwise::spec_of;
use tf_dialects::func::build_call;
use tf_dialects::func::local::Local;
use tf_dialects::math::{Fpowi, Rsqrt};
use tf_ir::OpKind;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::interfaces::Folded;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Pass, PassContext, PassInfo, PassResult, RuleSpec,
    Scope, StatSpec,
};
use tf_ir::registry::OpName;
use tf_ir::rewrite::{Rewriter, constant_value, fold_op};
use tf_ir::symbol::{SymbolTable, is_symbol_table};
use tf_ir::types::Type;
use tf_ir::walk;
use tf_passes_common::cost::figures::{LONGER_CALLS, SHORT_FUNCTION, TINY_FUNCTION};

/// The pass `math-expand`.
pub static INFO: PassInfo = PassInfo {
    name: "math-expand",
    title: "MathExpand",
    summary: "Replaces math functions by the arithmetic that defines them",
    docs: "The expansions of `scalar::expand`, which the interpreter evaluates, too: results are \
        bit-identical. Supports scalars and vectors of f32 and f64; f16 and bf16 compute in f32. Ops that \
        every target has an instruction for are not changed (sqrt, fma, abs, copysign, floor, ceil, trunc, \
        roundeven, bit counts), nor is rsqrt with the flag 'afn', for which machines have estimates. A \
        formula for rare arguments becomes a branch that calls a private function (`tf.local = \"rare\"`), \
        one per module and type. A function that one block computes very often becomes a private function, \
        too (`tf.local = \"often\"`), so that long programs compile in time. Tensors are not supported: \
        decompose them first.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[OptionSpec {
        name: "long",
        kind: OptionKind::Int,
        default: "1800",
        help: "Call a function if it makes up this many operations of one block (for short functions, four \
            times as many)",
    }],
    statistics: &[
        StatSpec { name: "num-expanded", help: "functions replaced" },
        StatSpec { name: "num-called", help: "of these, by calls" },
        StatSpec { name: "num-functions", help: "private functions made" },
    ],
    rules: &[
        RuleSpec { name: "often", help: "calls a function that a block computes very often" },
        RuleSpec { name: "rare", help: "moves code for rare arguments into a function" },
    ],
    growth: Growth::expanding(|_| 1, "functions become the arithmetic that computes them"),
    make: |options| {
        let long = u64::try_from(options.int("long")).unwrap_or(u64::MAX);
        Ok(Box::new(MathExpand { long }))
    },
};

struct MathExpand {
    long: u64,
}

impl Pass for MathExpand {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut done = Done::default();
        self.table(body, cx, &mut done);
        cx.count("num-expanded", done.expanded);
        cx.count("num-called", done.called);
        cx.count("num-functions", done.functions);
        Ok(Changed::from(done.expanded > 0))
    }
}

#[derive(Default)]
struct Done {
    expanded: u64,
    called: u64,
    functions: u64,
}

impl MathExpand {
    /// Expands in the functions of a symbol table, and of nested tables.
    fn table(&self, module: &mut Body, cx: &PassContext<'_>, done: &mut Done) {
        let symbols = SymbolTable::of(module);
        let shared = Shared::new(&symbols, cx);
        for op in module.child_ops() {
            let Some(mut child) = module.take_child(op) else { continue };
            if is_symbol_table(&child) {
                self.table(&mut child, cx, done);
            } else {
                self.function(&mut child, &shared, done);
            }
            module.restore_child(op, child);
        }
        let region = module.region(module.root(), 0);
        let Some(block) = module.entry(region) else { return };
        for function in shared.into_functions() {
            done.functions += 1;
            let op = module.adopt(function);
            module.append(block, op);
        }
    }

    fn function(&self, body: &mut Body, shared: &Shared<'_>, done: &mut Done) {
        let is_math = |op: &Op| body.info(*op).dialect() == "math";
        let ops: Vec<Op> = walk::preorder(body).into_iter().filter(is_math).collect();
        let often = self.often(body, &ops);
        for op in ops {
            let called = often.contains(&key(body, op)) && shared.allows(Local::Often);
            if expand(body, op, shared, called).is_some() {
                done.expanded += 1;
                done.called += u64::from(called);
            }
        }
    }

    /// The functions that one block computes very often.
    fn often(&self, body: &Body, ops: &[Op]) -> FxHashSet<Key> {
        let mut counts: FxHashMap<Key, (u64, u64)> = FxHashMap::default();
        for op in ops {
            let cost = spec_of(body.op(*op)).map_or(0, |spec| u64::from(spec.cost));
            let (count, _) = counts.entry(key(body, *op)).or_insert((0, cost));
            *count += 1;
        }
        let is_often = |count: u64, cost: u64| match cost {
            ..TINY_FUNCTION => false,
            TINY_FUNCTION..SHORT_FUNCTION => {
                count.saturating_mul(cost) >= self.long.saturating_mul(LONGER_CALLS)
            }
            _ => count.saturating_mul(cost) >= self.long,
        };
        counts.into_iter().filter(|(_, (count, cost))| is_often(*count, *cost)).map(|(key, _)| key).collect()
    }
}

/// A function with its type, in a block.
type Key = (Option<Block>, OpName, Type);

fn key(body: &Body, op: Op) -> Key {
    (body.block_of(op), body.name(op), body.ty(body.operand(op, 0)))
}

/// Replaces an op, by a call if it is computed often; `None` if the op or its type has no expansion.
fn expand(body: &mut Body, op: Op, shared: &Shared<'_>, often: bool) -> Option<()> {
    let kind = body.kind(op);
    let expansion = Expansion::of(kind)?;
    let ty = body.ty(body.operand(op, 0));
    let ctx = body.ctx().clone();
    if ctx.is_tensor(ty) || kind == Rsqrt::KIND && approximate(body, op) {
        return None;
    }
    let (operands, estimates): (Vec<Value>, bool) = (body.operands(op).collect(), approximate(body, op));
    let (start, end) = (body.prev(op), body.next(op));
    let mut b = Builder::before(body, op);
    let results = match expansion {
        Expansion::Test => vec![integer::classify(&mut b, kind, operands[0])?],
        Expansion::Formula(code) => {
            let wide = wide_type(&ctx, ty)?;
            let inputs = widened(&mut b, kind, &operands, wide);
            let values = match often {
                true => call(&mut b, shared, (op, code), &inputs),
                false => code(&mut b, Helpers { shared, estimates }, &inputs),
            };
            narrowed(&mut b, values, ty)
        }
    };
    body.replace(op, &results);
    fold_constants(body, start, end);
    Some(())
}

/// Folds ops on constants in the code between two ops of a block: on vectors, machine code would compute all
/// lanes, even if a mask leaves few of them active.
fn fold_constants(body: &mut Body, start: Option<Op>, end: Option<Op>) {
    let Some(block) = end.and_then(|end| body.block_of(end)) else { return };
    let mut next = start.map_or_else(|| body.first(block), |start| body.next(start));
    let mut code = Vec::new();
    while let Some(op) = next.filter(|op| Some(*op) != end) {
        walk::walk(body, op, &mut |_, op| code.push(op));
        next = body.next(op);
    }
    for op in &code {
        let op = *op;
        let is_constant = |value: Value| constant_value(body, value).is_some();
        let is_flat = body.operand_count(op) > 0 && body.regions(op).len() == 0;
        if !is_flat || !body.operands(op).all(is_constant) {
            continue;
        }
        let folded = fold_op(body, op);
        let Some([Folded::Constant(value)]) = folded.as_deref() else { continue };
        let (value, ty) = (*value, body.ty(body.result(op, 0)));
        let operands: Vec<Value> = body.operands(op).collect();
        let mut rw = Rewriter::before_op(body, op);
        let Some(value) = rw.constant(value, ty) else { continue };
        rw.replace(op, &[value]);
        for (at, operand) in operands.iter().copied().enumerate() {
            if operands[..at].contains(&operand) {
                continue;
            }
            let unused = body.def_op(operand).filter(|def| body.is_unused(operand) && code.contains(def));
            unused.into_iter().for_each(|def| body.erase(def));
        }
    }
}

/// True for an op that may be approximated. A reciprocal root is left to the machine; f16 and bf16 roots are
/// computed in f32 later.
fn approximate(body: &Body, op: Op) -> bool {
    FastMath::of(body.op(op)).has(FastMath::AFN)
}

/// The type that a function computes in: f32 for narrower floats. `None` for floats of other formats.
fn wide_type(ctx: &Context, ty: Type) -> Option<Type> {
    let elem = ctx.elem_type(ty);
    match ctx.scalar_width(elem)? {
        _ if !ctx.is_float(elem) => Some(ty),
        16 => Some(ctx.with_elem(ty, ctx.f32())),
        32 | 64 => Some(ty),
        _ => None,
    }
}

/// Converts the operands to those of a function on values of type `wide`.
fn widened(b: &mut Builder<'_>, kind: OpKind, operands: &[Value], wide: Type) -> Vec<Value> {
    let ty = b.body.ty(operands[0]);
    let mut inputs = Vec::new();
    for (i, operand) in operands.iter().enumerate() {
        inputs.push(match (kind, i) {
            (Fpowi::KIND, 1) => integer::exponent(b, *operand, wide),
            _ if wide != ty => arith::extf(b, *operand, wide),
            _ => *operand,
        });
    }
    inputs
}

fn narrowed(b: &mut Builder<'_>, values: Vec<Value>, ty: Type) -> Vec<Value> {
    let narrow = |v| if b.body.ty(v) == ty { v } else { arith::truncf(b, v, ty) };
    values.into_iter().map(narrow).collect()
}

/// Calls the outlined function of this op and this code.
fn call(b: &mut Builder<'_>, shared: &Shared<'_>, (op, code): (Op, Formula), inputs: &[Value]) -> Vec<Value> {
    let name = b.body.info(op).name.to_string();
    let name = name.strip_prefix("math.").unwrap_or(&name);
    let types: Vec<Type> = inputs.iter().map(|v| b.body.ty(*v)).collect();
    let callee = shared.callee((Local::Often, name), &b.ctx(), &types, b.loc, |b, args| {
        code(b, Helpers::exact(shared), args)
    });
    let op = build_call(b, &callee.name, inputs, &callee.results);
    b.body.results(op).collect()
}
