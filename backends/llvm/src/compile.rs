//! One compilation: text → upstream module → passes → check → LLVM IR → optimisation → text or object.

use crate::check::check;
use crate::codegen;
use crate::context::{Worker, with_worker};
use crate::diagnostics::capture;
use crate::failure::{Failure, Message, Severity};
use crate::target::{Family, Target};
use crate::{fatal, process_options, sanitize, target};
use melior::Context;
use melior::ir::Module;
use melior::ir::block::BlockLike;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use std::time::{Duration, Instant};
use tf_abi::library::FailureKind;
use tf_abi::options::{Emit, Input, Options, Sanitize};
use tf_abi::stack;

/// The result of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Text or an object file, as the options request.
    pub bytes: Vec<u8>,
    /// The time of each phase, in order.
    pub phases: Vec<(&'static str, Duration)>,
}

/// Deepest nesting of brackets in a unit; MLIR's parser and passes recurse on it.
pub const NESTING: usize = 4096;
/// Nesting up to this depth fits the stack of any thread, even one of 2 MiB.
const SHALLOW: usize = 512;
/// Stack for each nesting level of deeper units, which run on a separate thread.
const STACK_PER_LEVEL: usize = 16 << 10;

/// Largest unit in bytes.
pub const SIZE: usize = 256 << 20;

/// Compiles a unit with this thread's context.
pub fn compile(unit: &str, options: &Options) -> Result<Artifact, Failure> {
    fatal::install();
    process_options::set();
    let nesting = guard(unit)?;
    if nesting <= SHALLOW {
        return compile_here(unit, options);
    }
    let no_thread = |error| {
        Failure::new(FailureKind::Unit, format!("cannot start a thread for a deeply nested unit: {error}"))
    };
    stack::run(nesting * STACK_PER_LEVEL, || compile_here(unit, options)).map_err(no_thread)?
}

fn compile_here(unit: &str, options: &Options) -> Result<Artifact, Failure> {
    let target = Target::from_options(options);
    let family = target.family()?;
    if family == Family::Nvptx && options.sanitize != Sanitize::None {
        return Err(Failure::new(
            FailureKind::Options,
            "AddressSanitizer instruments code for CPUs, not for GPUs",
        ));
    }
    target::initialize(family);
    let start = Instant::now();
    with_worker(|worker| {
        let mut phases = Phases { list: vec![("context", start.elapsed())], last: Instant::now() };
        let bytes = run(unit, options, &target, family, worker, &mut phases)?;
        Ok(Artifact { bytes, phases: phases.list })
    })
}

struct Phases {
    list: Vec<(&'static str, Duration)>,
    last: Instant,
}

impl Phases {
    fn end(&mut self, name: &'static str) {
        let now = Instant::now();
        self.list.push((name, now - self.last));
        self.last = now;
    }
}

fn run(
    unit: &str,
    options: &Options,
    target: &Target,
    family: Family,
    worker: &mut Worker,
    phases: &mut Phases,
) -> Result<Vec<u8>, Failure> {
    let Worker { context, machines, .. } = worker;
    let mut module = match options.input {
        Input::Mlir => parse(context, unit)?,
    };
    phases.end("parse");
    run_pipeline(context, &mut module, options)?;
    phases.end("passes");
    if options.emit == Emit::Mlir {
        return Ok(module.as_operation().to_string().into_bytes());
    }
    let root = translation_root(&module, family)?;
    check(root, target)?;
    phases.end("check");
    let machine = machines.get(target, options.opt)?;
    let translated = capture(context, || codegen::LlvmModule::translate(root, target, machine));
    let mut llvm = match translated {
        (Some(llvm), _) => llvm,
        (None, details) => {
            return Err(failure(FailureKind::Codegen, "translation to LLVM IR failed", details));
        }
    };
    phases.end("translate");
    if options.sanitize != Sanitize::None {
        sanitize::mark(&mut llvm);
    }
    llvm.optimize(machine, &passes(options))?;
    sanitize::instrument(&mut llvm, machine, options.sanitize)?;
    phases.end("optimize");
    let bytes = match options.emit {
        Emit::Llvm => llvm.text().into_bytes(),
        Emit::Asm => llvm.emit(machine, codegen::File::Assembly)?,
        Emit::Object | Emit::Mlir => llvm.emit(machine, codegen::File::Object)?,
    };
    phases.end("codegen");
    Ok(bytes)
}

fn passes(options: &Options) -> String {
    if options.passes.is_empty() { format!("default<O{}>", options.opt) } else { options.passes.clone() }
}

/// Rejects text that MLIR's parser cannot handle: NUL bytes end its input, and deep nesting overflows its
/// stack. Returns the nesting depth of the brackets.
fn guard(unit: &str) -> Result<usize, Failure> {
    let failed = |message: String| Err(Failure::new(FailureKind::Unit, message));
    if unit.len() > SIZE {
        return failed(format!("the unit has {} bytes; the limit is {SIZE}", unit.len()));
    }
    if unit.contains('\0') {
        return failed("the unit contains a NUL byte".into());
    }
    let depth = nesting(unit.as_bytes());
    if depth > NESTING {
        return failed(format!("the unit nests brackets deeper than {NESTING}"));
    }
    Ok(depth)
}

/// Nesting depth of brackets outside of strings. The `<` and `>` of arrows and comparisons are not counted.
fn nesting(text: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string) = (0usize, 0, false);
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            b'\n' => in_string = false,
            _ if in_string => {}
            b'>' if at > 0 && text[at - 1] == b'-' || text.get(at + 1) == Some(&b'=') => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
        at += 1;
    }
    deepest
}

fn parse<'c>(context: &'c Context, unit: &str) -> Result<Module<'c>, Failure> {
    let (module, details) = capture(context, || Module::parse(context, unit));
    module.ok_or_else(|| failure(FailureKind::Unit, "the unit is not valid MLIR", details))
}

fn run_pipeline(context: &Context, module: &mut Module<'_>, options: &Options) -> Result<(), Failure> {
    if options.pipeline.trim().is_empty() {
        return Ok(());
    }
    let (result, details) = capture(context, || {
        let manager = PassManager::new(context);
        manager.enable_verifier(options.verify_each);
        parse_pass_pipeline(manager.as_operation_pass_manager(), &options.pipeline)
            .map_err(|e| format!("the pass pipeline is malformed: {}", flatten(&e.to_string())))?;
        manager.run(module).map_err(|_| "a pass of the pipeline failed".to_owned())
    });
    result.map_err(|message| failure(FailureKind::Pipeline, &message, details))
}

/// A failure whose message is `message` followed by the first error among the details.
fn translation_root<'c, 'a>(module: &'a Module<'c>, family: Family) -> Result<OperationRef<'c, 'a>, Failure> {
    if family != Family::Nvptx {
        return Ok(module.as_operation());
    }
    let mut next = module.body().first_operation();
    while let Some(operation) = next {
        if operation.name().as_string_ref().as_str() == Ok("gpu.module") {
            return Ok(operation);
        }
        next = operation.next_in_block();
    }
    Err(Failure::new(FailureKind::Unit, "the unit has no gpu.module to generate GPU code from"))
}

/// A failure whose one line is `message` and the first error among the details.
fn failure(kind: FailureKind, message: &str, details: Vec<Message>) -> Failure {
    let message = match details.iter().find(|d| d.severity == Severity::Error) {
        Some(first) => format!("{message}: {}", first.text.lines().next().unwrap_or_default()),
        None => message.to_owned(),
    };
    Failure::new(kind, message).with(details)
}

fn flatten(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
