//! Affine maps: the data and its queries.

use super::{AffineError, AffineExpr, AffineExprKind, LinearForm, Ranges};
use crate::extent::Interval;
use std::sync::Arc;

/// A function from dimensions and symbols to a tuple of integers: `affine_map<(d0, d1)[s0] -> (d0 * 2 + s0, d1)>`.
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

/// Checks that an expression uses only dimensions and symbols there are.
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
    /// [`AffineError::NoSuchDim`], [`AffineError::NoSuchSymbol`] if a result uses what the map does not have.
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

    /// The last `results` of `num_dims` dimensions.
    ///
    /// # Errors
    /// [`AffineError::NoSuchDim`] if there are fewer dimensions than that.
    pub fn minor_identity(num_dims: u32, results: u32) -> Result<AffineMap, AffineError> {
        let first = num_dims.checked_sub(results).ok_or(AffineError::NoSuchDim(results - 1))?;
        Ok(Self::unchecked(num_dims, 0, (first..num_dims).map(AffineExpr::dim).collect()))
    }

    /// The dimensions of the given numbers.
    ///
    /// # Errors
    /// [`AffineError::NoSuchDim`] for a number that is not below `num_dims`.
    pub fn select(num_dims: u32, dims: &[u32]) -> Result<AffineMap, AffineError> {
        AffineMap::new(num_dims, 0, dims.iter().map(|d| AffineExpr::dim(*d)).collect())
    }

    /// The map whose result `i` is dimension `permutation[i]`.
    ///
    /// # Errors
    /// [`AffineError::NoPermutation`] unless each of `0 .. n` occurs once.
    pub fn permutation(permutation: &[u32]) -> Result<AffineMap, AffineError> {
        let num_dims = u32::try_from(permutation.len()).map_err(|_| AffineError::NoPermutation)?;
        let map = Self::select(num_dims, permutation).map_err(|_| AffineError::NoPermutation)?;
        if map.is_permutation() { Ok(map) } else { Err(AffineError::NoPermutation) }
    }

    /// The number of dimensions.
    pub fn num_dims(&self) -> u32 {
        self.0.num_dims
    }

    /// The number of symbols.
    pub fn num_symbols(&self) -> u32 {
        self.0.num_symbols
    }

    /// The number of dimensions and symbols.
    pub fn num_inputs(&self) -> usize {
        self.num_dims() as usize + self.num_symbols() as usize
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
        self.num_results() == self.num_dims() as usize && self.is_minor_identity()
    }

    /// True if the results are the last dimensions in order.
    pub fn is_minor_identity(&self) -> bool {
        let Some(first) = (self.num_dims() as usize).checked_sub(self.num_results()) else { return false };
        let dims = first..self.num_dims() as usize;
        self.results().iter().zip(dims).all(|(e, d)| e.as_dim().is_some_and(|x| x as usize == d))
    }

    /// True if the results are all the dimensions, in some order, and there are no symbols.
    pub fn is_permutation(&self) -> bool {
        self.num_results() == self.num_dims() as usize && self.is_projected_permutation(false)
    }

    /// True if each result is another dimension, and there are no symbols; with `allow_zero`, a result may be 0.
    pub fn is_projected_permutation(&self, allow_zero: bool) -> bool {
        let mut seen = vec![false; self.num_dims() as usize];
        self.num_symbols() == 0
            && self.num_results() <= seen.len()
            && self.results().iter().all(|e| match e.as_dim() {
                Some(d) => !std::mem::replace(&mut seen[d as usize], true),
                None => allow_zero && e.as_const() == Some(0),
            })
    }

    /// The dimension of each result, if each is just a dimension.
    pub fn result_dims(&self) -> Option<Vec<u32>> {
        self.results().iter().map(AffineExpr::as_dim).collect()
    }

    /// The results, if all are constants.
    pub fn constant_results(&self) -> Option<Vec<i64>> {
        self.results().iter().map(AffineExpr::as_const).collect()
    }

    /// The linear form of each result; `None` if one is not linear.
    pub fn linear_forms(&self) -> Option<Vec<LinearForm>> {
        self.results().iter().map(|e| e.linear_form(self.num_dims(), self.num_symbols())).collect()
    }

    /// True if some result uses the dimension.
    pub fn uses_dim(&self, dim: u32) -> bool {
        self.results().iter().any(|e| e.uses_dim(dim))
    }

    /// True if some result uses the symbol.
    pub fn uses_symbol(&self, symbol: u32) -> bool {
        self.results().iter().any(|e| e.uses_symbol(symbol))
    }

    /// True if, as the dimension grows by one, the last result does too and no other result changes: in a row-major
    /// array of such indices, the next element.
    pub fn is_unit_stride(&self, dim: u32) -> bool {
        let Some((last, others)) = self.results().split_last() else { return false };
        last.is_unit_stride(dim) && others.iter().all(|e| e.stride(dim) == Some(0))
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

    /// An interval for each result, within the ranges.
    pub fn intervals(&self, ranges: &Ranges) -> Vec<Interval> {
        self.results().iter().map(|e| e.interval(ranges)).collect()
    }
}
