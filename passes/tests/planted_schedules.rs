//! Planted faults in schedules of computes and loops. Each breaks one legality condition of `apply-tiles`,
//! `apply-schedule`, `apply-joins` or `tile-time`: the pass has to name it. A program whose step is dropped
//! with a remark gives the same answer; an error stops the pipeline.

use crate::common::context;
use crate::planted_groups::run;
use tf_generate::Answers;
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::verify::verify;

const FUEL: u64 = 2_000_000;
const INPUTS: std::ops::Range<u64> = 0..3;

/// A product in tiles with ragged last tiles along all loops.
const PRODUCT: &str = r#"
func.func @main(%a: tensor<7x5xi32>, %b: tensor<5x6xi32>) -> tensor<7x6xi32> {
  %c = tensor.compute (%i, %j) in [7, 6] attributes {schedule = #tensor.schedule<split(i, [4, 2]), split(j, [4]), split(k, [2]), order(j.0, k.0, i.0, i.1), parallel(j.0), stage(k, j, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), jam(i, 2), vectorize(j, 4)>} {
    %s = tensor.fold (%k) = 0 to 5 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<7x5xi32>
      %y = tensor.at %b[%k, %j] : tensor<5x6xi32>
      %z = arith.muli %x, %y : i32
      tensor.yield %z : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<7x6xi32>
  return %c : tensor<7x6xi32>
}
"#;

/// A product of bytes in tiles, with dot products of four terms.
const WORDS: &str = r#"
func.func @main(%a: tensor<7x9xi8>, %b: tensor<9x6xi8>) -> tensor<7x6xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %c = tensor.compute (%i, %j) in [7, 6] attributes {schedule = #tensor.schedule<split(i, [2]), split(j, [4]), split(k, [8]), order(j.0, k.0, i.0), stage(k, j, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), mma(k, 4)>} {
    %s = tensor.fold (%k) = 0 to 9 add attributes {axis = "k"} {
      %x = tensor.at %a[%i, %k] : tensor<7x9xi8>
      %y = tensor.at %b[%k, %j] : tensor<9x6xi8>
      %v = arith.extsi %x : i8 to i32
      %w = arith.extsi %y : i8 to i32
      %z = arith.muli %v, %w : i32
      tensor.yield %z : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<7x6xi32>
  return %c : tensor<7x6xi32>
}
"#;

/// A point for each row and column, of a fold over two loops.
const ROWS: &str = r#"
func.func @main(%x: tensor<6x7x5x3xi32>) -> tensor<6x7xi32> {
  %c = tensor.compute (%i, %j) in [6, 7] attributes {schedule = #tensor.schedule<order(j, i, k, h), parallel(j), vectorize(i, 4)>} {
    %s = tensor.fold (%k) = 0 to 5 add attributes {axis = "k"} {
      %t = tensor.fold (%h) = 0 to 3 maxsi attributes {axis = "h"} {
        %v = tensor.at %x[%i, %j, %k, %h] : tensor<6x7x5x3xi32>
        tensor.yield %v : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<6x7xi32>
  return %c : tensor<6x7xi32>
}
"#;

/// Elements are put at the indices of a table: in the order of rows, and in any order of columns.
const PUTS: &str = r#"
func.func @main(%x: tensor<6x7xi32>, %at: tensor<6xi32>, %y: tensor<9x7xi32>) -> tensor<9x7xi32> {
  %c = tensor.compute (%i, %j) in [6, 7] accumulate(set %d = %y : tensor<9x7xi32>) attributes {schedule = #tensor.schedule<vectorize(j, 4)>} {
    %p = tensor.at %at[%i] : tensor<6xi32>
    %q = arith.index_cast %p : i32 to index
    %v = tensor.at %x[%i, %j] : tensor<6x7xi32>
    tensor.put %v into %d[%q, %j] drop : memref<9x7xi32>
    tensor.yield
  }
  return %c : tensor<9x7xi32>
}
"#;

/// The sum of exponentials less the greatest term.
const ROW: &str = r#"
func.func @main(%x: tensor<4x24xf32>, %y: tensor<4x24xf32>) -> tensor<4xf32> {
  %a = tensor.compute (%i) in [4] attributes {schedule = #tensor.schedule<join(k: l, 8)>} {
    %m = tensor.fold (%k) = 0 to 24 maximumf fastmath<reassoc> attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<4x24xf32>
      tensor.yield %v : f32
    } : f32
    %l = tensor.fold (%k) = 0 to 24 add fastmath<reassoc> attributes {axis = "l"} {
      %v = tensor.at %x[%i, %k] : tensor<4x24xf32>
      %d = arith.subf %v, %m : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %l : f32
  } : tensor<4xf32>
  return %a : tensor<4xf32>
}
"#;

/// A stencil in a loop of the program.
const STEPS: &str = r#"
func.func @main(%u: tensor<40xi32>, %z: tensor<40xi32>) -> tensor<40xi32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xi32>) {
    %h = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %a = tensor.at %v[%i + 1] clamp : tensor<40xi32>
      %b = tensor.at %v[%i - 1] clamp : tensor<40xi32>
      %s = arith.addi %a, %b : i32
      tensor.yield %s : i32
    } : tensor<40xi32>
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %a = tensor.at %h[%i] : tensor<40xi32>
      %b = tensor.at %z[%i] : tensor<40xi32>
      %s = arith.subi %a, %b : i32
      tensor.yield %s : i32
    } : tensor<40xi32>
    loop.yield %w : tensor<40xi32>
  }
  return %r : tensor<40xi32>
}
"#;

/// What changes in a text, everywhere in it.
type Edits = &'static [(&'static str, &'static str)];

/// A pass, a text that it can apply, the prefix of its remarks, and faults: an edit, and the message of the
/// pass.
struct Table {
    pass: &'static str,
    text: &'static str,
    begins: &'static str,
    faults: &'static [(Edits, &'static str)],
}

const TILES: &str = "the schedule's loops over tiles are left out: ";
const SECOND: &str = "    tensor.yield %s : i32\n  } : tensor<7x6xi32>";

const TABLES: &[Table] = &[
    Table {
        pass: "apply-tiles",
        text: PRODUCT,
        begins: TILES,
        faults: &[
            (
                &[("i32", "f32"), ("muli", "mulf")],
                "split(k, …) changes the order of the fold, which has no reassoc",
            ),
            (
                &[
                    ("7x", "?{n}x"),
                    ("[7, 6]", "[n, 6]"),
                    ("split(i, [4, 2]), ", ""),
                    (", i.0, i.1", ""),
                    (", stage(i, k, at = i.0, panels = i)", ""),
                ],
                "the axis i has no constant extent",
            ),
            (
                &[("split(i, [4, 2])", "split(i, [1048576, 1048576])")],
                "the tile of the result has more than 2^20 elements",
            ),
            (&[("split(k, [2])", "split(k, [2], tail = overlap)")], "would combine terms of the fold twice"),
            (
                &[("split(i, [4, 2])", "split(i, [4, 2], tail = overlap)")],
                "would add up some points twice, because their fold is split",
            ),
            (
                &[("split(j, [4])", "split(j, [4], tail = overlap)")],
                "would add up some points twice, because their fold is split",
            ),
            (
                &[
                    ("split(i, [4, 2])", "split(i, [4, 2], tail = peel)"),
                    ("split(j, [4])", "split(j, [8, 4], tail = peel)"),
                    ("split(k, [2])", "split(k, [2], tail = peel)"),
                    ("order(j.0, ", "order(j.0, j.1, "),
                ],
                "the peeled or overlapped tails would make 18 copies",
            ),
            (
                &[
                    ("split(i, [4, 2])", "split(i, [4, 2], tail = overlap)"),
                    ("split(k, [2]), ", ""),
                    ("k.0, i.0", "i.0"),
                    ("at = k.0", "at = j.0"),
                    ("at = i.0", "at = j.0"),
                ],
                "the last tile along i begins inside a panel",
            ),
            // Its second part overlaps inside of the first, which makes the panel.
            (
                &[
                    ("split(i, [4, 2])", "split(i, [4, 2], tail = overlap)"),
                    ("split(k, [2]), ", ""),
                    ("k.0, i.0", "i.0"),
                    ("at = k.0", "at = j.0"),
                ],
                "the last tile along i begins inside a panel",
            ),
            (
                &[("stage(i, k, at = i.0, panels = i)", "stage(i, j, at = i.0)")],
                "finds no operand that is read at exactly these loops",
            ),
            (
                &[
                    ("x5xi32", "x?{p}xi32"),
                    ("5x6xi32", "?{p}x6xi32"),
                    ("0 to 5", "0 to p"),
                    ("at = k.0", "at = j.0"),
                ],
                "the staged tile has no constant size",
            ),
            (
                &[(
                    SECOND,
                    "    %o = tensor.fold (%k) = 0 to 5 add attributes {axis = \"l\"} {\n      %x = tensor.at %a[%i, %k] : tensor<7x5xi32>\n      tensor.yield %x : i32\n    } : i32\n    %q = arith.addi %s, %o : i32\n    tensor.yield %q : i32\n  } : tensor<7x6xi32>",
                )],
                "the compute holds 2 loops, not one fold",
            ),
            (&[("%a[%i, %k] :", "%a[%i, %k] trap :")], "the compute may stop the call"),
            (
                &[
                    ("0 to 5 add attributes", "0 to 5 init(%zero) attributes"),
                    ("    %s = tensor", "    %zero = arith.constant 0 : i32\n    %s = tensor"),
                    (
                        "tensor.yield %z : i32\n    } : i32",
                        "tensor.yield %z : i32\n    } combine (%p: i32, %q: i32) {\n      %r = arith.ori %p, %q : i32\n      tensor.yield %r : i32\n    } : i32",
                    ),
                ],
                "a fold of the compute has several values or a combiner region",
            ),
            // The sum of a triangle.
            (
                &[("0 to 5", "0 to %j"), ("%k] :", "%k] clamp :"), ("%b[%k, %j] :", "%b[%k, %j] clamp :")],
                "the compute ",
            ),
        ],
    },
    Table {
        pass: "apply-tiles",
        text: WORDS,
        begins: "the step mma(k, 4) is left out: ",
        faults: &[
            (
                &[("0 to 9 add", "0 to 9 maxsi")],
                "the instruction adds terms, but the fold combines them by maxsi",
            ),
            (&[("dots_i8 = 1", "dots_i8 = 0")], "the target has no instruction for four bytes"),
            (&[("arith.muli", "arith.addi")], "the terms are not products of two factors"),
            (
                &[("xi8", "xi16"), ("i8 to", "i16 to")],
                "the terms must be products of two factors that were widened from bytes",
            ),
            (
                &[(", stage(i, k, at = i.0, panels = i)", "")],
                "both factors must be read from tiles: add a step stage for each",
            ),
            (
                &[
                    ("%a[%i, %k]", "%a[%i, 0]"),
                    ("stage(i, k, at = i.0, panels = i)", "stage(i, at = i.0, panels = i)"),
                ],
                "both factors must depend on the index of the fold",
            ),
        ],
    },
    Table {
        pass: "apply-schedule",
        text: ROWS,
        begins: "schedule ",
        faults: &[
            (
                &[
                    ("0 to 5 add", "0 to %i add"),
                    ("%k, %h]", "%k, %h] clamp"),
                    ("vectorize(i, 4)", "jam(i, 4)"),
                ],
                "jams i, but bounds of folds depend on it",
            ),
            (
                &[
                    ("0 to 3 maxsi", "0 to %i maxsi"),
                    ("%k, %h]", "%k, %h] clamp"),
                    ("vectorize(i, 4)", "jam(i, 4)"),
                ],
                "jams i, but bounds of folds depend on it",
            ),
            (
                &[("vectorize(i, 4)", "vectorize(k, 4), vectorize(h, 2)")],
                "vectorizes k and h, which is inside",
            ),
            (
                &[("vectorize(i, 4)", "vectorize(h, 2), vectorize(k, 4)")],
                "vectorizes k and h, which is inside",
            ),
            (&[("i, k, h)", "i, h, k)")], "moves the fold h out of k, which encloses it"),
        ],
    },
    Table {
        pass: "apply-schedule",
        text: PUTS,
        begins: "schedule ",
        faults: &[
            (
                &[("vectorize(j, 4)", "parallel(i)")],
                "runs i in parallel, but its points may put into the same element",
            ),
            (
                &[("vectorize(j, 4)", "order(j, i), parallel(j, i)")],
                "runs i in parallel, but its points may put into the same element",
            ),
            (
                &[("vectorize(j, 4)", "vectorize(i, 4)")],
                "vectorizes i, but its points may put into the same element",
            ),
            (&[("vectorize(j, 4)", "jam(i, 4)")], "jams i, but its points may put into the same element"),
            (
                &[("vectorize(j, 4)", "order(j, i)"), ("%d[%q, %j]", "%d[%q, 0]")],
                "moves j outwards, but its points may put into the same element",
            ),
            // Columns that overlap at the edge, or are past it at the other one.
            (&[("drop", "clamp")], "vectorizes j, but its points may put into the same element"),
            (&[("drop", "wrap")], "vectorizes j, but its points may put into the same element"),
            (
                &[("%d[%q, %j]", "%d[%q, %j floordiv 2]")],
                "vectorizes j, but its points may put into the same element",
            ),
        ],
    },
    Table {
        pass: "apply-joins",
        text: ROW,
        begins: "the folds are not joined: ",
        faults: &[
            (
                &[("0 to 24 add fastmath<reassoc>", "0 to 24 add")],
                "the order of l is fixed: it has no reassoc",
            ),
            (&[("math.exp", "math.tanh")], "no law corrects l when a fold that it depends on changes"),
            (
                &[(
                    "%v = tensor.at %x[%i, %k] : tensor<4x24xf32>\n      %d",
                    "%v = tensor.at %y[%i, %k] : tensor<4x24xf32>\n      %d",
                )],
                "no law corrects l when a fold that it depends on changes",
            ),
            (
                &[("math.exp %d", "arith.mulf %d, %d")],
                "no law corrects l when a fold that it depends on changes",
            ),
            (
                &[("arith.subf %v, %m", "arith.mulf %v, %m")],
                "no law corrects l when a fold that it depends on changes",
            ),
            (&[("arith.subf", "arith.addf")], "no law corrects l when a fold that it depends on changes"),
            (&[("0 to 24 add", "0 to 23 add")], "l has another range than the other folds"),
            (&[("0 to 24 add", "1 to 24 add")], "l has another range than the other folds"),
            (&[("0 to 24", "%i to 24")], "does not start at a constant"),
            (&[("arith.subf %v, %m", "arith.subf %v, %v")], "none of them depends on another one"),
            (
                &[
                    ("0 to 24 add fastmath<reassoc> attributes", "0 to 24 init(%zero) attributes"),
                    ("    %l = tensor", "    %zero = arith.constant 0.0 : f32\n    %l = tensor"),
                    (
                        "tensor.yield %e : f32\n    } : f32",
                        "tensor.yield %e : f32\n    } combine (%p: f32, %q: f32) {\n      %r = arith.addf %p, %q : f32\n      tensor.yield %r : f32\n    } : f32",
                    ),
                ],
                "l has a combiner region or side effects",
            ),
        ],
    },
    Table {
        pass: "tile-time",
        text: STEPS,
        begins: "the iterations of the loop do not run together: ",
        faults: &[
            (&[("%h[%i]", "%h[39 - %i]")], "along a shared loop at a subscript that is not a multiple"),
            (&[("%v[%i + 1]", "%v[%i * 2]")], "disagree on its stride along i: 1 and 2"),
            (
                &[("%v[%i + 1] clamp", "%v[3] clamp")],
                "along a shared loop at a subscript that is not a multiple",
            ),
            (&[("%v[%i + 1] clamp", "%v[%i + 1] wrap")], "along a shared loop with an out-of-bounds policy"),
            (&[("%v[%i + 1]", "%v[%i + 70]")], "a tile requires a halo of"),
            (&[("%v[%i + 1] clamp", "%v[%i] trap")], "may stop the call"),
            (
                &[
                    (
                        "    %w = tensor",
                        "    %g = tensor.scan add %h dim = 0 : tensor<40xi32>\n    %w = tensor",
                    ),
                    ("%h[%i]", "%g[%i]"),
                ],
                "holds tensor.scan",
            ),
            (
                &[(
                    "    %w = tensor.compute (%i) in [40] attributes {axes = [\"i\"], schedule = #tensor.schedule<time(i, [2, 16])>}",
                    "    %w = tensor.compute (%i) in [40] attributes {axes = [\"i\"], schedule = #tensor.schedule<time(i, [2, 8])>}",
                )],
                "the computes of the loop request different bands",
            ),
            (
                &[(
                    "    %w = tensor.compute (%i) in [40] attributes {axes = [\"i\"], schedule = #tensor.schedule<time(i, [2, 16])>}",
                    "    %w = tensor.compute (%i) in [40] attributes {axes = [\"j\"]}",
                )],
                "the banded axis must have the name i in all computes",
            ),
            (
                &[
                    ("step %one", "step %k"),
                    (
                        "  %r = loop",
                        "  %p = tensor.at %z[%zero] : tensor<40xi32>\n  %q = arith.index_cast %p : i32 to index\n  %k = arith.maxsi %q, %one : index\n  %r = loop",
                    ),
                ],
                "the loop does not count an index upwards in constant steps",
            ),
        ],
    },
];

/// A module of a text with changes.
fn edited(ctx: &Context, text: &str, edits: &[(&str, &str)]) -> Body {
    let text = edits.iter().fold(text.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "'{from}' is not in the text");
        text.replace(from, to)
    });
    let parsed = parse_module(ctx, "planted.mlir", &text, &ParseOptions::default());
    let body = parsed.unwrap_or_else(|errors| panic!("{}\n{text}", errors[0].message)).body;
    verify(&body).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0].message));
    body
}

/// Without faults, the text must not be refused.
#[test]
fn the_schedules_themselves_can_be_followed() {
    for Table { pass, text, .. } in TABLES {
        let ctx = context();
        let mut module = edited(&ctx, text, &[]);
        let answers = Answers::of(&module, "main", INPUTS, FUEL);
        assert_eq!(run(&ctx, &mut module, pass).as_deref(), Ok(""), "{pass}{text}");
        verify(&module).unwrap_or_else(|errors| panic!("{}", errors[0].message));
        // A sum of floats comes in another order.
        if *text != ROW {
            assert_eq!(answers.difference(&module), None, "{pass}{text}");
        }
    }
}

#[test]
fn each_planted_fault_is_refused_and_changes_no_answer() {
    let mut missed = Vec::new();
    for (table, edits, words) in
        TABLES.iter().flat_map(|table| table.faults.iter().map(move |(edits, words)| (table, edits, words)))
    {
        let ctx = context();
        let mut module = edited(&ctx, table.text, edits);
        let answers = Answers::of(&module, "main", INPUTS, FUEL);
        let said = run(&ctx, &mut module, table.pass);
        let (Ok(text) | Err(text)) = &said;
        if !text.contains(table.begins) || !text.contains(words) {
            missed.push(format!("{} {edits:?}: '{words}' is not what is said: {text}", table.pass));
            continue;
        }
        // An error ends the compilation.
        if let (Ok(_), Some(difference)) = (&said, answers.difference(&module)) {
            missed.push(format!("{} {edits:?}: {difference}", table.pass));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn there_are_fifty_faults() {
    let count: usize = TABLES.iter().map(|table| table.faults.len()).sum();
    assert!(count >= 50, "{count}");
}
