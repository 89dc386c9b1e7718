//! Kernel launches: arguments become buffers, and clusters of blocks run one after the other.

use super::schedule::{Entry, run_cluster};
use super::state::Grid;
use super::traffic::Traffic;
use crate::machine::action::{Action, Data, Interpret, Simple, Stop};
use crate::machine::meanings::Meanings;
use crate::machine::symbols::bind_symbols;
use crate::machine::{Machine, Suspended};
use crate::values::value::{Datum, Dense, Partial};
use tf_dialects::kernel::{self, Access, BLOCK_EXTENTS, BLOCK_THREADS, DYNAMIC_SHARED_BYTES, GRID_EXTENTS};
use tf_dialects::scalar::element_type;
use tf_ir::OpKind;
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(kernel::Launch);
}

impl Interpret for kernel::Launch {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let view = op.view(kernel::Launch);
        let plan = Plan {
            kernel: view.kernel().to_string(),
            grid: view.grid(),
            block: view.block(),
            shared: view.shared(),
            arguments: view.arguments(),
            results: op.results().map(|value| op.body().ty(value)).collect(),
        };
        Ok(Box::new(Simple(move |m: &mut Machine<'_>, op: Op| plan.run(m, op))))
    }
}

/// A launch with its operands by role.
struct Plan {
    kernel: String,
    grid: Vec<Value>,
    block: Vec<Value>,
    shared: Option<Value>,
    arguments: Vec<Value>,
    results: Vec<Type>,
}

/// The arguments of the kernel, and the buffers that become results of a launch on values.
struct Arguments {
    data: Data,
    /// Buffers allocated for the launch; true for a result.
    made: Vec<(usize, bool)>,
}

impl Plan {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<(), Stop> {
        let missing = || m.error(op, format_args!("launches '@{}', which is not defined", self.kernel));
        let body = m.function(&self.kernel).ok_or_else(missing)?;
        if m.grid.is_some() {
            return Err(m.error(op, "is inside a kernel: kernels cannot launch kernels").into());
        }
        let (grid, block) = (self.numbers(m, &self.grid), self.numbers(m, &self.block));
        let bytes = self.shared.map_or(0, |value| m.bits(value) as i64);
        check_sizes(m, op, body, grid, block, bytes)?;
        let arguments = self.prepare_arguments(m, op, body)?;
        let symbols = bind_symbols(m, op, &self.kernel, &arguments.data)?;
        let globals = m.memory.count();
        let sizes = [grid, block].map(|sizes| sizes.map(|n| n as u64));
        let mut host = Suspended::default();
        m.switch(&mut host);
        let cluster = kernel::cluster_of(body).unwrap_or([1; 3]);
        let mut grid = Grid::new(sizes[0], sizes[1], cluster, bytes as u64, globals, needs_clocks(body));
        grid.synchronizes = preorder(body).into_iter().any(|op| body.is(op, kernel::StoreRelease));
        m.grid = Some(Box::new(grid));
        if m.findings.is_some()
            && let Some(grid) = m.grid.as_deref_mut()
        {
            grid.traffic = Some(Traffic::default());
        }
        let loc = body.loc(body.root());
        let entry = Entry { name: &self.kernel, symbols: &symbols, arguments: &arguments.data, loc };
        let done = run_clusters(m, &entry, globals);
        let grid = m.grid.take();
        let mut rest = Suspended::default();
        m.switch(&mut rest);
        m.switch(&mut host);
        done.map_err(|stop| explained(m, op, stop, grid.as_deref()))?;
        let found = grid.as_ref().and_then(|grid| grid.traffic.as_ref());
        let found = found.map(|traffic| traffic.findings(|op| body.info(op).name.to_string()));
        if let (Some(findings), Some(found)) = (&mut m.findings, found) {
            // Repeated launches report a finding once.
            findings.extend(found.into_iter().filter(|new| !findings.contains(new)).collect::<Vec<_>>());
        }
        self.give_results(m, op, arguments);
        Ok(())
    }

    /// Values along x, y and z; 1 for a missing axis.
    fn numbers(&self, m: &Machine<'_>, values: &[Value]) -> [i64; 3] {
        let mut numbers = [1; 3];
        numbers.iter_mut().zip(values).for_each(|(to, from)| *to = m.bits(*from) as i64);
        numbers
    }

    /// Turns tensors into buffers: copies if the kernel reads them, fresh buffers if it only writes them.
    fn prepare_arguments(&self, m: &mut Machine<'_>, op: Op, body: &Body) -> Result<Arguments, Stop> {
        let given: Data = self.arguments.iter().map(|value| m.get(*value).clone()).collect();
        let on_values =
            !self.results.is_empty() || given.iter().any(|datum| matches!(datum, Datum::Dense(_)));
        if !on_values {
            return Ok(Arguments { data: given, made: Vec::new() });
        }
        let accesses = body.cast(body.root(), kernel::Func).map(|view| view.accesses()).unwrap_or_default();
        let (mut given, mut results) = (given.into_iter(), self.results.iter());
        let mut arguments = Arguments { data: Data::new(), made: Vec::new() };
        let few = |m: &Machine<'_>| Stop::from(m.error(op, "has too few operands or results for its kernel"));
        for access in accesses {
            let ty = if access.writes() { Some(*results.next().ok_or_else(|| few(m))?) } else { None };
            let datum = match (access, ty) {
                (Access::Out, Some(ty)) => Some(Datum::Partial(fresh(m, op, ty)?.into())),
                _ => given.next(),
            };
            let datum = datum.ok_or_else(|| few(m))?;
            arguments.data.push(match datum {
                Datum::Dense(_) | Datum::Partial(_) => {
                    let buffer = m.memory.adopt_start(&datum, false);
                    arguments.made.push((buffer, access.writes()));
                    Datum::Buffer(buffer)
                }
                other => other,
            });
        }
        Ok(arguments)
    }

    /// The buffers that the kernel has written become the results; all memory of the launch is freed.
    fn give_results(&self, m: &mut Machine<'_>, op: Op, arguments: Arguments) {
        let mut results = Data::new();
        for (buffer, is_result) in arguments.made.into_iter().rev() {
            let contents = m.memory.release(buffer);
            if is_result {
                m.has_unwritten |= matches!(contents, Datum::Partial(_));
                results.push(contents);
            }
        }
        results.reverse();
        m.set_results(op, results);
    }
}

/// True if a kernel orders accesses by more than barriers of blocks and warps, or runs blocks in clusters.
fn needs_clocks(body: &Body) -> bool {
    const ORDERING: [OpKind; 4] =
        [kernel::AsyncCopy::KIND, kernel::MBarrierInit::KIND, kernel::BulkCopy::KIND, kernel::Wgmma::KIND];
    kernel::cluster_of(body).is_some()
        || preorder(body).into_iter().any(|op| ORDERING.contains(&body.kind(op)))
}

/// A tensor of a type with no element written.
fn fresh(m: &Machine<'_>, op: Op, ty: Type) -> Result<Partial, Stop> {
    let ctx = m.body().ctx();
    let terms: Option<Vec<Extent>> = ctx.dims(ty).unwrap_or_default().iter().map(Dim::to_extent).collect();
    let terms = terms.ok_or_else(|| m.error(op, "makes a tensor with an unnamed extent '?'"))?;
    let dtype =
        element_type(ctx, ty).ok_or_else(|| m.error(op, "has a result that the interpreter cannot hold"))?;
    let extents = m.extents(op, &terms)?;
    let dense = Dense::filled(dtype, &extents, 0).map_err(|e| m.too_large(op, &e))?;
    let written = vec![false; dense.data.len()];
    Ok(Partial { dense, written })
}

/// Runs the clusters; the memory of a cluster's blocks is freed at its end.
fn run_clusters<'m>(m: &mut Machine<'m>, entry: &Entry<'_>, globals: usize) -> Result<(), Stop> {
    let clusters = m.grid.as_ref().map_or(0, |grid| grid.clusters().iter().product::<u64>());
    for at in 0..clusters {
        if let Some(grid) = m.grid.as_deref_mut() {
            grid.enter_cluster(at);
        }
        run_cluster(m, entry)?;
        if let Some(grid) = m.grid.as_deref_mut() {
            grid.leave_cluster();
        }
        m.memory.forget_from(globals);
    }
    Ok(())
}

/// Checks the sizes of a launch against the limits of the hardware and the kernel.
fn check_sizes(
    m: &Machine<'_>,
    op: Op,
    body: &Body,
    grid: [i64; 3],
    block: [i64; 3],
    bytes: i64,
) -> Result<(), Stop> {
    let refuse = |what: String| Err(m.error(op, what).into());
    let axes = ["x", "y", "z"];
    for ((blocks, most), axis) in grid.iter().zip(GRID_EXTENTS).zip(axes) {
        if !(0..=most as i64).contains(blocks) {
            return refuse(format!("has {blocks} blocks along {axis}: a grid has 0 to {most}"));
        }
    }
    for ((threads, most), axis) in block.iter().zip(BLOCK_EXTENTS).zip(axes) {
        if !(1..=most as i64).contains(threads) {
            return refuse(format!(
                "has {threads} threads along {axis}: a block has 1 to {most} threads along it"
            ));
        }
    }
    let (threads, [x, y, z]) = (block.iter().product::<i64>(), block);
    if threads > BLOCK_THREADS as i64 {
        return refuse(format!(
            "has {x} x {y} x {z} = {threads} threads: a block has at most {BLOCK_THREADS}"
        ));
    }
    if !(0..=DYNAMIC_SHARED_BYTES as i64).contains(&bytes) {
        let most = DYNAMIC_SHARED_BYTES;
        return refuse(format!(
            "requests {bytes} bytes of dynamic shared memory: at most {most} are available"
        ));
    }
    let Some(view) = body.cast(body.root(), kernel::Func) else { return Ok(()) };
    if let Some(wanted) = view.block().filter(|wanted| wanted.map(|n| n as i64) != block) {
        let [a, b, c] = wanted;
        return refuse(format!(
            "has blocks of {x} x {y} x {z} threads, but the kernel is written for {a} x {b} x {c}"
        ));
    }
    let fault = view.cluster().and_then(|cluster| kernel::grid_fault(grid.map(|n| n as u64), cluster));
    if let Some(fault) = fault {
        return refuse(fault);
    }
    match view.most_threads().filter(|most| threads > *most as i64) {
        Some(most) => {
            refuse(format!("has blocks of {threads} threads, but the kernel is written for at most {most}"))
        }
        None => Ok(()),
    }
}

/// Adds the thread and the launch to an error.
fn explained(m: &Machine<'_>, op: Op, stop: Stop, grid: Option<&Grid>) -> Stop {
    let Stop::Trap(error) = stop else { return stop };
    // A program's own stop has the same message on every device.
    if grid.is_some_and(|grid| grid.stopped_itself.get()) {
        return Stop::Trap(error);
    }
    let thread = grid.map_or(String::new(), Grid::present);
    Stop::Trap(Box::new(error.note(m.body().loc(op), format!("in {thread} of this launch"))))
}
