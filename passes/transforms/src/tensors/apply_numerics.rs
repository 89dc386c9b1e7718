//! `apply-numerics`: turns a function's numerics mode into fast-math flags on its ops.

use tf_dialects::arith::Divf;
use tf_dialects::arith::flags::{FastMath, FlagSet};
use tf_dialects::elementwise::spec_of;
use tf_dialects::func::Func;
use tf_dialects::kernel;
use tf_dialects::math::{Rsqrt, Sqrt};
use tf_dialects::scalar::{table::Attribute as Takes, table::Kind};
use tf_dialects::tensor::accumulate::{Accumulation, Combine, accumulations_attr};
use tf_dialects::tensor::{Compute, Scatter};
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::registry::Traits;
use tf_ir::walk;
use tf_passes_common::code::deciding::Deciding;

/// The pass `apply-numerics`.
pub static INFO: PassInfo = PassInfo {
    name: "apply-numerics",
    title: "ApplyNumerics",
    summary: "Turns the function attribute 'tf.numerics' into fastmath flags",
    docs: "`strict`: no flags. `standard` (the default): NaN, infinities and −0 are honoured; elementwise \
        ops may contract and divide, square root and reciprocal may have an error of 2 ulp, and a \
        subnormal divisor may count as 0 (`contract`, `arcp`, `afn`), but casts round; folds, reductions \
        and contractions have an unspecified order (`reassoc`). `precise`: the same, but quotients and \
        roots are IEEE's everywhere. `fast`: all flags, and accumulating results are combined in any order \
        (`unordered`). Existing flags stay. Later passes read only the flags. Works on functions and on \
        kernels. \n\nIn every mode but `fast`, quotients and roots are IEEE's if a decision depends on \
        them: if they reach, through arithmetic, folds and loops, a compare, a maximum or minimum, a \
        rounding to integers, a remainder, or a conversion to another type than floats. So `v == max(v)` \
        holds for the largest `v`, for any fusion of the two sides, and `floor(a / b)` of an integral \
        quotient is that quotient.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "strict",
        kind: OptionKind::Bool,
        default: "false",
        help: "remove all flags, in every mode",
    }],
    statistics: &[StatSpec { name: "num-flagged", help: "ops that got flags" }],
    rules: &[RuleSpec {
        name: "decides",
        help: "keeps quotients and roots exact if a decision depends on them",
    }],
    growth: Growth::NONE,
    make: |options: &Options| Ok(Box::new(ApplyNumerics { strict: options.bool("strict") })),
};

/// The function attribute with the mode.
pub const MODE: &str = "tf.numerics";

/// The mode of the library's routines in programs of the modes "standard" and "precise", which share them.
pub const ROUTINE_MODE: &str = "precise";

/// The modes, strictest first.
pub(crate) const MODES: [&str; 4] = ["strict", "precise", "standard", "fast"];

/// The default flags of elementwise ops: contraction, division by reciprocals, and small errors.
const APPROXIMATE: FastMath = FastMath::CONTRACT.with(FastMath::ARCP).with(FastMath::AFN);

struct ApplyNumerics {
    strict: bool,
}

/// The flags of a mode, for elementwise ops and reductions.
struct Flags {
    elementwise: FastMath,
    /// Quotients, square roots and their reciprocals.
    root: FastMath,
    /// If flagged, a cast to a narrower float and back would round nothing.
    cast: FastMath,
    reduction: FastMath,
}

impl Flags {
    /// The flags of a mode; `None` for an unknown mode or one without flags.
    fn of(mode: &str) -> Option<Flags> {
        let usual = Flags {
            elementwise: APPROXIMATE,
            root: APPROXIMATE,
            cast: FastMath::NONE,
            reduction: FastMath::REASSOC.with(FastMath::CONTRACT),
        };
        let fast = FastMath::FAST;
        match mode {
            "precise" => Some(Flags { root: FastMath::CONTRACT, ..usual }),
            "standard" => Some(usual),
            "fast" => Some(Flags { elementwise: fast, root: fast, cast: fast, reduction: fast }),
            _ => None,
        }
    }

    /// The flags of elementwise ops of a kind, by whether the results decide.
    fn of_elementwise(&self, kind: OpKind, decides: bool) -> FastMath {
        match kind {
            Divf::KIND | Rsqrt::KIND | Sqrt::KIND if decides => FastMath::NONE,
            Divf::KIND | Rsqrt::KIND | Sqrt::KIND => self.root,
            // Expanding a power into products with roots might change only some copies of it.
            _ if decides => FastMath::from_bits(self.elementwise.bits() & !FastMath::ARCP.bits()),
            _ => self.elementwise,
        }
    }
}

impl Pass for ApplyNumerics {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        if !body.is(body.root(), Func) && !body.is(body.root(), kernel::Func) {
            return Ok(Changed::No);
        }
        if self.strict {
            return Ok(without_flags(body));
        }
        let mode = body.attr(body.root(), MODE).and_then(|a| body.ctx().attr_str(a)).unwrap_or("standard");
        if mode == "strict" {
            return Ok(Changed::No);
        }
        let Some(flags) = Flags::of(mode) else {
            let message = format!("unknown numerics mode \"{mode}\"; the modes are {}", MODES.join(", "));
            let error = body.op(body.root()).error(message);
            return Err(cx.error(error));
        };
        let settles = mode != "fast" && cx.allows("decides");
        let deciding = if settles { Deciding::of(body) } else { Deciding::default() };
        let (mut count, any_order) = (0, mode == "fast");
        for op in walk::preorder(body) {
            if any_order && set_unordered(body, op, true) {
                count += 1;
            }
            if let Some(value) = flags_for(body, op, &flags, &deciding) {
                body.set_attr(op, "fastmath", value);
                count += 1;
            }
        }
        cx.count("num-flagged", count);
        Ok(if count == 0 { Changed::No } else { Changed::Yes })
    }
}

/// Removes all flags.
fn without_flags(body: &mut Body) -> Changed {
    let none = FastMath::NONE.attr(body.ctx());
    let mut changed = Changed::No;
    for op in walk::preorder(body) {
        if set_unordered(body, op, false) {
            changed = Changed::Yes;
        }
        let slot = body.info(op).slot("fastmath");
        let flags =
            slot.and_then(|slot| body.slot(op, slot)).and_then(|a| FastMath::from_attr(body.ctx(), a));
        if flags.is_some_and(|flags| flags != FastMath::NONE) {
            body.set_attr(op, "fastmath", none);
            changed = Changed::Yes;
        }
    }
    changed
}

/// Sets the order in which an op accumulates floats: unordered, or the order of the points. Returns true if
/// that is new.
fn set_unordered(body: &mut Body, op: Op, unordered: bool) -> bool {
    let old = match (body.cast(op, Compute), body.cast(op, Scatter)) {
        (Some(compute), _) => compute.accumulations(),
        (_, Some(scatter)) => scatter.accumulations(),
        _ => return false,
    };
    let floats = body.operands(op).map(|value| body.ctx().is_float(body.ctx().elem_type(body.ty(value))));
    let change = |(how, float): (&Accumulation, bool)| match how.combine {
        Combine::Kind(_) if !unordered => how.unordered(false),
        Combine::Kind(_) if float && !how.unique => how.unordered(true),
        _ => *how,
    };
    let new: Vec<Accumulation> = old.iter().zip(floats).map(change).collect();
    if new == old {
        return false;
    }
    // A scatter has another attribute for unique subscripts.
    let unique = body.is(op, Compute);
    let list: Vec<Accumulation> = new.iter().map(|how| how.unique(how.unique && unique)).collect();
    let attr = accumulations_attr(body.ctx(), &list);
    body.set_attr(op, "accumulate", attr);
    true
}

/// The flags for an op; `None` if it takes none or already has flags.
fn flags_for(body: &Body, op: Op, flags: &Flags, deciding: &Deciding) -> Option<Attribute> {
    let info = body.info(op);
    let slot = info.slot("fastmath")?;
    let present = body.slot(op, slot).and_then(|a| FastMath::from_attr(body.ctx(), a));
    if present.is_some_and(|flags| flags != FastMath::NONE) {
        return None;
    }
    let chosen = match spec_of(body.op(op)) {
        _ if info.has(Traits::COMBINES) => flags.reduction,
        Some(spec) if matches!(spec.kind, Kind::Cast(_)) => flags.cast,
        Some(spec) if matches!(spec.attribute, Takes::FastMath | Takes::FastMathAndRounding) => {
            flags.of_elementwise(body.kind(op), deciding.has_result(body, op))
        }
        _ => return None,
    };
    (chosen != FastMath::NONE).then(|| chosen.attr(body.ctx()))
}
