//! Constants versus arguments: the meaning of a program does not depend on whether a scalar is known at
//! compile time.
//!
//! Each program has scalar operands that are arguments, mostly with values at the ends of their types.
//! Versions in which all of these operands are constants, or some, must give the interpreter's answer on each
//! device.

use super::programs::{Fault, Report, Setup, Subject, assemble, batch, limited_session};
use tf_generate::{Answers, Config, Probe, Random, probe};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::text::{PrintOptions, print_module};
use tf_ir::verify::verify;

/// Op executions that a run in the interpreter may take.
const FUEL: u64 = 200_000;

/// Which scalar operands are constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// None.
    Arguments,
    /// All.
    Constants,
    /// Each with probability 1/2.
    Mixed,
}

/// The versions that are compared.
pub const VERSIONS: [Version; 3] = [Version::Arguments, Version::Constants, Version::Mixed];

/// The functions of a version of a program, whose entry has the name [`entry`].
pub fn functions(probe: &Probe, seed: u64, version: Version) -> Vec<Body> {
    let mut random = Random::new(!seed);
    probe.with_constants(|_| match version {
        Version::Arguments => false,
        Version::Constants => true,
        Version::Mixed => random.chance(50),
    })
}

/// The name of a version's entry.
pub fn entry(seed: u64, version: Version) -> String {
    format!("p{seed}_{}", format!("{version:?}").to_lowercase())
}

/// The interpreter's answers if all of these operands are arguments; `None` if nothing can be compared.
pub fn answers(ctx: &Context, probe: &Probe, name: &str, seed: u64) -> Option<Answers> {
    let module = assemble(ctx, &probe.functions, Some("strict"));
    let answers = Answers::on(&module, name, [(seed, probe.args.clone())], FUEL);
    (!answers.runs().is_empty()).then_some(answers)
}

/// Compares the programs of some seeds, compiled together.
pub fn compare(seeds: impl IntoIterator<Item = u64>, setups: &[Setup], config: &Config) -> Report {
    let session = match limited_session() {
        Ok(session) => session,
        Err(error) => panic!("a session needs nothing: {error}"),
    };
    let ctx = session.context();
    let (mut report, mut subjects) = (Report::default(), Vec::new());
    for seed in seeds {
        let first = entry(seed, Version::Arguments);
        let Some(expected) = probe(ctx, seed, config, &first).and_then(|p| answers(ctx, &p, &first, seed))
        else {
            continue;
        };
        report.programs += 1;
        for version in VERSIONS {
            let name = entry(seed, version);
            let Some(probe) = probe(ctx, seed, config, &name) else { continue };
            let functions = functions(&probe, seed, version);
            let module = assemble(ctx, &functions, Some("strict"));
            match verify(&module) {
                Ok(()) => subjects.push(Subject { seed, name, functions, answers: expected.clone() }),
                Err(errors) => {
                    let what = errors.first().map_or_else(String::new, |error| error.message.clone());
                    let program = print_module(&module, &PrintOptions::default());
                    let what = format!("constants make it invalid: {what}");
                    report.faults.push(Fault {
                        seed,
                        setup: "verify",
                        level: Default::default(),
                        what,
                        program,
                    });
                }
            }
        }
    }
    for setup in setups {
        batch(&session, &subjects, setup, &mut report);
    }
    report
}
