//! Random loops that change carried arrays from their own elements: each step of the way down to memory gives
//! the interpreter's answer to the bit, and most of them copy nothing. `CASES=5000 FIRST=1000` runs a
//! campaign.

use crate::common::{agree, context, interpret, parse, print, run, tensor, try_run};
use crate::random_schedules::{DOWN, number};
use tf_dialects::scalar::DType;
use tf_generate::{Updates, updates};
use tf_interp::Datum;

/// The way of tensors down to schedules, as the pipelines of processors have it.
pub const WAY: &[&str] = &[
    "set-target{level=x86-64-v3},cse,canonicalize,cse,simplify-indices,settle-contraction",
    "tensor-decompose,simplify-indices,prove-bounds,bind-members{folds=true}",
    "choose-fusion",
    "apply-fusion",
    "bind-members,cse,canonicalize,raise-folds",
    "simplify-computes,cse,canonicalize,choose-unroll,apply-unroll,simplify-computes,cse,canonicalize",
    "choose-rfactors,split-reductions,tensor-hoist,combine-reciprocals,tile-time,stage-operands,form-groups",
    "choose-joins,apply-groups,apply-joins,choose-tiles,apply-tiles",
];

/// The arguments of a program.
fn arguments(program: &Updates, seed: u64) -> Vec<Datum> {
    let array = |seed| tensor(DType::Int(32), &program.extents, seed);
    vec![array(seed), array(seed + 1), tensor(DType::Int(64), &[], seed)]
}

fn same(found: &[Datum], wanted: &[Datum]) -> bool {
    found.iter().zip(wanted).all(|(a, b)| agree(Some(DType::Int(32)), a, b, 0.0))
}

#[test]
fn updates_of_carried_arrays_answer_as_the_interpreter() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 200));
    let (mut updated, mut in_place) = (0, 0);
    for seed in first..first + cases {
        let ctx = context();
        let program = updates(seed);
        let (text, args) = (&program.text, arguments(&program, seed));
        let mut module = parse(&ctx, text);
        let wanted = interpret(&module, &args).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        for passes in WAY.iter().chain(DOWN) {
            run(&ctx, &mut module, passes);
            let found = interpret(&module, &args);
            let found = found.unwrap_or_else(|why| panic!("seed {seed} after {passes}: {why}\n{text}"));
            assert!(same(&found, &wanted), "seed {seed} after {passes}:\n{text}\n{}", print(&module));
        }
        updated += program.updates;
        in_place += usize::from(!copies_in_a_loop(&print(&module)));
    }
    println!("{updated} updates in {cases} programs, {in_place} of which copy nothing in a loop");
    assert!(updated as u64 >= 2 * cases, "{updated} updates in {cases} programs");
}

/// True if a whole array is copied in a loop of the program: a copy that is indented deeper than the
/// function's own ops.
fn copies_in_a_loop(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("mem.copy") && line.starts_with("      "))
}

/// What may go wrong in an update in place, planted.
const FAULTS: [&str; 4] = ["before", "injective", "other-slots", "sides"];

#[test]
fn a_false_update_in_place_is_found() {
    for fault in FAULTS {
        let found = (0..1000).find(|seed| answers_change(*seed, fault));
        println!("{fault}: {found:?}");
        assert!(found.is_some(), "no program shows what happens without the condition '{fault}'");
    }
}

/// True if a program answers something else where bufferization leaves a condition of updates in place out.
fn answers_change(seed: u64, waived: &str) -> bool {
    let ctx = context();
    let program = updates(seed);
    let args = arguments(&program, seed);
    let mut module = parse(&ctx, &program.text);
    let Ok(wanted) = interpret(&module, &args) else { return false };
    let steps = ["apply-schedule,lower-access".to_string(), format!("bufferize{{waive={waived}}}")];
    if steps.iter().any(|passes| try_run(&ctx, &mut module, passes).is_err()) {
        return false;
    }
    !interpret(&module, &args).is_ok_and(|found| same(&found, &wanted))
}
