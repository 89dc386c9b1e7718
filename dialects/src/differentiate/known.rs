//! The table of the derivatives of ops: for the reference, for error messages, and for the test of
//! completeness.

use super::Differentiable;
use super::elementwise::{BITS, NO_RULE};
use crate::arith::{self, ScalingExtF, ScalingTruncF};
use crate::func::{Call, CallIndirect};
use crate::loops::{self, Condition, For, If, Parallel, Switch, While};
use crate::scalar::table::{self, Cast, Kind, OpSpec};
use crate::shared::interfaces::has_decomposition;
use crate::tensor::sort::Sort;
use crate::tensor::transform::checkpoint::Checkpoint;
use crate::tensor::transform::vmap::Vmap;
use crate::tensor::transform::{Detach, Jvp, Vjp};
use crate::tensor::{self, Assert, At, Bind, Bitcast, Compute, Empty, Print, Put, Require};
use tf_ir::OpKind;
use tf_ir::registry::OpInfo;

/// The method of differentiating an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derivative {
    /// By formulas: per result, per operand (see [`super::rule`]).
    Formulas(&'static [&'static [&'static str]]),
    /// By a rule in code.
    Rule,
    /// As the comprehension that it decomposes into.
    Decomposed,
    /// By the pass `autodiff`, with the code in its regions or around it.
    Pass,
    /// Not at all: the results do not depend on floats, or are not floats.
    NoFloats,
    /// Not at all, for this reason: the text of the error.
    None(&'static str),
}

/// Ops that the pass `autodiff` knows.
const BY_PASS: &[OpKind] = &[
    Compute::KIND,
    tensor::Fold::KIND,
    At::KIND,
    Put::KIND,
    tensor::Yield::KIND,
    Sort::KIND,
    Vjp::KIND,
    Jvp::KIND,
    Vmap::KIND,
    Checkpoint::KIND,
    tensor::Group::KIND,
    For::KIND,
    While::KIND,
    If::KIND,
    Switch::KIND,
    loops::Yield::KIND,
    Condition::KIND,
];

/// Our ops outside the scalar table whose results are not floats, or do not depend on operands.
const NO_FLOATS: &[OpKind] = &[
    arith::Constant::KIND,
    Empty::KIND,
    Bind::KIND,
    tensor::ExtentOf::KIND,
    Require::KIND,
    Print::KIND,
    Assert::KIND,
    Detach::KIND,
];

/// The reasons why ops have no derivative.
const REASONS: &[(OpKind, &str)] = &[
    (arith::Bitcast::KIND, BITS),
    (Bitcast::KIND, BITS),
    (ScalingExtF::KIND, SCALED),
    (ScalingTruncF::KIND, SCALED),
    (
        Parallel::KIND,
        "its iterations run in parallel, and derivatives need a sequential loop: write loop.for with the \
         tensors as iter_args",
    ),
    (Call::KIND, "it is a call: run `inline` before `autodiff`"),
    (CallIndirect::KIND, "it calls a function that is known only at run time: call a function by name"),
];

const SCALED: &str = "block-scaled formats have no arithmetic and therefore no derivatives: scale and \
    convert with arith.mulf, arith.extf and arith.truncf";

/// The derivative of an op; `None` for unknown ops, such as those of other dialects without rules.
pub fn derivative(info: &OpInfo) -> Option<Derivative> {
    if let Some((_, why)) = REASONS.iter().find(|(op, _)| *op == info.kind) {
        return Some(Derivative::None(why));
    }
    if BY_PASS.contains(&info.kind) {
        return Some(Derivative::Pass);
    }
    if NO_FLOATS.contains(&info.kind) {
        return Some(Derivative::NoFloats);
    }
    if let Some(spec) = table::row(info.kind) {
        return of_row(spec);
    }
    if info.interface::<dyn Differentiable>().is_some() {
        return Some(Derivative::Rule);
    }
    has_decomposition(info).then_some(Derivative::Decomposed)
}

/// An op of the scalar table; `None` for a float function without a formula.
fn of_row(spec: &OpSpec) -> Option<Derivative> {
    if let Some(formulas) = spec.derivative {
        return Some(Derivative::Formulas(formulas));
    }
    match spec.kind {
        Kind::Cast(Cast::ExtF | Cast::TruncF) => Some(Derivative::Rule),
        Kind::IntUnary
        | Kind::IntBinary
        | Kind::AddExtended
        | Kind::MulExtended
        | Kind::IntCompare
        | Kind::FloatTest
        | Kind::FloatCompare
        | Kind::Cast(Cast::ExtI | Cast::TruncI | Cast::FloatToInt | Cast::IntToFloat | Cast::Index) => {
            Some(Derivative::NoFloats)
        }
        _ => None,
    }
}

/// The reason why an op cannot be differentiated, for an error message.
pub fn reason(info: &OpInfo) -> &'static str {
    match derivative(info) {
        Some(Derivative::None(why)) => why,
        _ => NO_RULE,
    }
}

/// True if derivatives propagate through an op, or are known to be zero: its results depend on floats only by
/// its rule, or are piecewise constant. The bits of a float count as a constant.
pub fn is_followed(info: &OpInfo) -> bool {
    match derivative(info) {
        None => false,
        Some(Derivative::None(why)) => why == BITS,
        Some(_) => true,
    }
}
