//! Layouts of tiles: maps from the indices of a tile to indices of its storage.
//!
//! A layout splits indices into digits and reorders them. Index `j` of extent `T` is a digit itself, or it
//! has the digits `j floordiv c` and `j mod c`, where `c` divides `T`; each digit is one result. A layout is
//! therefore injective by construction.

use std::fmt;
use tf_ir::affine::{AffineError, AffineExpr, AffineExprKind, AffineMap, AffineOp, Ranges};

/// The layout of a tile of constant extents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileLayout {
    map: AffineMap,
    stored: Vec<i64>,
}

/// A digit of an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Digit {
    /// The whole index.
    Whole,
    /// The quotient by a constant.
    Quotient(i64),
    /// The remainder by a constant.
    Remainder(i64),
}

/// A map that is not a layout. Its text is a predicate of the layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// The map has symbols, or other dimensions than the tile has axes.
    Dimensions {
        /// The number of dimensions of the map.
        dims: u32,
        /// The number of its symbols.
        symbols: u32,
        /// The number of axes.
        rank: usize,
    },
    /// A divisor does not divide the extent.
    Divisor {
        /// The axis.
        axis: usize,
        /// The divisor.
        by: i64,
        /// The extent.
        extent: i64,
    },
    /// A result is not a digit of an index.
    Expression {
        /// The position of the result.
        result: usize,
    },
    /// An index is not stored exactly once.
    Index {
        /// The axis.
        axis: usize,
    },
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Dimensions { dims, symbols, rank } => write!(
                f,
                "maps {dims} indices and {symbols} symbols, but the tile has {rank} axes: write one index \
                 per axis"
            ),
            LayoutError::Divisor { axis, by, extent } => {
                write!(f, "divides index #{axis} by {by}, which does not divide the extent {extent}")
            }
            LayoutError::Expression { result } => write!(
                f,
                "has an unsupported expression as result #{result}: write d, d floordiv c or d mod c for an \
                 index d and a constant c"
            ),
            LayoutError::Index { axis } => write!(
                f,
                "does not store index #{axis} exactly once: as one result, or as floordiv and mod by one \
                 constant"
            ),
        }
    }
}

impl TileLayout {
    /// Builds the layout of a map, for tiles of these extents.
    ///
    /// # Errors
    /// The map is not a layout.
    pub fn new(map: &AffineMap, extents: &[i64]) -> Result<TileLayout, LayoutError> {
        if map.num_dims() as usize != extents.len() || map.num_symbols() > 0 {
            let (dims, symbols, rank) = (map.num_dims(), map.num_symbols(), extents.len());
            return Err(LayoutError::Dimensions { dims, symbols, rank });
        }
        let mut stored = Vec::new();
        for (axis, digit) in digits(map)? {
            if let Digit::Quotient(c) | Digit::Remainder(c) = digit
                && extents[axis] % c != 0
            {
                return Err(LayoutError::Divisor { axis, by: c, extent: extents[axis] });
            }
            stored.push(digit.extent(extents[axis]));
        }
        Ok(TileLayout { map: map.clone(), stored })
    }

    /// The extents of the storage.
    pub fn stored(&self) -> &[i64] {
        &self.stored
    }

    /// The indices of the tile as functions of the indices of the storage.
    pub fn inverse(&self) -> Vec<AffineExpr> {
        let mut indices = vec![AffineExpr::constant(0); self.map.num_dims() as usize];
        for (place, expr) in self.map.results().iter().enumerate() {
            let (axis, digit) = digit(expr).expect("checked when the layout was made");
            let part = AffineExpr::dim(place as u32);
            let part = match digit {
                Digit::Quotient(c) => part.scale(c).expect("a divisor is small"),
                Digit::Whole | Digit::Remainder(_) => part,
            };
            indices[axis] = indices[axis].add(&part).expect("a sum of two indices is small");
        }
        indices
    }

    /// The storage indices of the element at subscripts. If `multiples[d]` is positive, dimension `d` is a
    /// multiple of it.
    ///
    /// # Errors
    /// An expression is too large.
    pub fn place(
        &self,
        subscripts: &[AffineExpr],
        ranges: &Ranges,
        multiples: &[i64],
    ) -> Result<Vec<AffineExpr>, AffineError> {
        let parts: Vec<(usize, Digit)> = digits(&self.map).expect("checked when the layout was made");
        places(&parts, subscripts, ranges, multiples)
    }
}

/// The digits of subscripts. If `multiples[d]` is positive, dimension `d` is a multiple of it.
///
/// # Errors
/// An expression is too large.
pub fn places(
    parts: &[(usize, Digit)],
    subscripts: &[AffineExpr],
    ranges: &Ranges,
    multiples: &[i64],
) -> Result<Vec<AffineExpr>, AffineError> {
    let one = |(axis, digit): &(usize, Digit)| {
        let index = &subscripts[*axis];
        Ok(match *digit {
            Digit::Whole => index.clone(),
            Digit::Quotient(c) => {
                split(index, c, multiples)?.floordiv(&AffineExpr::constant(c))?.simplify(ranges)
            }
            Digit::Remainder(c) => {
                split(index, c, multiples)?.modulo(&AffineExpr::constant(c))?.simplify(ranges)
            }
        })
    };
    parts.iter().map(one).collect()
}

impl Digit {
    /// The number of values.
    fn extent(self, whole: i64) -> i64 {
        match self {
            Digit::Whole => whole,
            Digit::Quotient(c) => whole / c,
            Digit::Remainder(c) => c,
        }
    }
}

/// The axis and the digit of each result of a map.
///
/// # Errors
/// The map is not a layout.
pub fn digits(map: &AffineMap) -> Result<Vec<(usize, Digit)>, LayoutError> {
    let mut found = Vec::new();
    for (place, expr) in map.results().iter().enumerate() {
        found.push(digit(expr).ok_or(LayoutError::Expression { result: place })?);
    }
    for axis in 0..map.num_dims() as usize {
        let own: Vec<Digit> = found.iter().filter(|(of, _)| *of == axis).map(|(_, digit)| *digit).collect();
        match own.as_slice() {
            [Digit::Whole] => {}
            [Digit::Quotient(c), Digit::Remainder(d)] | [Digit::Remainder(d), Digit::Quotient(c)]
                if c == d => {}
            _ => return Err(LayoutError::Index { axis }),
        }
    }
    Ok(found)
}

/// The axis and the digit of an expression.
fn digit(expr: &AffineExpr) -> Option<(usize, Digit)> {
    if let Some(d) = expr.as_dim() {
        return Some((d as usize, Digit::Whole));
    }
    let AffineExprKind::Binary(op, lhs, rhs) = expr.kind() else { return None };
    let (d, c) = (lhs.as_dim()?, rhs.as_const().filter(|c| *c > 0)?);
    match op {
        AffineOp::FloorDiv => Some((d as usize, Digit::Quotient(c))),
        AffineOp::Mod => Some((d as usize, Digit::Remainder(c))),
        _ => None,
    }
}

/// Exposes dimensions that are multiples of the divisor: `x` becomes `(x floordiv c) * c`.
fn split(index: &AffineExpr, c: i64, multiples: &[i64]) -> Result<AffineExpr, AffineError> {
    let mut dims = Vec::new();
    for (d, multiple) in multiples.iter().enumerate() {
        let dim = AffineExpr::dim(d as u32);
        dims.push(match *multiple > 0 && multiple % c == 0 {
            true => dim.floordiv(&AffineExpr::constant(c))?.scale(c)?,
            false => dim,
        });
    }
    index.replace_with(&mut |leaf| dims.get(leaf.as_dim()? as usize).cloned())
}
