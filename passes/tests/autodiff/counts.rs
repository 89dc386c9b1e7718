//! Cost of derivatives: operations of the backward sweep, after canonicalization and CSE.

use crate::common::{context, parse, print, run};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tf_dialects::scalar::table::{Kind, all};
use tf_ir::body::Body;
use tf_ir::walk::walk;

/// The number of ops of arith and math, without constants.
fn arithmetic(module: &Body) -> usize {
    let mut count = 0;
    for function in module.child_ops().into_iter().filter_map(|op| module.child(op)) {
        walk(function, function.root(), &mut |body, op| {
            let name = &*body.info(op).name;
            let ours = name.starts_with("arith.") || name.starts_with("math.");
            count += usize::from(ours && name != "arith.constant");
        });
    }
    count
}

/// Forward and backward arithmetic of a function of four floats.
fn counts(code: &str) -> (usize, usize) {
    let ctx = context();
    let arguments = "%x0: f64, %x1: f64, %x2: f64, %x3: f64";
    let plain = format!("func.func @f({arguments}) -> f64 {{\n{code}\nreturn %y : f64\n}}");
    let mut module = parse(&ctx, &plain);
    run(&ctx, &mut module, "canonicalize,cse");
    let forward = arithmetic(&module);
    let gradient = format!(
        "func.func @f({arguments}) -> (f64, f64, f64, f64, f64) {{\n%one = arith.constant 1.0 : f64\n\
         %r:5 = tensor.vjp (%a0 = %x0, %a1 = %x1, %a2 = %x2, %a3 = %x3) seed(%one) : (f64, f64, f64, f64) -> (f64) {{\n{}\ntensor.yield %y : f64\n}}\n\
         return %r#0, %r#1, %r#2, %r#3, %r#4 : f64, f64, f64, f64, f64\n}}",
        (0..4).fold(code.to_string(), |code, i| code.replace(&format!("%x{i}"), &format!("%a{i}")))
    );
    let mut module = parse(&ctx, &gradient);
    run(&ctx, &mut module, "autodiff,canonicalize,cse");
    let total = arithmetic(&module);
    assert!(total >= forward, "{}", print(&module));
    (forward, total - forward)
}

/// The elementwise float ops with `operands` operands that have a derivative rule.
fn functions(operands: usize) -> Vec<&'static str> {
    let kind = [Kind::FloatUnary, Kind::FloatBinary, Kind::FloatTernary][operands - 1];
    let rows = all().filter(|spec| spec.kind == kind && spec.derivative.is_some());
    rows.map(|spec| spec.name).filter(|name| *name != "math.clampf").collect()
}

/// A chain of `n` ops on earlier values: arithmetic and functions.
fn random_code(rng: &mut SmallRng, n: usize) -> String {
    const BINARY: [&str; 6] =
        ["arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.addf", "arith.mulf"];
    let is_costly = |name: &str| COSTLY.iter().any(|(other, _)| *other == name);
    let [unary, binary, ternary] =
        [1, 2, 3].map(|n| functions(n).into_iter().filter(|f| !is_costly(f)).collect::<Vec<_>>());
    let mut names: Vec<String> = (0..4).map(|i| format!("%x{i}")).collect();
    let mut code = String::new();
    for i in 0..n {
        let name = if i + 1 == n { "%y".to_string() } else { format!("%t{i}") };
        // Operands are recent values, so that little code is dead.
        let pick = |rng: &mut SmallRng| {
            let back = rng.random_range(0..names.len().min(6));
            names[names.len() - 1 - back].clone()
        };
        let a = pick(rng);
        let (b, c) = (pick(rng), pick(rng));
        let one = |rng: &mut SmallRng, of: &[&str]| of[rng.random_range(0..of.len())].to_string();
        code += &match rng.random_range(0..8) {
            0..3 => format!("{name} = {} {a} : f64\n", one(rng, &unary)),
            3 => format!("{name} = {} {a}, {b} : f64\n", one(rng, &binary)),
            4 => format!("{name} = {} {a}, {b}, {c} : f64\n", one(rng, &ternary)),
            _ => format!("{name} = {} {a}, {b} : f64\n", one(rng, &BINARY)),
        };
        names.push(name);
    }
    code
}

#[test]
fn backwards_takes_at_most_four_times_as_much_as_forwards() {
    let mut rng = SmallRng::seed_from_u64(8);
    for n in [1usize, 5, 20, 100, 400] {
        for _ in 0..20 {
            let code = random_code(&mut rng, n);
            let (forward, backward) = counts(&code);
            assert!(backward <= 4 * forward, "{backward} ops backwards for {forward} forwards\n{code}");
        }
    }
}

/// Functions whose derivatives take more than four ops, with the number of these ops: they have kinks or
/// roots.
const COSTLY: &[(&str, usize)] = &[
    ("arith.maximumf", 6),
    ("arith.maxnumf", 6),
    ("arith.minimumf", 6),
    ("arith.minnumf", 6),
    ("math.acos", 6),
    ("math.acosh", 5),
    ("math.asin", 5),
    ("math.atan2", 6),
    ("math.copysign", 5),
    ("math.erfc", 5),
    ("math.powf", 12),
];

#[test]
fn functions_cost_four_ops_or_are_known_to_cost_more() {
    let mut found = Vec::new();
    for n in 1..=3 {
        let operands = (0..n).map(|i| format!("%x{i}")).collect::<Vec<_>>().join(", ");
        for name in functions(n) {
            let (forward, backward) = counts(&format!("%y = {name} {operands} : f64"));
            assert_eq!(forward, 1);
            found.extend((backward > 4).then_some((name, backward)));
        }
    }
    found.sort_unstable();
    assert_eq!(found, COSTLY);
}

/// The cost of the derivative of each op.
#[test]
fn each_op_has_its_price() {
    for (code, most) in [
        ("%y = arith.addf %x0, %x1 : f64", 0),
        ("%y = arith.subf %x0, %x1 : f64", 1),
        ("%y = arith.mulf %x0, %x1 : f64", 2),
        ("%y = arith.divf %x0, %x1 : f64", 4),
        ("%y = math.exp %x0 : f64", 1),
        ("%y = math.sqrt %x0 : f64", 3),
        ("%y = math.sin %x0 : f64", 2),
        ("%y = math.tanh %x0 : f64", 4),
        ("%y = math.log %x0 : f64", 1),
    ] {
        let (forward, backward) = counts(code);
        assert_eq!(forward, 1);
        assert!(backward <= most, "{code}: {backward} ops, not {most}");
    }
}
