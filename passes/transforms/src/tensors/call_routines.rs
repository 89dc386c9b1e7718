//! `call-routines`: algorithms of the library become calls of functions that are compiled once.

use rustc_hash::FxHashMap;
use tf_dialects::func::routine::{mark, routine_of};
use tf_dialects::func::signature::call_results;
use tf_dialects::func::{Call, Func, function_parts};
use tf_dialects::tensor::transform::Custom;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::symbol_name;
use tf_ir::context::Context;
use tf_ir::control::LoopLike;
use tf_ir::extent::Extent;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;
use tf_library::routines::{Routine, find, name};

use super::apply_numerics::{MODE, ROUTINE_MODE};

/// The pass `call-routines`.
pub static INFO: PassInfo = PassInfo {
    name: "call-routines",
    title: "CallRoutines",
    summary: "Call the library's algorithms on large operands",
    docs: "The library marks the code of its algorithms (`tf.routine`): decompositions and triangular \
        solves. On matrices with an extent by name, the code is replaced by a call of a private function \
        of the same algorithm for any extents: 'n0', 'n1', … in order of first occurrence. An extent of 1 \
        stays a constant. So all calls of a type share the function's code. On matrices of constant \
        extents, code for these extents is faster, but has to be compiled: with 'constants=true', where the \
        functions exist in compiled form, it is replaced, too, outside of loops, if a thousand runs lose \
        less time than that. Code on batches stays, and on small matrices, for which the library has \
        shorter algorithms. With 'bodies=false', the functions are declared only, and whoever runs the \
        program supplies them.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[
        OptionSpec {
            name: "bodies",
            kind: OptionKind::Bool,
            default: "true",
            help: "add the code of the functions, not only declarations",
        },
        OptionSpec {
            name: "constants",
            kind: OptionKind::Bool,
            default: "false",
            help: "call algorithms on matrices of constant extents, too",
        },
    ],
    statistics: &[
        StatSpec { name: "num-calls", help: "calls of algorithms" },
        StatSpec { name: "num-routines", help: "functions added" },
    ],
    rules: &[RuleSpec { name: "call", help: "replaces the code of an algorithm by a call" }],
    growth: Growth::restart("an algorithm for any extents is another program than one for constants"),
    make: |options: &Options| {
        let (bodies, constants) = (options.bool("bodies"), options.bool("constants"));
        Ok(Box::new(CallRoutines { bodies, constants }))
    },
};

struct CallRoutines {
    bodies: bool,
    constants: bool,
}

impl Pass for CallRoutines {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut known = Known::of(body);
        let (mut calls, mut added) = (0, 0);
        for op in body.child_ops() {
            let is_program = |f: &Body| f.is(f.root(), Func) && routine_of(f.op(f.root())).is_none();
            let Some(function) = body.child_mut(op).filter(|function| is_program(function)) else { continue };
            let mut new = Vec::new();
            for code in algorithms(function) {
                let Some(wanted) = Wanted::of(function, code, self.constants) else { continue };
                if !cx.allows("call") || !cx.may_rewrite() {
                    continue;
                }
                let before = new.len();
                let Some(ty) = known.function(function, &wanted, &mut new) else { continue };
                let replaced = replace(function, code, &wanted, ty);
                calls += u64::from(replaced);
                if !replaced && new.len() > before {
                    new.pop();
                    known.0.remove(&wanted.symbol);
                }
            }
            added += new.len() as u64;
            for mut routine in new {
                if !self.bodies {
                    let entry = routine.entry_block().expect("a routine is defined with its code");
                    routine.erase_block(entry);
                }
                let routine = body.adopt(routine);
                body.insert_before(routine, op);
            }
        }
        cx.count("num-calls", calls);
        cx.count("num-routines", added);
        Ok(Changed::from(calls + added > 0))
    }
}

/// The marked code of a function that is not inside other marked code, in order.
fn algorithms(function: &Body) -> Vec<Op> {
    let marked = |op: Op| function.is(op, Custom) && routine_of(function.op(op)).is_some();
    let inside = |op: Op| {
        std::iter::successors(function.parent_op(op), |op| function.parent_op(*op))
            .any(|op| function.is(op, Custom))
    };
    preorder(function).into_iter().filter(|op| marked(*op) && !inside(*op)).collect()
}

/// A routine that a call wants.
struct Wanted {
    routine: Routine,
    /// The types of its operands, with extents by name.
    types: Vec<Type>,
    symbol: String,
}

impl Wanted {
    /// The routine for the code of an algorithm; `None` if the code stays, as that on matrices of constant
    /// extents does without `constants`.
    fn of(function: &Body, code: Op, constants: bool) -> Option<Wanted> {
        let ctx = function.ctx();
        let routine = find(routine_of(function.op(code))?)?;
        let operands: Vec<Type> = function.operands(code).map(|value| function.ty(value)).collect();
        let is_repeated = std::iter::successors(function.parent_op(code), |op| function.parent_op(*op))
            .any(|op| is_loop(function, op));
        let called = match order(ctx, &operands)? {
            None => !has_few(ctx, &operands, &routine),
            Some(order) => constants && !is_repeated && routine.pays(order),
        };
        if !called {
            return None;
        }
        let mut named = Named { ctx, extents: Vec::new() };
        let types = operands.iter().map(|ty| named.tensor(*ty)).collect::<Option<Vec<Type>>>()?;
        let symbol = routine.symbol(ctx, &types)?;
        Some(Wanted { routine, types, symbol })
    }
}

/// The order of the first matrix, if all extents of the operands are constants; `None` inside for operands
/// with an extent by name, and `None` for batches: their loops over matrices are fused with their neighbours.
fn order(ctx: &Context, operands: &[Type]) -> Option<Option<i64>> {
    let extents = |ty: &Type| ctx.dims(*ty)?.iter().map(Dim::to_extent).collect::<Option<Vec<Extent>>>();
    let all = operands.iter().map(extents).collect::<Option<Vec<Vec<Extent>>>>()?;
    if all.iter().any(|extents| extents.len() > 2) {
        return None;
    }
    let constants = all.iter().flatten().map(Extent::as_const).collect::<Option<Vec<i64>>>();
    let [rows, columns, ..] = constants.as_deref().unwrap_or(&[]) else { return Some(None) };
    Some(Some(*rows.min(columns)))
}

/// True if the first matrix has few rows or columns, a constant: code for that is much faster.
fn has_few(ctx: &Context, operands: &[Type], routine: &Routine) -> bool {
    let dims = operands.first().and_then(|ty| ctx.dims(*ty)).unwrap_or_default();
    let constants = dims.iter().filter_map(Dim::to_extent).filter_map(|extent| extent.as_const());
    constants.into_iter().any(|extent| extent <= routine.most_inline())
}

fn is_loop(function: &Body, op: Op) -> bool {
    op != function.root() && function.info(op).interface::<dyn LoopLike>().is_some()
}

/// Extents by name, in order of their first occurrence.
struct Named<'c> {
    ctx: &'c Context,
    extents: Vec<Extent>,
}

impl Named<'_> {
    /// The type with names for its extents.
    fn tensor(&mut self, ty: Type) -> Option<Type> {
        let dims = self.ctx.dims(ty)?.to_vec();
        let dims = dims.iter().map(|dim| self.dim(&dim.to_extent()?)).collect::<Option<Vec<Dim>>>()?;
        Some(self.ctx.tensor(dims, self.ctx.elem_type(ty)))
    }

    fn dim(&mut self, extent: &Extent) -> Option<Dim> {
        if matches!(extent.as_const(), Some(0 | 1)) {
            return Some(Dim::from_extent(extent.clone()));
        }
        let at = self.extents.iter().position(|known| known == extent).unwrap_or_else(|| {
            self.extents.push(extent.clone());
            self.extents.len() - 1
        });
        Some(Dim::from_extent(Extent::from(name(at))))
    }
}

/// The functions of a module by name: the algorithm, the numerics mode and the type of each.
struct Known(FxHashMap<String, (Option<String>, Option<Attribute>, Option<Type>)>);

impl Known {
    fn of(module: &Body) -> Known {
        let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
        let entry = |f: &Body| Some((symbol_name(f, f.root())?.to_string(), described(f)));
        Known(functions.filter_map(entry).collect())
    }

    /// The type of the function for a call in `caller`, which is added to `new` if there is none; `None` if
    /// its name is taken.
    fn function(&mut self, caller: &Body, wanted: &Wanted, new: &mut Vec<Body>) -> Option<Type> {
        let ctx = caller.ctx();
        let own = caller.attr(caller.root(), MODE).filter(|mode| ctx.attr_str(*mode) != Some("standard"));
        let mode = Some(own.unwrap_or_else(|| ctx.string_attr(ROUTINE_MODE)));
        if let Some((algorithm, of, ty)) = self.0.get(&wanted.symbol) {
            let same = algorithm.as_deref() == Some(wanted.routine.name()) && *of == mode;
            return ty.filter(|_| same);
        }
        let mut routine = wanted.routine.define(caller.ctx(), &wanted.types)?;
        let root = routine.root();
        mode.into_iter().for_each(|mode| routine.set_attr(root, MODE, mode));
        let entry = self.0.entry(wanted.symbol.clone()).or_insert(described(&routine));
        new.push(routine);
        entry.2
    }
}

fn described(function: &Body) -> (Option<String>, Option<Attribute>, Option<Type>) {
    let root = function.op(function.root());
    let ty = root.attr("function_type").and_then(|attr| function.ctx().attr_type(attr));
    (routine_of(root).map(str::to_string), root.attr(MODE), ty)
}

/// Replaces the code by a call of the function of this type, unless that has other results.
fn replace(caller: &mut Body, code: Op, wanted: &Wanted, ty: Type) -> bool {
    let ctx = caller.ctx().clone();
    let Some((inputs, gives)) = function_parts(&ctx, ty) else { return false };
    let operands: Vec<Value> = caller.operands(code).collect();
    let types: Vec<Type> = operands.iter().map(|value| caller.ty(*value)).collect();
    let results: Vec<Type> = caller.results(code).map(|value| caller.ty(value)).collect();
    if call_results(&ctx, inputs, gives, &types).ok().as_deref() != Some(&results[..]) {
        return false;
    }
    let mut b = Builder::before(caller, code);
    let call = b.op(Call, &operands, &results, &[("callee", ctx.symbol_attr(&wanted.symbol))]);
    mark(b.body, call, wanted.routine.name());
    let values: Vec<Value> = b.body.results(call).collect();
    caller.replace(code, &values);
    true
}
