//! Random programs: they are valid and varied, print → parse → print is the identity, and no pass changes
//! their answers.

mod histogram;
pub mod planted;
mod reports;

use crate::common::{context, parse, print, try_run};
use histogram::Histogram;
use planted::{MASKS, PLANTED, Stage};
use tf_dialects::target::Level;
use tf_generate::{Answers, Config, program};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::verify::verify;

const PROGRAMS: u64 = 500;
const FUEL: u64 = 300_000;
/// Inputs per program.
const INPUTS: u64 = 2;
/// The way down, pass by pass.
const STEPS: &[&str] = &[
    "inline,symbol-dce",
    "switch-to-if",
    "canonicalize",
    "cse",
    "tensor-decompose",
    "choose-fusion",
    "apply-fusion",
    "simplify-computes",
    "choose-unroll,apply-unroll",
    "tensor-hoist",
    "lower-tiles",
    "canonicalize,cse",
    "schedule",
    "apply-schedule",
    "lower-access",
    "bufferize",
    "loop-vectorize",
    "arith-guard",
];

/// Programs at which a step is known to fail, to be taken out when it no longer does.
const KNOWN: &[(u64, &str)] = &[];

/// The program of a seed, if it is valid.
fn valid(ctx: &Context, seed: u64) -> Option<Body> {
    let module = program(ctx, seed, &Config::default());
    verify(&module).is_ok().then_some(module)
}

#[test]
fn programs_are_valid_varied_and_round_trip() {
    let mut histogram = Histogram::default();
    for seed in 0..PROGRAMS {
        let ctx = context();
        let module = program(&ctx, seed, &Config::default());
        let checked = verify(&module);
        histogram.program(&module, checked.as_ref().err().map(|e| format!("seed {seed}: {}", e[0].message)));
        if checked.is_ok() {
            let text = print(&module);
            assert_eq!(print(&parse(&ctx, &text)), text, "seed {seed} does not round-trip");
            let again = program(&context(), seed, &Config::default());
            assert_eq!(print(&again), text, "seed {seed} is not the same twice");
        }
    }
    println!("{histogram}");
    let faults = histogram.faults(&context());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What goes wrong on the way down: the step and how.
fn first_fault(seed: u64, steps: &[&str]) -> Result<bool, (String, String)> {
    let ctx = context();
    let Some(mut module) = valid(&ctx, seed) else { return Ok(false) };
    let answers = Answers::of(&module, "main", seed..seed + INPUTS, FUEL);
    for step in steps {
        let before = print(&module);
        let fault = match try_run(&ctx, &mut module, step) {
            Err(errors) => Some(errors),
            Ok(()) => answers.difference(&module).map(|d| d.to_string()),
        };
        if let Some(fault) = fault {
            return Err((step.to_string(), format!("seed {seed}: {fault}\nbefore it:\n{before}")));
        }
    }
    Ok(answers.completed() > 0)
}

#[test]
fn no_pass_changes_an_answer() {
    let (mut ran, mut known, mut faults) = (0, 0, Vec::new());
    for seed in 0..PROGRAMS {
        match first_fault(seed, STEPS) {
            Ok(completed) => ran += u64::from(completed),
            Err(fault) if KNOWN.contains(&(seed, fault.0.as_str())) => known += 1,
            Err(fault) => faults.push(fault),
        }
    }
    for (step, fault) in &faults {
        println!("=== {step}: {fault}");
    }
    println!("{ran} of {} programs ran to their end; {} faults", PROGRAMS, faults.len());
    let steps: Vec<&str> = faults.iter().map(|(step, _)| step.as_str()).collect();
    assert!(faults.is_empty(), "passes at fault: {steps:?}");
    assert_eq!(known, KNOWN.len(), "a known fault is gone: take it out of the list");
    assert!(ran * 10 >= PROGRAMS * 6, "only {ran} programs ran to their end");
}

/// Planted mistakes that show in few programs: they need up to eight times as many.
const RARE: [&str; 4] = [
    "another map of tensor.at",
    "another predicate of arith.cmpf",
    "arith.remui for arith.remsi",
    "other axes reversed of tensor.conv",
];

/// Every planted mistake changes an answer of one of the programs.
#[test]
fn planted_miscompiles_are_found() {
    let mut left: Vec<usize> = (0..PLANTED.len()).collect();
    let mut found = Vec::new();
    for seed in 0..8 * PROGRAMS {
        let ctx = context();
        let Some(mut module) = valid(&ctx, seed) else { continue };
        let answers = Answers::of(&module, "main", seed..seed + INPUTS, FUEL);
        let stages = [
            (Stage::Tensor, ""),
            (Stage::Compute, "tensor-decompose,lower-tiles"),
            (Stage::Memory, "schedule,tensor-to-loops"),
        ];
        for (stage, step) in stages {
            if !step.is_empty() && try_run(&ctx, &mut module, step).is_err() {
                break;
            }
            left.retain(|i| {
                let (at, mistake) = &PLANTED[*i];
                let mut copy = module.duplicate();
                if *at != stage || !mistake.make(&mut copy) || verify(&copy).is_err() {
                    return true;
                }
                let difference = answers.difference(&copy);
                found.extend(difference.iter().map(|_| (seed, mistake.to_string())));
                difference.is_none()
            });
        }
        if left.is_empty() {
            break;
        }
    }
    for (seed, mistake) in &found {
        println!("after {} programs: {mistake}", seed + 1);
    }
    let missed: Vec<String> = left.iter().map(|i| PLANTED[*i].1.to_string()).collect();
    assert!(missed.is_empty(), "not found: {missed:?}");
    let late = found.iter().filter(|(seed, _)| *seed >= PROGRAMS).map(|(_, mistake)| mistake.as_str());
    let late: Vec<&str> = late.filter(|mistake| !RARE.contains(mistake)).collect();
    assert!(late.is_empty(), "found late: {late:?}");
    assert!(PLANTED.len() - RARE.len() >= 30);
}

/// Programs within which mistakes in masks are found: only a wrong mask reads out of bounds, and few have
/// constant masks.
const MASK_PROGRAMS: u64 = 1500;
/// The way down to vectors.
const TO_VECTORS: &[&str] = &[
    "inline,symbol-dce",
    "switch-to-if,canonicalize,cse",
    "tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,simplify-computes,choose-unroll,apply-unroll,cse,canonicalize",
    "schedule,tensor-to-loops,canonicalize,cse,loop-vectorize,canonicalize,cse",
];

/// A program for machine code with vectors of 512 bits and masks, on any machine.
fn vectorised(ctx: &Context, seed: u64) -> Option<(Answers, Body)> {
    let mut module = program(ctx, seed, &Config::for_machine_code());
    verify(&module).ok()?;
    let answers = Answers::of(&module, "main", seed..seed + INPUTS, 10 * FUEL);
    Level::V4.target().describe_all(&mut module);
    for step in TO_VECTORS {
        try_run(ctx, &mut module, step).unwrap_or_else(|e| panic!("seed {seed}, {step}: {e}"));
    }
    Some((answers, module))
}

/// Every mistake in masks changes an answer of one of the first programs; the right masks change none.
#[test]
fn mistakes_in_masks_are_found() {
    let mut left: Vec<usize> = (0..MASKS.len()).collect();
    for seed in 0..MASK_PROGRAMS {
        let ctx = context();
        let Some((answers, module)) = vectorised(&ctx, seed) else { continue };
        let difference = answers.difference(&module);
        assert_eq!(difference, None, "seed {seed}");
        left.retain(|i| {
            let (stage, mistake) = &MASKS[*i];
            let mut copy = module.duplicate();
            let made = *stage == Stage::Vector && mistake.make(&mut copy) && verify(&copy).is_ok();
            let found = made && answers.difference(&copy).is_some();
            if found {
                println!("after {} programs: {mistake}", seed + 1);
            }
            !found
        });
        if left.is_empty() {
            return;
        }
    }
    let missed: Vec<String> = left.iter().map(|i| MASKS[*i].1.to_string()).collect();
    panic!("not found within {MASK_PROGRAMS} programs: {missed:?}");
}
