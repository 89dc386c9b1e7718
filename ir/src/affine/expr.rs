//! Affine expressions: the data and its queries.

use super::{AffineError, MAX_DEPTH, MAX_SIZE};
use crate::extent::interval::gcd;
use rustc_hash::FxHasher;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An integer expression over dimensions (`d0`), symbols (`s0`) and constants.
///
/// Constructors fold as upstream MLIR's do, so that the same text prints alike. Semi-affine expressions
/// (products with symbols, division by symbols) are allowed. Cloning is a reference count; order and hash
/// depend on the content alone.
#[derive(Clone)]
pub struct AffineExpr(Arc<Node>);

/// The shared part of an expression.
struct Node {
    hash: u64,
    size: u32,
    depth: u32,
    symbolic: bool,
    kind: AffineExprKind,
}

/// The root of an affine expression.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AffineExprKind {
    /// The dimension with this index.
    Dim(u32),
    /// The symbol with this index.
    Symbol(u32),
    /// An integer.
    Constant(i64),
    /// Two expressions combined.
    Binary(AffineOp, AffineExpr, AffineExpr),
}

/// The operators of affine expressions; subtraction is addition of a product with −1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AffineOp {
    /// Sum.
    Add,
    /// Product; one operand has no dimensions.
    Mul,
    /// Remainder ≥ 0 by a positive divisor.
    Mod,
    /// Quotient rounded towards −∞, by a divisor that is not 0.
    FloorDiv,
    /// Quotient rounded towards +∞, by a divisor that is not 0.
    CeilDiv,
}

impl AffineOp {
    /// The operator's spelling.
    pub fn spelling(self) -> &'static str {
        match self {
            AffineOp::Add => "+",
            AffineOp::Mul => "*",
            AffineOp::Mod => "mod",
            AffineOp::FloorDiv => "floordiv",
            AffineOp::CeilDiv => "ceildiv",
        }
    }

    /// The value of the operation.
    ///
    /// # Errors
    /// [`AffineError::Overflow`], [`AffineError::BadDivisor`].
    pub fn apply(self, a: i64, b: i64) -> Result<i64, AffineError> {
        match self {
            AffineOp::Add => a.checked_add(b).ok_or(AffineError::Overflow),
            AffineOp::Mul => a.checked_mul(b).ok_or(AffineError::Overflow),
            AffineOp::Mod if b > 0 => Ok(a.rem_euclid(b)),
            AffineOp::FloorDiv | AffineOp::CeilDiv if b != 0 => {
                let quotient = a.checked_div(b).ok_or(AffineError::Overflow)?;
                let inexact = quotient * b != a;
                let below_zero = (a < 0) != (b < 0);
                // Division truncates: a quotient below 0 was rounded up, one above 0 was rounded down.
                let step = match (self, inexact, below_zero) {
                    (AffineOp::FloorDiv, true, true) => -1,
                    (AffineOp::CeilDiv, true, false) => 1,
                    _ => 0,
                };
                Ok(quotient + step)
            }
            _ => Err(AffineError::BadDivisor(self, b)),
        }
    }
}

impl AffineExpr {
    /// The dimension with the given index.
    pub fn dim(position: u32) -> Self {
        Self::leaf(AffineExprKind::Dim(position))
    }

    /// The symbol with the given index.
    pub fn symbol(position: u32) -> Self {
        Self::leaf(AffineExprKind::Symbol(position))
    }

    /// An integer.
    pub fn constant(value: i64) -> Self {
        Self::leaf(AffineExprKind::Constant(value))
    }

    fn leaf(kind: AffineExprKind) -> Self {
        let symbolic = !matches!(kind, AffineExprKind::Dim(_));
        Self::wrap(kind, 1, 1, symbolic)
    }

    /// Combines two expressions without folding.
    pub(super) fn binary_unfolded(op: AffineOp, lhs: &Self, rhs: &Self) -> Result<Self, AffineError> {
        let size = 1 + lhs.0.size + rhs.0.size;
        let depth = 1 + lhs.0.depth.max(rhs.0.depth);
        if size > MAX_SIZE {
            return Err(AffineError::TooLarge);
        }
        if depth > MAX_DEPTH {
            return Err(AffineError::TooDeep);
        }
        let symbolic = lhs.0.symbolic && rhs.0.symbolic;
        Ok(Self::wrap(AffineExprKind::Binary(op, lhs.clone(), rhs.clone()), size, depth, symbolic))
    }

    fn wrap(kind: AffineExprKind, size: u32, depth: u32, symbolic: bool) -> Self {
        let mut hasher = FxHasher::default();
        kind.hash(&mut hasher);
        Self(Arc::new(Node { hash: hasher.finish(), size, depth, symbolic, kind }))
    }

    /// The root of the expression.
    pub fn kind(&self) -> &AffineExprKind {
        &self.0.kind
    }

    /// The number of nodes, at most [`MAX_SIZE`].
    pub fn size(&self) -> u32 {
        self.0.size
    }

    /// The value, if the expression is a constant.
    pub fn as_const(&self) -> Option<i64> {
        match self.kind() {
            AffineExprKind::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// The index of the dimension, if the expression is one.
    pub fn as_dim(&self) -> Option<u32> {
        match self.kind() {
            AffineExprKind::Dim(position) => Some(*position),
            _ => None,
        }
    }

    /// The index of the symbol, if the expression is one.
    pub fn as_symbol(&self) -> Option<u32> {
        match self.kind() {
            AffineExprKind::Symbol(position) => Some(*position),
            _ => None,
        }
    }

    /// The operands, if the expression is the given operation.
    pub fn as_binary(&self, op: AffineOp) -> Option<(&AffineExpr, &AffineExpr)> {
        match self.kind() {
            AffineExprKind::Binary(o, lhs, rhs) if *o == op => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// True if no dimension occurs.
    pub fn is_symbolic_or_constant(&self) -> bool {
        self.0.symbolic
    }

    /// True if products, quotients and remainders are by constants only.
    pub fn is_pure_affine(&self) -> bool {
        match self.kind() {
            AffineExprKind::Binary(op, lhs, rhs) => {
                let constant = match op {
                    AffineOp::Add => true,
                    AffineOp::Mul => lhs.as_const().is_some() || rhs.as_const().is_some(),
                    _ => rhs.as_const().is_some(),
                };
                constant && lhs.is_pure_affine() && rhs.is_pure_affine()
            }
            _ => true,
        }
    }

    /// Calls `visit` for each node, operands before their users.
    pub fn walk(&self, visit: &mut dyn FnMut(&AffineExpr)) {
        if let AffineExprKind::Binary(_, lhs, rhs) = self.kind() {
            lhs.walk(visit);
            rhs.walk(visit);
        }
        visit(self);
    }

    /// True if some node satisfies the predicate.
    pub fn any(&self, predicate: &mut dyn FnMut(&AffineExpr) -> bool) -> bool {
        if predicate(self) {
            return true;
        }
        match self.kind() {
            AffineExprKind::Binary(_, lhs, rhs) => lhs.any(predicate) || rhs.any(predicate),
            _ => false,
        }
    }

    /// True if the dimension occurs.
    pub fn uses_dim(&self, position: u32) -> bool {
        self.any(&mut |e| e.as_dim() == Some(position))
    }

    /// The largest integer known to divide every value; 0 for the constant 0.
    pub fn largest_known_divisor(&self) -> u64 {
        match self.kind() {
            AffineExprKind::Dim(_) | AffineExprKind::Symbol(_) => 1,
            AffineExprKind::Constant(value) => value.unsigned_abs(),
            AffineExprKind::Binary(op, lhs, rhs) => {
                let (a, divisor) = (lhs.largest_known_divisor(), rhs.as_const());
                match op {
                    AffineOp::Add => gcd_u64(a, rhs.largest_known_divisor()),
                    AffineOp::Mul => {
                        let b = rhs.largest_known_divisor();
                        a.checked_mul(b).unwrap_or(a.max(b))
                    }
                    AffineOp::Mod => gcd_u64(a, rhs.largest_known_divisor()),
                    AffineOp::FloorDiv | AffineOp::CeilDiv => match divisor {
                        Some(c) if c != 0 && a % c.unsigned_abs() == 0 => a / c.unsigned_abs(),
                        _ => 1,
                    },
                }
            }
        }
    }

    /// True if every value is known to be a multiple of `factor`; false for a factor of 0.
    pub fn is_multiple_of(&self, factor: i64) -> bool {
        factor != 0 && self.largest_known_divisor().is_multiple_of(factor.unsigned_abs())
    }

    /// The value for given dimensions and symbols.
    ///
    /// # Errors
    /// [`AffineError::Overflow`], [`AffineError::BadDivisor`], and if a value is missing
    /// [`AffineError::NoSuchDim`] or [`AffineError::NoSuchSymbol`].
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Result<i64, AffineError> {
        match self.kind() {
            AffineExprKind::Dim(d) => dims.get(*d as usize).copied().ok_or(AffineError::NoSuchDim(*d)),
            AffineExprKind::Symbol(s) => {
                symbols.get(*s as usize).copied().ok_or(AffineError::NoSuchSymbol(*s))
            }
            AffineExprKind::Constant(value) => Ok(*value),
            AffineExprKind::Binary(op, lhs, rhs) => {
                op.apply(lhs.evaluate(dims, symbols)?, rhs.evaluate(dims, symbols)?)
            }
        }
    }

    /// The expression with each dimension and symbol replaced; those without an entry stay.
    ///
    /// # Errors
    /// [`AffineError::NotAffine`] if a symbol that is a factor or divisor becomes dimensional;
    /// [`AffineError::TooLarge`], [`AffineError::TooDeep`].
    pub fn replace(&self, dims: &[AffineExpr], symbols: &[AffineExpr]) -> Result<AffineExpr, AffineError> {
        self.replace_with(&mut |leaf| match leaf.kind() {
            AffineExprKind::Dim(d) => dims.get(*d as usize).cloned(),
            AffineExprKind::Symbol(s) => symbols.get(*s as usize).cloned(),
            _ => None,
        })
    }

    /// The expression with every node replaced for which `replacement` returns `Some`, folded again.
    ///
    /// # Errors
    /// As [`AffineExpr::replace`].
    pub fn replace_with(
        &self,
        replacement: &mut dyn FnMut(&AffineExpr) -> Option<AffineExpr>,
    ) -> Result<AffineExpr, AffineError> {
        if let Some(new) = replacement(self) {
            return Ok(new);
        }
        let AffineExprKind::Binary(op, lhs, rhs) = self.kind() else { return Ok(self.clone()) };
        let (new_lhs, new_rhs) = (lhs.replace_with(replacement)?, rhs.replace_with(replacement)?);
        if new_lhs == *lhs && new_rhs == *rhs {
            return Ok(self.clone());
        }
        AffineExpr::binary(*op, &new_lhs, &new_rhs)
    }

    /// The expression with the symbols from `offset` on renumbered upwards by `shift`.
    ///
    /// # Errors
    /// [`AffineError::NoSuchSymbol`] if an index exceeds 32 bits.
    pub fn shift_symbols(&self, shift: u32, offset: u32) -> Result<AffineExpr, AffineError> {
        self.renumber(Some, |s| if s < offset { Some(s) } else { s.checked_add(shift) })
    }

    /// The expression with renumbered dimensions and symbols; `None` marks an index that must not occur.
    pub(super) fn renumber(
        &self,
        dim: impl Fn(u32) -> Option<u32>,
        symbol: impl Fn(u32) -> Option<u32>,
    ) -> Result<AffineExpr, AffineError> {
        let mut missing = None;
        let renamed = self.replace_with(&mut |leaf| match leaf.kind() {
            AffineExprKind::Dim(d) => {
                let new = dim(*d).map(AffineExpr::dim);
                missing = missing.take().or(new.is_none().then_some(AffineError::NoSuchDim(*d)));
                new
            }
            AffineExprKind::Symbol(s) => {
                let new = symbol(*s).map(AffineExpr::symbol);
                missing = missing.take().or(new.is_none().then_some(AffineError::NoSuchSymbol(*s)));
                new
            }
            _ => None,
        })?;
        missing.map_or(Ok(renamed), Err)
    }
}

fn gcd_u64(a: u64, b: u64) -> u64 {
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) => gcd(a, b).unsigned_abs(),
        // 2⁶³ and more: too rare to track.
        _ => 1,
    }
}

impl PartialEq for AffineExpr {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.hash == other.0.hash && self.0.kind == other.0.kind)
    }
}

impl Eq for AffineExpr {}

impl Ord for AffineExpr {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.kind.cmp(&other.0.kind) }
    }
}

impl PartialOrd for AffineExpr {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for AffineExpr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}
