//! Small integer matrices with checked arithmetic.

use super::Unsolved;

/// A matrix of `i128`, by rows. Arithmetic that leaves `i128` is [`Unsolved::TooLarge`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    rows: Vec<Vec<i128>>,
    columns: usize,
}

impl Matrix {
    /// The matrix of the given rows, which have `columns` entries each.
    ///
    /// # Panics
    /// If a row has another length.
    pub fn new(rows: Vec<Vec<i128>>, columns: usize) -> Matrix {
        assert!(rows.iter().all(|row| row.len() == columns), "rows of one length");
        Matrix { rows, columns }
    }

    /// The identity.
    pub fn identity(n: usize) -> Matrix {
        let rows = (0..n).map(|i| (0..n).map(|j| i128::from(i == j)).collect()).collect();
        Matrix { rows, columns: n }
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.columns
    }

    /// Entry at row `i`, column `j`.
    pub fn get(&self, i: usize, j: usize) -> i128 {
        self.rows[i][j]
    }

    /// Changes the entry at row `i`, column `j`.
    pub fn set(&mut self, i: usize, j: usize, value: i128) {
        self.rows[i][j] = value;
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> &[i128] {
        &self.rows[i]
    }

    /// Exchanges two rows.
    pub fn swap_rows(&mut self, i: usize, j: usize) {
        self.rows.swap(i, j);
    }

    /// Exchanges two columns.
    pub fn swap_columns(&mut self, i: usize, j: usize) {
        self.rows.iter_mut().for_each(|row| row.swap(i, j));
    }

    /// Changes the sign of a row.
    pub fn negate_row(&mut self, i: usize) {
        self.rows[i].iter_mut().for_each(|x| *x = -*x);
    }

    /// Changes the sign of a column.
    pub fn negate_column(&mut self, j: usize) {
        self.rows.iter_mut().for_each(|row| row[j] = -row[j]);
    }

    /// Adds `factor` times row `from` to row `to`.
    pub fn add_row(&mut self, to: usize, from: usize, factor: i128) -> Result<(), Unsolved> {
        if factor == 0 {
            return Ok(());
        }
        for j in 0..self.columns {
            self.rows[to][j] = add_product(self.rows[to][j], self.rows[from][j], factor)?;
        }
        Ok(())
    }

    /// Adds `factor` times column `from` to column `to`.
    pub fn add_column(&mut self, to: usize, from: usize, factor: i128) -> Result<(), Unsolved> {
        if factor == 0 {
            return Ok(());
        }
        for row in &mut self.rows {
            row[to] = add_product(row[to], row[from], factor)?;
        }
        Ok(())
    }
}

/// `a + b * c`.
pub fn add_product(a: i128, b: i128, c: i128) -> Result<i128, Unsolved> {
    b.checked_mul(c).and_then(|p| a.checked_add(p)).filter(|x| x.abs() < LIMIT).ok_or(Unsolved::TooLarge)
}

/// Entries stay below this, so that negation and sums of a few never overflow.
const LIMIT: i128 = 1 << 100;

/// Greatest common divisor, ≥ 0; 0 if all values are zero.
pub fn gcd(values: impl IntoIterator<Item = i128>) -> i128 {
    values.into_iter().fold(0, |mut a, mut b| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    })
}
