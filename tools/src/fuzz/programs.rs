//! Compares random programs compiled for the processor with the interpreter.
//!
//! In strict mode, answers must be equal bit for bit; where flags leave a choice, they must be within the
//! range of answers that the interpreter gives with random choices (`Spread`). Many programs share one
//! module, because compilation dominates the time.

use super::shrink;
use crate::compiled::answer;
use crate::freedom::Freedom;
use std::fmt;
use std::time::Duration;
use tensorforge::{Device, Executable, Level, Limits, Session, pipelines};
use tf_dialects::arith::{FastMath, FlagSet};
use tf_generate::{Answers, Config, functions, inputs, inputs_of};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::location::Location;
use tf_ir::text::{PrintOptions, print_module};
use tf_ir::verify::verify;
use tf_ir::walk::walk;

/// Op executions that a run in the interpreter may take.
const FUEL: u64 = 400_000;
/// Inputs of small extents per program.
const SMALL: u64 = 2;
/// Extents that exercise whole vectors, epilogues and several threads.
const LARGE: [i64; 8] = [3, 8, 16, 17, 33, 40, 65, 70];
/// Random deviations that are tried at first, and before a difference counts.
const SAMPLES: [u64; 2] = [4, 60];

/// The time limit of a call, for programs that the interpreter runs in [`FUEL`] steps.
const LONGEST_CALL: Duration = Duration::from_secs(10);

/// The configuration of a compilation, and the required precision of its answers.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its name in messages.
    pub name: &'static str,
    /// The device that runs the code.
    pub device: Device,
    /// The numerics mode of the functions.
    pub numerics: &'static str,
    /// The pass pipeline; empty for that of the device.
    pub pipeline: String,
    /// Whether the programs' operations carry fast-math flags themselves.
    pub flags: bool,
    /// The instruction set of the code.
    pub level: Level,
}

/// The configurations that are compared with the interpreter, for code of a level.
pub fn setups(level: Level) -> Vec<Setup> {
    let (full, plain) = (pipelines::cpu(), pipelines::cpu_reference());
    let setup = |name, numerics, pipeline: &str, flags| {
        let pipeline = pipeline.to_string();
        Setup { name, device: Device::cpu(), numerics, pipeline, flags, level }
    };
    vec![
        setup("strict", "strict", &full, false),
        setup("standard", "standard", &full, false),
        setup("reference", "strict", &plain, false),
        setup("flags", "strict", &full, true),
    ]
}

/// The configurations for kernels without a GPU: in the interpreter, which runs them thread by thread, in
/// machine code, and in machine code with a host that checks the status of traps, as for a GPU.
pub fn mapped() -> Vec<Setup> {
    vec![
        kernels("simt", Device::simt(), "strict", pipelines::simt()),
        kernels("simt-standard", Device::simt(), "standard", pipelines::simt()),
        kernels("simt-compiled", Device::simt_compiled(), "strict", pipelines::simt()),
        kernels("simt-noted", Device::simt_compiled(), "strict", pipelines::device("sm_80")),
    ]
}

/// The configurations for the first GPU of this machine, with the pipeline for its architecture.
pub fn on_gpu() -> Vec<Setup> {
    let setup = |name, numerics| kernels(name, Device::cuda(0), numerics, String::new());
    vec![setup("cuda", "strict"), setup("cuda-standard", "standard")]
}

fn kernels(name: &'static str, device: Device, numerics: &'static str, pipeline: String) -> Setup {
    Setup { name, device, numerics, pipeline, flags: false, level: Level::Host }
}

impl Setup {
    /// The device with the configuration's pipeline and level.
    pub fn device(&self) -> Device {
        let device = self.device.clone().with_level(self.level);
        if self.pipeline.is_empty() { device } else { device.with_pipeline(self.pipeline.clone()) }
    }
}

/// A program with a wrong answer.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The seed of the program.
    pub seed: u64,
    /// The name of the configuration.
    pub setup: &'static str,
    /// The level of the code.
    pub level: Level,
    /// The difference, or the reason for which it could not be compiled.
    pub what: String,
    /// The smallest program found with the fault, as text.
    pub program: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { seed, setup: mode, level, what, program } = self;
        write!(f, "seed {seed}, {mode} at {level}: {what}\n{program}")
    }
}

/// Counts and faults of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Programs that were valid.
    pub programs: u64,
    /// Answers that were compared, over all configurations.
    pub compared: u64,
    /// How many of these answers are results instead of traps.
    pub completed: u64,
    /// Answers that flags leave open.
    pub open: u64,
    /// The faults.
    pub faults: Vec<Fault>,
}

impl Report {
    /// Adds another report.
    pub fn add(&mut self, other: Report) {
        self.programs += other.programs;
        self.compared += other.compared;
        self.completed += other.completed;
        self.open += other.open;
        self.faults.extend(other.faults);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { programs, compared, completed, open, faults } = self;
        write!(f, "{programs} programs, {compared} answers compared, {completed} of them results, ")?;
        write!(f, "{open} undetermined because of flags, {} faults", faults.len())
    }
}

/// A program of a batch, with its expected answers.
pub(super) struct Subject {
    pub(super) seed: u64,
    pub(super) name: String,
    pub(super) functions: Vec<Body>,
    pub(super) answers: Answers,
}

/// A session that reports invalid IR after a pass as a fault, even if later passes repair it.
///
/// # Errors
/// If the session cannot be made.
pub(super) fn session() -> Result<Session, tensorforge::Error> {
    Session::builder().verify_each(true).build()
}

/// As [`session`]; a call that does not end is a fault, too.
///
/// # Errors
/// If the session cannot be made.
pub(super) fn limited_session() -> Result<Session, tensorforge::Error> {
    Session::builder().verify_each(true).limits(Limits::new().time(LONGEST_CALL)).build()
}

/// Compares the programs of some seeds, compiled together. Running times are not compared.
pub fn compare(seeds: impl IntoIterator<Item = u64>, setups: &[Setup], config: &Config) -> Report {
    let session = match session() {
        Ok(session) => session,
        Err(error) => panic!("a session needs nothing: {error}"),
    };
    let seeds: Vec<u64> = seeds.into_iter().collect();
    let mut report = Report::default();
    for (i, setup) in setups.iter().enumerate() {
        let config = Config { flags_percent: if setup.flags { 100 } else { 0 }, ..*config };
        let subjects: Vec<Subject> =
            seeds.iter().filter_map(|seed| subject(session.context(), *seed, &config)).collect();
        if i == 0 {
            report.programs = subjects.len() as u64;
        }
        batch(&session, &subjects, setup, &mut report);
    }
    for fault in &mut report.faults {
        if let Some(setup) =
            setups.iter().find(|setup| (setup.name, setup.level) == (fault.setup, fault.level))
        {
            (fault.what, fault.program) = shrink::smallest(fault, setup, config);
        }
    }
    report
}

/// The first fault of one program, if it has one.
pub fn fault_of(
    session: &Session,
    name: &str,
    functions: &[Body],
    seed: u64,
    setup: &Setup,
) -> Option<Fault> {
    let functions: Vec<Body> = functions.iter().map(Body::duplicate).collect();
    let module = assemble(session.context(), &functions, None);
    verify(&module).ok()?;
    let answers = answers(&module, name, seed);
    let subject = Subject { seed, name: name.to_string(), functions, answers };
    let mut report = Report::default();
    batch(session, &[subject], setup, &mut report);
    report.faults.pop()
}

pub(super) fn subject(ctx: &Context, seed: u64, config: &Config) -> Option<Subject> {
    let name = format!("p{seed}");
    let functions = functions(ctx, seed, config, &name);
    let module = assemble(ctx, &functions, None);
    verify(&module).ok()?;
    let answers = answers(&module, &name, seed);
    (!answers.runs().is_empty()).then_some(Subject { seed, name, functions, answers })
}

/// The interpreter's answers for small and for large arguments.
fn answers(module: &Body, name: &str, seed: u64) -> Answers {
    let small = (seed..seed + SMALL).filter_map(|s| Some((s, inputs(module, name, s)?)));
    let large = inputs_of(module, name, seed + SMALL, &LARGE).map(|given| (seed + SMALL, given));
    Answers::on(module, name, small.chain(large), FUEL)
}

/// A module of copies of functions.
pub(super) fn module_of(ctx: &Context, functions: &[Body]) -> Body {
    assemble(ctx, functions, None)
}

/// A module of copies of functions, in a numerics mode.
pub(super) fn assemble<'f>(
    ctx: &Context,
    functions: impl IntoIterator<Item = &'f Body>,
    numerics: Option<&str>,
) -> Body {
    let mut module = tf_ir::builtin::module(ctx, Location::UNKNOWN);
    let block = module.entry_block().expect("a module has a block");
    for function in functions {
        let mut copy = function.duplicate();
        if let Some(mode) = numerics {
            let root = copy.root();
            copy.set_attr(root, "tf.numerics", ctx.string_attr(mode));
        }
        let op = module.adopt(copy);
        module.append(block, op);
    }
    module
}

/// Compiles programs together and compares each; where that fails, one by one.
pub(super) fn batch(session: &Session, subjects: &[Subject], setup: &Setup, report: &mut Report) {
    if subjects.is_empty() {
        return;
    }
    let ctx = session.context();
    let device = setup.device();
    let functions = subjects.iter().flat_map(|s| &s.functions);
    let module = assemble(ctx, functions, Some(setup.numerics));
    match (session.compile_module(&module, &device), subjects) {
        (Ok(exe), _) => {
            for subject in subjects {
                if let Some(what) = wrong_answer(session, &exe, subject, setup, report) {
                    report.faults.push(fault(ctx, subject, setup, what));
                }
            }
        }
        (Err(error), [subject]) => {
            let what = format!("cannot be compiled: {error}");
            report.faults.push(fault(ctx, subject, setup, what));
        }
        (Err(_), _) => {
            // The faulty programs are in one half or in both.
            let (first, second) = subjects.split_at(subjects.len() / 2);
            batch(session, first, setup, report);
            batch(session, second, setup, report);
        }
    }
}

pub(super) fn fault(ctx: &Context, subject: &Subject, setup: &Setup, what: String) -> Fault {
    let module = assemble(ctx, &subject.functions, Some(setup.numerics));
    let program = print_module(&module, &PrintOptions::default());
    Fault { seed: subject.seed, setup: setup.name, level: setup.level, what, program }
}

/// True if an operation of a function carries fast-math flags: sums over a shared loop of a group always do.
fn has_flags(function: &Body) -> bool {
    let mut found = false;
    walk(function, function.root(), &mut |body, op| {
        found |= FastMath::of(body.op(op)) != FastMath::NONE;
    });
    found
}

/// The first answer of the compiled program that is not allowed.
fn wrong_answer(
    session: &Session,
    exe: &Executable,
    subject: &Subject,
    setup: &Setup,
    report: &mut Report,
) -> Option<String> {
    let entry = exe.entry(&subject.name).ok()?;
    let free = setup.numerics != "strict" || subject.functions.iter().any(has_flags);
    let freedom = free.then(|| {
        Freedom::of_modes(session, &assemble(session.context(), &subject.functions, Some(setup.numerics)))
    });
    for run in subject.answers.runs() {
        // The meaning of an index that overflows 64 bits is unspecified.
        if matches!(&run.answer, Err(why) if why.contains("index arithmetic")) {
            continue;
        }
        let found = match answer(&entry, run) {
            Ok(found) => found,
            Err(error) => return Some(error.to_string()),
        };
        let difference = match &freedom {
            None => run.difference(&found),
            Some(freedom) => {
                let spread = |samples| freedom.spread(&subject.name, run, samples, 2 * FUEL);
                match spread(SAMPLES[0]) {
                    None => {
                        report.open += 1;
                        continue;
                    }
                    Some(few) => few.difference(&found).and_then(|_| spread(SAMPLES[1])?.difference(&found)),
                }
            }
        };
        report.compared += 1;
        report.completed += u64::from(run.answer.is_ok());
        if let Some(difference) = difference {
            return Some(difference.to_string());
        }
    }
    None
}
