//! Programs mean the same whether their scalar operands are constants or arguments: the quick share of
//! `./x campaign constants`, and planted mistakes that it has to find.

use tensorforge::{Level, Session};
use tensorforge_tools::fuzz::constants::{Version, answers, compare, entry, functions};
use tensorforge_tools::fuzz::programs::{Setup, mapped, setups};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::For;
use tf_dialects::scalar::dtype;
use tf_generate::{Config, probe};
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::trip_count;
use tf_ir::location::Location;
use tf_ir::walk::preorder;

/// Programs, and how many of them make a module.
const PROGRAMS: u64 = 75;
const BATCH: u64 = 25;
/// Programs that together have to show each planted mistake.
const WITH_MISTAKES: u64 = 3000;

/// Runs on a large stack: passes recurse on nested regions.
fn on_large_stack(test: fn()) {
    let spawned = std::thread::Builder::new().stack_size(64 << 20).spawn(test);
    if let Err(panic) = spawned.expect("a thread can be started").join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn constants_have_the_results_of_arguments() {
    on_large_stack(compare_sample);
}

fn compare_sample() {
    let is_asked = |setup: &Setup| ["strict", "reference", "simt", "simt-compiled"].contains(&setup.name);
    let asked: Vec<Setup> = setups(Level::Host).into_iter().chain(mapped()).filter(is_asked).collect();
    assert_eq!(asked.len(), 4);
    let (mut programs, mut compared) = (0, 0);
    for first in (0..PROGRAMS).step_by(BATCH as usize) {
        let report = compare(first..first + BATCH, &asked, &Config::for_machine_code());
        let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        (programs, compared) = (programs + report.programs, compared + report.compared);
    }
    assert!(programs * 2 > PROGRAMS && compared >= 10 * programs, "{programs} programs, {compared} answers");
}

/// A mistake that treats constants apart; true if it was made.
type Mistake = fn(&mut Body, Op) -> bool;

const MISTAKES: [(&str, Mistake); 11] = [
    ("the length of a loop wraps around", |body, op| {
        let Some([lower, upper, step]) = bounds(body, op).filter(|bounds| bounds[2] > 0) else {
            return false;
        };
        let wrapped = upper.wrapping_sub(lower).wrapping_add(step - 1) / step;
        let is_lost = wrapped <= 0 && trip_count(lower, upper, step).is_some_and(|n| n > 0);
        is_lost && set(body, op, 1, lower)
    }),
    ("the last iteration is lost where the next index does not fit", |body, op| {
        let Some([lower, upper, step]) = bounds(body, op).filter(|bounds| bounds[2] > 0) else {
            return false;
        };
        let Some(count) = trip_count(lower, upper, step).filter(|n| (1..64).contains(n)) else {
            return false;
        };
        let Some(last) = (count as i64 - 1).checked_mul(step).and_then(|n| n.checked_add(lower)) else {
            return false;
        };
        last.checked_add(step).is_none() && set(body, op, 1, last)
    }),
    ("a step below 1 is no iteration", |body, op| {
        bounds(body, op).is_some_and(|bounds| bounds[2] < 1 && bounds[1] != bounds[0])
            && set(body, op, 2, 1)
            && bounds(body, op).is_some_and(|bounds| set(body, op, 1, bounds[0]))
    }),
    ("a shift takes its constant modulo the width", |body, op| {
        let is_shift = [arith::Shli::KIND, arith::Shrsi::KIND, arith::Shrui::KIND].contains(&body.kind(op));
        let Some(by) = is_shift.then(|| constant(body, op, 1)).flatten() else { return false };
        let bits = dtype(body.ctx(), body.ty(body.operand(op, 1))).map_or(64, |dtype| dtype.bits() as i64);
        !(0..bits).contains(&by) && set(body, op, 1, by.rem_euclid(bits))
    }),
    ("the lesser of a constant is unsigned", |body, op| {
        body.is(op, arith::Minsi)
            && one(body, op).is_some()
            && rename(body, op, |b, x, y| arith::minui(b, x, y))
    }),
    ("the greater of a constant is unsigned", |body, op| {
        body.is(op, arith::Maxsi)
            && one(body, op).is_some()
            && rename(body, op, |b, x, y| arith::maxui(b, x, y))
    }),
    ("a floored quotient by a constant is rounded to 0", |body, op| {
        body.is(op, arith::Floordivsi)
            && constant(body, op, 1).is_some()
            && rename(body, op, |b, x, y| arith::divsi(b, x, y))
    }),
    ("a remainder by a constant is never negative", |body, op| {
        body.is(op, arith::Remsi)
            && constant(body, op, 1).is_some()
            && rename(body, op, |b, x, y| arith::remui(b, x, y))
    }),
    ("a quotient by a constant is that of numbers without sign", |body, op| {
        body.is(op, arith::Divsi)
            && constant(body, op, 1).is_some()
            && rename(body, op, |b, x, y| arith::divui(b, x, y))
    }),
    ("a comparison with a constant has the other sign", |body, op| {
        let predicate = CmpI::of(body.op(op));
        let other = match predicate.filter(|_| body.is(op, arith::Cmpi) && one(body, op).is_some()) {
            Some(CmpI::Slt) => CmpI::Ult,
            Some(CmpI::Ult) => CmpI::Slt,
            Some(CmpI::Sge) => CmpI::Uge,
            Some(CmpI::Uge) => CmpI::Sge,
            _ => return false,
        };
        let (a, b) = (body.operand(op, 0), body.operand(op, 1));
        let new = arith::cmpi(&mut Builder::before(body, op), other, a, b);
        body.replace(op, &[new]);
        true
    }),
    ("constants have 32 bits", |body, op| {
        (0..body.operand_count(op)).any(|i| {
            let short = constant(body, op, i).filter(|value| i64::from(*value as i32) != *value);
            short.is_some_and(|value| set(body, op, i, i64::from(value as i32)))
        })
    }),
];

fn bounds(body: &Body, op: Op) -> Option<[i64; 3]> {
    let all = (0..3).filter(|_| body.is(op, For)).map(|i| constant(body, op, i));
    all.collect::<Option<Vec<i64>>>()?.try_into().ok()
}

fn constant(body: &Body, op: Op, i: usize) -> Option<i64> {
    constant_int(body, body.operand(op, i))
}

/// The constant among two operands.
fn one(body: &Body, op: Op) -> Option<i64> {
    constant(body, op, 0).or_else(|| constant(body, op, 1))
}

/// Makes an operand another constant.
fn set(body: &mut Body, op: Op, i: usize, value: i64) -> bool {
    let ty = body.ty(body.operand(op, i));
    let constant = arith::const_int(&mut Builder::before(body, op), ty, value);
    body.set_operand(op, i, constant);
    true
}

/// Has another function make the result of two operands.
fn rename(body: &mut Body, op: Op, make: fn(&mut Builder<'_>, Value, Value) -> Value) -> bool {
    let (a, b) = (body.operand(op, 0), body.operand(op, 1));
    let new = make(&mut Builder::before(body, op), a, b);
    body.replace(op, &[new]);
    true
}

/// A module of functions, with a mistake wherever it applies; `None` if it does nowhere.
fn mistaken(functions: &[Body], mistake: Mistake) -> Option<Body> {
    let mut module = tf_ir::builtin::module(functions[0].ctx(), Location::UNKNOWN);
    let (block, mut is_made) = (module.entry_block().expect("a module has a block"), false);
    for function in functions {
        let mut copy = function.duplicate();
        for op in preorder(&copy) {
            is_made |= copy.is_live(op) && op != copy.root() && mistake(&mut copy, op);
        }
        let op = module.adopt(copy);
        module.append(block, op);
    }
    is_made.then_some(module)
}

#[test]
fn mistakes_with_constants_are_found() {
    let session = Session::new().expect("a session needs nothing");
    let (ctx, config) = (session.context(), Config::default());
    // The first program that shows each mistake: found mistakes are not searched again.
    let mut found = [None; MISTAKES.len()];
    for seed in 0..WITH_MISTAKES {
        let name = entry(seed, Version::Constants);
        let Some(probe) = probe(ctx, seed, &config, &name) else { continue };
        let constants = functions(&probe, seed, Version::Constants);
        let missing = (0..MISTAKES.len()).filter(|i| found[*i].is_none());
        let wrong: Vec<(usize, Body)> =
            missing.filter_map(|i| Some((i, mistaken(&constants, MISTAKES[i].1)?))).collect();
        let Some(expected) = (!wrong.is_empty()).then(|| answers(ctx, &probe, &name, seed)).flatten() else {
            continue;
        };
        for (i, module) in wrong {
            found[i] = expected.difference(&module).map(|_| seed);
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    let shown = |((name, _), seed): (&(&str, Mistake), Option<u64>)| match seed {
        Some(seed) => format!("program {seed:4}  {name}"),
        None => format!("no program  {name}"),
    };
    let shown: Vec<String> = MISTAKES.iter().zip(found).map(shown).collect();
    println!("{}", shown.join("\n"));
    assert!(found.iter().all(Option::is_some), "{}", shown.join("\n"));
}
