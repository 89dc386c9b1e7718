//! Launching kernels.

use super::access::{self, Access};
use super::function::{Func, as_tensors, block_fault, block_of};
use super::hardware::{DYNAMIC_SHARED_BYTES, GRID_EXTENTS};
use crate::constraints::FLAT_SYMBOL_ATTR;
use crate::func::signature::{Mismatch, check_call};
use crate::shared::constraints::{ANY, INDEX};
use tf_ir::arithmetic::constant_int;
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{SymbolUser, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::symbol::{Symbol, SymbolTable};
use tf_ir::text::{nearest, type_to_string};
use tf_ir::types::{Type, TypeData};

/// Runs a kernel for each thread of a grid of blocks, and waits for all of them.
///
/// `grid` says how many blocks there are along x, y and z, `block` how many threads a block has, each with one to three numbers; `dynamic_shared`
/// how many bytes `kernel.dynamic_shared` has.
///
/// On memrefs, the kernel writes to its arguments, and there are no results. On tensors, those that the kernel reads or changes are
/// operands, in the order of its arguments, and those that it changes or writes anew are results, which are new values: operands stay as
/// they are.
///
/// Threads come in no order. Two of them that access one element, of which one writes, have a barrier between them or are atomic:
/// else the program is wrong, and the interpreter says so.
#[op(
    "kernel.launch",
    traits(SYMBOL_USER),
    operands(
        grid: variadic(INDEX) = Context::index,
        block: variadic(INDEX) = Context::index,
        shared: optional(INDEX) = Context::index,
        arguments: variadic(ANY),
    ),
    results(results: variadic(ANY)),
    attrs(callee: FLAT_SYMBOL_ATTR),
    interfaces(Verify, SymbolUser),
    asm = "$callee `grid` `(` $grid `)` `block` `(` $block `)` (`dynamic_shared` $shared^)? `args` `(` $arguments `)` attr-dict \
           `:` functional-type($arguments, $results)",
)]
pub struct Launch;

impl<'a> LaunchOp<'a> {
    /// The kernel's name.
    pub fn kernel(self) -> &'a str {
        self.callee().and_then(|a| self.op().ctx().attr_symbol(a)).unwrap_or_default()
    }
}

/// The numbers that are constants.
fn constants(op: OpRef<'_>, values: &[Value]) -> Vec<Option<i64>> {
    values.iter().map(|value| constant_int(op.body(), *value)).collect()
}

/// The extents of a block, if all are constants; 1 along axes that are not given.
fn constant_block(op: OpRef<'_>, values: &[Value]) -> Option<[u64; 3]> {
    let mut block = [1; 3];
    for (to, from) in block.iter_mut().zip(constants(op, values)) {
        *to = u64::try_from(from?).unwrap_or(0);
    }
    Some(block)
}

impl Verify for Launch {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let body = op.body();
        if body.is(body.root(), Func) {
            return Err(op.error("stands in a kernel: kernels do not launch kernels"));
        }
        let Some(view) = op.cast(Launch) else { return Ok(()) };
        let (grid, block) = (view.grid(), view.block());
        for (name, count) in [("grid", grid.len()), ("block", block.len())] {
            if !(1..=3).contains(&count) {
                return Err(op.error(format_args!(
                    "has {count} numbers for its {name}: give one for each of one to three axes"
                )));
            }
        }
        let limits = GRID_EXTENTS.iter().zip(["x", "y", "z"]);
        for (blocks, (most, axis)) in constants(op, &grid).into_iter().zip(limits) {
            if let Some(blocks) = blocks.filter(|blocks| !(0..=*most as i64).contains(blocks)) {
                return Err(
                    op.error(format_args!("has {blocks} blocks along {axis}: a grid has 0 to {most}"))
                );
            }
        }
        if let Some(fault) = constant_block(op, &block).and_then(block_fault) {
            return Err(op.error(format_args!("has {fault}")));
        }
        let bytes = view.shared().and_then(|value| constant_int(body, value));
        if let Some(bytes) = bytes.filter(|bytes| !(0..=DYNAMIC_SHARED_BYTES as i64).contains(bytes)) {
            return Err(op.error(format_args!(
                "asks for {bytes} bytes of dynamic shared memory: there are at most {DYNAMIC_SHARED_BYTES}"
            )));
        }
        Ok(())
    }
}

impl SymbolUser for Launch {
    fn verify_symbols(&self, op: OpRef<'_>, symbols: &SymbolTable) -> Result<(), Diagnostic> {
        let Some(view) = op.cast(Launch) else { return Ok(()) };
        let kernel = find(op, symbols, view.kernel())?;
        let ctx = op.ctx();
        let inputs = match kernel.signature.and_then(|a| ctx.attr_type(a)).map(|ty| ctx.type_data(ty)) {
            Some(TypeData::Function { inputs, .. }) => inputs,
            _ => return Ok(()),
        };
        let here = |error: Diagnostic| error.note(kernel.loc, "the kernel is defined here");
        let accesses = access::accesses(ctx, kernel.slot(Func::ARG_ATTRS), inputs.len());
        check_types(op, inputs, &accesses).map_err(here)?;
        check_block(op, kernel).map_err(here)
    }
}

fn find<'s>(op: OpRef<'_>, symbols: &'s SymbolTable, name: &str) -> Result<&'s Symbol, Diagnostic> {
    let found = symbols.get(name);
    let is_kernel = |symbol: &&Symbol| op.ctx().op_info(symbol.kind).kind == Func::KIND;
    found.filter(is_kernel).ok_or_else(|| {
        let error = op.error(format_args!("launches '{name}', which is no kernel.func"));
        match (found, nearest(name, symbols.names())) {
            (Some(other), _) => error.note(other.loc, "this symbol is no kernel"),
            (None, Some(near)) => error.note(op.loc(), format!("did you mean '@{near}'?")),
            (None, None) => error,
        }
    })
}

/// Checks operands and results against the kernel's arguments.
fn check_types(op: OpRef<'_>, inputs: &[Type], accesses: &[Access]) -> Result<(), Diagnostic> {
    let (ctx, body) = (op.ctx(), op.body());
    let given: Vec<Type> = op.view(Launch).arguments().into_iter().map(|value| body.ty(value)).collect();
    let found: Vec<Type> = op.results().map(|value| body.ty(value)).collect();
    let on_values = !found.is_empty() || given.iter().any(|ty| ctx.is_tensor(*ty));
    let (wanted, results) = match on_values {
        true => {
            let chosen = |ask: fn(Access) -> bool| {
                let chosen = inputs.iter().zip(accesses).filter(move |(_, access)| ask(**access));
                chosen.map(|(ty, _)| as_tensors(ctx, *ty)).collect::<Vec<Type>>()
            };
            (chosen(Access::reads), chosen(Access::writes))
        }
        false => (inputs.to_vec(), Vec::new()),
    };
    let word = |ty: Type| type_to_string(ctx, ty);
    // Arguments that are only written are no operands of a launch on values: results bind what only their extents name.
    check_call(ctx, (&wanted, &results), &given, &found).map_err(|mismatch| match mismatch {
        Mismatch::OperandCount => op.error(format_args!(
            "hands {} arguments to a kernel that takes {}{}",
            given.len(),
            wanted.len(),
            if on_values { " tensors and scalars (those that it only writes are results)" } else { "" }
        )),
        Mismatch::Operand(i, want) => op.error(format_args!(
            "hands {} to the kernel as argument #{i}, which takes {}",
            word(given[i]),
            word(want)
        )),
        Mismatch::ResultCount => {
            let (n, m) = (found.len(), results.len());
            op.error(format_args!("has {n} results, but the kernel writes {m} of its arguments"))
        }
        Mismatch::Result(i, want) => op.error(format_args!(
            "gives {} as result #{i}, but the kernel writes {}",
            word(found[i]),
            word(want)
        )),
        Mismatch::TooLarge => op.error("makes an extent of the kernel's signature too large a term"),
    })
}

/// Checks the block against what the kernel says of it.
fn check_block(op: OpRef<'_>, kernel: &Symbol) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let given = op.view(Launch).block();
    let Some(block) = constant_block(op, &given) else { return Ok(()) };
    let [x, y, z] = block;
    if let Some([a, b, c]) = block_of(ctx, kernel.slot(Func::BLOCK_SIZE)).filter(|wanted| *wanted != block) {
        return Err(op.error(format_args!(
            "has blocks of {x} x {y} x {z} threads, but the kernel is written for {a} x {b} x {c}"
        )));
    }
    let threads = i128::from(block.iter().product::<u64>());
    let most = kernel.slot(Func::MAX_THREADS).and_then(|a| ctx.attr_int(a));
    match most.filter(|most| threads > *most) {
        Some(most) => Err(op.error(format_args!(
            "has blocks of {threads} threads, but the kernel is written for at most {most}"
        ))),
        None => Ok(()),
    }
}
