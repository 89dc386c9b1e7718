//! Every rule of the scalar table.

use super::harness::Case;
use tf_dialects::scalar::table::{Kind, all};

/// The domain in which a function is differentiable.
fn range(name: &str) -> (f64, f64) {
    match name {
        "math.acos" | "math.asin" | "math.atanh" => (-0.9, 0.9),
        "math.acosh" => (1.2, 3.0),
        "math.log" | "math.log2" | "math.log10" | "math.log1p" | "math.sqrt" | "math.rsqrt" | "math.powf"
        | "math.cbrt" => (0.2, 3.0),
        "arith.divf" | "arith.remf" => (0.5, 2.0),
        _ => (-2.0, 2.0),
    }
}

#[test]
fn every_rule_agrees_with_central_differences_on_scalars_and_tensors() {
    let mut tested = 0;
    for spec in all().filter(|spec| spec.derivative.is_some()) {
        let operands = match spec.kind {
            Kind::FloatUnary | Kind::FloatPair => 1,
            Kind::FloatBinary => 2,
            Kind::FloatTernary => 3,
            _ => continue,
        };
        if spec.name == "math.clampf" {
            continue;
        }
        for (ty, extents) in [("f64", &[][..]), ("tensor<?{n}x2xf64>", &[3, 2])] {
            let inputs = vec![(ty, extents); operands];
            let names: Vec<String> = (0..operands).map(|i| format!("%x{i}")).collect();
            let results = if spec.kind == Kind::FloatPair { "%y0, %y1" } else { "%y0" };
            let code = format!("  {results} = {} {} : {ty}", spec.name, names.join(", "));
            let outputs = vec![ty; spec.results()];
            Case { inputs: &inputs, outputs: &outputs, code: &code, range: range(spec.name) }.check(7);
        }
        tested += 1;
    }
    assert!(tested >= 40, "{tested}");
}

#[test]
fn the_clamp_stops_outside_and_the_bounds_get_the_rest() {
    let ty = "tensor<50xf64>";
    let code = "  %y0 = math.clampf %x0 to [%x1, %x2] : tensor<50xf64>";
    Case { inputs: &[(ty, &[50][..]); 3], outputs: &[ty], code, range: (-2.0, 2.0) }.check(1);
}

#[test]
fn conversions_convert_back() {
    let code = "  %a = arith.truncf %x0 : f64 to f32\n  %b = arith.extf %a : f32 to f64\n  %c = arith.mulf %x0, %x0 : f64\n  \
                %z = arith.constant 0.0 : f64\n  %d = arith.mulf %b, %z : f64\n  %y0 = arith.addf %c, %d : f64";
    Case { inputs: &[("f64", &[])], outputs: &["f64"], code, range: (-2.0, 2.0) }.check(1);
}

#[test]
fn a_value_used_twice_gets_both_cotangents_and_constants_none() {
    let code = "  %a = arith.mulf %x0, %x0 : f64\n  %b = math.sin %a : f64\n  %y0 = arith.divf %b, %x0 : f64\n  \
                %y1 = arith.addf %a, %b : f64";
    Case { inputs: &[("f64", &[])], outputs: &["f64", "f64"], code, range: (0.5, 2.0) }.check(2);
}
