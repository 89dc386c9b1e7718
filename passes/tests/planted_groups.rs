//! Planted faults in groups. Each breaks one legality condition of groups: `apply-groups` has to name it, and
//! the members then give the answer of the group. With the condition waived, the fault has to show: another
//! answer, or no program. So no condition is missing, and none is redundant.

mod edits;

use crate::common::{context, groups, print};
use crate::random_programs::planted::SHARED_LOOPS;
use crate::random_schedules::{self, DOWN};
use edits::{CARRIED, GROUP, IN_TURN, ONE_SLICE, ORDER, UNBROKEN};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tf_dialects::tensor::Group;
use tf_generate::Answers;
use tf_ir::body::Body;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::diag::Sources;
use tf_ir::pass::{Event, PassManager, PassRegistry, Pipeline};
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::verify::verify;
use tf_ir::walk::preorder;

const FUEL: u64 = 2_000_000;
const INPUTS: std::ops::Range<u64> = 0..3;

/// A fault: the condition that it breaks, the edits of the text, and the message of `apply-groups`.
struct Fault {
    condition: &'static str,
    edits: &'static [(&'static str, &'static str)],
    words: &'static str,
}

const fn fault(
    condition: &'static str,
    edits: &'static [(&'static str, &'static str)],
    words: &'static str,
) -> Fault {
    Fault { condition, edits, words }
}

const FAULTS: &[Fault] = &[
    // A read that may stop the call would stop it past the edge, at an unused point.
    fault(
        "pure",
        &[("%x[%h, %i, %j] :", "%x[%h, %i, %j] trap :")],
        "puts elements into a tensor or may stop the call",
    ),
    fault(
        "pure-siblings",
        &[(
            "    %c = tensor",
            "    %q = arith.constant true\n    %g = loop.if %q -> (tensor<3xi32>) { loop.yield %z : tensor<3xi32> } else {\n      %n = tensor.compute (%j) in [3] {\n        %m = tensor.at %b[0, 0, %j] : tensor<4x7x3xi32>\n        tensor.yield %m : i32\n      } : tensor<3xi32>\n      loop.yield %n : tensor<3xi32>\n    }\n    %c = tensor",
        )],
        "the group holds loop.if, which is not a compute",
    ),
    fault(
        "row-major",
        &[
            (
                "  %r0, %r1",
                "  %c0 = arith.constant 0 : index\n  %t = tensor.tile_read %z[%c0] clamp layout affine_map<(d0) -> (d0 floordiv 7, d0 mod 7)> : tensor<3xi32> to tensor<7xi32>\n  %r0, %r1",
            ),
            (
                "%w = tensor.at %z[%j] : tensor<3xi32>\n      %u = arith.subi %v, %w : i32\n      tensor.yield %u : i32\n    } : tensor<4x7x3xi32>",
                "%w = tensor.at %t[%i] : tensor<7xi32>\n      %u = arith.subi %v, %w : i32\n      tensor.yield %u : i32\n    } : tensor<4x7x3xi32>",
            ),
        ],
        "a tile with a layout, which has no elements past its edge",
    ),
    fault(
        "small",
        // The seventh row is inside of 64 bits, the eighth is not.
        &[("%x[%h, %i, %j] :", "%x[%h, %i * 1317624576693539402, %j] clamp :")],
        "subscripts that overflow 64 bits where they are shifted",
    ),
    fault(
        "elements",
        &[("    %c = tensor", "    %q = tensor.reverse %b dims = [1] : tensor<4x7x3xi32>\n    %c = tensor")],
        "uses the result of a member as a whole tensor",
    ),
    fault(
        "policy",
        &[
            (
                "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
                "%v = tensor.at %a[%h, %i + 1, %j] wrap : tensor<4x7x3xi32>\n      %w",
            ),
            (
                "%w = arith.addi %v, %v : i32",
                "%n = arith.index_cast %i : index to i32\n      %w = arith.addi %v, %n : i32",
            ),
        ],
        "along a shared loop with an out-of-bounds policy",
    ),
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[%h, 6 - %i, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // The other axis of the box for the own one.
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[%h, %j, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[0, %i, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // At an offset that depends on the column.
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[%h, %i + %j, %j] clamp : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // Two rows of each.
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[%h, %i floordiv 2, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // Always the same row.
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[%h, 3, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // The slices in reverse.
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[3 - %h, %i, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // Two slices of each.
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[%h floordiv 2, %i, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // The next slice, around the edge.
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[(%h + 1) mod 4, %i, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // Every second row: the distance grows.
    fault(
        "strided-reads",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[%h, (%i * 2) mod 7, %j] : tensor<4x7x3xi32>\n      %w",
        )],
        "along a shared loop at a subscript that is not a multiple",
    ),
    // Every second row, and every row.
    fault(
        "equal-strides",
        &[(
            "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
            "%v = tensor.at %a[%h, 2 * %i, %j] clamp : tensor<4x7x3xi32>\n      %w",
        )],
        "disagree on its stride along i: 1 and 2",
    ),
    // Rows that are read at every second one are not private to an iteration.
    fault(
        "single-write",
        &[
            (
                "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w",
                "%v = tensor.at %a[%h, 2 * %i, %j] clamp : tensor<4x7x3xi32>\n      %w",
            ),
            (
                "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n        tensor",
                "%v = tensor.at %x[%h, %i, %j] : tensor<4x7x3xi32>\n        tensor",
            ),
            ("tensor.yield %b, %d", "tensor.yield %a, %d"),
        ],
        "no tile owns the points between",
    ),
    fault(
        "ended",
        &[
            ("    %c = tensor", "    %c_ = tensor"),
            (
                "    tensor.yield %b, %d",
                "    %e = tensor.compute (%h, %i, %j) in [4, 7, 3] attributes {axes = [\"h\", \"i\", \"j\"]} {\n      %v = tensor.at %c[%h, %j] : tensor<4x3xi32>\n      tensor.yield %v : i32\n    } : tensor<4x7x3xi32>\n    tensor.yield %e, %d",
            ),
            ("    %c_ = tensor", "    %c = tensor"),
        ],
        "before the end of the loop that reduces it",
    ),
    // The sums restart for each slice; their reader is outside of the slices.
    fault("carried", CARRIED, "outside of a loop that restarts its reduction"),
    fault(
        "settled",
        &[
            (
                "%v = tensor.at %c[%h, %j] : tensor<4x3xi32>\n      %w",
                "%v = tensor.fold (%i) = 0 to 7 maxsi attributes {axis = \"i\"} {\n        %e = tensor.at %c[%h, %j] : tensor<4x3xi32>\n        tensor.yield %e : i32\n      } : i32\n      %w",
            ),
            (
                "%w = tensor.at %z[%j] : tensor<3xi32>\n      %u = arith.subi %v, %w : i32\n      tensor.yield %u : i32\n    } : tensor<4x3xi32>",
                "tensor.yield %v : i32\n    } : tensor<4x3xi32>",
            ),
        ],
        "a fold over a shared loop consumes the reduction of another shared loop",
    ),
    fault("whole-fold", &[("0 to 7 add", "0 to 6 add")], "a fold covers only a part of a shared loop"),
    // The sum of a triangle: its end moves with a column.
    fault("whole-fold", &[("0 to 7 add", "0 to %j add")], "a fold covers only a part of a shared loop"),
    fault("whole-fold", &[("0 to 7 add", "1 to 7 add")], "a fold covers only a part of a shared loop"),
    fault(
        "open-order",
        &[("i32", "f32"), ("arith.addi %v, %v : f32", "math.exp %v : f32"), ("arith.subi", "arith.subf")],
        "has a fixed order: it has no reassoc",
    ),
    fault(
        "one-kind",
        &[
            (
                "%f = tensor.fold (%i) = 0 to 7 add attributes",
                "%zero = arith.constant 0 : i32\n      %f = tensor.fold (%i) = 0 to 7 init(%zero) attributes",
            ),
            (
                "tensor.yield %v : i32\n      } : i32",
                "tensor.yield %v : i32\n      } combine (%p: i32, %q: i32) {\n        %r = arith.ori %p, %q : i32\n        tensor.yield %r : i32\n      } : i32",
            ),
        ],
        "a fold over a shared loop has a combiner region",
    ),
    fault(
        "innermost",
        &[
            (ORDER, "order(i.0, i.1, h.0)"),
            ("tensor.yield %b, %d", "tensor.yield %b, %c"),
            ("tensor.at %c[%h, %j] : tensor<4x3xi32>", "tensor.at %x[%h, 0, %j] : tensor<4x7x3xi32>"),
        ],
        "over a loop that is outside of a loop of its axes",
    ),
    fault("unbroken", UNBROKEN, "over a loop with another loop between its parts, h"),
    fault(
        "chunks",
        &[("split(i, [4, 2])", "split(i, [2])"), (ORDER, "order(h.0, i.0), parallel(i.0)")],
        "over a loop that runs in parallel: split the loop into chunks",
    ),
    fault("sequential", IN_TURN, "runs in parallel"),
    fault(
        "single-write",
        &[
            (ORDER, "order(h.0, i.0, i.1), parallel(h.0)"),
            (
                "    tensor.yield %b, %d : tensor<4x7x3xi32>, tensor<4x3xi32>\n  } : tensor<4x7x3xi32>, tensor<4x3xi32>",
                "    %o = tensor.compute (%i, %j) in [7, 3] attributes {axes = [\"i\", \"j\"]} {\n      %v = tensor.at %x[0, %i, %j] : tensor<4x7x3xi32>\n      tensor.yield %v : i32\n    } : tensor<7x3xi32>\n    tensor.yield %b, %d, %o : tensor<4x7x3xi32>, tensor<4x3xi32>, tensor<7x3xi32>\n  } : tensor<4x7x3xi32>, tensor<4x3xi32>, tensor<7x3xi32>",
            ),
            ("%r0, %r1 =", "%r0, %r1, %r2 ="),
            (
                "(tensor<4x7x3xi32>, tensor<4x3xi32>) {",
                "(tensor<4x7x3xi32>, tensor<4x3xi32>, tensor<7x3xi32>) {",
            ),
            (
                "return %r0, %r1 : tensor<4x7x3xi32>, tensor<4x3xi32>",
                "return %r0, %r1, %r2 : tensor<4x7x3xi32>, tensor<4x3xi32>, tensor<7x3xi32>",
            ),
        ],
        "but each iteration of h computes it again",
    ),
    fault(
        "points",
        &[
            ("4x7x3xi32", "4x7x0xi32"),
            ("tensor<3xi32>", "tensor<0xi32>"),
            ("[4, 7, 3]", "[4, 7, 0]"),
            ("[4, 3]", "[4, 0]"),
            ("4x3xi32", "4x0xi32"),
        ],
        "but has no points",
    ),
    fault(
        "no-wrap",
        &[
            (
                ORDER,
                "order(h.0, i.0, i.1), place(a, at = i.0, layout = (h, i, j) -> (j floordiv 2, i, h, j mod 2))",
            ),
            (
                "%a = tensor.compute (%h, %i, %j) in [4, 7, 3] attributes {",
                "%a = tensor.compute (%h, %i, %j) in [4, 7, 3] attributes {member = \"a\", ",
            ),
            (
                "%a[%h, %i, %j] : tensor<4x7x3xi32>\n      %w = tensor.at",
                "%a[%h, %i, %j - 1] wrap : tensor<4x7x3xi32>\n      %w = tensor.at",
            ),
        ],
        "the layout of a splits an axis, but a is read with wrap",
    ),
    fault(
        "disjoint-tiles",
        &[("split(i, [4, 2])", "split(i, [4, 2], tail = overlap)")],
        "the tail of i is overlapped, but the compute over (h, j) would add up some points twice",
    ),
];

/// A module of a text in which each edit changes all its occurrences.
fn edited(ctx: &Context, edits: &[(&str, &str)]) -> Body {
    let text = edits.iter().fold(GROUP.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "'{from}' is not in the text");
        text.replace(from, to)
    });
    let parsed = parse_module(ctx, "planted.mlir", &text, &ParseOptions::default());
    let body = parsed.unwrap_or_else(|errors| panic!("{}\n{text}", errors[0].message)).body;
    verify(&body).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0].message));
    body
}

/// Runs passes on functions; returns their remarks, or the error.
pub fn run(ctx: &Context, module: &mut Body, passes: &str) -> Result<String, String> {
    let mut registry = PassRegistry::new();
    tf_passes::register_all(&mut registry);
    let text = format!("builtin.module(func.func({passes}))");
    let pipeline = Pipeline::parse(ctx, &registry, Module::NAME, &text, "pipeline");
    let pipeline = pipeline.map_err(|errors| errors[0].message.clone())?;
    let mut said = String::new();
    let report = PassManager::new(pipeline).run(module, &mut |event| {
        if let Event::Diagnostic(diagnostic) = event {
            said.push_str(&Sources::default().render(ctx, &diagnostic));
        }
    });
    if report.ok { Ok(said) } else { Err(said) }
}

/// What shows that a group was not followed rightly, down to loops over memory.
fn symptom(ctx: &Context, mut module: Body, waived: &str) -> Option<String> {
    let answers = Answers::of(&module, "main", INPUTS, FUEL);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let first = format!("apply-groups{{waive={waived}}}");
        for step in std::iter::once(first.as_str()).chain(DOWN.iter().copied()) {
            run(ctx, &mut module, step).map_err(|why| format!("{step}: {why}"))?;
            verify(&module).map_err(|errors| format!("{step}: {}", errors[0].message))?;
            if let Some(difference) = answers.difference(&module) {
                return Err(format!("{step}: {difference}"));
            }
        }
        Ok(())
    }));
    match attempt {
        Ok(Ok(())) => None,
        Ok(Err(why)) => Some(why),
        Err(_) => Some("a panic".to_string()),
    }
}

#[test]
fn there_are_thirty_faults() {
    assert!(FAULTS.len() >= 30, "{}", FAULTS.len());
}

#[test]
fn the_group_itself_can_be_followed() {
    let ctx = context();
    for edits in [
        &[][..],
        &[(ORDER, "order(h.0, i.0, i.1), parallel(h.0)")],
        &[(ORDER, "order(h.0, i.0, i.1), parallel(i.0)")],
        ONE_SLICE,
    ] {
        let mut module = edited(&ctx, edits);
        let copy = module.duplicate();
        let said = run(&ctx, &mut module, "apply-groups");
        assert_eq!(said.as_deref(), Ok(""), "{edits:?}");
        assert_eq!(symptom(&ctx, copy, ""), None, "{edits:?}");
    }
}

#[test]
fn each_planted_fault_is_refused_and_answers_the_same() {
    for Fault { condition, edits, words } in FAULTS {
        let ctx = context();
        let mut module = edited(&ctx, edits);
        let answers = Answers::of(&module, "main", INPUTS, FUEL);
        let said = run(&ctx, &mut module, "apply-groups").expect("a refusal is a remark");
        assert!(said.contains("the group's loops are left out: "), "{condition} {edits:?}: {said}");
        assert!(said.contains(words), "{condition} {edits:?}: {said}");
        assert!(preorder(&module).iter().all(|op| !module.is(*op, Group)), "{condition}");
        assert_eq!(answers.difference(&module), None, "{condition} {edits:?}");
    }
}

#[test]
fn each_condition_is_needed() {
    let ctx = context();
    let said =
        run(&ctx, &mut edited(&ctx, &[]), "apply-groups{waive=?}").expect_err("no condition has this name");
    let names: Vec<&str> = said
        .rsplit("there are ")
        .next()
        .unwrap()
        .split(", ")
        .map(|n| n.trim().trim_end_matches('.'))
        .collect();
    let mut vain = Vec::new();
    for name in names {
        let faults: Vec<&Fault> = FAULTS.iter().filter(|fault| fault.condition == name).collect();
        assert!(!faults.is_empty(), "no fault breaks the condition '{name}'");
        for fault in faults {
            let ctx = context();
            match symptom(&ctx, edited(&ctx, fault.edits), name) {
                Some(why) => println!("{name}: {}", why.lines().next().unwrap_or_default()),
                None => vain.push(format!("{name} {:?}", fault.edits)),
            }
        }
    }
    assert!(vain.is_empty(), "asked in vain:\n{}", vain.join("\n"));
}

/// The count of groups within which mistakes in their loops are found.
const GROUPS: u64 = 150;

/// Small mistakes in the loops change an answer of one of the first random groups.
#[test]
fn mistakes_in_shared_loops_are_found() {
    let mut left: Vec<usize> = (0..SHARED_LOOPS.len()).collect();
    for seed in 0..GROUPS {
        let ctx = context();
        let text = groups::text(seed);
        let Ok(mut module) = random_schedules::valid(&ctx, &text) else { continue };
        let answers = Answers::of(&module, "main", seed..seed + 2, FUEL);
        run(&ctx, &mut module, "apply-groups").expect("it runs");
        if !print(&module).contains("loop.") {
            continue;
        }
        left.retain(|at| {
            let mut copy = module.duplicate();
            let made = SHARED_LOOPS[*at].make(&mut copy);
            !(made && (verify(&copy).is_err() || answers.difference(&copy).is_some()))
        });
    }
    let missed: Vec<String> = left.iter().map(|at| SHARED_LOOPS[*at].to_string()).collect();
    assert!(missed.is_empty(), "not found: {missed:?}");
}
