//! Simplification of affine expressions whose variables have known ranges, by interval arithmetic.

use super::sum::{Sum, Summed};
use super::{AffineExpr, AffineExprKind, AffineOp};
use crate::extent::Interval;
use crate::extent::interval::{ceil_div, gcd};

/// The known ranges of dimensions and symbols: one interval each, in order; those without one are unbounded.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ranges {
    /// Ranges of the dimensions.
    pub dims: Vec<Interval>,
    /// Ranges of the symbols.
    pub symbols: Vec<Interval>,
}

impl Ranges {
    /// Dimensions that range over `0 .. extent` each; symbols are unbounded.
    pub fn of_box(extents: &[i64]) -> Ranges {
        let dims = extents.iter().map(|n| Interval::new(Some(0), n.checked_sub(1))).collect();
        Ranges { dims, symbols: Vec::new() }
    }

    /// Range of the dimension.
    pub fn dim(&self, position: u32) -> Interval {
        self.dims.get(position as usize).copied().unwrap_or(Interval::ALL)
    }

    /// Range of the symbol.
    pub fn symbol(&self, position: u32) -> Interval {
        self.symbols.get(position as usize).copied().unwrap_or(Interval::ALL)
    }
}

impl AffineExpr {
    /// A simpler expression with the same value if dimensions and symbols are in their ranges.
    ///
    /// Like terms collect over the whole sum; `(i*b + j) floordiv b` is `i` and `(i*b + j) mod b` is `j` for
    /// 0 ≤ j < b; quotients and remainders whose operand stays between two multiples of the divisor vanish;
    /// quotients of quotients merge; `x - c*(x floordiv c)` and `c*(x floordiv c) + x mod c` join. A part
    /// that cannot be simplified without overflow stays, as do divisions by constants that are not positive.
    pub fn simplify(&self, ranges: &Ranges) -> AffineExpr {
        let simplified = self.sum(ranges).and_then(|sum| sum.to_expr());
        simplified.unwrap_or_else(|_| self.clone())
    }

    /// An interval that holds every value within the ranges.
    pub fn interval(&self, ranges: &Ranges) -> Interval {
        let plain = self.atom_interval(ranges);
        match self.sum(ranges) {
            Ok(sum) => plain.intersect(&sum.interval(ranges)),
            Err(_) => plain,
        }
    }

    /// An interval found node by node.
    pub(super) fn atom_interval(&self, ranges: &Ranges) -> Interval {
        match self.kind() {
            AffineExprKind::Dim(d) => ranges.dim(*d),
            AffineExprKind::Symbol(s) => ranges.symbol(*s),
            AffineExprKind::Constant(value) => Interval::point(*value),
            AffineExprKind::Binary(op, lhs, rhs) => {
                let (a, b) = (lhs.atom_interval(ranges), rhs.atom_interval(ranges));
                match op {
                    AffineOp::Add => a.add(&b),
                    AffineOp::Mul => a.mul(&b),
                    _ => divide(*op, a, b),
                }
            }
        }
    }

    /// The expression as a simplified combination of atoms.
    pub(super) fn sum(&self, ranges: &Ranges) -> Summed {
        if let Some(value) = self.leaf_value(ranges) {
            return Ok(Sum::constant(value));
        }
        match self.kind() {
            AffineExprKind::Dim(_) | AffineExprKind::Symbol(_) | AffineExprKind::Constant(_) => {
                Ok(Sum::atom(self))
            }
            AffineExprKind::Binary(AffineOp::Add, lhs, rhs) => {
                lhs.sum(ranges)?.add_scaled(&rhs.sum(ranges)?, 1)?.joined()
            }
            AffineExprKind::Binary(AffineOp::Mul, lhs, rhs) => product(lhs.sum(ranges)?, rhs.sum(ranges)?),
            AffineExprKind::Binary(op, lhs, rhs) => {
                let (x, divisor) = (lhs.sum(ranges)?, rhs.sum(ranges)?);
                match divisor.as_const() {
                    Some(c) if c > 0 => match op {
                        AffineOp::FloorDiv => floor(x, c, ranges),
                        AffineOp::CeilDiv => ceil(x, c, ranges),
                        _ => remainder(x, c, ranges),
                    },
                    _ => symbolic_division(*op, &x, &divisor, ranges),
                }
            }
        }
    }

    fn leaf_value(&self, ranges: &Ranges) -> Option<i64> {
        match self.kind() {
            AffineExprKind::Dim(d) => ranges.dim(*d).as_point(),
            AffineExprKind::Symbol(s) => ranges.symbol(*s).as_point(),
            AffineExprKind::Constant(value) => Some(*value),
            AffineExprKind::Binary(..) => None,
        }
    }
}

/// Quotients or remainders of members by members of a range of divisors.
fn divide(op: AffineOp, a: Interval, by: Interval) -> Interval {
    if let Some(c) = by.as_point() {
        return match op {
            AffineOp::FloorDiv => a.floordiv(c),
            AffineOp::CeilDiv => a.ceildiv(c),
            _ => a.modulo(c),
        };
    }
    let largest = by.hi;
    match op {
        // Remainders are defined for positive divisors only.
        AffineOp::Mod => {
            let fits = a.lo.is_some_and(|lo| lo >= 0);
            let below = largest.map(|c| c.saturating_sub(1).max(0));
            let hi = [below, if fits { a.hi } else { None }].into_iter().flatten().min();
            Interval::new(Some(0), hi)
        }
        // The magnitude of a quotient is at most the dividend's.
        _ if by.lo.is_none_or(|lo| lo < 0) => a.hull(&a.neg()).hull(&Interval::point(0)),
        // Quotients by larger divisors are nearer to 0 (or to −1 or 1).
        _ => {
            let smallest = by.lo.unwrap_or(1).max(1);
            let quotient = |c: i64| if op == AffineOp::FloorDiv { a.floordiv(c) } else { a.ceildiv(c) };
            let far = match (largest, op) {
                (Some(c), _) => quotient(c.max(smallest)),
                (None, AffineOp::FloorDiv) => Interval::new(Some(-1), Some(0)),
                (None, _) => Interval::new(Some(0), Some(1)),
            };
            quotient(smallest).hull(&far)
        }
    }
}

fn product(a: Sum, b: Sum) -> Summed {
    match (a.as_const(), b.as_const()) {
        (_, Some(factor)) => a.scaled(factor),
        (Some(factor), _) => b.scaled(factor),
        // Common factors come out, so that like products meet.
        (None, None) => {
            let (f, g) = (factor_of(&a), factor_of(&b));
            let product = a.divided(f).to_expr()?.mul(&b.divided(g).to_expr()?)?;
            let (atom, extra) = product.split_factor();
            Sum::atom(atom).scaled(extra)?.scaled(f)?.scaled(g)
        }
    }
}

/// The greatest common divisor of coefficients and constant.
fn factor_of(sum: &Sum) -> i64 {
    sum.content(sum.constant).max(1)
}

/// `x floordiv c`.
fn floor(x: Sum, c: i64, ranges: &Ranges) -> Summed {
    if c == 1 {
        return Ok(x);
    }
    if let Some(value) = x.interval(ranges).floordiv(c).as_point() {
        return Ok(Sum::constant(value));
    }
    let (multiples, rest) = x.split_multiples(c);
    if !multiples.terms.is_empty() {
        return multiples.divided(c).add_scaled(&floor(rest, c, ranges)?, 1)?.joined();
    }
    let common = x.content(c);
    if common > 1 {
        return floor(x.divided(common), c / common, ranges);
    }
    if let Some((large, divisor)) = drop_small_part(&x, c, ranges)? {
        return floor(large, divisor, ranges);
    }
    if let Some((inner, divisor)) = merge_quotient(&x, c, AffineOp::FloorDiv)? {
        return floor(inner, divisor, ranges);
    }
    division_atom(AffineOp::FloorDiv, &x, c)
}

/// `(g*a + b) floordiv (g*d) = (a + t) floordiv d` when `g*t <= b < g*(t+1)`.
fn drop_small_part(x: &Sum, c: i64, ranges: &Ranges) -> Result<Option<(Sum, i64)>, super::AffineError> {
    let mut factors: Vec<i64> = x.terms.values().map(|v| gcd(*v, c)).filter(|g| *g > 1).collect();
    factors.sort_unstable_by(|a, b| b.cmp(a));
    factors.dedup();
    for g in factors {
        let (large, small) = x.split_multiples(g);
        if let Some(t) = small.interval(ranges).floordiv(g).as_point() {
            return Ok(Some((large.divided(g).plus(t)?, c / g)));
        }
    }
    Ok(None)
}

/// `(x op a + k) op c = (x + a*k) op (a*c)`, for `floordiv` and for `ceildiv`.
fn merge_quotient(x: &Sum, c: i64, op: AffineOp) -> Result<Option<(Sum, i64)>, super::AffineError> {
    let mut terms = x.terms.iter();
    let (Some(((_, atom), 1)), None) = (terms.next(), terms.next()) else { return Ok(None) };
    let Some((inner, a)) = atom.as_binary(op) else { return Ok(None) };
    let Some(a) = a.as_const().filter(|a| *a > 0) else { return Ok(None) };
    let (Some(divisor), Some(shift)) = (a.checked_mul(c), a.checked_mul(x.constant)) else { return Ok(None) };
    Ok(Some((Sum::of_parts(inner)?.plus(shift)?, divisor)))
}

/// `x ceildiv c`.
fn ceil(x: Sum, c: i64, ranges: &Ranges) -> Summed {
    if c == 1 {
        return Ok(x);
    }
    if let Some(value) = x.interval(ranges).ceildiv(c).as_point() {
        return Ok(Sum::constant(value));
    }
    let (multiples, rest) = x.split_multiples(c);
    if !multiples.terms.is_empty() {
        return multiples.divided(c).add_scaled(&ceil(rest, c, ranges)?, 1)?.joined();
    }
    let common = x.content(c);
    if common > 1 {
        let mut divided = x.divided(common);
        divided.constant = ceil_div(x.constant, common);
        return ceil(divided, c / common, ranges);
    }
    if let Some((inner, divisor)) = merge_quotient(&x, c, AffineOp::CeilDiv)? {
        return ceil(inner, divisor, ranges);
    }
    division_atom(AffineOp::CeilDiv, &x, c)
}

/// `x mod c`.
fn remainder(x: Sum, c: i64, ranges: &Ranges) -> Summed {
    if c == 1 {
        return Ok(Sum::constant(0));
    }
    let range = x.interval(ranges);
    if let Some(t) = range.floordiv(c).as_point()
        && let Some(offset) = t.checked_mul(-c)
    {
        return x.plus(offset);
    }
    let (multiples, mut rest) = x.split_multiples(c);
    if !multiples.terms.is_empty() {
        return remainder(rest, c, ranges);
    }
    // `(y mod (k*c)) mod c` is `y mod c`, also as a summand.
    let inner = rest.terms.iter().find_map(|((_, atom), factor)| {
        let (y, m) = atom.as_binary(AffineOp::Mod)?;
        let m = m.as_const().filter(|m| *m > 0)?;
        // factor*(y mod m) and factor*y differ by a multiple of factor*m.
        (factor.checked_mul(m)? % c == 0).then(|| (atom.clone(), y.clone(), *factor))
    });
    if let Some((atom, y, factor)) = inner
        && let Some(negated) = factor.checked_neg()
    {
        rest = rest.add_scaled(&Sum::atom(&atom), negated)?.add_scaled(&Sum::of_parts(&y)?, factor)?;
        return remainder(rest.joined()?, c, ranges);
    }
    if rest.constant != x.constant {
        return remainder(rest, c, ranges);
    }
    division_atom(AffineOp::Mod, &rest, c)
}

/// An operation with a constant divisor that none of the rules applies to.
fn division_atom(op: AffineOp, x: &Sum, c: i64) -> Summed {
    let expr = AffineExpr::binary(op, &x.to_expr()?, &AffineExpr::constant(c))?;
    if expr.as_binary(op).is_some() {
        return Ok(Sum::atom(&expr));
    }
    // Folding simplified further; its result is small enough to split into parts directly.
    Sum::of_parts(&expr)
}

/// Division by a symbol, or by an invalid divisor: kept, except for multiples of a symbol that is known to be
/// ≥ 1.
fn symbolic_division(op: AffineOp, x: &Sum, divisor: &Sum, ranges: &Ranges) -> Summed {
    let by = divisor.to_expr()?;
    let positive = divisor.interval(ranges).lo.is_some_and(|lo| lo >= 1);
    if positive {
        if x.as_const() == Some(0) {
            return Ok(Sum::constant(0));
        }
        let quotient = match x.as_single() {
            Some((atom, factor)) if *atom == by => Some(Sum::constant(factor)),
            Some((atom, factor)) => match atom.as_binary(AffineOp::Mul) {
                Some((y, s)) if *s == by => Some(Sum::of_parts(y)?.scaled(factor)?),
                _ => None,
            },
            None => None,
        };
        if let Some(quotient) = quotient {
            return Ok(if op == AffineOp::Mod { Sum::constant(0) } else { quotient });
        }
    }
    Ok(Sum::atom(&AffineExpr::binary(op, &x.to_expr()?, &by)?))
}
