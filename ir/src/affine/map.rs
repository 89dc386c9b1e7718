//! Affine maps: the data and its queries.

use super::{AffineError, AffineExpr, AffineExprKind, LinearForm, Ranges};
use std::sync::Arc;

/// A function from dimensions and symbols to a tuple of integers:
/// `affine_map<(d0, d1)[s0] -> (d0 * 2 + s0, d1)>`.
///
/// Cloning is a reference count; order and hash depend on the content alone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AffineMap(Arc<Data>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Data {
    num_dims: u32,
    num_symbols: u32,
    results: Box<[AffineExpr]>,
}

/// Checks that an expression uses only existing dimensions and symbols.
pub(super) fn check_space(expr: &AffineExpr, num_dims: u32, num_symbols: u32) -> Result<(), AffineError> {
    let mut error = None;
    expr.any(&mut |e| {
        error = match e.kind() {
            AffineExprKind::Dim(d) if *d >= num_dims => Some(AffineError::NoSuchDim(*d)),
            AffineExprKind::Symbol(s) if *s >= num_symbols => Some(AffineError::NoSuchSymbol(*s)),
            _ => None,
        };
        error.is_some()
    });
    error.map_or(Ok(()), Err)
}

impl AffineMap {
    /// The map with the given results.
    ///
    /// # Errors
    /// [`AffineError::NoSuchDim`], [`AffineError::NoSuchSymbol`] if a result uses one that the map does not
    /// have.
    pub fn new(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> Result<AffineMap, AffineError> {
        for result in &results {
            check_space(result, num_dims, num_symbols)?;
        }
        Ok(Self::unchecked(num_dims, num_symbols, results))
    }

    pub(super) fn unchecked(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> AffineMap {
        Self(Arc::new(Data { num_dims, num_symbols, results: results.into() }))
    }

    /// `(d0, …, dn) -> (d0, …, dn)`.
    pub fn identity(num_dims: u32) -> AffineMap {
        Self::unchecked(num_dims, 0, (0..num_dims).map(AffineExpr::dim).collect())
    }

    /// `() -> (value)`.
    pub fn constant(value: i64) -> AffineMap {
        Self::unchecked(0, 0, vec![AffineExpr::constant(value)])
    }

    /// `(d0, …, dn) -> ()`.
    pub fn empty(num_dims: u32, num_symbols: u32) -> AffineMap {
        Self::unchecked(num_dims, num_symbols, Vec::new())
    }

    /// The number of dimensions.
    pub fn num_dims(&self) -> u32 {
        self.0.num_dims
    }

    /// The number of symbols.
    pub fn num_symbols(&self) -> u32 {
        self.0.num_symbols
    }

    /// The results, in order.
    pub fn results(&self) -> &[AffineExpr] {
        &self.0.results
    }

    /// The number of results.
    pub fn num_results(&self) -> usize {
        self.results().len()
    }

    /// True if the results are the dimensions in order.
    pub fn is_identity(&self) -> bool {
        self.num_results() == self.num_dims() as usize
            && self.results().iter().zip(0..).all(|(e, d)| e.as_dim() == Some(d))
    }

    /// The linear form of each result; `None` if one is not linear.
    pub fn linear_forms(&self) -> Option<Vec<LinearForm>> {
        self.results().iter().map(|e| e.linear_form(self.num_dims(), self.num_symbols())).collect()
    }

    /// The values of the results.
    ///
    /// # Errors
    /// Those of [`AffineExpr::evaluate`].
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Result<Vec<i64>, AffineError> {
        self.results().iter().map(|e| e.evaluate(dims, symbols)).collect()
    }

    /// The map with simpler results, equal within the ranges.
    pub fn simplify(&self, ranges: &Ranges) -> AffineMap {
        let results = self.results().iter().map(|e| e.simplify(ranges)).collect();
        Self::unchecked(self.num_dims(), self.num_symbols(), results)
    }
}
