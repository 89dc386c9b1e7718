//! Index values as terms over extents and loop variables.

use super::{Indices, MAX_EXTENT, is_program_term};
use crate::func::declared_extents::extent_arguments;
use crate::loops::ops::constant_int;
use crate::loops::{For, If, Parallel};
use crate::scalar::{DType, dtype};
use crate::tensor::compute::{ComputeOp, FoldOp};
use crate::tensor::{self, Compute, Fold};
use tf_ir::affine::{AffineExpr, AffineExprKind, AffineMap, AffineOp};
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Block, Def, Op, Value};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Atom, Extent};
use tf_ir::opref::OpRef;

impl Indices<'_> {
    /// True if the value's term is exact: its arithmetic does not wrap around.
    pub fn is_exact(&mut self, value: Value) -> bool {
        let term = self.term(value);
        self.exact(value) == term
    }

    /// A term that equals the value itself, not only modulo 2^64.
    pub fn exact(&mut self, value: Value) -> Extent {
        let term = self.term(value);
        let is_checked = Arithmetic::extent(self.body, value).is_some_and(is_program_term);
        if is_checked || self.fits(&term, self.width(value)) {
            return term;
        }
        if self.width(value) == 64
            && self.body.def_op(value).is_some_and(|op| self.is_below_volume(op, &term))
        {
            return term;
        }
        if let Some(known) = self.inexact.get(&value) {
            return known.clone();
        }
        let term = self.opaque(value);
        self.inexact.insert(value, term.clone());
        term
    }

    /// The width of an integer value in bits.
    pub(super) fn width(&self, value: Value) -> u32 {
        dtype(self.body.ctx(), self.body.ty(value)).map_or(64, DType::bits)
    }

    /// A value with a known type only.
    pub(super) fn opaque(&mut self, value: Value) -> Extent {
        let width = self.width(value);
        if width >= 64 {
            let (p, q) = (self.variable(None), self.variable(None));
            let first = self.variables.len() - 2;
            self.variables[first].is_first_of_pair = true;
            return p.sub(&q).expect("the difference of two symbols is small");
        }
        let half = 1i64 << (width - 1);
        let offset = self.variable(Some(Extent::constant(2 * half - 1)));
        offset.add_const(-half).expect("the sum of a symbol and a constant is small")
    }

    /// The term of a value, from its definition.
    pub(super) fn find(&mut self, value: Value) -> Option<Extent> {
        match self.body.def(value) {
            Def::Argument(block, i) => self.argument(block, i),
            Def::Result(op, i) if i == 0 || self.body.is(op, If) => {
                let op = self.body.op(op);
                let term = match op.is(If) {
                    true => self.either(op, i)?,
                    false => self.computed(op, value)?,
                };
                // Narrow integers wrap at their own width.
                let width = self.width(value);
                (width >= 64 || self.fits(&term, width)).then_some(term)
            }
            Def::Result(..) => None,
        }
    }

    /// The range of an index of a compute, fold or loop.
    fn argument(&mut self, block: Block, i: usize) -> Option<Extent> {
        let owner = self.body.op(self.body.block_owner(block)?);
        if owner.id() == self.body.root() {
            // An argument that gives an extent equals that extent: the call has checked it.
            let symbol = extent_arguments(self.body).into_iter().nth(i)??;
            return Some(Extent::from(symbol));
        }
        if let Some(compute) = owner.cast(Compute) {
            let extent = compute.extents().get(i).filter(|e| is_program_term(e))?;
            let index = self.variable(Some(extent.add_const(-1).ok()?));
            self.variables.last_mut().expect("the entry was just added").limit = Some(MAX_EXTENT.into());
            return Some(index);
        }
        // The block arguments of a combiner may have any value.
        if let Some(fold) = owner.cast(tensor::Fold).filter(|fold| fold.block() == Some(block)) {
            let [lower, upper] = self.fold_bounds(fold)?;
            return self.counted(lower, &upper, 1);
        }
        let axes = loop_axes(owner);
        if i < axes {
            let [lower, upper] = [i, i + axes].map(|k| self.exact(owner.operand(k)));
            return self.counted(lower, &upper, known_step(owner, i + 2 * axes));
        }
        None
    }

    /// Facts `index < upper bound` for loop axes with a constant step above 1. The range of the iteration
    /// count alone implies them only if both bounds are known precisely.
    pub(super) fn stepped(&mut self, owner: OpRef<'_>) -> Vec<Extent> {
        let (axes, mut facts) = (loop_axes(owner), Vec::new());
        let Some(block) = owner.entry(0).filter(|_| axes > 0) else { return facts };
        for i in (0..axes).filter(|i| known_step(owner, i + 2 * axes) > 1) {
            let upper = self.exact(owner.operand(i + axes));
            let index = self.term(self.body.arg(block, i));
            facts.extend(upper.sub(&index).and_then(|left| left.add_const(-1)).ok());
        }
        facts
    }

    /// The bounds of a fold as terms.
    pub(super) fn fold_bounds(&mut self, fold: FoldOp<'_>) -> Option<[Extent; 2]> {
        let map = fold.bounds().and_then(|a| fold.op().ctx().attr_map(a))?;
        let values = fold.indices();
        let at = fold.op().id();
        let [lower, upper] = map.results() else { return None };
        let lower = affine(self, at, lower, &values, fold.symbols())?;
        let upper = match large_extent(fold.op()) {
            Some(upper) => upper,
            None => affine(self, at, upper, &values, fold.symbols()).filter(|upper| self.fits(upper, 64))?,
        };
        self.fits(&lower, 64).then_some([lower, upper])
    }

    /// The index of a loop from `lower` to `upper`, excluded.
    fn counted(&mut self, lower: Extent, upper: &Extent, step: i64) -> Option<Extent> {
        let last = upper.sub(&lower).and_then(|d| d.add_const(-1)).and_then(|d| d.floordiv(step)).ok()?;
        let trip = self.variable(Some(last));
        if is_program_term(upper) && !self.fits(upper, 64) {
            // A call checks it: see `large_extent`.
            self.variables.last_mut().expect("the entry was just added").limit = Some(MAX_EXTENT.into());
        }
        trip.scale(step).and_then(|t| lower.add(&t)).ok()
    }
}

/// The axes of a counted loop, whose first operands are lower bounds, upper bounds and steps; 0 for other
/// ops.
pub(super) fn loop_axes(op: OpRef<'_>) -> usize {
    op.cast(Parallel).map_or(usize::from(op.is(For)), |view| view.rank())
}

/// The constant step of a loop, if it is at least 1; otherwise 1, which is sound for any step.
fn known_step(owner: OpRef<'_>, i: usize) -> i64 {
    constant_int(owner, i).filter(|step| (1..=MAX_EXTENT).contains(step)).unwrap_or(1)
}

/// True if operand `i` is the constant true.
pub(super) fn is_true(op: OpRef<'_>, i: usize) -> bool {
    op.operand_type(i) == op.ctx().i1() && constant_int(op, i).is_some_and(|c| c != 0)
}

impl Indices<'_> {
    /// True if the values of a term stay within signed integers of this width, for symbols up to
    /// [`MAX_EXTENT`].
    pub(super) fn fits(&self, term: &Extent, width: u32) -> bool {
        let half = 1i128 << (width.min(64) - 1);
        if let Some(constant) = term.as_const() {
            return (-half..half).contains(&constant.into());
        }
        if self.magnitude(term).is_some_and(|m| m < half) {
            return true;
        }
        // Range ends give tighter bounds for minima and maxima of narrow integers than magnitudes do.
        let end = |greatest| self.extreme(term, greatest).and_then(|end| end.as_const());
        let inside = |end: i64| (-half..half).contains(&i128::from(end));
        width < 64 && [true, false].into_iter().all(|greatest| end(greatest).is_some_and(inside))
    }

    /// True if the values of a term stay within 64 bits in every run of `at`.
    pub(super) fn fits_at(&mut self, at: Op, term: &Extent) -> bool {
        self.fits(term, 64) || self.is_below_volume(at, term)
    }

    /// True if a term is, at `at`, between 0 and the number of points of the enclosing box, or the end of an
    /// enclosing fold.
    fn is_below_volume(&mut self, at: Op, term: &Extent) -> bool {
        let owners = std::iter::successors(self.body.parent_op(at), |op| self.body.parent_op(*op));
        let owners: Vec<OpRef<'_>> = owners.map(|op| self.body.op(op)).collect();
        let ends = owners.iter().filter(|op| op.is(Fold)).filter_map(|op| large_extent(*op));
        let outermost = owners.iter().rev().find_map(|op| op.cast(Compute));
        let whole = outermost.map(ComputeOp::extents).filter(|extents| extents.iter().all(is_program_term));
        let volume = whole.and_then(|extents| {
            extents.iter().try_fold(Extent::constant(1), |volume, extent| volume.mul(extent).ok())
        });
        let limits: Vec<Extent> = ends.chain(volume).collect();
        limits.iter().any(|limit| {
            // The upper bound first: a counterexample refutes it quickly for unbounded terms.
            let left = limit.sub(term);
            left.is_ok_and(|left| self.prove_ge0(at, &left) && self.prove_ge0(at, term))
        })
    }

    /// A bound of the term's absolute value.
    pub(super) fn magnitude(&self, term: &Extent) -> Option<i128> {
        if self.is_opaque(term) {
            return Some(i64::MAX.into());
        }
        let mut total = 0i128;
        for part in term.terms() {
            let mut product = i128::from(part.coefficient()).abs();
            for atom in part.factors() {
                let factor = match atom {
                    Atom::Symbol(symbol) => match self.number(symbol) {
                        Some(n) => self.variables[n].limit?,
                        None => MAX_EXTENT.into(),
                    },
                    Atom::FloorDiv(x, c) => self.magnitude(x)? / i128::from(*c) + 1,
                    Atom::Min(args) | Atom::Max(args) => {
                        args.iter().map(|x| self.magnitude(x)).try_fold(0, |a, m| m.map(|m| a.max(m)))?
                    }
                };
                product = product.checked_mul(factor)?;
            }
            total = total.checked_add(product)?;
        }
        Some(total)
    }

    /// True for `p - q`, the two variables of an unconstrained 64-bit value.
    fn is_opaque(&self, term: &Extent) -> bool {
        let [a, b] = term.terms() else { return false };
        let (p, q) = if a.coefficient() == 1 { (a, b) } else { (b, a) };
        let number = |factors: &[Atom]| match factors {
            [Atom::Symbol(symbol)] => self.number(symbol),
            _ => None,
        };
        match (number(p.factors()), number(q.factors())) {
            (Some(first), Some(second)) => {
                let ones = p.coefficient() == 1 && q.coefficient() == -1;
                ones && self.variables[first].is_first_of_pair && second == first + 1
            }
            _ => false,
        }
    }
}

/// The end of a fold, or the value of an op that gives an extent, if it is a term over extents that may
/// overflow 64 bits, such as the extent `n*m` of a flattened tensor. A call checks that it is at most
/// [`MAX_EXTENT`], as it does with the extents of tensors and boxes.
pub fn large_extent(op: OpRef<'_>) -> Option<Extent> {
    let indices = Indices::new(op.body());
    let Some(fold) = op.cast(Fold) else {
        let named = op.results().next().and_then(|value| Arithmetic::extent(op.body(), value))?;
        return (is_program_term(named) && !indices.fits(named, 64)).then(|| named.clone());
    };
    let [_, upper] = fold.bounds().and_then(|a| op.ctx().attr_map(a))?.results() else { return None };
    let mut is_large = false;
    let term = over_extents(upper, fold.symbols(), &mut |term| is_large |= !indices.fits(term, 64))?;
    is_large.then_some(term)
}

/// The term of an expression without indices and values; `visit` receives its subterms.
pub fn over_extents(expr: &AffineExpr, extents: &[Extent], visit: &mut dyn FnMut(&Extent)) -> Option<Extent> {
    let term = match expr.kind() {
        AffineExprKind::Dim(_) => return None,
        AffineExprKind::Symbol(s) => extents.get(*s as usize).filter(|e| is_program_term(e)).cloned(),
        AffineExprKind::Constant(value) => Some(Extent::constant(*value)),
        AffineExprKind::Binary(op, lhs, rhs) => {
            let (a, b) = (over_extents(lhs, extents, visit)?, over_extents(rhs, extents, visit)?);
            match op {
                AffineOp::Add => a.add(&b).ok(),
                AffineOp::Mul => a.mul(&b).ok(),
                AffineOp::FloorDiv => a.floordiv(b.as_const()?).ok(),
                AffineOp::CeilDiv => a.ceildiv(b.as_const()?).ok(),
                AffineOp::Mod => a.modulo(b.as_const()?).ok(),
            }
        }
    }?;
    visit(&term);
    Some(term)
}

/// The term of an affine expression over values and extents.
pub(super) fn affine(
    indices: &mut Indices<'_>,
    at: Op,
    expr: &AffineExpr,
    values: &[Value],
    extents: &[Extent],
) -> Option<Extent> {
    match expr.kind() {
        AffineExprKind::Dim(d) => values.get(*d as usize).map(|v| indices.term(*v)),
        AffineExprKind::Symbol(s) => extents.get(*s as usize).filter(|e| is_program_term(e)).cloned(),
        AffineExprKind::Constant(value) => Some(Extent::constant(*value)),
        AffineExprKind::Binary(op, lhs, rhs) => {
            let a = affine(indices, at, lhs, values, extents)?;
            let b = affine(indices, at, rhs, values, extents)?;
            match op {
                AffineOp::Add => a.add(&b).ok(),
                AffineOp::Mul => a.mul(&b).ok(),
                _ if indices.fits_at(at, &a) && indices.fits_at(at, &b) && positive(indices, at, &b) => {
                    divide(indices, at, *op, &a, &b)
                }
                _ => None,
            }
        }
    }
}

/// `(q, r)` with `x = d*q + r`; `q` collects the terms of x that are provably multiples of d.
fn split_multiples(x: &Extent, divisor: &Extent) -> Option<(Extent, Extent)> {
    let (mut quotient, mut rest) = (Extent::constant(0), x.clone());
    for term in x.terms() {
        let mut part = Extent::constant(term.coefficient());
        for atom in term.factors() {
            part = part.mul(&atom_extent(atom)?).ok()?;
        }
        if let Some(multiple) = part.divide_exact(divisor) {
            quotient = quotient.add(&multiple).ok()?;
            rest = rest.sub(&part).ok()?;
        }
    }
    Some((quotient, rest))
}

/// An atom as an extent.
fn atom_extent(atom: &Atom) -> Option<Extent> {
    match atom {
        Atom::Symbol(symbol) => Some(Extent::from(symbol.clone())),
        Atom::FloorDiv(x, c) => x.floordiv(*c).ok(),
        Atom::Min(args) => Extent::min_of(args).ok(),
        Atom::Max(args) => Extent::max_of(args).ok(),
    }
}

pub(super) fn positive(indices: &mut Indices<'_>, at: Op, divisor: &Extent) -> bool {
    divisor.add_const(-1).is_ok_and(|d| indices.prove_ge0(at, &d))
}

/// A quotient or remainder by a divisor ≥ 1, with the rounding of the operator; both terms are exact.
pub(super) fn divide(
    indices: &mut Indices<'_>,
    at: Op,
    op: AffineOp,
    x: &Extent,
    divisor: &Extent,
) -> Option<Extent> {
    if let Some(c) = divisor.as_const() {
        return match op {
            AffineOp::FloorDiv => x.floordiv(c).ok(),
            AffineOp::CeilDiv => x.ceildiv(c).ok(),
            _ => x.modulo(c).ok(),
        };
    }
    if op == AffineOp::CeilDiv {
        let up = x.add(divisor).and_then(|s| s.add_const(-1)).ok()?;
        return divide(indices, at, AffineOp::FloorDiv, &up, divisor);
    }
    // x = d*q + r with 0 ≤ r < d: the quotient is q, the remainder r.
    let (quotient, rest) = split_multiples(x, divisor)?;
    let inside = indices.inside(at, &rest, divisor);
    if inside.both() {
        return Some(if op == AffineOp::Mod { rest } else { quotient });
    }
    if op == AffineOp::Mod {
        return Some(indices.variable(Some(divisor.add_const(-1).ok()?)));
    }
    if !indices.prove_ge0(at, x) {
        return None;
    }
    let upper = quotient_limit(indices, at, x, divisor)?;
    Some(indices.variable(Some(upper)))
}

/// An upper bound of `x floordiv d`, for d ≥ 1, from the greatest value of x and the facts at `at`.
fn quotient_limit(indices: &mut Indices<'_>, at: Op, x: &Extent, divisor: &Extent) -> Option<Extent> {
    // x < d*w + r gives x floordiv d ≤ w - 1 for r ≤ 0, and ≤ w for r = 1.
    let whole = |greatest: &Extent| {
        let end = greatest.add_const(1).ok()?;
        if let Some(blocks) = end.divide_exact(divisor) {
            return blocks.add_const(-1).ok();
        }
        let (blocks, rest) = split_multiples(&end, divisor)?;
        match rest.as_const()? {
            ..=0 => blocks.add_const(-1).ok(),
            1 => Some(blocks),
            _ => None,
        }
    };
    let greatest = indices.extreme(x, true);
    let known = indices.facts(at);
    // A fact f ≥ 0 implies x ≤ x + f.
    let by_facts = known.iter().filter_map(|fact| x.add(fact).ok()).filter(is_program_term);
    let limits = greatest.clone().into_iter().chain(by_facts).filter_map(|greatest| whole(&greatest));
    let least = limits.reduce(|a, b| if a == b { a } else { a.minimum(&b).unwrap_or(a) });
    least.or(greatest)
}

/// Checks that every divisor of a map is at least 1 in every run of the op.
pub(super) fn check_divisors(
    indices: &mut Indices<'_>,
    op: OpRef<'_>,
    map: &AffineMap,
    extents: &[Extent],
) -> Result<(), Diagnostic> {
    let mut divisors: Vec<AffineExpr> = Vec::new();
    for expr in map.results() {
        expr.walk(&mut |node| {
            if let AffineExprKind::Binary(AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv, _, by) =
                node.kind()
                && by.as_const().is_none()
            {
                divisors.push(by.clone());
            }
        });
    }
    for divisor in divisors {
        let term = indices.affine(op.id(), &divisor, &[], extents);
        if !term.as_ref().is_some_and(|t| positive(indices, op.id(), t)) {
            let words = term.map_or("an extent".to_string(), |t| t.to_string());
            let error =
                op.error(format_args!("divides by {words}, which is not known to be at least 1 here"));
            return Err(error.code(&codes::DIVISOR));
        }
    }
    Ok(())
}
