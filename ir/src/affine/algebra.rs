//! Operations on affine maps: composition, inversion and the like.

use super::{AffineError, AffineExpr, AffineMap};

impl AffineMap {
    /// `self ∘ inner`: the map that feeds the results of `inner` to the dimensions of `self`.
    ///
    /// Its symbols are those of `self`, then those of `inner`; its dimensions are those of `inner`.
    ///
    /// # Errors
    /// [`AffineError::Arity`] if `inner` has another number of results than `self` has dimensions; what
    /// [`AffineExpr::replace`] gives.
    pub fn compose(&self, inner: &AffineMap) -> Result<AffineMap, AffineError> {
        if inner.num_results() != self.num_dims() as usize {
            let (results, dims) = (inner.num_results(), self.num_dims() as usize);
            return Err(AffineError::Arity { results, dims });
        }
        let own = self.num_symbols();
        let num_symbols = own.checked_add(inner.num_symbols()).ok_or(AffineError::NoSuchSymbol(own))?;
        let moved = inner.results().iter().map(|e| e.shift_symbols(own, 0));
        let moved = moved.collect::<Result<Vec<_>, _>>()?;
        let results = self.results().iter().map(|e| e.replace(&moved, &[]));
        Ok(AffineMap::unchecked(inner.num_dims(), num_symbols, results.collect::<Result<_, _>>()?))
    }

    /// The map over other dimensions and symbols: each is replaced by an expression over the new ones.
    ///
    /// # Errors
    /// Those of [`AffineExpr::replace`] and [`AffineMap::new`].
    pub fn replace(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> Result<AffineMap, AffineError> {
        let results = self.results().iter().map(|e| e.replace(dims, symbols));
        AffineMap::new(num_dims, num_symbols, results.collect::<Result<_, _>>()?)
    }

    /// The map from results back to dimensions, `(d1, d0, d1 + 1)` giving `(d0, d1, d2) -> (d1, d0)`: for each
    /// dimension, the first result that is just it. `None` if one has none, or there are symbols.
    pub fn inverse_permutation(&self) -> Option<AffineMap> {
        if self.num_symbols() > 0 {
            return None;
        }
        let places = (0..self.num_dims()).map(|d| {
            let place = self.results().iter().position(|e| e.as_dim() == Some(d))?;
            Some(AffineExpr::dim(place.try_into().ok()?))
        });
        let num_dims = u32::try_from(self.num_results()).ok()?;
        Some(AffineMap::unchecked(num_dims, 0, places.collect::<Option<_>>()?))
    }

    /// The map with `count` more dimensions, from `position` on, that nothing uses.
    ///
    /// # Errors
    /// [`AffineError::NoSuchDim`] if the map has no such position or there would be too many.
    pub fn insert_dims(&self, position: u32, count: u32) -> Result<AffineMap, AffineError> {
        let missing = AffineError::NoSuchDim(position);
        let num_dims = self.num_dims().checked_add(count).filter(|_| position <= self.num_dims());
        let num_dims = num_dims.ok_or(missing)?;
        let results = self.results().iter().map(|e| e.shift_dims(count, position));
        Ok(AffineMap::unchecked(num_dims, self.num_symbols(), results.collect::<Result<_, _>>()?))
    }

    /// The map with `count` more symbols, from `position` on, that nothing uses.
    ///
    /// # Errors
    /// [`AffineError::NoSuchSymbol`] if the map has no such position or there would be too many.
    pub fn insert_symbols(&self, position: u32, count: u32) -> Result<AffineMap, AffineError> {
        let missing = AffineError::NoSuchSymbol(position);
        let num_symbols = self.num_symbols().checked_add(count).filter(|_| position <= self.num_symbols());
        let num_symbols = num_symbols.ok_or(missing)?;
        let results = self.results().iter().map(|e| e.shift_symbols(count, position));
        Ok(AffineMap::unchecked(self.num_dims(), num_symbols, results.collect::<Result<_, _>>()?))
    }

    /// The map with only the dimensions and symbols marked to be kept (missing marks keep), renumbered.
    ///
    /// # Errors
    /// [`AffineError::InUse`] if one that is not kept is in use.
    pub fn keep(&self, dims: &[bool], symbols: &[bool]) -> Result<AffineMap, AffineError> {
        let (dims, num_dims) = numbering(self.num_dims(), dims);
        let (symbols, num_symbols) = numbering(self.num_symbols(), symbols);
        let results = self.results().iter().map(|e| {
            let renumbered = e.renumber(|d| dims[d as usize], |s| symbols[s as usize]);
            renumbered.map_err(|_| AffineError::InUse)
        });
        Ok(AffineMap::unchecked(num_dims, num_symbols, results.collect::<Result<_, _>>()?))
    }

    /// The map without the dimensions and symbols that no result uses, and the numbers of those that stayed.
    pub fn drop_unused(&self) -> (AffineMap, Vec<u32>, Vec<u32>) {
        let dims: Vec<bool> = (0..self.num_dims()).map(|d| self.uses_dim(d)).collect();
        let symbols: Vec<bool> = (0..self.num_symbols()).map(|s| self.uses_symbol(s)).collect();
        let kept = |marks: &[bool]| (0..).zip(marks).filter(|(_, m)| **m).map(|(at, _)| at).collect();
        // Nothing that is dropped is in use.
        let map = self.keep(&dims, &symbols).unwrap_or_else(|_| self.clone());
        (map, kept(&dims), kept(&symbols))
    }

    /// The map with the results at the given places only; places that there are not give none.
    pub fn sub_map(&self, places: &[usize]) -> AffineMap {
        let results = places.iter().filter_map(|p| self.results().get(*p).cloned()).collect();
        AffineMap::unchecked(self.num_dims(), self.num_symbols(), results)
    }

    /// The map without the result at `place`, if there is one.
    pub fn drop_result(&self, place: usize) -> AffineMap {
        let results = self.results().iter().enumerate().filter(|(at, _)| *at != place);
        AffineMap::unchecked(self.num_dims(), self.num_symbols(), results.map(|(_, e)| e.clone()).collect())
    }

    /// The map with one more result, before `place` (or last).
    ///
    /// # Errors
    /// Those of [`AffineMap::new`].
    pub fn insert_result(&self, place: usize, result: AffineExpr) -> Result<AffineMap, AffineError> {
        let mut results = self.results().to_vec();
        results.insert(place.min(results.len()), result);
        AffineMap::new(self.num_dims(), self.num_symbols(), results)
    }

    /// The map with the results of both; they share dimensions and symbols.
    pub fn concat(&self, other: &AffineMap) -> AffineMap {
        let results = self.results().iter().chain(other.results()).cloned().collect();
        let num_dims = self.num_dims().max(other.num_dims());
        AffineMap::unchecked(num_dims, self.num_symbols().max(other.num_symbols()), results)
    }
}

/// New numbers of what is kept, and how many there are.
fn numbering(count: u32, keep: &[bool]) -> (Vec<Option<u32>>, u32) {
    let mut next = 0;
    let numbers = (0..count as usize).map(|at| {
        keep.get(at).copied().unwrap_or(true).then(|| {
            next += 1;
            next - 1
        })
    });
    (numbers.collect(), next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(body: &str) -> AffineMap {
        AffineMap::parse_prefix(body).unwrap().0
    }

    fn text(map: &AffineMap) -> String {
        map.to_string().trim_start_matches("affine_map<").trim_end_matches('>').to_string()
    }

    #[test]
    fn composition_puts_own_symbols_first() {
        let outer = map("(i, j)[a] -> (i + j * 2 + a, i floordiv 4)");
        let inner = map("(x)[b, c] -> (x * 4 + b, c)");
        let composed = outer.compose(&inner).unwrap();
        assert_eq!(text(&composed), "(d0)[s0, s1, s2] -> (d0 * 4 + s1 + s2 * 2 + s0, d0 + s1 floordiv 4)");
        assert_eq!(outer.compose(&map("(x) -> (x)")), Err(AffineError::Arity { results: 1, dims: 2 }));
        let product = map("(i)[a] -> (i * a)").replace(&[], &[AffineExpr::dim(0)], 1, 0);
        assert_eq!(product, Err(AffineError::NotAffine("*")));
    }

    #[test]
    fn permutations_invert() {
        let m = AffineMap::permutation(&[2, 0, 1]).unwrap();
        assert_eq!(text(&m), "(d0, d1, d2) -> (d2, d0, d1)");
        let inverse = m.inverse_permutation().unwrap();
        assert_eq!(text(&inverse), "(d0, d1, d2) -> (d1, d2, d0)");
        assert!(m.compose(&inverse).unwrap().is_identity() && inverse.compose(&m).unwrap().is_identity());
        assert_eq!(
            text(&map("(a, b) -> (b, a, b + 1)").inverse_permutation().unwrap()),
            "(d0, d1, d2) -> (d1, d0)"
        );
        assert_eq!(map("(a, b) -> (b, b)").inverse_permutation(), None);
        assert_eq!(map("(a)[s] -> (a)").inverse_permutation(), None);
        assert_eq!(AffineMap::permutation(&[0, 0]), Err(AffineError::NoPermutation));
        assert_eq!(AffineMap::permutation(&[0, 2]), Err(AffineError::NoPermutation));
    }

    #[test]
    fn dims_and_symbols_come_and_go() {
        let m = map("(a, b, c)[s, t] -> (a + c, t)");
        assert_eq!(text(&m.insert_dims(1, 2).unwrap()), "(d0, d1, d2, d3, d4)[s0, s1] -> (d0 + d4, s1)");
        assert_eq!(text(&m.insert_symbols(0, 1).unwrap()), "(d0, d1, d2)[s0, s1, s2] -> (d0 + d2, s2)");
        assert!(m.insert_dims(4, 1).is_err() && m.insert_symbols(3, 1).is_err());
        let (small, dims, symbols) = m.drop_unused();
        assert_eq!(text(&small), "(d0, d1)[s0] -> (d0 + d1, s0)");
        assert_eq!((dims, symbols), (vec![0, 2], vec![1]));
        assert_eq!(m.keep(&[false], &[]), Err(AffineError::InUse));
    }

    #[test]
    fn results_come_and_go() {
        let m = map("(a, b)[s] -> (a, b, s)");
        assert_eq!(text(&m.sub_map(&[2, 0, 7])), "(d0, d1)[s0] -> (s0, d0)");
        assert_eq!(text(&m.drop_result(1)), "(d0, d1)[s0] -> (d0, s0)");
        assert_eq!(
            text(&m.insert_result(1, AffineExpr::constant(4)).unwrap()),
            "(d0, d1)[s0] -> (d0, 4, d1, s0)"
        );
        assert_eq!(m.insert_result(0, AffineExpr::dim(2)), Err(AffineError::NoSuchDim(2)));
        assert_eq!(text(&m.concat(&map("(a, b, c) -> (c)"))), "(d0, d1, d2)[s0] -> (d0, d1, s0, d2)");
    }
}
