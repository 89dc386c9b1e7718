//! Explanation of a compiled program: its loop nests, its memory, its text at each stage.

use crate::call::executable::Executable;
use crate::compile::PIPELINE;
use crate::error::Error;
use crate::session::Session;
use crate::session::device::{Device, Kind};
use std::fmt;
use std::time::Duration;
use tf_cpu::unit::place;
use tf_dialects::func::local::Local;
use tf_dialects::loops::{For, Parallel, While};
use tf_dialects::mem::{Alloc, COPIED};
use tf_dialects::tensor::Group;
use tf_frontend::Program;
use tf_ir::body::{Body, Op};
use tf_ir::builtin::symbol_name;
use tf_ir::text::type_to_string;
use tf_ir::types::TypeData;
use tf_ir::walk::walk;

/// The explanation of a compiled program. `Display` shows the functions with their loop nests and their
/// memory, and with `{:#}` also the text at each stage.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The device that runs the program.
    pub device: Device,
    /// Its functions.
    pub functions: Vec<Explained>,
    /// The compile time by phase.
    pub phases: Vec<(String, Duration)>,
    /// The program as text, and after each pass that changed it, with the pass's name. Only
    /// [`Session::explain`] fills it: an executable does not store these texts.
    pub stages: Vec<(String, String)>,
}

/// The explanation of a function. In the interpreter, it has neither loops nor buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// Its name; a function in stages has one entry per stage.
    pub name: String,
    /// Its loop nests, in order.
    pub nests: Vec<Nest>,
    /// The memory that it allocates besides arguments and results.
    pub buffers: Vec<Buffer>,
    /// The total bytes of buffers of constant size. Buffers with disjoint live ranges share bytes, which
    /// count once.
    pub arena_bytes: u64,
    /// Arrays that are copied in each iteration of a loop.
    pub copies: Vec<Copied>,
}

/// An array that is copied in each iteration of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Its type, with extents as terms: `memref<?{n}x3xf32>`.
    pub r#type: String,
    /// The location of the operation that needs the copy; empty if unknown.
    pub place: String,
    /// Why an in-place update is impossible.
    pub why: String,
}

/// A loop nest: one pass over memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// The source location of the operation that it came from: `file:line:column`; empty if unknown.
    pub place: String,
    /// The label of the program's group that became this nest; empty if none.
    pub group: String,
    /// The count of axes distributed over threads; 0: one thread runs it.
    pub parallel_axes: usize,
    /// The count of loops.
    pub loops: usize,
    /// The depth of the loops.
    pub depth: usize,
    /// The lanes of its widest vectors; 1 if it is not vectorized.
    pub lanes: usize,
    /// The count of operations, without loops.
    pub operations: usize,
}

/// A buffer that a function allocates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// Its type, with extents as terms: `memref<?{n}x3xf32>`.
    pub r#type: String,
    /// The source location of the value that it holds; empty if unknown.
    pub place: String,
    /// Its bytes, if its extents are constants.
    pub bytes: Option<u64>,
    /// Its offset in the arena of a call, in bytes, if it shares bytes with others there.
    pub start: Option<u64>,
    /// The slot of the arena that it shares with other buffers of unknown size, if it does.
    pub slot: Option<i64>,
}

impl Explained {
    /// The entry of a function that the interpreter runs unchanged.
    pub(crate) fn plain(name: &str) -> Explained {
        let (nests, buffers, copies) = (Vec::new(), Vec::new(), Vec::new());
        Explained { name: name.to_string(), nests, buffers, arena_bytes: 0, copies }
    }
}

/// Explanations of the functions of a module.
pub(crate) fn functions(module: &Body) -> Vec<Explained> {
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    bodies.filter(|body| body.entry_block().is_some() && Local::of(body).is_none()).map(function).collect()
}

fn function(body: &Body) -> Explained {
    let name = symbol_name(body, body.root()).unwrap_or_default().to_string();
    let (mut nests, mut buffers, mut copies) = (Vec::new(), Vec::new(), Vec::new());
    let ops: Vec<Op> = body.entry_block().map_or_else(Vec::new, |block| body.ops(block).collect());
    for op in ops {
        if is_loop(body, op) {
            nests.push(nest(body, op));
        }
        walk(body, op, &mut |body: &Body, inner| {
            copies.extend(copied(body, inner));
            if let Some(alloc) = body.cast(inner, Alloc) {
                let ty = body.ty(body.result(inner, 0));
                buffers.push(Buffer {
                    r#type: type_to_string(body.ctx(), ty),
                    place: place(body.ctx(), body.loc(inner)),
                    bytes: alloc.bytes(),
                    start: alloc.start_byte(),
                    slot: alloc.slot_number(),
                });
            }
        });
    }
    let arena_bytes = arena_bytes(&buffers);
    Explained { name, nests, buffers, arena_bytes, copies }
}

/// The copied array, from the attribute of an op.
fn copied(body: &Body, op: Op) -> Option<Copied> {
    let ctx = body.ctx();
    let [ty, why] = ctx.attr_array(body.attr(op, COPIED)?)? else { return None };
    Some(Copied {
        r#type: type_to_string(ctx, ctx.attr_type(*ty)?),
        place: place(ctx, body.loc(op)),
        why: ctx.attr_str(*why)?.to_string(),
    })
}

/// The bytes of buffers of constant size; shared bytes count once.
fn arena_bytes(buffers: &[Buffer]) -> u64 {
    let apart = buffers.iter().filter(|buffer| buffer.start.is_none()).filter_map(|buffer| buffer.bytes);
    let ends = buffers.iter().filter_map(|buffer| Some(buffer.start?.saturating_add(buffer.bytes?)));
    apart.fold(0, u64::saturating_add).saturating_add(ends.max().unwrap_or(0))
}

fn is_loop(body: &Body, op: Op) -> bool {
    body.is(op, For) || body.is(op, While) || body.is(op, Parallel)
}

fn nest(body: &Body, root: Op) -> Nest {
    let mut found = Nest {
        place: place(body.ctx(), body.loc(root)),
        group: Group::of_loc(body.ctx(), body.loc(root)).unwrap_or_default().to_string(),
        parallel_axes: 0,
        loops: 0,
        depth: 0,
        lanes: 1,
        operations: 0,
    };
    walk(body, root, &mut |body: &Body, op| {
        for value in body.results(op).chain(body.operands(op)) {
            if let TypeData::Vector { shape, .. } = body.ctx().type_data(body.ty(value)) {
                let lanes: i64 = shape.iter().product();
                found.lanes = found.lanes.max(usize::try_from(lanes).unwrap_or(1));
            }
        }
        if !is_loop(body, op) {
            found.operations += 1;
            return;
        }
        if body.is(op, Parallel) && found.parallel_axes == 0 {
            let block = body.op(op).entry(0);
            found.parallel_axes = block.map_or(0, |block| body.arg_count(block));
        }
        found.loops += 1;
        let around = std::iter::successors(Some(op), |op| body.parent_op(*op));
        let depth = around.take_while(|op| *op != root).filter(|op| is_loop(body, *op)).count() + 1;
        found.depth = found.depth.max(depth);
    });
    found
}

impl Executable {
    /// The explanation of the program: its loop nests and its memory. [`Session::explain`] also has its text
    /// at each stage.
    ///
    /// ```
    /// # use tensorforge::*;
    /// let program = Program::trace("f", |p| p.input::<f32>("x", [p.dim("n")]).sin().sum(..))?;
    /// let exe = Session::new()?.compile(&program, &Device::interp())?;
    /// assert!(exe.explain().to_string().starts_with("f on interp"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self) -> Explanation {
        Explanation {
            device: self.device().clone(),
            functions: self.compiled.functions.clone(),
            phases: self.phases().to_vec(),
            stages: Vec::new(),
        }
    }
}

impl Session {
    /// Compiles a program and explains it: its text at each stage, its loop nests and its memory. The level
    /// of a processor ([`Device::with_level`]) may be one that this machine cannot run.
    ///
    /// # Errors
    /// As [`Session::compile_module`].
    pub fn explain(&self, program: &Program, device: &Device) -> Result<Explanation, Error> {
        self.explain_module(program.module(), device)
    }

    /// As [`Session::explain`], for a module.
    ///
    /// # Errors
    /// As [`Session::compile_module`].
    pub fn explain_module(&self, module: &Body, device: &Device) -> Result<Explanation, Error> {
        let stages = self.stages(module, device)?;
        if device.kind() == Kind::Cpu && !device.level().runs_here() {
            let (functions, phases) = self.explained(module, device)?;
            return Ok(Explanation { device: device.clone(), functions, phases, stages });
        }
        Ok(Explanation { stages, ..self.compile_module(module, device)?.explain() })
    }
}

/// A count with its noun: `1 loop`, `3 loops`.
fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

impl fmt::Display for Nest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loops = format!("{} {} deep", count(self.loops, "loop"), self.depth);
        let threads = match self.parallel_axes {
            0 => "one thread".to_string(),
            axes => format!("threads share {}", count(axes, "axis").replace("axiss", "axes")),
        };
        let vectors = match self.lanes {
            1 => "no vectors".to_string(),
            lanes => format!("vectors of {lanes}"),
        };
        let operations = count(self.operations, "operation");
        let place = if self.place.is_empty() { "" } else { "  from " };
        write!(f, "{loops}, {threads}, {vectors}, {operations}{place}{}", self.place)?;
        if self.group.is_empty() { Ok(()) } else { write!(f, ", {}", self.group) }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for function in &self.functions {
            write!(f, "{} on {}: ", function.name, self.device)?;
            writeln!(
                f,
                "{}, {}{}",
                count(function.nests.len(), "loop nest"),
                count(function.buffers.len(), "buffer"),
                match function.arena_bytes {
                    0 => String::new(),
                    bytes => format!(" of {bytes} bytes"),
                }
            )?;
            for (at, nest) in function.nests.iter().enumerate() {
                writeln!(f, "  nest {at}: {nest}")?;
            }
            for copy in &function.copies {
                let place = if copy.place.is_empty() { "" } else { "  from " };
                writeln!(f, "  copied in a loop: {}: {}{place}{}", copy.r#type, copy.why, copy.place)?;
            }
            for buffer in &function.buffers {
                let place = if buffer.place.is_empty() { "" } else { "  from " };
                let lies = match (buffer.start, buffer.slot) {
                    (Some(start), _) => format!(", from byte {start} of the arena"),
                    (None, Some(slot)) => format!(", in slot {slot} of the arena"),
                    (None, None) => String::new(),
                };
                writeln!(f, "  buffer: {}{lies}{place}{}", buffer.r#type, buffer.place)?;
            }
        }
        let total: Duration = self.phases.iter().map(|(_, time)| *time).sum();
        let passes =
            self.phases.iter().find(|(name, _)| name == PIPELINE).map_or(Duration::ZERO, |(_, time)| *time);
        writeln!(f, "compiled in {:.1} ms, {:.1} ms of it in passes", millis(total), millis(passes))?;
        for (name, text) in &self.stages {
            match f.alternate() {
                true => writeln!(f, "\n// ---- {name} ----\n{}", text.trim_end())?,
                false => writeln!(f, "  after {name}: {}", count(text.lines().count(), "line"))?,
            }
        }
        Ok(())
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
