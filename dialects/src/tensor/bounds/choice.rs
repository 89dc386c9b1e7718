//! Terms of values with alternatives: selections, conditionals, minima and maxima, masks.

use super::Indices;
use crate::arith::predicate::CmpI;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Op, Value};
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;

impl Indices<'_> {
    /// One of two values is between the lesser and the greater; if the condition is a comparison, it first
    /// bounds each value.
    pub(super) fn selected(&mut self, at: Op, condition: Value, arms: [Value; 2]) -> Option<Extent> {
        let arms = arms.map(|arm| self.exact(arm));
        self.one_of(at, condition, arms)
    }

    /// Result `i` of a `loop.if`: the value that one of its regions yields.
    pub(super) fn either(&mut self, op: OpRef<'_>, i: usize) -> Option<Extent> {
        let mut arms = Vec::with_capacity(2);
        for region in 0..2 {
            let end = self.body.terminator(op.entry(region)?)?;
            let value = self.body.operands(end).nth(i)?;
            arms.push(self.exact(value));
        }
        let arms: [Extent; 2] = arms.try_into().ok()?;
        self.one_of(op.id(), op.operand(0), arms)
    }

    fn one_of(&mut self, at: Op, condition: Value, arms: [Extent; 2]) -> Option<Extent> {
        match self.decided(at, condition) {
            Some(true) => return Some(arms[0].clone()),
            Some(false) => return Some(arms[1].clone()),
            None => {}
        }
        let [a, b] = [(0, true), (1, false)].map(|(i, holds)| self.under(condition, holds, &arms[i]));
        let (low, high) = (a.minimum(&b).ok()?, a.maximum(&b).ok()?);
        let offset = self.variable(Some(high.sub(&low).ok()?));
        low.add(&offset).ok()
    }

    /// Whether a comparison of integers always holds or never does, or constants decide a condition.
    fn decided(&mut self, at: Op, condition: Value) -> Option<bool> {
        for holds in [true, false] {
            let mut facts = Vec::new();
            self.condition(condition, holds, 4, &mut facts);
            if facts.iter().any(|fact| fact.as_const().is_some_and(|value| value < 0)) {
                return Some(!holds);
            }
        }
        let op = self.body.op(self.body.def_op(condition)?);
        let [(less, greater, gap)] = CmpI::of(op)?.differences() else { return None };
        let terms = [0, 1].map(|i| self.exact(op.operand(i)));
        let distance = terms[*greater].sub(&terms[*less]).ok()?;
        let holds = distance.add_const(-gap).ok()?;
        let fails = distance.neg().and_then(|d| d.add_const(gap - 1)).ok()?;
        if self.prove_ge0(at, &holds) {
            return Some(true);
        }
        self.prove_ge0(at, &fails).then_some(false)
    }

    /// The term of a value under a condition (or its negation), refined by the bounds that it implies.
    fn under(&mut self, condition: Value, holds: bool, value: &Extent) -> Extent {
        let mut facts = Vec::new();
        self.condition(condition, holds, 4, &mut facts);
        let mut bounded = value.clone();
        for fact in facts {
            // `fact >= 0` makes the value equal to the minimum of itself and `value + fact`, and to the
            // maximum of itself and `value - fact`.
            for (moved, least) in [(value.add(&fact), true), (value.sub(&fact), false)] {
                let Ok(moved) = moved else { continue };
                if !self.is_simpler(&moved, value) {
                    continue;
                }
                let next = if least { bounded.minimum(&moved) } else { bounded.maximum(&moved) };
                bounded = next.unwrap_or(bounded);
            }
        }
        bounded
    }

    /// True if a term depends on fewer variables than another one.
    fn is_simpler(&self, term: &Extent, than: &Extent) -> bool {
        let varying = |e: &Extent| e.symbols().into_iter().filter(|s| self.number(s).is_some()).count();
        varying(term) < varying(than)
    }

    /// The maximum of two unsigned values, if both are nonnegative as signed ones.
    pub(super) fn greatest_unsigned(&mut self, at: Op, values: [Value; 2]) -> Option<Extent> {
        let [a, b] = values.map(|x| self.exact(x));
        let signed = self.prove_ge0(at, &a) && self.prove_ge0(at, &b);
        signed.then(|| a.maximum(&b).ok()).flatten()
    }

    /// `x and c` is in `0 ..= c` for c >= 0 and every x; the same holds for a value that is never negative.
    pub(super) fn masked(&mut self, at: Op, values: [Value; 2]) -> Option<Extent> {
        let [first, second] = values.map(|x| constant_int(self.body, x));
        if let Some(mask) = second.or(first).filter(|c| *c >= 0) {
            return Some(self.variable(Some(Extent::constant(mask))));
        }
        let terms = values.map(|x| self.exact(x));
        let mut upper: Option<Extent> = None;
        for term in terms {
            if self.prove_ge0(at, &term) {
                upper = match upper {
                    Some(known) => known.minimum(&term).ok(),
                    None => Some(term),
                };
            }
        }
        upper.map(|upper| self.variable(Some(upper)))
    }

    /// A logical right shift of a nonnegative value is a quotient; that of any other value is nonnegative.
    pub(super) fn shifted(&mut self, at: Op, value: Value, by: Value) -> Option<Extent> {
        let width = self.width(value);
        let by = constant_int(self.body, by).filter(|b| (0..i64::from(width.min(62))).contains(b))?;
        let term = self.exact(value);
        if self.prove_ge0(at, &term) {
            return term.floordiv(1 << by).ok();
        }
        (by > 0).then(|| self.variable(Some(Extent::constant((u64::MAX >> (64 - width) >> by) as i64))))
    }

    /// The absolute value: the maximum of the term and its negation; the least integer is its own negation.
    pub(super) fn absolute(&mut self, value: Value) -> Option<Extent> {
        let term = self.exact(value);
        let opposite = term.neg().ok()?;
        if !self.fits(&opposite, self.width(value)) {
            return None;
        }
        term.maximum(&opposite).ok()
    }
}
