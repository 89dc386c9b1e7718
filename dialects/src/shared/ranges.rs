//! Range analysis of integers by their definitions, and whether a counted loop's index stays within its type.
//!
//! This is interval arithmetic in 128 bits. The result of an operation that may wrap is the whole range of
//! its type, so a range always contains the machine's value. Unlike the proofs of `tensor::bounds`, it does
//! not use terms over extents.

use crate::func::declared_extents::extent_arguments;
use crate::kernel::{
    BLOCK_THREADS, BlockDim, BlockId, GRID_EXTENTS, GridDim, LaneId, ThreadId, WARP, WarpId,
};
use crate::loops::{For, If, Parallel};
use crate::scalar::{DType, dtype};
use crate::tensor::bounds::MAX_EXTENT;
use tf_ir::arithmetic::{Arithmetic, Rounding, Signedness};
use tf_ir::body::{Body, Def, Op, Value};

/// The maximum count of definitions that the analysis of one value visits.
const MAX_DEFINITIONS: u32 = 256;
/// Their maximum depth.
const MAX_DEPTH: u32 = 64;

/// The minimum and the maximum value of an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The minimum.
    pub least: i128,
    /// The maximum.
    pub most: i128,
}

impl Range {
    /// The range of a value, wherever it is defined.
    pub fn of(body: &Body, value: Value) -> Range {
        Search { body, left: MAX_DEFINITIONS }.range(value, MAX_DEPTH)
    }

    /// All signed integers of a width.
    fn of_width(width: u32) -> Range {
        let half = 1i128 << (width.clamp(1, 64) - 1);
        Range { least: -half, most: half - 1 }
    }

    fn new(least: i128, most: i128) -> Range {
        Range { least, most }
    }

    fn contains(self, other: Range) -> bool {
        self.least <= other.least && other.most <= self.most
    }

    fn union(self, other: Range) -> Range {
        Range::new(self.least.min(other.least), self.most.max(other.most))
    }

    fn is_natural(self) -> bool {
        self.least >= 0
    }

    /// The minimum and the maximum result at the ends of two ranges, of an operation that is monotone in each
    /// operand.
    fn at_ends(self, other: Range, f: impl Fn(i128, i128) -> i128) -> Range {
        let ends = [
            f(self.least, other.least),
            f(self.least, other.most),
            f(self.most, other.least),
            f(self.most, other.most),
        ];
        let (least, most) = (ends.iter().min(), ends.iter().max());
        Range::new(*least.expect("there are four ends"), *most.expect("there are four ends"))
    }
}

/// The attribute of a counted loop over the points of a launch, of which there are at most 2^62, as a call
/// checks: its last index plus its step does not overflow.
pub const FITS: &str = "tf.fits";

/// Whether a `loop.for` never computes an index outside of its type.
pub fn loop_fits(body: &Body, op: Op) -> bool {
    body.attr(op, FITS).is_some() || index_fits(body, std::array::from_fn(|i| body.operand(op, i)))
}

/// Whether a counted loop with these bounds and this step never computes an index outside of its type: the
/// step is at least 1, and the last index plus the step does not overflow. Other loops count their
/// iterations.
pub fn index_fits(body: &Body, [lower, upper, step]: [Value; 3]) -> bool {
    let step = Range::of(body, step);
    if step.least < 1 {
        return false;
    }
    if step.most == 1 {
        return true;
    }
    let (first, end) = (Range::of(body, lower), Range::of(body, upper));
    let limit = Range::of_width(width(body, upper)).most;
    let is_exact = |range: Range| range.least == range.most;
    if [first, end, step].into_iter().all(is_exact) && first.least < end.least {
        let iterations = (end.least - first.least + step.least - 1) / step.least;
        return first.least + iterations * step.least <= limit;
    }
    end.most - 1 + step.most <= limit
}

/// The width of an integer value in bits.
fn width(body: &Body, value: Value) -> u32 {
    dtype(body.ctx(), body.ty(value)).map_or(64, DType::bits)
}

/// A search for the range of one value.
struct Search<'a> {
    body: &'a Body,
    left: u32,
}

impl Search<'_> {
    fn range(&mut self, value: Value, depth: u32) -> Range {
        let whole = Range::of_width(width(self.body, value));
        if self.left == 0 || depth == 0 {
            return whole;
        }
        self.left -= 1;
        match self.find(value, depth - 1) {
            Some(range) if whole.contains(range) => range,
            _ => whole,
        }
    }

    fn find(&mut self, value: Value, depth: u32) -> Option<Range> {
        if let Some(arithmetic) = Arithmetic::of(self.body, value) {
            return self.computed(arithmetic, depth);
        }
        match self.body.def(value) {
            Def::Argument(block, i) => {
                let owner = self.body.block_owner(block)?;
                self.argument(owner, i, depth)
            }
            Def::Result(op, i) => self.result(op, i, depth),
        }
    }

    /// The range of an extent argument or of a loop index.
    fn argument(&mut self, owner: Op, i: usize, depth: u32) -> Option<Range> {
        let body = self.body;
        if owner == body.root() {
            extent_arguments(body).into_iter().nth(i)??;
            return Some(Range::new(0, MAX_EXTENT.into()));
        }
        let axes = match body.cast(owner, Parallel) {
            Some(view) => view.rank(),
            None => usize::from(body.is(owner, For)),
        };
        if i >= axes {
            return None;
        }
        let [first, end] = [i, axes + i].map(|k| self.range(body.operand(owner, k), depth));
        Some(Range::new(first.least, first.least.max(end.most - 1)))
    }

    fn result(&mut self, op: Op, i: usize, depth: u32) -> Option<Range> {
        let body = self.body;
        let most = match body.kind(op) {
            If::KIND => return self.either(op, i, depth),
            ThreadId::KIND => BLOCK_THREADS - 1,
            LaneId::KIND | WarpId::KIND => WARP as u64 - 1,
            BlockId::KIND => GRID_EXTENTS[0] - 1,
            BlockDim::KIND => return Some(Range::new(1, BLOCK_THREADS.into())),
            // If the grid has no blocks, no thread executes the op.
            GridDim::KIND => return Some(Range::new(1, GRID_EXTENTS[0].into())),
            _ => return None,
        };
        Some(Range::new(0, most.into()))
    }

    fn either(&mut self, op: Op, i: usize, depth: u32) -> Option<Range> {
        let body = self.body;
        let view = body.op(op).view(If);
        let [then, other] = [0, 1].map(|region| view.yielded(region).get(i).copied());
        let [then, other] = [then?, other?].map(|value| self.range(value, depth));
        Some(then.union(other))
    }

    fn computed(&mut self, arithmetic: Arithmetic<'_>, depth: u32) -> Option<Range> {
        use Arithmetic::*;
        let mut of = |value: Value| self.range(value, depth);
        Some(match arithmetic {
            Constant(value) => Range::new(value, value),
            Extent(_) => Range::new(0, MAX_EXTENT.into()),
            Sum(a, b) => of(a).at_ends(of(b), |a, b| a + b),
            Difference(a, b) => of(a).at_ends(of(b), |a, b| a - b),
            Product(a, b) => of(a).at_ends(of(b), |a, b| a.saturating_mul(b)),
            ShiftLeft(a, by) => {
                let by = shift(of(by))?;
                of(a).at_ends(Range::new(by, by), |a, by| a.saturating_mul(1 << by))
            }
            ShiftRight(a, by, sign) => {
                let (by, range) = (shift(of(by))?, of(a));
                (range.is_natural() || sign == Signedness::Signed).then_some(())?;
                Range::new(range.least >> by, range.most >> by)
            }
            Quotient(a, b, _, sign) => quotient([of(a), of(b)], sign)?,
            Remainder(a, b, rounding, sign) => remainder([of(a), of(b)], (rounding, sign))?,
            Minimum(a, b, Signedness::Signed) => of(a).at_ends(of(b), |a, b| a.min(b)),
            Maximum(a, b, Signedness::Signed) => of(a).at_ends(of(b), |a, b| a.max(b)),
            Minimum(a, b, Signedness::Unsigned) => least_natural([of(a), of(b)])?,
            Maximum(a, b, Signedness::Unsigned) => {
                let (a, b) = (of(a), of(b));
                (a.is_natural() && b.is_natural()).then(|| a.at_ends(b, |a, b| a.max(b)))?
            }
            And(a, b) => Range { least: 0, ..least_natural([of(a), of(b)])? },
            Absolute(a) => {
                let range = of(a);
                Range::new(0, range.most.max(-range.least))
            }
            Select(_, a, b) => of(a).union(of(b)),
            Cast(a, Signedness::Signed) => of(a),
            Cast(a, Signedness::Unsigned) => match of(a) {
                range if range.is_natural() => range,
                _ => Range::new(0, (1 << width(self.body, a)) - 1),
            },
        })
    }
}

/// A shift amount in bits.
fn shift(by: Range) -> Option<i128> {
    (by.least == by.most && (0..64).contains(&by.least)).then_some(by.least)
}

/// The range of a quotient by a divisor of at least 1, in any rounding mode: its magnitude is at most that of
/// the dividend.
fn quotient([a, b]: [Range; 2], sign: Signedness) -> Option<Range> {
    let is_known = b.least >= 1 && (sign == Signedness::Signed || a.is_natural());
    is_known.then(|| {
        let most = if a.most > 0 { (a.most + b.least - 1) / b.least } else { 0 };
        Range::new(a.least.min(0), most)
    })
}

fn remainder([a, b]: [Range; 2], (rounding, sign): (Rounding, Signedness)) -> Option<Range> {
    if b.least < 1 || rounding == Rounding::Ceil {
        return None;
    }
    let is_natural = a.is_natural() || rounding == Rounding::Floor || sign == Signedness::Unsigned;
    Some(Range::new(if is_natural { 0 } else { 1 - b.most }, b.most - 1))
}

/// The range of an unsigned minimum and of a bitwise and: at most any operand that is not negative.
fn least_natural(both: [Range; 2]) -> Option<Range> {
    let natural = both.into_iter().filter(|range| range.is_natural());
    let most = natural.map(|range| range.most).min()?;
    let least =
        if both.iter().all(|range| range.is_natural()) { both[0].least.min(both[1].least) } else { 0 };
    Some(Range::new(least, most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::context::Context;
    use tf_ir::registry::Registry;
    use tf_ir::text::{ParseOptions, parse_module};
    use tf_ir::walk::preorder;

    /// Whether the indices of the loops of a function fit, in order.
    fn fits(code: &str) -> Vec<bool> {
        let mut registry = Registry::new();
        crate::register_all(&mut registry);
        let ctx = Context::new(registry);
        let text = format!("func.func @f(%n: index, %x: tensor<?{{m}}xf32>, %s: i8) {{\n{code}\nreturn\n}}");
        let module =
            parse_module(&ctx, "test", &text, &ParseOptions::default()).expect("the test parses").body;
        let function = module.child(module.child_ops()[0]).expect("a function owns its body");
        let loops = preorder(function).into_iter().filter(|op| function.is(*op, For));
        let bounds = |op| std::array::from_fn(|i| function.operand(op, i));
        loops.map(|op| index_fits(function, bounds(op))).collect()
    }

    /// A loop with these bounds, after constants and an extent that it may use.
    fn of(cases: &[(&str, &str, &str)]) -> Vec<bool> {
        let mut code = String::from("%m = tensor.extent [m] : index\n%k = arith.extsi %s : i8 to i64\n");
        code.push_str("%narrow = arith.index_cast %k : i64 to index\n");
        for value in
            ["0", "1", "3", "8", "9223372036854775800", "9223372036854775807", "-9223372036854775808"]
        {
            let name = value.replace('-', "m");
            code.push_str(&format!("%c{name} = arith.constant {value} : index\n"));
        }
        code.push_str("%h = arith.addi %m, %c8 : index\n%w = arith.minsi %n, %m : index\n");
        for (lower, upper, step) in cases {
            code.push_str(&format!("loop.for %i = {lower} to {upper} step {step} {{\n loop.yield\n}}\n"));
        }
        fits(&code)
    }

    #[test]
    fn an_index_fits_if_the_last_one_plus_a_step_does() {
        let top = "%c9223372036854775807";
        let cases = [
            ("%n", "%n", "%c1"),
            ("%c0", "%m", "%c8"),
            ("%c0", "%h", "%c8"),
            ("%n", "%w", "%c8"),
            ("%c0", "%narrow", "%c8"),
            ("%c9223372036854775800", top, "%c1"),
            ("%c9223372036854775800", top, "%c3"),
        ];
        // 9223372036854775806 + 3 is above the greatest integer.
        assert_eq!(of(&cases), [true, true, true, true, true, true, false]);
    }

    #[test]
    fn an_index_that_may_wrap_around_does_not_fit() {
        let cases = [
            ("%c0", "%n", "%c3"),
            ("%c0", "%m", "%n"),
            ("%c0", "%m", "%c0"),
            ("%c0", "%m", "%cm9223372036854775808"),
            ("%c0", "%m", "%c9223372036854775807"),
        ];
        assert_eq!(of(&cases), [false; 5]);
    }
}
