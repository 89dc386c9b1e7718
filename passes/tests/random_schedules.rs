//! Random groups under random schedules, many legal and some not: the result of `apply-groups` gives the
//! answer of the group, and so does each later stage. `CASES=5000 FIRST=1000` runs a campaign.

use crate::common::groups::text;
use crate::common::{context, print, try_run};
use tf_generate::Answers;
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::verify::verify;

const FUEL: u64 = 2_000_000;
/// The rest of the lowering to memory, on one of `n` groups.
const LOWERED: u64 = 4;
pub const DOWN: &[&str] = &[
    "lower-tiles",
    "schedule",
    "apply-schedule",
    "lower-access",
    "bufferize{share-buffers=true}",
    "canonicalize,cse",
    "loop-vectorize",
    "loop-unroll",
    "canonicalize,cse",
    "arith-guard",
];

pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The module of a text.
pub fn valid(ctx: &Context, text: &str) -> Result<Body, String> {
    let parsed = parse_module(ctx, "random.mlir", text, &ParseOptions::default());
    let body = parsed.map_err(|errors| errors[0].message.clone())?.body;
    verify(&body).map_err(|errors| errors[0].message.clone())?;
    Ok(body)
}

/// What became of a group.
enum Outcome {
    /// The text or its schedule is not valid.
    Invalid(String),
    /// Its members run one after the other.
    Refused,
    Applied,
}

/// Applies a group's schedule and compares.
fn check(seed: u64, text: &str) -> Result<Outcome, String> {
    let ctx = context();
    let mut module = match valid(&ctx, text) {
        Ok(module) => module,
        Err(why) => return Ok(Outcome::Invalid(why)),
    };
    let answers = Answers::of(&module, "main", seed..seed + 2, FUEL);
    try_run(&ctx, &mut module, "apply-groups").map_err(|why| format!("apply-groups: {why}"))?;
    verify(&module).map_err(|errors| format!("apply-groups: {}", errors[0].message))?;
    if let Some(difference) = answers.difference(&module) {
        return Err(format!("apply-groups: {difference}\n{}", print(&module)));
    }
    let outcome = if print(&module).contains("loop.") { Outcome::Applied } else { Outcome::Refused };
    if seed.is_multiple_of(LOWERED) {
        for step in DOWN {
            try_run(&ctx, &mut module, step).map_err(|why| format!("{step}: {why}"))?;
            if let Some(difference) = answers.difference(&module) {
                return Err(format!("{step}: {difference}"));
            }
        }
    }
    Ok(outcome)
}

#[test]
fn groups_answer_the_same_under_any_schedule() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 200));
    let (mut applied, mut refused, mut invalid) = (0, 0, Vec::new());
    for seed in first..first + cases {
        let text = text(seed);
        match check(seed, &text) {
            Ok(Outcome::Applied) => applied += 1,
            Ok(Outcome::Refused) => refused += 1,
            Ok(Outcome::Invalid(why)) => invalid.push(format!("seed {seed}: {why}\n{text}")),
            Err(why) => panic!("seed {seed}: {why}\n{text}"),
        }
    }
    println!("{applied} applied, {refused} refused, {} not valid", invalid.len());
    assert!(invalid.len() as u64 * 20 <= cases, "{}", invalid[0]);
    assert!(applied * 10 >= cases * 6, "{applied} of {cases} were applied");
    assert!(refused * 20 >= cases, "{refused} of {cases} were refused");
}
