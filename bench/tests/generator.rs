//! Counts the promised ops in the generator's text, and compares with `mlir-opt`.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tensorforge::{Session, pipelines};
use tensorforge_bench::generate::{
    DUPLICATES_PER_FUNCTION, FOLDABLE_PER_FUNCTION, OPS_PER_FUNCTION, TENSOR_OPS_PER_FUNCTION, write_module,
    write_tensor_module,
};

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

fn module(ops: usize, seed: u64) -> String {
    let mut out = Vec::new();
    write_module(&mut out, ops, seed).unwrap();
    String::from_utf8(out).unwrap()
}

/// An operation on one line: `%r = name text : types`, or `return`.
#[derive(Debug)]
struct Op<'a> {
    result: Option<&'a str>,
    name: &'a str,
    operands: Vec<&'a str>,
    /// Everything after the name.
    text: &'a str,
}

/// The operations of each function of a module in custom form.
fn functions(text: &str) -> Vec<Vec<Op<'_>>> {
    let mut functions: Vec<Vec<Op>> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("func.func") {
            functions.push(Vec::new());
        } else if line.starts_with('%') || line.starts_with("return") {
            let (result, rest) = line.split_once(" = ").map_or((None, line), |(r, rest)| (Some(r), rest));
            let (name, text) = rest.split_once(' ').unwrap();
            let operands = text.split([' ', ',']).filter(|w| w.starts_with('%')).collect();
            functions.last_mut().unwrap().push(Op { result, name, operands, text });
        }
    }
    functions
}

/// Folds on its own: two equal or two constant operands, or the neutral element on the right.
fn folds(op: &Op, constants: &HashMap<&str, &str>) -> bool {
    let [a, b] = op.operands[..] else { return false };
    if op.name.starts_with("arith.cmp") {
        return false;
    }
    let neutral = match op.name {
        "arith.addi" | "arith.subi" | "arith.ori" | "arith.xori" => "0",
        "arith.andi" => "-1",
        "arith.muli" => "1",
        "arith.mulf" | "arith.divf" => "1.0",
        "arith.addf" => "-0.0",
        "arith.subf" => "0.0",
        _ => "none",
    };
    let (left, right) = (constants.get(a), constants.get(b));
    a == b || (left.is_some() && right.is_some()) || right == Some(&neutral)
}

#[test]
fn the_percentages_hold_in_every_function() {
    for seed in 0..20 {
        let text = module(20 * OPS_PER_FUNCTION, seed);
        let functions = functions(&text);
        assert_eq!(functions.len(), 20);
        for (index, ops) in functions.iter().enumerate() {
            let place = format!("seed {seed}, function {index}");
            let constants: HashMap<&str, &str> = ops
                .iter()
                .filter(|op| op.name == "arith.constant")
                .map(|op| (op.result.unwrap(), op.text.split(' ').next().unwrap()))
                .collect();
            let foldable = ops.iter().filter(|op| folds(op, &constants)).count();
            let distinct: HashSet<(&str, &str)> = ops.iter().map(|op| (op.name, op.text)).collect();
            assert_eq!(ops.len(), OPS_PER_FUNCTION, "{place}");
            assert_eq!(foldable, FOLDABLE_PER_FUNCTION, "{place}");
            assert_eq!(ops.len() - distinct.len(), DUPLICATES_PER_FUNCTION, "{place}");
        }
    }
}

#[test]
fn every_value_reaches_the_return() {
    for ops in functions(&module(50 * OPS_PER_FUNCTION, 7)) {
        let mut live: HashSet<&str> = HashSet::new();
        for op in ops.iter().rev() {
            assert!(op.result.is_none_or(|r| live.contains(r)), "dead: {op:?}");
            live.extend(&op.operands);
        }
        assert_eq!(ops.last().unwrap().name, "return");
        assert!(
            ops.last().unwrap().operands.len() <= 16,
            "the values are brought together before the return"
        );
    }
}

#[test]
fn the_operations_are_of_many_kinds() {
    let text = module(10 * OPS_PER_FUNCTION, 1);
    let names: HashSet<&str> = functions(&text).iter().flatten().map(|op| op.name).collect();
    assert!(names.len() >= 25, "{names:?}");
}

#[test]
fn the_text_depends_on_the_seed_alone() {
    let hash = |text: &str| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
    };
    // FNV-1a of the text. Figures measured on another text are not comparable: change it on purpose only.
    assert_eq!(format!("{:#x}", hash(&module(3000, 1))), "0xcb59239740b92115");
    assert_ne!(module(1000, 1), module(1000, 2));
    let (short, long) = (module(1000, 5), module(2000, 5));
    assert!(
        long.starts_with(short.trim_end_matches("}\n")),
        "a function does not depend on the module's size"
    );
    assert_eq!(module(1, 5), short, "sizes are rounded up to whole functions");
    assert_eq!(module(0, 5), "module {\n}\n");
}

fn mlir_opt(flag: &str, text: &str) -> String {
    assert!(Path::new(MLIR_OPT).exists(), "{MLIR_OPT} is missing: sudo apt-get install -y mlir-22-tools");
    let file: PathBuf =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("generator-{}{flag}.mlir", std::process::id()));
    fs::write(&file, text).unwrap();
    let output = Command::new(MLIR_OPT).args([flag, "--mlir-disable-threading"]).arg(&file).output().unwrap();
    fs::remove_file(&file).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn mlir_opt_finds_as_many_duplicates_and_folds() {
    let text = module(40 * OPS_PER_FUNCTION, 3);
    let constants = |ops: &[Op]| ops.iter().filter(|op| op.name == "arith.constant").count();
    let before = functions(&text);
    let (merged, folded) = (mlir_opt("--cse", &text), mlir_opt("--canonicalize", &text));
    let (merged, folded) = (functions(&merged), functions(&folded));
    assert_eq!((merged.len(), folded.len()), (before.len(), before.len()));
    for ((before, merged), folded) in before.iter().zip(&merged).zip(&folded) {
        assert_eq!(merged.len(), OPS_PER_FUNCTION - DUPLICATES_PER_FUNCTION);
        // Folding two constants makes new ones, so these are left out of the count.
        let expected = OPS_PER_FUNCTION - constants(before) - FOLDABLE_PER_FUNCTION;
        assert_eq!(folded.len() - constants(folded), expected);
    }
}

fn tensor_module(ops: usize, seed: u64) -> String {
    let mut out = Vec::new();
    write_tensor_module(&mut out, ops, seed).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn generated_tensor_modules_have_the_requested_size_and_lower() {
    let text = tensor_module(6 * TENSOR_OPS_PER_FUNCTION, 1);
    for ops in functions(&text) {
        let counted = ops.iter().filter(|op| !matches!(op.name, "arith.constant" | "return")).count();
        assert_eq!(counted, TENSOR_OPS_PER_FUNCTION);
        let mut live: HashSet<&str> = HashSet::new();
        for op in ops.iter().rev().filter(|op| op.name != "arith.constant") {
            assert!(op.result.is_none_or(|r| live.contains(r)), "dead: {op:?}");
            live.extend(&op.operands);
        }
    }
    let names: HashSet<&str> = functions(&text).iter().flatten().map(|op| op.name).collect();
    for name in
        ["arith.addf", "tensor.reduce", "tensor.broadcast", "tensor.contract", "tensor.slice", "tensor.pad"]
    {
        assert!(names.contains(name), "{names:?}");
    }
    let session = Session::new().unwrap();
    let mut module = session.parse("tensors.mlir", &text).unwrap();
    session.run_passes(&mut module, &pipelines::cpu()).unwrap();
}

#[test]
fn the_text_of_tensor_operations_depends_on_the_seed_alone() {
    assert_eq!(tensor_module(300, 1), tensor_module(300, 1));
    assert_ne!(tensor_module(300, 1), tensor_module(300, 2));
    let (short, long) = (tensor_module(100, 5), tensor_module(200, 5));
    assert!(
        long.starts_with(short.trim_end_matches("}\n")),
        "a function does not depend on the module's size"
    );
}
