//! Facts over extents alone, derived from pairs of facts with variables by Fourier–Motzkin elimination.
//!
//! If a point `i` is below `m*n` in one branch of a padded, concatenated tensor, then `m` and `n` are not 0.
//! Code that was fused into the branch may rely on this: its original box was not empty.

use super::Indices;
use tf_ir::extent::{Extent, Symbol};

/// The most derived facts.
const MAX_FACTS: usize = 48;

/// `factor*s + rest >= 0`, for a variable `s`.
struct Bound {
    factor: i64,
    rest: Extent,
    /// True for an end of the variable's range: such bounds exist for every box.
    is_range: bool,
}

impl Indices<'_> {
    /// Terms over extents that are ≥ 0 if all of these facts are.
    pub(super) fn over_extents(&self, facts: &[Extent]) -> Vec<Extent> {
        let (mut left, mut found): (Vec<Extent>, Vec<Extent>) =
            facts.iter().cloned().partition(|fact| !self.variables_of(fact).is_empty());
        // A fact that holds anywhere holds at its greatest value; this covers nonlinear facts.
        let greatest = left.iter().filter_map(|fact| self.extreme(fact, true));
        found.extend(greatest.filter(|fact| fact.as_const().is_none()));
        let mut made = 0;
        // The newest variable first: its range may depend on older ones.
        while let Some((number, symbol)) =
            left.iter().filter_map(|fact| self.variables_of(fact).into_iter().next()).max_by_key(|(n, _)| *n)
        {
            let (using, others) = left.into_iter().partition(|fact| fact.uses(&symbol));
            left = others;
            for fact in combined(&self.bounds_of(number, &symbol, using)) {
                made += 1;
                let is_over_extents = self.variables_of(&fact).is_empty();
                let list = if is_over_extents { &mut found } else { &mut left };
                if !list.contains(&fact) {
                    list.push(fact);
                }
            }
            if made > MAX_FACTS {
                break;
            }
        }
        found
    }

    /// The bounds of a variable: facts linear in it, and its range.
    fn bounds_of(&self, number: usize, symbol: &Symbol, facts: Vec<Extent>) -> Vec<Bound> {
        let bound = |fact: Extent, is_range| {
            let (factor, rest) = fact.linear_in(symbol)?;
            let factor = factor.as_const().filter(|k| *k != 0)?;
            Some(Bound { factor, rest, is_range })
        };
        let least = Extent::from(symbol.clone());
        let most = self.variables[number].upper.as_ref().and_then(|upper| upper.sub(&least).ok());
        let ranges = [Some(least), most].into_iter().flatten().filter_map(|fact| bound(fact, true));
        facts.into_iter().filter_map(|fact| bound(fact, false)).chain(ranges).collect()
    }
}

/// The sum of each lower and each upper bound, scaled to cancel the variable.
fn combined(bounds: &[Bound]) -> Vec<Extent> {
    let mut sums = Vec::new();
    for lower in bounds.iter().filter(|bound| bound.factor > 0) {
        for upper in bounds.iter().filter(|bound| bound.factor < 0) {
            if lower.is_range && upper.is_range {
                continue;
            }
            let Some(times) = upper.factor.checked_neg() else { continue };
            let sum = lower.rest.scale(times).and_then(|a| a.add(&upper.rest.scale(lower.factor)?));
            sums.extend(sum.ok().filter(|sum| sum.as_const().is_none()));
        }
    }
    sums
}
