//! Launching kernels.

use super::access::{self, Access};
use super::function::{Func, as_tensors};
use crate::constraints::FLAT_SYMBOL_ATTR;
use crate::func::signature::{Mismatch, check_call};
use crate::shared::constraints::{ANY, I64S_ATTR, INDEX};
use smallvec::{SmallVec, smallvec};
use tf_ir::body::{Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, SymbolUser, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::symbol::{Symbol, SymbolTable};
use tf_ir::text::{nearest, type_to_string};
use tf_ir::types::{Type, TypeData};

/// Runs a kernel for each thread of a grid of blocks, and waits for all of them.
///
/// `grid` is the count of blocks along x, y and z, `block` the count of threads in a block, each with one to
/// three operands; `dynamic_shared` is the size of `kernel.dynamic_shared` in bytes. Sizes that the device or
/// the kernel does not allow stop the call at the launch.
///
/// On memrefs, the kernel writes to its arguments, and there are no results. On tensors, the write-only
/// arguments come last, and are results of the launch instead of operands; the arguments that the kernel
/// updates, whose indices `changes` lists, are operands, and results before those. Results are new values:
/// operands do not change.
///
/// Threads run in any order. Two threads that access one element, at least one of them with a write, must be
/// separated by a barrier or use atomics: otherwise there is a data race, which the interpreter reports.
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
    attrs(callee: FLAT_SYMBOL_ATTR, changes: optional(I64S_ATTR)),
    interfaces(Verify, SymbolUser, Bufferizable, Effects),
    asm = "$callee `grid` `(` $grid `)` `block` `(` $block `)` (`dynamic_shared` $shared^)? `args` `(` $arguments `)` \
           (`changes` `=` ints($changes)^)? attr-dict \
           `:` functional-type($arguments, $results)",
)]
pub struct Launch;

impl<'a> LaunchOp<'a> {
    /// The kernel's name.
    pub fn kernel(self) -> &'a str {
        self.callee().and_then(|a| self.op().ctx().attr_symbol(a)).unwrap_or_default()
    }

    /// The indices of the arguments that a launch on tensors updates.
    pub fn changed(self) -> Vec<usize> {
        let numbers = self.changes().and_then(|a| self.op().ctx().attr_i64s(a)).unwrap_or_default();
        numbers.into_iter().map(|number| usize::try_from(number).unwrap_or(usize::MAX)).collect()
    }

    /// True if operands and results are tensors.
    pub fn is_on_values(self) -> bool {
        let body = self.op().body();
        let mut arguments = self.arguments().into_iter();
        self.op().result_count() > 0 || arguments.any(|value| body.ctx().is_tensor(body.ty(value)))
    }
}

impl Effects for Launch {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        match op.cast(Launch) {
            // Operands are values and do not change; a kernel may stop the call, or not terminate.
            Some(view) if view.is_on_values() => smallvec![Effect::Control],
            _ => smallvec![Effect::Read(None), Effect::Write(None), Effect::Control],
        }
    }
}

impl Bufferizable for Launch {
    fn destination(&self, op: OpRef<'_>, result: usize) -> Destination {
        let Some(view) = op.cast(Launch) else { return Destination::Given };
        let first = op.operand_count() - view.arguments().len();
        match view.changed().get(result) {
            Some(argument) => Destination::Init(first + argument),
            None => Destination::Given,
        }
    }

    /// The memory of write-only arguments follows as further arguments.
    fn on_memory(
        &self,
        b: &mut Builder<'_>,
        op: Op,
        operands: &[Value],
        destinations: &[Value],
    ) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op).view(Launch);
        let written = &destinations[view.changed().len().min(destinations.len())..];
        let sizes = [
            view.grid().len(),
            view.block().len(),
            view.shared().iter().len(),
            view.arguments().len() + written.len(),
        ];
        let kernel = view.kernel().to_string();
        let ctx = b.ctx();
        let attrs = [
            ("callee", ctx.symbol_attr(&kernel)),
            ("operandSegmentSizes", ctx.i32_array_attr(&sizes.map(|n| n as i32))),
        ];
        b.op(Launch, &[operands, written].concat(), &[], &attrs);
        Ok(Vec::new())
    }
}

impl Verify for Launch {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let body = op.body();
        if body.is(body.root(), Func) {
            return Err(op.error("is inside a kernel: kernels cannot launch kernels"));
        }
        let Some(view) = op.cast(Launch) else { return Ok(()) };
        let (grid, block) = (view.grid(), view.block());
        for (name, count) in [("grid", grid.len()), ("block", block.len())] {
            if !(1..=3).contains(&count) {
                return Err(op.error(format_args!(
                    "has {count} sizes for its {name}: give one size for each of 1 to 3 axes"
                )));
            }
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
        check_types(op, inputs, &accesses).map_err(here)
    }
}

fn find<'s>(op: OpRef<'_>, symbols: &'s SymbolTable, name: &str) -> Result<&'s Symbol, Diagnostic> {
    let found = symbols.get(name);
    let is_kernel = |symbol: &&Symbol| op.ctx().op_info(symbol.kind).kind == Func::KIND;
    found.filter(is_kernel).ok_or_else(|| {
        let error = op.error(format_args!("launches '{name}', which is not a kernel.func"));
        match (found, nearest(name, symbols.names())) {
            (Some(other), _) => error.note(other.loc, "this symbol is not a kernel"),
            (None, Some(near)) => error.note(op.loc(), format!("did you mean '@{near}'?")),
            (None, None) => error,
        }
    })
}

/// Checks that a launch on tensors lists the arguments that the kernel updates, and that the write-only ones
/// come last.
fn check_changes(op: OpRef<'_>, accesses: &[Access], on_values: bool) -> Result<(), Diagnostic> {
    let view = op.view(Launch);
    if !on_values {
        return match view.changes() {
            Some(_) => Err(op.error(
                "has the attribute 'changes', but works on memrefs: only a launch on \
                tensors needs it",
            )),
            None => Ok(()),
        };
    }
    let first = accesses.iter().position(|access| !access.reads()).unwrap_or(accesses.len());
    if let Some(behind) = accesses[first..].iter().position(|access| access.reads()) {
        let last = first + behind;
        return Err(op.error(format_args!(
            "works on tensors, but the kernel's write-only argument #{first} precedes argument #{last}: \
             write-only arguments must come last"
        )));
    }
    let changed = accesses.iter().enumerate().filter(|(_, access)| **access == Access::InOut);
    let wanted: Vec<usize> = changed.map(|(i, _)| i).collect();
    if wanted == view.changed() {
        return Ok(());
    }
    let words = wanted.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    Err(op.error(format_args!(
        "does not list the arguments that the kernel updates: write changes = \
        [{words}]"
    )))
}

/// Checks operands and results against the kernel's arguments.
fn check_types(op: OpRef<'_>, inputs: &[Type], accesses: &[Access]) -> Result<(), Diagnostic> {
    let (ctx, body) = (op.ctx(), op.body());
    let given: Vec<Type> = op.view(Launch).arguments().into_iter().map(|value| body.ty(value)).collect();
    let found: Vec<Type> = op.results().map(|value| body.ty(value)).collect();
    let on_values = op.view(Launch).is_on_values();
    check_changes(op, accesses, on_values)?;
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
    // Write-only arguments are not operands of a launch on values: results bind symbols that only their
    // extents mention.
    check_call(ctx, (&wanted, &results), &given, &found).map_err(|mismatch| match mismatch {
        Mismatch::OperandCount => op.error(format_args!(
            "passes {} arguments to a kernel that takes {}{}",
            given.len(),
            wanted.len(),
            if on_values { " tensors and scalars (write-only arguments are results)" } else { "" }
        )),
        Mismatch::Operand(i, want) => op.error(format_args!(
            "passes {} as argument #{i} of the kernel, which has type {}",
            word(given[i]),
            word(want)
        )),
        Mismatch::ResultCount => {
            let (n, m) = (found.len(), results.len());
            op.error(format_args!("has {n} results, but the kernel writes {m} arguments"))
        }
        Mismatch::Result(i, want) => op.error(format_args!(
            "has result #{i} of type {}, but the kernel writes {}",
            word(found[i]),
            word(want)
        )),
        Mismatch::TooLarge => op.error("builds an extent term of the kernel's signature that is too large"),
    })
}
