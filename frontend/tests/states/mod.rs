//! What bodies do to generators and small arrays of outer regions.

mod drawn;
mod handles;

use crate::common::{datum, try_run};
use drawn::reference::{self, FAULTS};
use drawn::{program, traced};
use tf_dialects::array::Array;

/// A number of the environment.
fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_programs_answer_as_plain_rust() {
    let (first, cases) = (setting("FIRST", 0), setting("CASES", 300));
    let programs = (first..).map(|seed| (seed, program::random(seed)));
    let programs = programs.filter(|(_, statements)| !program::has_transforms(statements));
    for (seed, statements) in programs.take(cases as usize) {
        let traced = traced::trace(&statements).unwrap_or_else(|e| panic!("{seed}: {e}\n{statements:#?}"));
        for x in [1u32, 1_234_567, 42] {
            let found = try_run(&traced, &[datum(&Array::from_slice(&[1], &[x]).unwrap())])
                .unwrap_or_else(|e| panic!("{seed}: {e}\n{statements:#?}\n{traced:?}"));
            let found = found[0].scalars().next().unwrap().bits() as u32;
            let wanted = reference::run(&statements, x, None);
            assert_eq!(found, wanted, "{seed}, of {x}\n{statements:#?}\n{traced:?}");
        }
    }
}

#[test]
fn random_programs_would_find_mistakes() {
    let programs: Vec<_> = (0..1000).map(program::random).collect();
    for fault in FAULTS {
        let shows = |statements: &&Vec<program::Statement>| {
            [1u32, 1_234_567, 42]
                .iter()
                .any(|x| reference::run(statements, *x, Some(fault)) != reference::run(statements, *x, None))
        };
        let found = programs.iter().filter(shows).count();
        println!("{fault:?}: {found} of 1000 programs");
        assert!(found >= 50, "{fault:?} is found by {found} of 1000 programs");
    }
}
