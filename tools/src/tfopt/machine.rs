//! The last stages of `--check-semantics` and `--bisect`: compares the machine code from emission and LLVM
//! with the interpreter at the memory stage.

use super::coverage::Coverage;
use super::semantics::FUEL;
use crate::compiled::answer;
use crate::freedom::{Freedom, has_flags};
use std::sync::Arc;
use tensorforge::{Device, Error, Executable, Session};
use tf_dialects::target::Level;
use tf_generate::{Answers, Difference, Run, inputs, inputs_of};
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::pass::{PassManager, Pipeline};
use tf_ir::rewrite::AllowedRules;

/// Extents that exercise whole vectors and epilogues.
const LARGE: [i64; 6] = [3, 16, 17, 33, 65, 70];
/// Random deviations that are tried if flags leave a choice.
const SAMPLES: u64 = 30;

/// Whether a pipeline ends at a stage from which processor code can be emitted: its last lowering spells out
/// everything that machines leave undefined. Kernels cannot be emitted for a processor.
pub(super) fn is_reached_by(pipeline: &Pipeline) -> bool {
    let has = |name: &str| pipeline.passes().iter().any(|step| step.info.name == name);
    has(tf_passes::machine::arith_guard::INFO.name) && !has(tf_passes::gpu::map_kernels::INFO.name)
}

/// A module lowered by a pipeline for a level; `None` if it fails, which the run itself reports.
pub(super) fn lowered(
    input: &Body,
    (pipeline, rules): (&Pipeline, &Arc<AllowedRules>),
    level: Level,
) -> Option<Body> {
    let mut module = input.duplicate();
    level.target_here().describe_all(&mut module);
    let mut manager = PassManager::new(pipeline.clone());
    manager.rules = rules.clone();
    let report = manager.run(&mut module, &mut |_| {});
    report.ok.then_some(module)
}

/// Compiles modules at the memory stage, each for its level of the instruction set, and compares the answers
/// of their functions. Levels that this machine does not support are left out.
///
/// # Errors
/// The first function with a different answer, and the levels at which it differs, or the reason for which
/// machine code is missing.
pub(super) fn check(
    stages: impl Iterator<Item = (Level, Body)>,
    inputs: u64,
    coverage: &mut Coverage,
) -> Result<(), Diagnostic> {
    let nowhere =
        |error: Error| Diagnostic::error(Location::UNKNOWN, error.to_string()).code(&codes::CODE_GENERATION);
    let session = Session::new().map_err(nowhere)?;
    let mut found: Option<WrongAnswer> = None;
    let mut right = Vec::new();
    for (level, module) in stages.filter(|(level, _)| level.runs_here()) {
        let device = Device::cpu().with_pipeline("").with_level(level);
        let exe = session.compile_module(&module, &device).map_err(nowhere)?;
        let freedom = has_flags(&module).then(|| Freedom::of_flags(&session, &module));
        let all = answers(&module, &exe, inputs);
        coverage.machine_code_at(level.to_string());
        match first_wrong(&exe, &all, freedom.as_ref(), coverage) {
            None => right.push(level),
            Some((function, difference)) => {
                let place = location(&module, &function);
                let wrong = WrongAnswer { levels: Vec::new(), function, difference, place };
                found.get_or_insert(wrong).levels.push(level);
            }
        }
    }
    found.map_or(Ok(()), |wrong| Err(wrong.report(&right)))
}

/// Machine code with a wrong answer.
struct WrongAnswer {
    levels: Vec<Level>,
    function: String,
    difference: Difference,
    place: Location,
}

impl WrongAnswer {
    fn report(&self, right: &[Level]) -> Diagnostic {
        let WrongAnswer { levels, function, difference, place } = self;
        let at = names(levels);
        let message = format!("emission and LLVM ({at}) change the result of '@{function}': {difference}");
        let error = Diagnostic::error(*place, message).code(&codes::WRONG_ANSWER);
        match right {
            [] => error,
            _ => error.note(Location::UNKNOWN, format!("the machine code for {} is correct", names(right))),
        }
    }
}

fn names(levels: &[Level]) -> String {
    levels.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn location(module: &Body, function: &str) -> Location {
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let mut named = bodies.filter(|body| symbol_name(body, body.root()) == Some(function));
    named.next().map_or(Location::UNKNOWN, |body| body.loc(body.root()))
}

/// The interpreter's answers at the memory stage, for small and for larger arguments.
fn answers(module: &Body, exe: &Executable, count: u64) -> Vec<Answers> {
    let of = |name: &str| {
        let small = (0..count).filter_map(|seed| Some((seed, inputs(module, name, seed)?)));
        let large = (count..2 * count).filter_map(|s| Some((s, inputs_of(module, name, s, &LARGE)?)));
        Answers::on(module, name, small.chain(large), FUEL)
    };
    exe.entries().map(|entry| of(entry.signature().name())).collect()
}

fn first_wrong(
    exe: &Executable,
    all: &[Answers],
    freedom: Option<&Freedom>,
    coverage: &mut Coverage,
) -> Option<(String, Difference)> {
    for answers in all {
        let name = answers.entry();
        coverage.of_machine_code(name, answers.runs().len(), answers.left_out());
        let entry = exe.entry(name).ok()?;
        for run in answers.runs() {
            let difference = match answer(&entry, run) {
                Ok(found) => run.difference(&found).and_then(|difference| match freedom {
                    None => Some(difference),
                    Some(freedom) => freedom.difference(name, run, &found, SAMPLES, FUEL),
                }),
                Err(error) => Some(refused(run, error.to_string())),
            };
            if let Some(difference) = difference {
                return Some((name.to_string(), difference));
            }
        }
    }
    None
}

fn refused(run: &Run, why: String) -> Difference {
    let (place, expected) = ("the call".to_string(), "results".to_string());
    Difference { seed: run.seed, place, expected, found: why }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module of one function, at the memory stage.
    fn lowered(session: &Session, op: &str) -> Body {
        let text = format!(
            "func.func @f(%x: tensor<13xf32>, %y: tensor<13xf32>) -> tensor<13xf32> {{
               %z = arith.{op} %x, %y : tensor<13xf32>
               return %z : tensor<13xf32>
             }}"
        );
        let mut module = session.parse("test", &text).expect("the text is right");
        session.run_passes(&mut module, &tensorforge::pipelines::cpu()).expect("it can be lowered");
        module
    }

    #[test]
    fn code_of_another_program_is_wrong() {
        let session = Session::new().expect("sessions need nothing");
        let (right, wrong) = (lowered(&session, "addf"), lowered(&session, "subf"));
        let compile = |module| session.compile_module(module, Device::cpu().with_pipeline(""));
        let (right_code, wrong_code) =
            (compile(&right).expect("compiles"), compile(&wrong).expect("compiles"));
        let expected = answers(&right, &right_code, 2);
        let mut coverage = Coverage::default();
        assert!(first_wrong(&right_code, &expected, None, &mut coverage).is_none());
        assert!(!coverage.is_empty());
        let (function, difference) =
            first_wrong(&wrong_code, &expected, None, &mut coverage).expect("a difference is found");
        assert_eq!(function, "f");
        let wrong = WrongAnswer { levels: vec![Level::Host], function, difference, place: Location::UNKNOWN };
        let report = wrong.report(&[Level::V2]);
        assert_eq!(report.notes.len(), 1);
        assert!(
            report
                .message
                .starts_with("emission and LLVM (host) change the result of '@f': input seed 0, result #0[")
        );
        assert_eq!(report.code, Some(&codes::WRONG_ANSWER));
    }
}
