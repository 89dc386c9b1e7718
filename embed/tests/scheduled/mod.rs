//! Random computes under random schedules, as machine code: for any schedule, the answer is the
//! interpreter's, with the same bits for any number of threads. Integers, and floats where nothing is folded,
//! are equal bit for bit. A sum of n rounded terms may come in another order: it is within `(n + 4) * eps` of
//! the interpreter's times the sum of the magnitudes of the terms; `eps` is the distance from 1 to the next
//! float. Two orders of n terms differ by at most `(n - 1) * eps` of that; the 4 are for products that are
//! rounded once, with the sum, and for code after the folds.
//!
//! `CASES=5000 FIRST=1000` runs a campaign.

mod groups;
mod program;
mod steps;

use crate::scheduled::program::{Closeness, Program};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tensorforge::ir::builtin::Module;
use tensorforge::ir::diag::Sources;
use tensorforge::ir::pass::{Event, PassManager, Pipeline};
use tensorforge::{Array, DType, Device, Executable, Level, Session, pipelines};
use tf_generate::Random;

/// Computes that are compiled together.
const BATCH: u64 = 15;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The remarks on a schedule.
enum Outcome {
    /// The text is not valid, or the compute may not follow it.
    Refused(String),
    /// A part of it is left out, with a remark.
    LeftOut(String),
    Followed,
}

/// A compute with its schedule, and its expected answer.
struct Subject {
    seed: u64,
    program: Program,
    steps: Vec<String>,
    text: String,
    /// Arguments, answers, and how large the terms of each are together.
    runs: Vec<(Vec<Array>, Vec<Array>, Vec<Array>)>,
}

/// What came out.
#[derive(Default)]
struct Report {
    followed: u64,
    left_out: Vec<String>,
    refused: Vec<String>,
    /// How many schedules that were followed have each step.
    steps: BTreeMap<String, u64>,
    answers: u64,
    faults: Vec<String>,
}

fn subject(seed: u64) -> Subject {
    let program = Program::new(seed);
    let steps = steps::steps(&mut Random::new(seed ^ 0x5ced), &program);
    let text = program.text(&format!("p{seed}"), &steps, false);
    Subject { seed, program, steps, text, runs: Vec::new() }
}

/// The passes' remarks on a schedule.
fn outcome(session: &Session, text: &str) -> Result<Outcome, String> {
    let mut module = match session
        .parse("scheduled.mlir", text)
        .and_then(|module| session.verify(&module).map(|()| module))
    {
        Ok(module) => module,
        Err(error) => return Ok(Outcome::Refused(error.to_string())),
    };
    let ctx = session.context();
    let pipeline = Pipeline::parse(ctx, session.passes(), Module::NAME, &pipelines::cpu(), "cpu");
    let pipeline = pipeline.unwrap_or_else(|errors| panic!("{}", errors[0].message));
    let mut said = String::new();
    let report = PassManager::new(pipeline).run(&mut module, &mut |event| {
        if let Event::Diagnostic(diagnostic) = event {
            said.push_str(&Sources::default().render(ctx, &diagnostic));
        }
    });
    match (report.ok, said.is_empty()) {
        (true, true) => Ok(Outcome::Followed),
        (true, false) => Ok(Outcome::LeftOut(said)),
        (false, _) if said.contains("schedule") && !said.contains("panicked") => Ok(Outcome::Refused(said)),
        (false, _) => Err(format!("fails to compile: {said}")),
    }
}

/// Has the interpreter answer.
fn answer(session: &Session, subject: &mut Subject) {
    let call = |text: &str, args: &[Array]| -> Vec<Array> {
        let exe = session.compile_text(text, Device::interp()).unwrap_or_else(|e| panic!("{e}\n{text}"));
        exe.call(args).unwrap_or_else(|e| panic!("{e}\n{text}"))
    };
    let program = &subject.program;
    let plain = program.text("main", &[], false);
    let sizes = (program.close == Closeness::Rounding).then(|| program.text("main", &[], true));
    for run in 0..program.runs() {
        let args = program.arguments(subject.seed, run);
        let wanted = call(&plain, &args);
        let sizes = sizes.as_ref().map_or_else(Vec::new, |text| call(text, &args));
        subject.runs.push((args, wanted, sizes));
    }
}

/// The first element outside of its tolerance.
fn difference(
    program: &Program,
    run: usize,
    (found, wanted, sizes): (&Array, &Array, Option<&Array>),
) -> Option<String> {
    let eps = match wanted.dtype() {
        DType::F64 => f64::EPSILON,
        _ => f64::from(f32::EPSILON),
    };
    let sizes: Vec<f64> =
        sizes.map_or_else(Vec::new, |sizes| sizes.scalars().map(|size| size.to_f64()).collect());
    let most = |at: usize| (program.terms(run) + 4) as f64 * eps * sizes[at];
    let mut pairs = found.scalars().zip(wanted.scalars()).enumerate();
    let wrong = pairs.find(|(at, (found, wanted))| match program.close {
        Closeness::Bits => {
            found.bits() != wanted.bits() && !(found.to_f64().is_nan() && wanted.to_f64().is_nan())
        }
        Closeness::Number => found.to_f64() != wanted.to_f64(),
        Closeness::Rounding => {
            let off = (found.to_f64() - wanted.to_f64()).abs();
            off.is_nan() || off > most(*at)
        }
    });
    wrong.map(|(at, (found, wanted))| format!("element {at} is {}, not {}", found.to_f64(), wanted.to_f64()))
}

fn bits(arrays: &[Array]) -> Vec<u64> {
    arrays.iter().flat_map(|array| array.scalars().map(|scalar| scalar.bits()).collect::<Vec<_>>()).collect()
}

/// Compares the results of two programs with different thread counts with the expected ones.
fn compare(subject: &Subject, exes: &[Executable; 2], name: &str, report: &mut Report) {
    let entry = format!("p{}", subject.seed);
    let mut wrong = |what: String| {
        report.faults.push(format!("seed {} {name}: {what}\n{}", subject.seed, subject.text));
    };
    for (run, (args, wanted, sizes)) in subject.runs.iter().enumerate() {
        let call = |exe: &Executable| -> Result<Vec<Array>, tensorforge::Error> {
            exe.entry(&entry)?.call(&args[..])
        };
        let (one, other) = match (call(&exes[0]), call(&exes[1])) {
            (Ok(one), Ok(other)) => (one, other),
            (Err(error), _) | (_, Err(error)) => return wrong(format!("run {run} stops: {error}")),
        };
        if let Some(why) = difference(&subject.program, run, (&one[0], &wanted[0], sizes.first())) {
            return wrong(format!("run {run}: {why}"));
        }
        if bits(&one) != bits(&other) {
            return wrong(format!("run {run}: threads change bits"));
        }
        report.answers += 1;
    }
}

/// Compiles computes together, for one thread and for several.
fn compiled(sessions: &[Session; 2], subjects: &[Subject], device: &Device, report: &mut Report) {
    if subjects.is_empty() {
        return;
    }
    let text: String = subjects.iter().map(|subject| subject.text.as_str()).collect();
    let both = (sessions[0].compile_text(&text, device), sessions[1].compile_text(&text, device));
    match both {
        (Ok(one), Ok(other)) => {
            let exes = [one, other];
            subjects.iter().for_each(|subject| compare(subject, &exes, &device.to_string(), report));
        }
        (Err(error), _) | (_, Err(error)) => match subjects {
            [subject] => report.faults.push(format!("seed {}: {error}\n{}", subject.seed, subject.text)),
            _ => {
                let (some, others) = subjects.split_at(subjects.len() / 2);
                compiled(sessions, some, device, report);
                compiled(sessions, others, device, report);
            }
        },
    }
}

/// Sessions of one thread and of several, which share compiled code.
fn sessions(folder: &PathBuf, threads: usize) -> [Session; 2] {
    [1, threads].map(|threads| {
        Session::builder().threads(threads).cache_dir(folder).build().unwrap_or_else(|e| panic!("{e}"))
    })
}

/// Compares the computes of some seeds.
fn batch(seeds: std::ops::Range<u64>, report: &mut Report) {
    let number = seeds.start / BATCH;
    let folder = std::env::temp_dir().join(format!("tf-scheduled-{}-{number}", std::process::id()));
    let sessions = sessions(&folder, 2 + (number % 2) as usize);
    let mut subjects = Vec::new();
    for seed in seeds {
        let mut subject = subject(seed);
        match outcome(&sessions[0], &subject.text) {
            Ok(Outcome::Followed) => {
                report.followed += 1;
                for step in &subject.steps {
                    let word = step.split('(').next().unwrap_or_default().to_string();
                    *report.steps.entry(word).or_default() += 1;
                    if let Some((_, tail)) = step.split_once("tail = ") {
                        *report.steps.entry(tail.trim_end_matches(')').to_string()).or_default() += 1;
                    }
                }
            }
            Ok(Outcome::LeftOut(why)) => {
                report.left_out.push(format!("seed {seed}: {why}\n{}", subject.text))
            }
            Ok(Outcome::Refused(why)) => {
                report.refused.push(format!("seed {seed}: {why}\n{}", subject.text));
                continue;
            }
            Err(why) => {
                report.faults.push(format!("seed {seed}: {why}\n{}", subject.text));
                continue;
            }
        }
        answer(&sessions[0], &mut subject);
        subjects.push(subject);
    }
    compiled(&sessions, &subjects, &Device::cpu(), report);
    // A share at levels that have other vectors, and no masks.
    let levels = [Level::V3, Level::V2];
    let level = levels.get((number % 4) as usize).filter(|level| Level::tested().contains(level));
    if let Some(level) = level {
        compiled(&sessions, &subjects, &Device::cpu().with_level(*level), report);
    }
    drop(sessions);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Compares the computes of all seeds.
fn campaign(first: u64, cases: u64) -> Report {
    let all = Mutex::new(Report::default());
    batches(first, cases, |seeds| {
        let mut own = Report::default();
        batch(seeds, &mut own);
        let mut all = all.lock().expect("no thread has panicked");
        all.followed += own.followed;
        all.answers += own.answers;
        all.left_out.extend(own.left_out);
        all.refused.extend(own.refused);
        all.faults.extend(own.faults);
        own.steps.into_iter().for_each(|(word, count)| *all.steps.entry(word).or_default() += count);
    });
    all.into_inner().expect("no thread has panicked")
}

/// Works through batches of seeds on two threads.
fn batches(first: u64, cases: u64, work: impl Fn(std::ops::Range<u64>) + Sync) {
    let next = AtomicU64::new(first);
    let run = || {
        loop {
            let start = next.fetch_add(BATCH, Ordering::Relaxed);
            if start >= first + cases {
                return;
            }
            work(start..(start + BATCH).min(first + cases));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let spawned = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, run);
            spawned.expect("a thread can be started");
        }
    });
}

/// The comparison finds mistakes: a fold without its first term, and another value past an edge.
#[test]
fn other_programs_are_found() {
    let folder = std::env::temp_dir().join(format!("tf-scheduled-{}-mistakes", std::process::id()));
    let sessions = sessions(&folder, 2);
    let mut subjects = Vec::new();
    for seed in 0..40 {
        let mut subject = subject(seed);
        let wrong = ["clamp", "wrap", "fill(%z)"].iter().find(|policy| subject.text.contains(*policy));
        let text = match wrong {
            Some(policy) => subject.text.replace(policy, if *policy == "wrap" { "clamp" } else { "wrap" }),
            None => subject.text.replace(" = 0 to ", " = 1 to "),
        };
        // Of a greatest element, and of one term, there may be no other.
        if text == subject.text || subject.program.close != Closeness::Rounding && !text.contains(" add") {
            continue;
        }
        subject.text = text;
        if matches!(outcome(&sessions[0], &subject.text), Ok(Outcome::Followed)) {
            answer(&sessions[0], &mut subject);
            subjects.push(subject);
        }
    }
    let mut report = Report::default();
    compiled(&sessions, &subjects, &Device::cpu(), &mut report);
    let _ = std::fs::remove_dir_all(&folder);
    let (found, all) = (report.faults.len(), subjects.len());
    println!("{found} of {all} were found");
    assert!(all >= 8 && found * 10 >= all * 8, "{found} of {all} other programs were found");
}

#[test]
fn computes_answer_the_same_under_any_schedule() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 120));
    let report = campaign(first, cases);
    let (left, refused) = (report.left_out.len(), report.refused.len());
    println!(
        "{} followed, {left} left out in part, {refused} refused, {} answers",
        report.followed, report.answers
    );
    println!("steps that were followed: {:?}", report.steps);
    if std::env::var_os("SHOW").is_some() {
        report.left_out.iter().chain(&report.refused).for_each(|why| println!("{why}"));
    }
    assert!(report.faults.is_empty(), "{} faults\n{}", report.faults.len(), report.faults.join("\n"));
    assert!(report.followed * 10 >= cases * 6, "{} of {cases} schedules were followed", report.followed);
    let words = [
        "order",
        "parallel",
        "vectorize",
        "jam",
        "unroll",
        "split",
        "stage",
        "mma",
        "prefetch",
        "stream",
        "peel",
        "overlap",
        "mask",
        "pad",
    ];
    for word in words {
        let count = report.steps.get(word).copied().unwrap_or(0);
        assert!(count * 100 >= cases, "{word} is in {count} of {cases} schedules that were followed");
    }
}
