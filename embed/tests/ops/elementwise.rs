//! The elementwise ops: one row for each of the scalar table.

use super::case::{ALL, Case, FLOATS, INTS, Row, list, row, ty};
use tf_dialects::scalar::table::{Cast, Kind};
use tf_dialects::scalar::{DType, OpSpec, table};

pub fn rows() -> Vec<Row> {
    table::all().map(spec_row).collect()
}

fn spec_row(spec: &'static OpSpec) -> Row {
    let dtypes: Vec<DType> = match spec.kind {
        Kind::IntUnary | Kind::IntBinary | Kind::IntCompare => INTS.to_vec(),
        Kind::AddExtended | Kind::MulExtended => INTS.to_vec(),
        Kind::Words | Kind::WordsToFloat => vec![DType::I32],
        Kind::Select => ALL.to_vec(),
        Kind::Cast(_) => ALL.into_iter().filter(|from| !targets(spec, *from).is_empty()).collect(),
        _ => FLOATS.to_vec(),
    };
    row(spec.name, &dtypes, move |c| instance(c, spec))
}

/// The types that a conversion may go to.
fn targets(spec: &OpSpec, from: DType) -> Vec<DType> {
    ALL.into_iter().filter(|to| spec.kind.accepts(&[from], &[*to])).collect()
}

fn operand_types(c: &mut Case, spec: &OpSpec) -> Vec<DType> {
    match spec.kind {
        Kind::Select => vec![DType::I1, c.dtype, c.dtype],
        Kind::FloatInt => {
            let narrow = [DType::I8, DType::I16, DType::I32];
            vec![c.dtype, narrow[c.random.below(narrow.len())]]
        }
        _ => vec![c.dtype; spec.kind.operands()],
    }
}

fn result_types(c: &mut Case, spec: &OpSpec) -> Vec<DType> {
    match spec.kind {
        Kind::IntCompare | Kind::FloatCompare | Kind::FloatTest => vec![DType::I1],
        Kind::AddExtended => vec![c.dtype, DType::I1],
        Kind::MulExtended | Kind::FloatPair => vec![c.dtype; 2],
        Kind::WordsToFloat => vec![DType::F32],
        Kind::Cast(_) => {
            let targets = targets(spec, c.dtype);
            vec![targets[c.random.below(targets.len())]]
        }
        _ => vec![c.dtype],
    }
}

fn instance(c: &mut Case, spec: &OpSpec) {
    let shape = c.shape(0..=6);
    let from = operand_types(c, spec);
    let operands: Vec<_> = from.iter().map(|dtype| c.tensor_of(*dtype, &shape)).collect();
    let to = result_types(c, spec);
    let predicates = match spec.kind {
        Kind::IntCompare => 10,
        Kind::FloatCompare => 16,
        _ => 0,
    };
    let predicate = c.random.below(predicates);
    let attrs = if predicates > 0 { format!(" <{{predicate = {predicate} : i64}}>") } else { String::new() };
    let names = list(&operands);
    let names = names.trim_matches(['[', ']']).to_string();
    let types: Vec<String> = operands.iter().map(|v| v.ty()).collect();
    let results: Vec<_> = to.iter().map(|dtype| (*dtype, shape.clone())).collect();
    let words: Vec<String> = results.iter().map(|(dtype, shape)| ty(*dtype, Some(shape))).collect();
    let values = c.define_all(&results, |_| {
        format!("\"{}\"({names}){attrs} : ({}) -> ({})", spec.name, types.join(", "), words.join(", "))
    });
    c.give(&values);
    c.roundings = 4;
    c.numpy = expression(c, spec, predicate).filter(|_| spec.kind != Kind::Cast(Cast::Bits));
}

/// NumPy's name, if the semantics are the same.
fn expression(c: &Case, spec: &OpSpec, predicate: usize) -> Option<String> {
    let logic = ["arith.andi", "arith.ori", "arith.xori"].contains(&spec.name);
    if c.dtype == DType::I1 && !logic && spec.kind != Kind::Select {
        return None;
    }
    let known = match spec.name {
        "arith.addi" | "arith.addf" => "a + b",
        "arith.subi" | "arith.subf" => "a - b",
        "arith.muli" | "arith.mulf" => "a * b",
        "arith.divf" => "a / b",
        "arith.remf" => "np.fmod(a, b)",
        "arith.negf" => "-a",
        "arith.maximumf" | "arith.maxsi" => "np.maximum(a, b)",
        "arith.minimumf" | "arith.minsi" => "np.minimum(a, b)",
        "arith.maxnumf" => "np.fmax(a, b)",
        "arith.minnumf" => "np.fmin(a, b)",
        "arith.andi" => "a & b",
        "arith.ori" => "a | b",
        "arith.xori" => "a ^ b",
        "arith.select" => "np.where(a, b, c)",
        "arith.sitofp" | "arith.extsi" | "arith.extf" | "arith.truncf" => "a",
        "arith.cmpi" => ["a == b", "a != b", "a < b", "a <= b", "a > b", "a >= b"].get(predicate)?,
        "arith.cmpf" => ["a < a", "a == b", "a > b", "a >= b", "a < b", "a <= b"].get(predicate)?,
        "math.absf" | "math.absi" => "np.abs(a)",
        "math.powf" => "np.power(a, b)",
        "math.round" => "np.trunc(a + np.copysign(0.5, a))",
        "math.roundeven" => "np.rint(a)",
        "math.rsqrt" => "1 / np.sqrt(a)",
        "math.asin" => "np.arcsin(a)",
        "math.acos" => "np.arccos(a)",
        "math.atan" => "np.arctan(a)",
        "math.asinh" => "np.arcsinh(a)",
        "math.acosh" => "np.arccosh(a)",
        "math.atanh" => "np.arctanh(a)",
        "math.atan2" => "np.arctan2(a, b)",
        "math.copysign" => "np.copysign(a, b)",
        "math.fma" => "a * b + c",
        _ => {
            let name = spec.name.strip_prefix("math.")?;
            let same = [
                "ceil", "floor", "trunc", "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10",
                "log1p", "sin", "cos", "tan", "sinh", "cosh", "tanh", "isnan", "isinf", "isfinite",
            ];
            return same.contains(&name).then(|| format!("np.{name}(a)"));
        }
    };
    Some(known.to_string())
}
