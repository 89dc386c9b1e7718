//! Fuzzing of pass work: runs random programs through the pipelines and reports passes that add undeclared
//! work.

use std::collections::BTreeMap;
use std::fmt;
use tensorforge::pipelines;
use tf_generate::Config;
use tf_generate::work::{Constant, WorkReport, WorkWatch};
use tf_ir::body::Body;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::diag::Severity;
use tf_ir::pass::{Event, PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{PrintOptions, print_module};
use tf_ir::verify::verify;

use super::programs::module_of;

/// The size of named extents.
const EXTENT: i64 = 8;

/// Interpreter steps that the original program may take.
const STEPS: u64 = 60_000;

/// A program in which a pass adds work.
#[derive(Clone, Debug)]
pub struct Added {
    /// The seed of the program.
    pub seed: u64,
    /// The pipeline: `cpu` or `simt`.
    pub setup: &'static str,
    /// The work that the first pass adds, or the reason for which the pipeline failed.
    pub what: String,
    /// The program.
    pub program: String,
}

impl fmt::Display for Added {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Added { seed, setup: mode, what, program } = self;
        write!(f, "seed {seed}, {mode}: {what}\n{program}")
    }
}

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// Programs whose work was compared.
    pub programs: u64,
    /// Pipeline steps around which it was compared.
    pub steps: usize,
    /// By pass: the number of steps at which a doubling of its work would have been detected, and the number
    /// of all steps.
    pub doubled: BTreeMap<&'static str, (usize, usize)>,
    /// The largest need of each constant of allowances, with the pass and the seed of the program.
    pub needed: BTreeMap<Constant, (u64, &'static str, u64)>,
    /// Programs in which a pass adds work.
    pub added: Vec<Added>,
}

impl Counted {
    /// Adds the counts of another run.
    pub fn add(&mut self, other: Counted) {
        self.programs += other.programs;
        self.steps += other.steps;
        self.added.extend(other.added);
        self.add_doubled(&other.doubled);
        other.needed.into_iter().for_each(|(constant, need)| self.need(constant, need));
    }

    fn need(&mut self, constant: Constant, need: (u64, &'static str, u64)) {
        let largest = self.needed.entry(constant).or_insert(need);
        *largest = if need.0 > largest.0 { need } else { *largest };
    }

    /// The largest need of each constant of allowances.
    pub fn constants(&self) -> String {
        let one = |(constant, (value, pass, seed)): (&Constant, &(u64, &str, u64))| {
            let (name, stated) = (constant.name(), constant.stated());
            format!("{value} {name} of {stated} are needed, most by '{pass}' (seed {seed})")
        };
        self.needed.iter().map(one).collect::<Vec<_>>().join("\n")
    }

    fn add_doubled(&mut self, other: &BTreeMap<&'static str, (usize, usize)>) {
        for (pass, (named, all)) in other {
            let sums = self.doubled.entry(pass).or_default();
            *sums = (sums.0 + named, sums.1 + all);
        }
    }

    /// The planted doublings, all and by pass, if one was missed.
    pub fn planted(&self) -> String {
        let sum = |of: fn(&(usize, usize)) -> usize| self.doubled.values().map(of).sum::<usize>();
        let mut text = format!("{} of {} planted doublings named", sum(|one| one.0), sum(|one| one.1));
        for (pass, (named, all)) in self.doubled.iter().filter(|(_, (named, all))| named < all) {
            text += &format!("\n  {pass}: {named} of {all}");
        }
        text
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counted { programs, steps, added, .. } = self;
        write!(f, "{programs} programs, {steps} steps compared, {} programs with added work", added.len())
    }
}

/// The pipelines whose passes must not exceed the work that they declare.
pub fn compared_pipelines() -> [(&'static str, String); 2] {
    [("cpu", pipelines::cpu()), ("simt", pipelines::simt())]
}

/// Pipelines with a planted pass that adds work, by the name of the pass.
pub fn planted() -> [(&'static str, String); 4] {
    let setup = |pass: &'static str, before: &str| {
        (pass, format!("func.func(settle-policies),name-extents,func.func(unify-extents,{before}{pass})"))
    };
    [
        setup("test-recompute", "tensor-decompose,"),
        setup("test-copy-carried", "tensor-decompose,tensor-to-loops,"),
        setup("test-quadratic-sort", ""),
        setup("test-linear-search", ""),
    ]
}

/// Counts the work of the programs of some seeds around the passes of these pipelines.
pub fn count(seeds: impl IntoIterator<Item = u64>, compared_pipelines: &[(&'static str, String)]) -> Counted {
    let mut dialects = Registry::new();
    tf_dialects::register_all(&mut dialects);
    let ctx = Context::new(dialects);
    let mut passes = PassRegistry::new();
    tf_passes::register_all(&mut passes);
    crate::tfopt::test_passes::register(&mut passes);
    let mut counted = Counted::default();
    for seed in seeds {
        let config = if seed % 3 == 0 { Config::for_machine_code() } else { Config::default() };
        let functions = tf_generate::functions(&ctx, seed, &config, &format!("p{seed}"));
        let module = module_of(&ctx, &functions);
        if verify(&module).is_err() {
            continue;
        }
        let mut known = false;
        for (setup, pipeline) in compared_pipelines {
            let (report, failure) = run(&module, &passes, pipeline, seed);
            known |= report.compared > 0;
            counted.steps += report.compared;
            counted.add_doubled(&report.doubled);
            for (constant, (value, pass)) in &report.needed {
                counted.need(*constant, (*value, pass, seed));
            }
            let first = report
                .found
                .first()
                .map(|(pass, name, found)| format!("pass '{pass}' adds work to '@{name}': {found}"));
            if let Some(what) = failure.or(first) {
                let program = print_module(&module, &PrintOptions::default());
                counted.added.push(Added { seed, setup, what, program });
            }
        }
        counted.programs += u64::from(known);
    }
    counted
}

/// Runs a pipeline on a copy of a module; returns the counts, and the reason for which the pipeline failed.
fn run(module: &Body, passes: &PassRegistry, pipeline: &str, seed: u64) -> (WorkReport, Option<String>) {
    let pipeline = Pipeline::parse(module.ctx(), passes, Module::NAME, pipeline, "<pipeline>");
    let pipeline =
        pipeline.unwrap_or_else(|errors| panic!("a pipeline of the compiler is valid: {errors:?}"));
    let mut manager = PassManager::new(pipeline);
    let watch = WorkWatch::new(EXTENT, seed).within(STEPS);
    manager.instrumentations.push(Box::new(watch.clone()));
    let mut failure = None;
    let report = manager.run(&mut module.duplicate(), &mut |event| match event {
        Event::Diagnostic(d) if d.severity == Severity::Error && d.code != Some(&tf_ir::codes::WORK) => {
            failure.get_or_insert(d.message);
        }
        _ => {}
    });
    (watch.report(), failure.filter(|_| !report.ok))
}
