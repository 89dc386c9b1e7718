//! Symbolic evaluation of integer ops on constants and extents: the operands of `dynamic_…` ops.
//!
//! The importer evaluates each integer op on small tensors to terms over the function's extents. Frameworks
//! compute floor division by correcting a division that truncates; [`Symbolic`] has a variant for each
//! intermediate value of that pattern.

use super::attrs::{dense_ints, int, word};
use super::lower::{Done, Lower, invalid, unsupported};
use super::types::{Class, class, is_unsigned};
use tf_ir::attr::AttrData;
use tf_ir::context::Context;
use tf_ir::extent::{Extent, ExtentError, Facts, Verdict};
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// Tensors with more elements are not shapes.
const MOST: i64 = 64;

/// A dividend and a divisor > 0.
type Ratio = (Extent, Extent);

/// A symbolic value.
#[derive(Clone, PartialEq)]
pub(in crate::stablehlo) enum Symbolic {
    /// The elements, in row-major order; booleans are 0 and 1.
    Terms(Vec<Extent>),
    /// The truncated quotient.
    Quotient(Ratio),
    /// The truncated quotient minus 1.
    QuotientLess(Ratio),
    /// The remainder, with the sign of the dividend.
    Remainder(Ratio),
    /// That remainder plus the divisor.
    RemainderPlus(Ratio),
    /// The sign of a term: −1, 0 or 1.
    Sign(Extent),
    /// Whether a term is not positive.
    NotPositive(Extent),
    /// Whether the remainder is not 0.
    Uneven(Ratio),
    /// Whether the remainder is negative.
    Negative(Ratio),
    /// Whether floor division gives less than truncated division.
    RoundsDown(Ratio),
}

impl Symbolic {
    fn number(n: Extent) -> Symbolic {
        Symbolic::Terms(vec![n])
    }

    fn truth(holds: bool) -> Symbolic {
        Symbolic::number(Extent::constant(i64::from(holds)))
    }

    /// The elements, if they are known.
    pub(super) fn terms(&self) -> Option<Vec<Extent>> {
        let positive = |x: &Extent| x.holds_ge0(&Facts::new());
        match self {
            Symbolic::Terms(terms) => Some(terms.clone()),
            Symbolic::Quotient(ratio) if positive(&ratio.0) => Some(vec![floor(ratio)?]),
            Symbolic::QuotientLess(ratio) if positive(&ratio.0) => {
                Some(vec![floor(ratio)?.add_const(-1).ok()?])
            }
            Symbolic::Remainder(ratio) if positive(&ratio.0) => Some(vec![modulo(ratio)?]),
            _ => None,
        }
    }

    fn constant(&self) -> Option<i64> {
        match self {
            Symbolic::Terms(terms) if terms.len() == 1 => terms[0].as_const(),
            _ => None,
        }
    }
}

/// Constants up to this size are divided by any positive divisor, as for arrays that are rolled by a constant
/// offset.
const MOST_ROLLED: i64 = 16;

/// The floor of a quotient, if a term can express it.
fn floor((x, d): &Ratio) -> Option<Extent> {
    if let Some(d) = d.as_const() {
        return x.floordiv(d).ok();
    }
    let x = x.as_const().filter(|x| x.abs() <= MOST_ROLLED)?;
    // The quotient of −x is −1 minus the quotient of x − 1.
    let positive = if x < 0 { -1 - x } else { x };
    let mut quotient = Extent::constant(0);
    for times in 1..=positive {
        quotient = quotient.add(&is_at_most(d, positive / times)?).ok()?;
    }
    if x < 0 { quotient.neg().ok()?.add_const(-1).ok() } else { Some(quotient) }
}

/// The remainder of [`floor`], if a term can express it.
fn modulo((x, d): &Ratio) -> Option<Extent> {
    match (x.as_const(), d.as_const()) {
        (_, Some(d)) => x.modulo(d).ok(),
        (Some(1), None) => d.add_const(-1).ok()?.minimum(&Extent::constant(1)).ok(),
        _ => x.sub(&d.mul(&floor(&(x.clone(), d.clone()))?).ok()?).ok(),
    }
}

/// 1 if a positive term is at most `most`, else 0.
fn is_at_most(term: &Extent, most: i64) -> Option<Extent> {
    let beyond = term.add_const(-most).ok()?;
    let beyond = if most == 1 { beyond } else { beyond.maximum(&Extent::constant(0)).ok()? };
    Extent::constant(1).sub(&beyond.minimum(&Extent::constant(1)).ok()?).ok()
}

/// Records the symbolic result of an op that has been imported.
pub(super) fn note(l: &mut Lower<'_, '_>, op: OpRef<'_>) {
    if op.result_count() != 1 || elements(op.ctx(), op.result_type(0)).is_none() {
        return;
    }
    if let Some(known) = result(l, op).filter(|known| fits(op.ctx(), op.result_type(0), known)) {
        l.numbers.insert(op.result(0), known);
    }
}

/// The element count of a small tensor of booleans, or of integers of at least 32 bits.
fn elements(ctx: &Context, ty: Type) -> Option<usize> {
    let count = ctx.dims(ty)?.iter().map(Dim::as_static).try_fold(1i64, |n, dim| n.checked_mul(dim?))?;
    let wide = match class(ctx, ty)? {
        Class::Bool => true,
        Class::Signed | Class::Unsigned => ctx.scalar_width(ctx.elem_type(ty))? >= 32,
        Class::Float => false,
    };
    (wide && count <= MOST).then_some(count as usize)
}

/// Whether there is one term per element of the type, and constants are inside of the type's range.
fn fits(ctx: &Context, ty: Type, known: &Symbolic) -> bool {
    let Symbolic::Terms(terms) = known else { return true };
    let width = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(0).min(63);
    let most = if width == 1 {
        1
    } else {
        i64::MAX >> (63 - width + u32::from(width < 63 && !is_unsigned(ctx, ty)))
    };
    let least = if width == 1 || is_unsigned(ctx, ty) { 0 } else { -most - 1 };
    Some(terms.len()) == elements(ctx, ty)
        && terms.iter().filter_map(Extent::as_const).all(|n| (least..=most).contains(&n))
}

/// The symbolic result of an op.
fn result(l: &Lower<'_, '_>, op: OpRef<'_>) -> Option<Symbolic> {
    let ctx = op.ctx();
    let of = |i: usize| (i < op.operand_count()).then(|| l.numbers.get(&op.operand(i))).flatten();
    let count = elements(ctx, op.result_type(0))?;
    match op.name() {
        "stablehlo.constant" => match ctx.attr_data(op.attr("value")?) {
            AttrData::Dense(data) => {
                Some(Symbolic::Terms(dense_ints(ctx, data)?.into_iter().map(Extent::constant).collect()))
            }
            _ => None,
        },
        "stablehlo.reshape" | "stablehlo.optimization_barrier" => of(0).cloned(),
        "stablehlo.convert" if is_truth(op) && !is_truth_type(ctx, op.operand_type(0)) => {
            // A conversion of an integer to a boolean tests for ≠ 0.
            of(0)?.constant().map(|n| Symbolic::truth(n != 0))
        }
        "stablehlo.convert" => of(0).cloned(),
        "stablehlo.broadcast_in_dim" => match &of(0)?.terms()?[..] {
            [one] => Some(Symbolic::Terms(vec![one.clone(); count])),
            _ => None,
        },
        "stablehlo.concatenate" => {
            // Along the first axis, the result's terms are those of the operands in sequence.
            let parts: Option<Vec<_>> = (0..op.operand_count()).map(|i| of(i)?.terms()).collect();
            (int(op, "dimension").ok()? == 0).then_some(Symbolic::Terms(parts?.concat()))
        }
        "stablehlo.get_dimension_size" => {
            let axis = usize::try_from(int(op, "dimension").ok()?).ok()?;
            let value = op.operands().next()?;
            Some(Symbolic::number(l.shape(value)?.get(axis)?.clone()))
        }
        "stablehlo.sign" => sign(of(0)?, &l.facts),
        "stablehlo.compare" => compare(word(op, "comparison_direction")?, of(0)?, of(1)?, &l.facts),
        "stablehlo.select" => select(of(0)?, of(1)?, of(2)?),
        "stablehlo.clamp" => {
            let low = each(of(0)?, of(1)?, Extent::maximum)?;
            each(&low, of(2)?, Extent::minimum)
        }
        "stablehlo.negate" => each(&Symbolic::number(Extent::constant(0)), of(0)?, Extent::sub),
        "stablehlo.and" if !is_truth(op) => {
            Some(Symbolic::number(Extent::constant(of(0)?.constant()? & of(1)?.constant()?)))
        }
        name if op.operand_count() == 2 => binary(name, of(0)?, of(1)?, &l.facts),
        _ => None,
    }
}

/// Whether the result of an op is boolean.
fn is_truth(op: OpRef<'_>) -> bool {
    is_truth_type(op.ctx(), op.result_type(0))
}

fn is_truth_type(ctx: &Context, ty: Type) -> bool {
    ctx.scalar_width(ctx.elem_type(ty)) == Some(1)
}

/// Applies a function to each pair of elements; a single element broadcasts.
fn each(
    a: &Symbolic,
    b: &Symbolic,
    f: fn(&Extent, &Extent) -> Result<Extent, ExtentError>,
) -> Option<Symbolic> {
    let (a, b) = (a.terms()?, b.terms()?);
    let n = a.len().max(b.len());
    let of =
        |terms: &[Extent], i: usize| if terms.len() == 1 { terms.first() } else { terms.get(i) }.cloned();
    (0..n).map(|i| f(&of(&a, i)?, &of(&b, i)?).ok()).collect::<Option<_>>().map(Symbolic::Terms)
}

/// Binary arithmetic.
fn binary(name: &str, a: &Symbolic, b: &Symbolic, facts: &Facts) -> Option<Symbolic> {
    match (name, a, b) {
        ("stablehlo.subtract", Symbolic::Quotient(ratio), b) if b.constant() == Some(1) => {
            Some(Symbolic::QuotientLess(ratio.clone()))
        }
        ("stablehlo.add", Symbolic::Remainder(ratio), Symbolic::Terms(b)) if b[..] == [ratio.1.clone()] => {
            Some(Symbolic::RemainderPlus(ratio.clone()))
        }
        ("stablehlo.and", Symbolic::NotPositive(x), Symbolic::Uneven(ratio)) if *x == ratio.0 => {
            Some(Symbolic::RoundsDown(ratio.clone()))
        }
        ("stablehlo.and", Symbolic::Negative(one), Symbolic::Uneven(other)) if one == other => {
            Some(a.clone())
        }
        ("stablehlo.and", ..) => match (a.constant(), b.constant()) {
            (Some(0), _) | (_, Some(0)) => Some(Symbolic::truth(false)),
            (Some(_), _) => Some(b.clone()),
            (_, Some(_)) => Some(a.clone()),
            _ => None,
        },
        ("stablehlo.divide" | "stablehlo.remainder", ..) => divide(name == "stablehlo.divide", a, b, facts),
        ("stablehlo.add", ..) => each(a, b, Extent::add),
        ("stablehlo.subtract", ..) => each(a, b, Extent::sub),
        ("stablehlo.multiply", ..) => each(a, b, Extent::mul),
        ("stablehlo.maximum", ..) => each(a, b, Extent::maximum),
        ("stablehlo.minimum", ..) => each(a, b, Extent::minimum),
        _ => None,
    }
}

/// A truncated quotient, or its remainder.
fn divide(quotient: bool, a: &Symbolic, b: &Symbolic, facts: &Facts) -> Option<Symbolic> {
    let (a, b) = (a.terms()?, b.terms()?);
    let ([x], [d]) = (&a[..], &b[..]) else { return None };
    if !is_positive(d, facts) {
        return None;
    }
    Some(match (x.as_const(), d.as_const(), quotient) {
        (Some(n), Some(d), true) => Symbolic::number(Extent::constant(n / d)),
        (Some(n), Some(d), false) => Symbolic::number(Extent::constant(n % d)),
        (.., true) => Symbolic::Quotient((x.clone(), d.clone())),
        (.., false) => Symbolic::Remainder((x.clone(), d.clone())),
    })
}

fn is_positive(x: &Extent, facts: &Facts) -> bool {
    x.add_const(-1).is_ok_and(|less| less.holds_ge0(facts))
}

fn sign(a: &Symbolic, facts: &Facts) -> Option<Symbolic> {
    let terms = a.terms()?;
    let [x] = &terms[..] else { return None };
    Some(match x.as_const() {
        Some(n) => Symbolic::number(Extent::constant(n.signum())),
        None if is_positive(x, facts) => Symbolic::number(Extent::constant(1)),
        None => Symbolic::Sign(x.clone()),
    })
}

/// Compares two terms.
fn compare(direction: &str, a: &Symbolic, b: &Symbolic, facts: &Facts) -> Option<Symbolic> {
    match (direction, a, b.constant()) {
        ("NE", Symbolic::Sign(x), Some(1)) => return Some(Symbolic::NotPositive(x.clone())),
        ("NE", Symbolic::Remainder(ratio), Some(0)) => return Some(Symbolic::Uneven(ratio.clone())),
        ("LT", Symbolic::Remainder(ratio), Some(0)) => return Some(Symbolic::Negative(ratio.clone())),
        ("NE", Symbolic::Negative(_), Some(0)) => return Some(a.clone()),
        _ => {}
    }
    let (a, b) = (a.terms()?, b.terms()?);
    let ([a], [b]) = (&a[..], &b[..]) else { return None };
    let below = |a: &Extent, b: &Extent| a.add_const(1).map_or(Verdict::Unknown, |a| a.prove_le(b, facts));
    let (verdict, holds) = match direction {
        "EQ" => (a.prove_eq(b, facts), true),
        "NE" => (a.prove_eq(b, facts), false),
        "LE" => (a.prove_le(b, facts), true),
        "GT" => (a.prove_le(b, facts), false),
        "LT" => (below(a, b), true),
        "GE" => (below(a, b), false),
        _ => return None,
    };
    match verdict {
        Verdict::Proved => Some(Symbolic::truth(holds)),
        Verdict::Refuted => Some(Symbolic::truth(!holds)),
        Verdict::Unknown => None,
    }
}

/// A selection by a known condition, or one that corrects a truncated quotient or remainder to a floored one.
fn select(condition: &Symbolic, yes: &Symbolic, no: &Symbolic) -> Option<Symbolic> {
    match (condition, yes, no) {
        (Symbolic::RoundsDown(ratio), Symbolic::QuotientLess(a), Symbolic::Quotient(b))
            if a == ratio && b == ratio =>
        {
            Some(Symbolic::number(floor(ratio)?))
        }
        // The signs are known to differ.
        (Symbolic::Uneven(ratio), Symbolic::QuotientLess(a), Symbolic::Quotient(b))
            if a == ratio && b == ratio && ratio.0.as_const().is_some_and(|x| x < 0) =>
        {
            Some(Symbolic::number(floor(ratio)?))
        }
        (Symbolic::Negative(ratio), Symbolic::RemainderPlus(a), Symbolic::Remainder(b))
            if a == ratio && b == ratio =>
        {
            Some(Symbolic::number(modulo(ratio)?))
        }
        _ => Some(if condition.constant()? != 0 { yes } else { no }.clone()),
    }
}

/// The terms of operand `i`, which must be known.
pub(super) fn terms(l: &Lower<'_, '_>, op: OpRef<'_>, i: usize) -> Done<Vec<Extent>> {
    if i >= op.operand_count() {
        return Err(invalid(op, format!("has no operand {i}")));
    }
    let known = l.numbers.get(&op.operand(i)).and_then(Symbolic::terms);
    known.ok_or_else(|| {
        unsupported(
            op,
            format!("computes operand {i} at run time; it must be a constant or follow from extents"),
        )
    })
}

/// The constants of operand `i`.
pub(super) fn constants(l: &Lower<'_, '_>, op: OpRef<'_>, i: usize) -> Done<Vec<i64>> {
    let numbers: Option<Vec<i64>> = terms(l, op, i)?.iter().map(Extent::as_const).collect();
    numbers
        .ok_or_else(|| unsupported(op, format!("computes operand {i} from extents; it must be a constant")))
}
