//! Every operation that the check lets through is selected by every target. LLVM would end this test's
//! process otherwise.

use std::fmt::Write;
use tensorforge_llvm::compile::compile;
use tf_abi::options::{Emit, Options};

const FLOATS: &[&str] = &["f16", "bf16", "f32", "f64"];
const INTEGERS: &[&str] = &["i1", "i8", "i16", "i32", "i64", "i7"];

/// Functions of one operation each.
#[derive(Default)]
struct Unit(String, usize);

impl Unit {
    fn add(&mut self, parameters: &str, body: &str, result: &str) {
        self.1 += 1;
        let name = self.1;
        writeln!(
            self.0,
            "llvm.func @f{name}({parameters}) -> {result} {{ {body} llvm.return %r : {result} }}"
        )
        .unwrap();
    }

    /// An operation on `operands` values of each type, and on vectors of 3 and of 16.
    fn elementwise(&mut self, operation: &str, attributes: &str, operands: usize, elements: &[&str]) {
        for element in elements {
            for r#type in
                [(*element).to_owned(), format!("vector<3x{element}>"), format!("vector<16x{element}>")]
            {
                let parameters = ["%a", "%b", "%c"][..operands].iter().map(|n| format!("{n}: {type}"));
                let parameters = parameters.collect::<Vec<_>>().join(", ");
                let names = ["%a", "%b", "%c"][..operands].join(", ");
                let types = vec![r#type.as_str(); operands].join(", ");
                let body = format!("%r = \"llvm.{operation}\"({names}) {attributes} : ({types}) -> {type}");
                self.add(&parameters, &body, &r#type);
            }
        }
    }
}

fn arithmetic(unit: &mut Unit) {
    for op in ["ceil", "fabs", "floor", "nearbyint", "rint", "round", "roundeven", "sqrt", "trunc"] {
        unit.elementwise(&format!("intr.{op}"), "", 1, FLOATS);
    }
    for op in ["copysign", "maximum", "maxnum", "minimum", "minnum"] {
        unit.elementwise(&format!("intr.{op}"), "", 2, FLOATS);
    }
    for op in ["fma", "fmuladd"] {
        unit.elementwise(&format!("intr.{op}"), "", 3, FLOATS);
    }
    for op in ["fadd", "fdiv", "fmul", "frem", "fsub"] {
        unit.elementwise(op, "", 2, FLOATS);
    }
    for op in ["add", "and", "ashr", "lshr", "mul", "or", "sdiv", "shl", "srem", "sub", "udiv", "urem", "xor"]
    {
        unit.elementwise(op, "", 2, INTEGERS);
    }
    for op in [
        "smax", "smin", "umax", "umin", "sadd.sat", "ssub.sat", "uadd.sat", "usub.sat", "sshl.sat",
        "ushl.sat",
    ] {
        unit.elementwise(&format!("intr.{op}"), "", 2, INTEGERS);
    }
    for op in ["bitreverse", "ctpop"] {
        unit.elementwise(&format!("intr.{op}"), "", 1, INTEGERS);
    }
    unit.elementwise("intr.bswap", "", 1, &["i16", "i32", "i64"]);
    unit.elementwise("intr.abs", "<{is_int_min_poison = false}>", 1, INTEGERS);
    unit.elementwise("intr.ctlz", "<{is_zero_poison = false}>", 1, INTEGERS);
    unit.elementwise("intr.cttz", "<{is_zero_poison = false}>", 1, INTEGERS);
    unit.elementwise("intr.fshl", "", 3, INTEGERS);
    unit.elementwise("intr.fshr", "", 3, INTEGERS);
}

/// 128-bit intermediate results of 64-bit code: a GPU cannot pass them.
fn wide_integers(unit: &mut Unit) {
    for op in ["add", "and", "ashr", "lshr", "mul", "or", "shl", "sub", "xor"] {
        for (n, w) in [("i64", "i128"), ("vector<3xi64>", "vector<3xi128>")] {
            for widen in ["sext", "zext"] {
                let body = format!(
                    "%x = llvm.{widen} %a : {n} to {w}
                     %y = llvm.{widen} %b : {n} to {w}
                     %z = llvm.{op} %x, %y : {w}
                     %r = llvm.trunc %z : {w} to {n}"
                );
                unit.add(&format!("%a: {n}, %b: {n}"), &body, n);
            }
        }
    }
}

fn conversions(unit: &mut Unit) {
    for float in FLOATS {
        for integer in INTEGERS {
            for (f, i) in [
                ((*float).to_owned(), (*integer).to_owned()),
                (format!("vector<16x{float}>"), format!("vector<16x{integer}>")),
            ] {
                unit.add(&format!("%a: {f}"), &format!("%r = llvm.fptosi %a : {f} to {i}"), &i);
                unit.add(&format!("%a: {f}"), &format!("%r = llvm.fptoui %a : {f} to {i}"), &i);
                unit.add(&format!("%a: {i}"), &format!("%r = llvm.sitofp %a : {i} to {f}"), &f);
                unit.add(&format!("%a: {i}"), &format!("%r = llvm.uitofp %a : {i} to {f}"), &f);
                for sat in ["llvm.fptosi.sat", "llvm.fptoui.sat"] {
                    let body = format!("%r = llvm.call_intrinsic \"{sat}\"(%a) : ({f}) -> {i}");
                    unit.add(&format!("%a: {f}"), &body, &i);
                }
            }
        }
    }
    for (narrow, wide) in [("f16", "f32"), ("f16", "f64"), ("bf16", "f32"), ("bf16", "f64"), ("f32", "f64")] {
        for (n, w) in [
            (narrow.to_owned(), wide.to_owned()),
            (format!("vector<16x{narrow}>"), format!("vector<16x{wide}>")),
        ] {
            unit.add(&format!("%a: {n}"), &format!("%r = llvm.fpext %a : {n} to {w}"), &w);
            unit.add(&format!("%a: {w}"), &format!("%r = llvm.fptrunc %a : {w} to {n}"), &n);
        }
    }
}

fn reductions_and_overflow(unit: &mut Unit) {
    for element in INTEGERS {
        for op in ["add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin"] {
            let body =
                format!("%r = \"llvm.intr.vector.reduce.{op}\"(%a) : (vector<16x{element}>) -> {element}");
            unit.add(&format!("%a: vector<16x{element}>"), &body, element);
        }
        for op in ["sadd", "smul", "ssub", "uadd", "umul", "usub"] {
            let pair = format!("!llvm.struct<({element}, i1)>");
            let body = format!(
                "%s = \"llvm.intr.{op}.with.overflow\"(%a, %a) : ({element}, {element}) -> {pair}
                 %r = llvm.extractvalue %s[1] : {pair}"
            );
            unit.add(&format!("%a: {element}"), &body, "i1");
        }
    }
    for element in FLOATS {
        for op in ["fmax", "fmin", "fmaximum", "fminimum"] {
            let body =
                format!("%r = \"llvm.intr.vector.reduce.{op}\"(%a) : (vector<16x{element}>) -> {element}");
            unit.add(&format!("%a: vector<16x{element}>"), &body, element);
        }
        for op in ["fadd", "fmul"] {
            let body = format!(
                "%r = \"llvm.intr.vector.reduce.{op}\"(%s, %a) : ({element}, vector<16x{element}>) -> {element}"
            );
            unit.add(&format!("%s: {element}, %a: vector<16x{element}>"), &body, element);
        }
    }
}

fn masked_memory(unit: &mut Unit) {
    const ZERO: &str = "%r = llvm.mlir.constant(0 : i32) : i32";
    for element in FLOATS.iter().chain(INTEGERS) {
        let v = format!("vector<16x{element}>");
        let (m, p) = ("vector<16xi1>", "vector<16x!llvm.ptr>");
        let at = "{alignment = 1 : i32}";
        let given = format!("%p: !llvm.ptr, %q: {p}, %m: {m}, %x: {v}");
        unit.add(
            &given,
            &format!("%r = llvm.intr.masked.load %p, %m, %x {at} : (!llvm.ptr, {m}, {v}) -> {v}"),
            &v,
        );
        unit.add(
            &given,
            &format!("%r = llvm.intr.masked.gather %q, %m, %x {at} : ({p}, {m}, {v}) -> {v}"),
            &v,
        );
        unit.add(
            &given,
            &format!("%r = \"llvm.intr.masked.expandload\"(%p, %m, %x) : (!llvm.ptr, {m}, {v}) -> {v}"),
            &v,
        );
        let store = format!("llvm.intr.masked.store %x, %p, %m {at} : {v}, {m} into !llvm.ptr {ZERO}");
        unit.add(&given, &store, "i32");
        unit.add(
            &given,
            &format!("llvm.intr.masked.scatter %x, %q, %m {at} : {v}, {m} into {p} {ZERO}"),
            "i32",
        );
        let compress =
            format!("\"llvm.intr.masked.compressstore\"(%x, %p, %m) : ({v}, !llvm.ptr, {m}) -> () {ZERO}");
        unit.add(&given, &compress, "i32");
    }
}

#[test]
fn every_target_selects_accepted_units() {
    let mut unit = Unit::default();
    arithmetic(&mut unit);
    wide_integers(&mut unit);
    conversions(&mut unit);
    reductions_and_overflow(&mut unit);
    masked_memory(&mut unit);
    assert!(unit.1 > 1000);
    let gpu = format!("module attributes {{gpu.container_module}} {{ gpu.module @m {{ {} }} }}", unit.0);
    let cpu = "x86_64-unknown-linux-gnu";
    let targets = [(cpu, "x86-64", ""), (cpu, "znver4", ""), ("nvptx64-nvidia-cuda", "sm_80", "+ptx80")];
    std::thread::scope(|scope| {
        for (target, processor, features) in targets {
            let text = if target == cpu { &unit.0 } else { &gpu };
            scope.spawn(move || {
                let options = Options {
                    emit: Emit::Asm,
                    target: target.into(),
                    cpu: processor.into(),
                    features: features.into(),
                    opt: 1,
                    pipeline: String::new(),
                    ..Options::default()
                };
                compile(text, &options).unwrap_or_else(|e| panic!("{target} {processor}: {e}"));
            });
        }
    });
}
