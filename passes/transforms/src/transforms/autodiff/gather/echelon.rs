//! A canonical basis of an integer lattice (echelon form).
//!
//! It does not depend on the derivation of the lattice. If possible, each basis vector moves one coordinate
//! by one, so that the loops of a gradient run over indices of the source program.

use super::Unsolved;
use super::matrix::Matrix;
use super::matrix::gcd;

/// Transforms the columns of `basis` into echelon form (by invertible integer column operations), and reduces
/// the columns of `others` by them. Returns the row of each column's pivot; pivots are positive and in
/// ascending order of row.
///
/// # Errors
/// [`Unsolved::TooLarge`] if an entry grows too much.
pub fn echelon(basis: &mut Matrix, others: &mut Matrix) -> Result<Vec<usize>, Unsolved> {
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..basis.width() {
        let row = best_row(basis, column, &pivots);
        make_pivot(basis, row, column)?;
        pivots.push(row);
        for earlier in 0..column {
            let q = basis.get(row, earlier).div_euclid(basis.get(row, column));
            basis.add_column(earlier, column, -q)?;
        }
    }
    // A later basis vector is zero at the pivots of earlier ones: in this order no step undoes a previous
    // reduction.
    for column in 0..others.width() {
        for (k, row) in pivots.iter().enumerate() {
            let q = others.get(*row, column).div_euclid(basis.get(*row, k));
            for i in 0..others.height() {
                let sum = super::matrix::add_product(others.get(i, column), basis.get(i, k), -q)?;
                others.set(i, column, sum);
            }
        }
    }
    sort_by_pivot(basis, &mut pivots);
    Ok(pivots)
}

/// The row without a pivot that has the least divisor in the columns from `column` on.
fn best_row(basis: &Matrix, column: usize, pivots: &[usize]) -> usize {
    let divisor = |row: &usize| gcd(basis.row(*row)[column..].iter().copied());
    (0..basis.height())
        .filter(|row| !pivots.contains(row) && divisor(row) != 0)
        .min_by_key(|row| (divisor(row), *row))
        .expect("the columns of a basis are independent")
}

/// Makes `basis[row][column]` the positive greatest common divisor of the row's entries from `column` on, and
/// the other entries 0.
fn make_pivot(basis: &mut Matrix, row: usize, column: usize) -> Result<(), Unsolved> {
    loop {
        let entries = (column..basis.width()).filter(|j| basis.get(row, *j) != 0);
        let least =
            entries.min_by_key(|j| (basis.get(row, *j).abs(), *j)).expect("a vector of the basis is nonzero");
        basis.swap_columns(column, least);
        let mut clean = true;
        for j in column + 1..basis.width() {
            let q = basis.get(row, j).div_euclid(basis.get(row, column));
            basis.add_column(j, column, -q)?;
            clean &= basis.get(row, j) == 0;
        }
        if clean {
            break;
        }
    }
    if basis.get(row, column) < 0 {
        basis.negate_column(column);
    }
    Ok(())
}

fn sort_by_pivot(basis: &mut Matrix, pivots: &mut [usize]) {
    for i in 0..pivots.len() {
        let least = (i..pivots.len()).min_by_key(|k| pivots[*k]).expect("i is in the range");
        pivots.swap(i, least);
        basis.swap_columns(i, least);
    }
}
