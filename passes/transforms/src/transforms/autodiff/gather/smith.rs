//! The Smith normal form: unimodular changes of basis on both sides make any integer matrix diagonal.
//!
//! It determines the integer vectors that a linear map reaches, and the preimage of each of them. (H. J. S.
//! Smith, 1861; the algorithm is Kannan and Bachem's elimination with pivots of least size.)

use super::Unsolved;
use super::matrix::Matrix;

/// `left * a * right` is diagonal.
#[derive(Clone, Debug)]
pub struct Smith {
    /// Invertible over the integers; as high as `a`.
    pub left: Matrix,
    /// Invertible over the integers; as wide as `a`.
    pub right: Matrix,
    /// The non-zero part of the diagonal: positive, each entry divides the next. Its length is the rank.
    pub diagonal: Vec<i128>,
}

/// The Smith normal form of a matrix.
///
/// # Errors
/// [`Unsolved::TooLarge`] if an entry grows too much.
pub fn smith(a: &Matrix) -> Result<Smith, Unsolved> {
    let mut work =
        Work { a: a.clone(), left: Matrix::identity(a.height()), right: Matrix::identity(a.width()) };
    let mut rank = 0;
    while work.move_pivot(rank) {
        work.clear(rank)?;
        rank += 1;
    }
    let diagonal = (0..rank).map(|i| work.a.get(i, i)).collect();
    Ok(Smith { left: work.left, right: work.right, diagonal })
}

struct Work {
    a: Matrix,
    left: Matrix,
    right: Matrix,
}

impl Work {
    /// Moves the least entry of the remaining submatrix to its corner `(at, at)`; false if all entries are
    /// zero.
    fn move_pivot(&mut self, at: usize) -> bool {
        let entries = (at..self.a.height()).flat_map(|i| (at..self.a.width()).map(move |j| (i, j)));
        let least = entries.filter(|(i, j)| self.a.get(*i, *j) != 0).min_by_key(|(i, j)| {
            // The first of equal entries, so that unit matrices do not change.
            (self.a.get(*i, *j).abs(), *i, *j)
        });
        let Some((i, j)) = least else { return false };
        self.a.swap_rows(at, i);
        self.left.swap_rows(at, i);
        self.a.swap_columns(at, j);
        self.right.swap_columns(at, j);
        true
    }

    /// Clears row and column `at`, except for a positive pivot that divides everything after it.
    fn clear(&mut self, at: usize) -> Result<(), Unsolved> {
        loop {
            let mut clean = true;
            for i in at + 1..self.a.height() {
                let q = self.a.get(i, at).div_euclid(self.a.get(at, at));
                self.a.add_row(i, at, -q)?;
                self.left.add_row(i, at, -q)?;
                clean &= self.a.get(i, at) == 0;
            }
            for j in at + 1..self.a.width() {
                let q = self.a.get(at, j).div_euclid(self.a.get(at, at));
                self.a.add_column(j, at, -q)?;
                self.right.add_column(j, at, -q)?;
                clean &= self.a.get(at, j) == 0;
            }
            if clean {
                let Some(row) = self.undivided(at) else { break };
                self.a.add_row(at, row, 1)?;
                self.left.add_row(at, row, 1)?;
            }
            self.move_pivot_in_cross(at);
        }
        if self.a.get(at, at) < 0 {
            self.a.negate_row(at);
            self.left.negate_row(at);
        }
        Ok(())
    }

    /// A row with an entry that the pivot does not divide.
    fn undivided(&self, at: usize) -> Option<usize> {
        let pivot = self.a.get(at, at);
        (at + 1..self.a.height()).find(|i| (at + 1..self.a.width()).any(|j| self.a.get(*i, j) % pivot != 0))
    }

    /// Moves the least non-zero entry of row and column `at` to the pivot: its size decreases until the cross
    /// is clear.
    fn move_pivot_in_cross(&mut self, at: usize) {
        let rows = (at..self.a.height()).map(|i| (i, at));
        let columns = (at + 1..self.a.width()).map(|j| (at, j));
        let cross = rows.chain(columns).filter(|(i, j)| self.a.get(*i, *j) != 0);
        let Some((i, j)) = cross.min_by_key(|(i, j)| self.a.get(*i, *j).abs()) else { return };
        self.a.swap_rows(at, i);
        self.left.swap_rows(at, i);
        self.a.swap_columns(at, j);
        self.right.swap_columns(at, j);
    }
}
