//! Normalization of minima and maxima.

use super::bounds::{Bounds, CONSTRUCTION_FUEL, has_negative_sample};
use super::interval::gcd;
use super::node::Term;
use super::{Atom, Extent, ExtentError, Facts, MAX_OPERANDS};

/// The operand that a choice takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Min,
    Max,
}

impl Choice {
    fn opposite(self) -> Choice {
        match self {
            Choice::Min => Choice::Max,
            Choice::Max => Choice::Min,
        }
    }
}

impl Extent {
    /// The lesser of two extents.
    ///
    /// # Errors
    /// [`ExtentError::Overflow`], [`ExtentError::TooLarge`], [`ExtentError::TooDeep`].
    pub fn minimum(&self, other: &Extent) -> Result<Extent, ExtentError> {
        Extent::min_of(&[self.clone(), other.clone()])
    }

    /// The greater of two extents.
    ///
    /// # Errors
    /// As [`Extent::minimum`].
    pub fn maximum(&self, other: &Extent) -> Result<Extent, ExtentError> {
        Extent::max_of(&[self.clone(), other.clone()])
    }

    /// The least of one or more extents.
    ///
    /// # Errors
    /// As [`Extent::minimum`]; [`ExtentError::NoOperands`] for none.
    pub fn min_of(operands: &[Extent]) -> Result<Extent, ExtentError> {
        choose(Choice::Min, operands.to_vec(), &Facts::default())
    }

    /// The greatest of one or more extents.
    ///
    /// # Errors
    /// As [`Extent::maximum`]; [`ExtentError::NoOperands`] for none.
    pub fn max_of(operands: &[Extent]) -> Result<Extent, ExtentError> {
        choose(Choice::Max, operands.to_vec(), &Facts::default())
    }
}

/// The minimum or maximum, simplified under `facts`.
///
/// As with quotients, each rule starts again, and an atom is created only if none applies.
pub(super) fn choose(choice: Choice, operands: Vec<Extent>, facts: &Facts) -> Result<Extent, ExtentError> {
    let mut operands = flatten(choice, operands)?;
    operands.sort();
    operands.dedup();
    if let Some(single) = single(&operands)? {
        return Ok(single);
    }
    let common = common_terms(&operands)?;
    if common.as_const() != Some(0) {
        let rest: Result<Vec<_>, _> = operands.iter().map(|x| x.sub(&common)).collect();
        return common.add(&choose(choice, rest?, facts)?);
    }
    let content = operands.iter().flat_map(Extent::terms).fold(0, |g, t| gcd(g, t.coefficient));
    if content > 1 {
        let rest: Result<Vec<_>, _> = operands.iter().map(|x| x.divide_terms(content)).collect();
        return choose(choice, rest?, facts)?.scale(content);
    }
    let terms = || operands.iter().flat_map(Extent::variable_terms);
    if 2 * terms().filter(|t| t.coefficient < 0).count() > terms().count() {
        let negated: Result<Vec<_>, _> = operands.iter().map(Extent::neg).collect();
        return choose(choice.opposite(), negated?, facts)?.neg();
    }
    let before = operands.len();
    drop_dominated(choice, &mut operands, facts);
    if operands.len() < before || !facts.is_trivial() {
        // Start again without the facts: a result found with facts must be in normal form without them, too.
        return choose(choice, operands, &Facts::default());
    }
    Extent::from_atom(match choice {
        Choice::Min => Atom::Min(operands.into()),
        Choice::Max => Atom::Max(operands.into()),
    })
}

fn single(operands: &[Extent]) -> Result<Option<Extent>, ExtentError> {
    match operands {
        [] => Err(ExtentError::NoOperands),
        [one] => Ok(Some(one.clone())),
        _ => Ok(None),
    }
}

/// Replaces `k*min(a, b) + r` by `k*a + r` and `k*b + r`, if it is an operand of a minimum.
fn flatten(choice: Choice, operands: Vec<Extent>) -> Result<Vec<Extent>, ExtentError> {
    let mut flat = Vec::with_capacity(operands.len());
    let mut pending = operands;
    while let Some(operand) = pending.pop() {
        if flat.len() + pending.len() >= MAX_OPERANDS {
            return Err(ExtentError::TooLarge);
        }
        let Some((term, inner)) = inner_choice(choice, &operand) else {
            flat.push(operand);
            continue;
        };
        let rest = operand.sub(&Extent::from_sorted(vec![term.clone()])?)?;
        for x in inner {
            pending.push(x.scale(term.coefficient)?.add(&rest)?);
        }
    }
    Ok(flat)
}

/// A term of `operand` that is a choice of the same direction.
fn inner_choice(choice: Choice, operand: &Extent) -> Option<(&Term, &[Extent])> {
    operand.terms().iter().find_map(|term| match term.factors() {
        [Atom::Min(inner)] if (choice == Choice::Min) == (term.coefficient > 0) => Some((term, &inner[..])),
        [Atom::Max(inner)] if (choice == Choice::Max) == (term.coefficient > 0) => Some((term, &inner[..])),
        _ => None,
    })
}

/// The terms that all operands share.
fn common_terms(operands: &[Extent]) -> Result<Extent, ExtentError> {
    let Some((first, others)) = operands.split_first() else { return Ok(Extent::constant(0)) };
    let shared = first.terms().iter().filter(|t| others.iter().all(|x| x.terms().contains(t)));
    Extent::from_sorted(shared.cloned().collect())
}

/// Removes operands that another one dominates.
fn drop_dominated(choice: Choice, operands: &mut Vec<Extent>, facts: &Facts) {
    let mut at = 0;
    while at < operands.len() {
        let candidate = &operands[at];
        let dominated = operands.iter().enumerate().any(|(i, other)| {
            let excess = match choice {
                Choice::Min => candidate.sub(other),
                Choice::Max => other.sub(candidate),
            };
            let Ok(excess) = excess else { return false };
            i != at
                && !has_negative_sample(&excess, facts)
                && Bounds::new(facts, CONSTRUCTION_FUEL).is_non_negative(&excess)
        });
        if dominated {
            operands.remove(at);
        } else {
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::extent::{Extent, ExtentError, Facts, Symbol};

    fn e(text: &str) -> Extent {
        text.parse().unwrap()
    }

    fn prints(text: &str, expected: &str) {
        assert_eq!(e(text).to_string(), expected, "from {text}");
    }

    #[test]
    fn choices_flatten_and_sort() {
        prints("min(b, min(a, c), b)", "min(a, b, c)");
        prints("max(1, n, 3, m, 2)", "max(m, n, 3)");
        prints("min(min(a, b) + 1, c)", "min(a + 1, b + 1, c)");
        prints("min(a, a)", "a");
        prints("max(5, 7)", "7");
        assert_eq!(e("min(5 - max(a, b), c)"), e("min(5 - a, 5 - b, c)"));
    }

    #[test]
    fn dominated_operands_vanish() {
        prints("max(n, 0)", "n");
        prints("min(n, n + m)", "n");
        prints("min(n, n + m + 1, 3)", "min(n, 3)");
        prints("max(n floordiv 4, n)", "n");
        prints("max(min(a, b), a)", "a");
        prints("min(n mod 4, 3)", "n mod 4");
        prints("min(n mod 4, 2)", "min(n mod 4, 2)");
    }

    #[test]
    fn common_parts_come_out() {
        prints("min(n + 1, m + 1)", "min(m, n) + 1");
        prints("max(n*k + n, n*k + m)", "k*n + max(m, n)");
        prints("max(2*n, 4*m + 2)", "2*max(2*m + 1, n)");
        prints("min(-n, -m)", "-max(m, n)");
    }

    #[test]
    fn facts_decide_choices() {
        let n = Symbol::new("n").unwrap();
        let mut facts = Facts::new();
        facts.limit(&n, Some(4), Some(9));
        assert_eq!(e("max(n, 3) + min(n, 10)").simplify(&facts).unwrap(), e("2*n"));
        assert_eq!(e("max(n, m, 3)").simplify(&facts).unwrap(), e("max(n, m)"));
    }

    #[test]
    fn operands_are_needed_and_counted() {
        assert_eq!(Extent::min_of(&[]), Err(ExtentError::NoOperands));
        let many: Vec<Extent> = (0..100).map(|i| e(&format!("n{i}"))).collect();
        assert_eq!(Extent::max_of(&many), Err(ExtentError::TooLarge));
    }
}
