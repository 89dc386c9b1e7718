//! Inverse of an access map: all index vectors that reach a given element, as nested ranges.

use super::Unsolved;
use super::echelon::echelon;
use super::linear::{Form, Range, System};
use super::matrix::{Matrix, add_product};
use super::smith::{Smith, smith};

/// An exact quotient of the coordinates of the element: `form / divisor`, which must be an integer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotient {
    /// Over the element's coordinates, then the parameters, then 1; no unknowns.
    pub form: Form,
    /// At least 1.
    pub divisor: i128,
}

/// The index vectors `y` of a polyhedron with `A·y + c = β`.
///
/// Quantities: `β` and the parameters `p` are known. They determine the `quotients` `t`. Then there is one
/// free unknown `z_k` per entry of `ranges`, outermost first, and `y` is linear in `z`, `t`, `p`.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// The quotients; if one is not an integer, no index vector reaches `β`.
    pub quotients: Vec<Quotient>,
    /// Forms over (`β`, `p`, 1) that must be 0, or no index vector reaches `β`.
    pub zeros: Vec<Form>,
    /// Forms over (`t`, `p`, 1) that must be ≥ 0, or no index vector reaches `β`.
    pub guards: Vec<Form>,
    /// The range of each `z`: conditions `form ≥ 0` over (`z`; `t`, `p`, 1). The conditions of `z_k` use no
    /// inner unknowns. The elimination is rational, so a range may be empty.
    pub ranges: Vec<Range>,
    /// Each index: over (`z`; `t`, `p`, 1).
    pub indices: Vec<Form>,
    /// The index that equals each `z`, if there is one: for names.
    pub names: Vec<Option<usize>>,
}

impl Inverse {
    /// A form over the read's indices, the parameters and 1 as one over (`z`; `t`, `p`, 1).
    ///
    /// # Errors
    /// [`Unsolved::TooLarge`].
    pub fn at_point(&self, form: &Form) -> Result<Form, Unsolved> {
        let (free, rank, params) = (self.ranges.len(), self.quotients.len(), form.known.len() - 1);
        let params: Vec<Form> = (0..params).map(|p| Form::known(rank + p, free, rank + params + 1)).collect();
        form.substitute(&self.indices, &params)
    }
}

/// Inverts a read: `subscripts` and the conditions of `domain` are forms over the indices (unknowns) and the
/// parameters.
///
/// # Errors
/// [`Unsolved`].
pub fn invert(
    subscripts: &[Form],
    domain: &System,
    indices: usize,
    params: usize,
) -> Result<Inverse, Unsolved> {
    let rows = subscripts.iter().map(|s| s.unknown.clone()).collect();
    let form = smith(&Matrix::new(rows, indices))?;
    let rank = form.diagonal.len();
    let reached = coordinates(&form, subscripts, params)?;
    let (point, kernel, pivots) = solutions(&form, indices)?;
    let free = kernel.width();
    // Known quantities from here on: the quotients, the parameters, 1.
    let knowns = rank + params + 1;
    let index = |i: usize| {
        let mut index = Form::zero(free, knowns);
        index.unknown.copy_from_slice(kernel.row(i));
        index.known[..rank].copy_from_slice(point.row(i));
        index
    };
    let indices: Vec<Form> = (0..indices).map(index).collect();
    let params: Vec<Form> = (0..params).map(|p| Form::known(rank + p, free, knowns)).collect();
    let (mut system, mut guards) = (System::new(), System::new());
    for row in domain.rows() {
        let row = if indices.is_empty() && params.is_empty() {
            Form::constant(row.constant_part(), free, knowns)
        } else {
            row.substitute(&indices, &params)?
        };
        // The conditions that elimination derives are redundant as guards: if one fails, a range is empty.
        if row.is_known() { guards.require(row)? } else { system.require(row)? }
    }
    let mut ranges = Vec::new();
    for k in (0..free).rev() {
        let range = system.eliminate(k)?;
        if range.lower.is_empty() || range.upper.is_empty() {
            return Err(Unsolved::Unbounded);
        }
        ranges.push(range);
    }
    ranges.reverse();
    let names = names(&indices, &pivots);
    let (quotients, zeros) = reached;
    Ok(Inverse { quotients, zeros, guards: guards.rows().to_vec(), ranges, indices, names })
}

/// `U·(β − c)`: its first entries divided by the diagonal, and the other entries, which must be 0.
fn coordinates(
    smith: &Smith,
    subscripts: &[Form],
    params: usize,
) -> Result<(Vec<Quotient>, Vec<Form>), Unsolved> {
    let axes = subscripts.len();
    let knowns = axes + params + 1;
    let (mut quotients, mut zeros) = (Vec::new(), Vec::new());
    for i in 0..axes {
        let mut form = Form::zero(0, knowns);
        for (j, subscript) in subscripts.iter().enumerate() {
            let factor = smith.left.get(i, j);
            form.known[j] = factor;
            for (k, c) in subscript.known.iter().enumerate() {
                form.known[axes + k] = add_product(form.known[axes + k], *c, -factor)?;
            }
        }
        match smith.diagonal.get(i) {
            Some(divisor) => quotients.push(Quotient { form, divisor: *divisor }),
            None => zeros.push(form),
        }
    }
    Ok((quotients, zeros))
}

/// The columns of the right basis: those that map the quotients to a point, and those that lead to the other
/// solutions. The latter are in a form whose unknowns are indices if possible.
fn solutions(smith: &Smith, indices: usize) -> Result<(Matrix, Matrix, Vec<usize>), Unsolved> {
    let rank = smith.diagonal.len();
    let part = |from: usize, to: usize| {
        let rows = (0..indices).map(|i| smith.right.row(i)[from..to].to_vec()).collect();
        Matrix::new(rows, to - from)
    };
    let (mut point, mut kernel) = (part(0, rank), part(rank, indices));
    let pivots = echelon(&mut kernel, &mut point)?;
    Ok((point, kernel, pivots))
}

/// For each unknown the index at its pivot, if they are equal.
fn names(indices: &[Form], pivots: &[usize]) -> Vec<Option<usize>> {
    let same = |(k, pivot): (usize, &usize)| {
        let form = &indices[*pivot];
        let alone = form.known.iter().all(|c| *c == 0)
            && form.unknown.iter().enumerate().all(|(i, c)| *c == i128::from(i == k));
        alone.then_some(*pivot)
    };
    pivots.iter().enumerate().map(same).collect()
}
