//! `math-expand`: math functions become the arithmetic that defines them.

mod emit;
mod integer;

use emit::Emit;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::expand as f;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::pass::{Anchor, Changed, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};
use tf_ir::types::Type;
use tf_ir::walk;

/// The pass `math-expand`.
pub static INFO: PassInfo = PassInfo {
    name: "math-expand",
    title: "MathExpand",
    summary: "Replaces math functions by the arithmetic that defines them",
    docs: "The expansions of `scalar::expand`, which the interpreter evaluates too: results are the same bit for bit. On \
           scalars and vectors of f32 and f64; f16 and bf16 compute in f32. What every target has as an instruction \
           stays (sqrt, fma, abs, copysign, floor, ceil, trunc, roundeven, bit counts), and so does rsqrt with the flag \
           'afn', for which machines have estimates. Code that few arguments need stands \
           behind a branch. Tensors are left alone: decompose them first.",
    anchor: Anchor::Op("func.func"),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-expanded", help: "functions replaced" }],
    rules: &[],
    make: |_: &Options| Ok(Box::new(MathExpand)),
};

struct MathExpand;

impl Pass for MathExpand {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        for op in walk::preorder(body) {
            if body.is_live(op) && body.info(op).dialect() == "math" {
                count += u64::from(expand(body, op).is_some());
            }
        }
        cx.count("num-expanded", count);
        Ok(if count == 0 { Changed::No } else { Changed::Yes })
    }
}

/// Replaces an op; `None` if it has no expansion or none at its type.
fn expand(body: &mut Body, op: Op) -> Option<()> {
    let name = body.info(op).name.to_string();
    let name = name.strip_prefix("math.")?;
    let ty = body.ty(body.operand(op, 0));
    let ctx = body.ctx().clone();
    if ctx.is_tensor(ty) || !has_expansion(name) || name == "rsqrt" && approximate(body, op) {
        return None;
    }
    let operands: Vec<Value> = body.operands(op).collect();
    let mut b = Builder::before(body, op);
    let results = if name == "ipowi" {
        vec![integer::ipowi(&mut b, operands[0], operands[1])]
    } else {
        widened(&mut b, name, &operands, ty)?
    };
    body.replace(op, &results);
    Some(())
}

/// True for an op that is left to the machine's estimates; in f16 and bf16 it computes in f32 later.
fn approximate(body: &Body, op: Op) -> bool {
    FastMath::of(body.op(op)).has(FastMath::AFN)
}

fn has_expansion(name: &str) -> bool {
    UNARY.contains(&name)
        || ["atan2", "powf", "sincos", "fpowi", "ipowi", "round", "clampf"].contains(&name)
        || test(name)
}

fn test(name: &str) -> bool {
    ["isfinite", "isinf", "isnan", "isnormal"].contains(&name)
}

/// Computes in f32 where the type is narrower, and rounds at the end. `None` for floats of other formats.
fn widened(b: &mut Builder<'_>, name: &str, operands: &[Value], ty: Type) -> Option<Vec<Value>> {
    let ctx = b.ctx();
    let elem = ctx.elem_type(ty);
    if test(name) {
        return integer::classify(b, name, operands[0]).map(|v| vec![v]);
    }
    let wide = match ctx.scalar_width(elem)? {
        16 => ctx.with_elem(ty, ctx.f32()),
        32 | 64 => ty,
        _ => return None,
    };
    let mut inputs = Vec::new();
    for operand in operands {
        let same = b.body.ty(*operand) == ty;
        inputs.push(if same && wide != ty {
            b.value("arith.extf", &[*operand], wide, &[])
        } else {
            *operand
        });
    }
    let results = apply(b, name, &inputs, wide)?;
    Some(if wide == ty {
        results
    } else {
        results.into_iter().map(|v| b.value("arith.truncf", &[v], ty, &[])).collect()
    })
}

fn apply(b: &mut Builder<'_>, name: &str, x: &[Value], ty: Type) -> Option<Vec<Value>> {
    if name == "fpowi" {
        return Some(vec![integer::fpowi(b, x[0], x[1], ty)]);
    }
    let e = Emit::new(b, ty);
    if let Some(value) = unary(&e, name, x[0]) {
        return Some(vec![value]);
    }
    match name {
        "atan2" => Some(vec![f::atan2(&e, x[0], x[1])]),
        "powf" => Some(vec![f::powf(&e, x[0], x[1])]),
        "sincos" => Some(vec![f::sin(&e, x[0]), f::cos(&e, x[0])]),
        "round" => Some(vec![integer::round(&e, x[0])]),
        "clampf" => Some(vec![integer::clamp(&e, x[0], x[1], x[2])]),
        _ => None,
    }
}

/// The functions of one float.
const UNARY: [&str; 23] = [
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp", "exp2",
    "expm1", "log", "log10", "log1p", "log2", "rsqrt", "sin", "sinh", "tan", "tanh",
];

fn unary(e: &Emit<'_, '_>, name: &str, x: Value) -> Option<Value> {
    Some(match name {
        "acos" => f::acos(e, x),
        "acosh" => f::acosh(e, x),
        "asin" => f::asin(e, x),
        "asinh" => f::asinh(e, x),
        "atan" => f::atan(e, x),
        "atanh" => f::atanh(e, x),
        "cbrt" => f::cbrt(e, x),
        "cos" => f::cos(e, x),
        "cosh" => f::cosh(e, x),
        "erf" => f::erf(e, x),
        "erfc" => f::erfc(e, x),
        "exp" => f::exp(e, x),
        "exp2" => f::exp2(e, x),
        "expm1" => f::expm1(e, x),
        "log" => f::log(e, x),
        "log10" => f::log10(e, x),
        "log1p" => f::log1p(e, x),
        "log2" => f::log2(e, x),
        "rsqrt" => f::rsqrt(e, x),
        "sin" => f::sin(e, x),
        "sinh" => f::sinh(e, x),
        "tan" => f::tan(e, x),
        "tanh" => f::tanh(e, x),
        _ => return None,
    })
}
