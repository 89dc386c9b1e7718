//! The operands of a nest as tiles: their sizes and layouts in memory.

use super::nest::{Dims, Nest};
use super::refusal::StageRefusal;
use super::tiling::{Split, Tiling};
use smallvec::SmallVec;
use tf_dialects::tensor::{Subscripts, TileLayout};
use tf_ir::affine::{AffineExpr, AffineMap};
use tf_ir::body::{Body, Op, Value};

/// The most elements of a tile.
const MOST_ELEMENTS: i64 = 1 << 28;

/// A coordinate of a tile: a sum of dimensions with factors, such as `y + r` for the input of a convolution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coordinate {
    pub terms: SmallVec<[(usize, i64); 2]>,
    /// A dimension with the factor 1, which takes the value of the whole sum while the tile is made.
    pub carrier: usize,
}

/// A tile of a subexpression of a term.
pub struct Tile {
    /// The subexpression.
    pub value: Value,
    /// The depth in the loops over tiles at which it is made.
    pub depth: usize,
    pub coordinates: Vec<Coordinate>,
    pub layout: TileLayout,
}

impl Tile {
    /// The tile of a subexpression that depends on these dimensions.
    ///
    /// # Errors
    /// The reason why there is none.
    pub fn of(
        body: &Body,
        nest: &Nest,
        value: Value,
        (dims, depth, panels): (Dims, usize, Option<usize>),
        tiling: &Tiling,
    ) -> Result<Tile, StageRefusal> {
        let coordinates = coordinates(body, nest, value, dims);
        let mut sizes = Vec::new();
        for coordinate in &coordinates {
            let mut size = 1;
            for (dim, factor) in &coordinate.terms {
                let chunk = tiling.chunk(nest, *dim, depth);
                let chunk =
                    chunk.ok_or_else(|| StageRefusal::TileSize { axis: tiling.names[*dim].clone() })?;
                size += factor * (chunk - 1);
            }
            sizes.push(size);
        }
        let panels = panels.map(|dim| panel(&coordinates, dim, &tiling.splits[dim], &tiling.names[dim]));
        let panels = panels.transpose()?;
        // The last panel is whole, too: elements past the end are filled, and their results are not written.
        if let Some((at, size)) = panels {
            sizes[at] = (sizes[at] + size - 1) / size * size;
        }
        let elements = sizes.iter().try_fold(1_i64, |all, size| all.checked_mul(*size));
        if elements.is_none_or(|all| all > MOST_ELEMENTS) {
            return Err(StageRefusal::LargeTile { most: MOST_ELEMENTS });
        }
        let layout = layout(sizes.len(), panels);
        let layout = TileLayout::new(&layout, &sizes).map_err(StageRefusal::Layout)?;
        Ok(Tile { value, depth, coordinates, layout })
    }
}

/// The coordinate that equals a dimension, and the length of its panels.
fn panel(all: &[Coordinate], dim: usize, split: &Split, name: &str) -> Result<(usize, i64), StageRefusal> {
    let at = all.iter().position(|coordinate| coordinate.terms[..] == [(dim, 1)]);
    let size = split.sizes.last().copied();
    at.zip(size).ok_or_else(|| StageRefusal::NoPanels { axis: name.to_string() })
}

/// Row-major, or panels: `(k, j) -> (j floordiv 16, k, j mod 16)`.
fn layout(rank: usize, panels: Option<(usize, i64)>) -> AffineMap {
    let dim = |at: usize| AffineExpr::dim(at as u32);
    let results = match panels {
        None => (0..rank).map(dim).collect(),
        Some((at, size)) => {
            let size = AffineExpr::constant(size);
            let first = dim(at).floordiv(&size).expect("an index times a constant is a small expression");
            let last = dim(at).modulo(&size).expect("an index times a constant is a small expression");
            let others = (0..rank).filter(|other| *other != at).map(dim);
            std::iter::once(first).chain(others).chain([last]).collect()
        }
    };
    AffineMap::new(rank as u32, 0, results).expect("a layout is a small map")
}

/// The coordinates of a tile: the sums in its subscripts if each dimension is in one of them, else the
/// dimensions.
fn coordinates(body: &Body, nest: &Nest, value: Value, dims: Dims) -> Vec<Coordinate> {
    let mut found = Vec::new();
    for op in nest.needed(body, &[value], &[]) {
        if sums(body, nest, op, &mut found).is_none() {
            return single(dims);
        }
    }
    let of =
        |dim: usize| found.iter().filter(|c: &&Coordinate| c.terms.iter().any(|(d, _)| *d == dim)).count();
    let once = (0..nest.dims.len()).filter(|dim| dims & (1 << dim) != 0).all(|dim| of(dim) == 1);
    if once { found } else { single(dims) }
}

fn single(dims: Dims) -> Vec<Coordinate> {
    let of = |dim: usize| Coordinate { terms: SmallVec::from_slice(&[(dim, 1)]), carrier: dim };
    (0..Dims::BITS as usize).filter(|dim| dims & (1 << dim) != 0).map(of).collect()
}

/// Adds the sums of dimensions in an op's subscripts; `None` if it uses another function of dimensions.
fn sums(body: &Body, nest: &Nest, op: Op, found: &mut Vec<Coordinate>) -> Option<()> {
    let mut add = |terms: SmallVec<[(usize, i64); 2]>| {
        let divisor = terms.iter().fold(0, |all, (_, factor)| gcd(all, *factor));
        let terms: SmallVec<[(usize, i64); 2]> = terms.iter().map(|(dim, f)| (*dim, f / divisor)).collect();
        let carrier = terms.iter().find(|(_, factor)| *factor == 1)?.0;
        let new = Coordinate { terms, carrier };
        if !found.contains(&new) {
            found.push(new);
        }
        Some(())
    };
    let Some(subscripts) = Subscripts::of_op(body.op(op)) else {
        let indices = body.operands(op).filter_map(|value| nest.dim_of(value));
        return indices.map(|dim| SmallVec::from_slice(&[(dim, 1)])).try_for_each(add);
    };
    let (dims, symbols) = (subscripts.map.num_dims(), subscripts.map.num_symbols());
    for expr in subscripts.map.results() {
        let own =
            |(at, value): (usize, &Value)| expr.uses_dim(at as u32).then(|| nest.dim_of(*value)).flatten();
        if !subscripts.values.iter().enumerate().any(|value| own(value).is_some()) {
            continue;
        }
        let form = expr.linear_form(dims, symbols)?;
        let mut terms = SmallVec::new();
        for (value, factor) in subscripts.values.iter().zip(&form.dims).filter(|(_, factor)| **factor != 0) {
            match nest.dim_of(*value) {
                Some(dim) if *factor > 0 => terms.push((dim, *factor)),
                None if nest.depends_on(*value) == 0 => {}
                _ => return None,
            }
        }
        terms.sort_unstable();
        add(terms)?;
    }
    Some(())
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
