//! Integer sets: the points that satisfy affine constraints.

use super::{AffineError, AffineExpr, Ranges};
use std::sync::Arc;

/// A condition on a point: an expression is 0, or it is ≥ 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    /// The expression.
    pub expr: AffineExpr,
    /// True for `expr == 0`, false for `expr >= 0`.
    pub is_equality: bool,
}

/// The set of points (values of dimensions, for given symbols) that satisfy all of one or more constraints.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntegerSet(Arc<Data>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Data {
    num_dims: u32,
    num_symbols: u32,
    constraints: Box<[Constraint]>,
}

impl IntegerSet {
    /// The set of the given constraints; `0 == 0` if there are none, as upstream.
    ///
    /// # Errors
    /// [`AffineError::NoSuchDim`], [`AffineError::NoSuchSymbol`] if a constraint uses one that the set does
    /// not have.
    pub fn new(
        num_dims: u32,
        num_symbols: u32,
        constraints: Vec<Constraint>,
    ) -> Result<IntegerSet, AffineError> {
        for constraint in &constraints {
            super::map::check_space(&constraint.expr, num_dims, num_symbols)?;
        }
        let always = || vec![Constraint { expr: AffineExpr::constant(0), is_equality: true }];
        let constraints = if constraints.is_empty() { always() } else { constraints };
        Ok(Self(Arc::new(Data { num_dims, num_symbols, constraints: constraints.into() })))
    }

    /// The empty set, written `1 == 0`.
    pub fn empty(num_dims: u32, num_symbols: u32) -> IntegerSet {
        let never = vec![Constraint { expr: AffineExpr::constant(1), is_equality: true }];
        Self(Arc::new(Data { num_dims, num_symbols, constraints: never.into() }))
    }

    /// The number of dimensions.
    pub fn num_dims(&self) -> u32 {
        self.0.num_dims
    }

    /// The number of symbols.
    pub fn num_symbols(&self) -> u32 {
        self.0.num_symbols
    }

    /// The constraints; at least one.
    pub fn constraints(&self) -> &[Constraint] {
        &self.0.constraints
    }

    /// True if the point is in the set.
    ///
    /// # Errors
    /// Those of [`AffineExpr::evaluate`].
    pub fn contains(&self, dims: &[i64], symbols: &[i64]) -> Result<bool, AffineError> {
        for constraint in self.constraints() {
            let value = constraint.expr.evaluate(dims, symbols)?;
            if value < 0 || (constraint.is_equality && value != 0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The set over other dimensions and symbols: each is replaced by an expression over the new ones.
    ///
    /// # Errors
    /// Those of [`AffineExpr::replace`] and [`IntegerSet::new`].
    pub fn replace(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> Result<IntegerSet, AffineError> {
        let constraints = self
            .constraints()
            .iter()
            .map(|c| Ok(Constraint { expr: c.expr.replace(dims, symbols)?, is_equality: c.is_equality }));
        IntegerSet::new(num_dims, num_symbols, constraints.collect::<Result<_, AffineError>>()?)
    }

    /// An equal set with simpler constraints, within given ranges of dimensions and symbols: constraints that
    /// always hold are dropped; if one never holds, the set is the empty one.
    pub fn simplify(&self, ranges: &Ranges) -> IntegerSet {
        let mut kept: Vec<Constraint> = Vec::new();
        for constraint in self.constraints() {
            let expr = constraint.expr.simplify(ranges);
            let values = expr.interval(ranges);
            let (never, always) = if constraint.is_equality {
                (!values.contains(0), values.as_point() == Some(0))
            } else {
                (values.hi.is_some_and(|hi| hi < 0), values.lo.is_some_and(|lo| lo >= 0))
            };
            if never {
                return IntegerSet::empty(self.num_dims(), self.num_symbols());
            }
            let new = Constraint { expr, is_equality: constraint.is_equality };
            if !always && !kept.contains(&new) {
                kept.push(new);
            }
        }
        // Simplifying adds no dimensions or symbols, so the space still fits.
        IntegerSet::new(self.num_dims(), self.num_symbols(), kept).unwrap_or_else(|_| self.clone())
    }
}
