//! Fragment layouts: the matrix elements that each thread of a warp holds in products of small matrices on
//! GPUs.
//!
//! A thread holds its part of a matrix as a vector. Elements of less than 32 bits are packed into 32-bit
//! registers, `r` of them in each; the thread of lane `l` is thread `t = l mod 4` of group `g = l / 4`.
//! Element `e` of register `j` is
//!
//! | matrix | row | column |
//! |---|---|---|
//! | A (m x k) | `g + 8·(j mod 2)` | `r·t + e + 4·r·(j / 2)` |
//! | B (k x n) | `r·t + e + 4·r·j` | `g` |
//!
//! and element `i` of C and D (m x n) is at row `g + 8·(i / 2)` and column `2·t + i mod 2`. If `m` is 8,
//! there is only the first of two rows: `j` counts along the columns only.

use super::hardware::WARP;
use crate::scalar::DType;

/// A product of small matrices that all threads of a warp compute together: `D = A·B + C`, `A` of m x k
/// elements, `B` of k x n.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Product {
    /// Rows of A, C and D.
    pub m: usize,
    /// Columns of B, C and D.
    pub n: usize,
    /// Columns of A, rows of B.
    pub k: usize,
    /// The elements of A and B.
    pub factors: DType,
    /// The elements of C and D.
    pub sums: DType,
}

/// One of the matrices of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The first factor.
    A,
    /// The second factor.
    B,
    /// The addend, and the result.
    C,
}

const fn product(m: usize, k: usize, factors: DType, sums: DType) -> Product {
    Product { m, n: 8, k, factors, sums }
}

/// The products on GPUs from sm_80 on. Factors of type f32 use the 10 mantissa bits of tf32.
pub const PRODUCTS: [Product; 12] = [
    product(16, 16, DType::F16, DType::F32),
    product(16, 8, DType::F16, DType::F32),
    product(16, 16, DType::F16, DType::F16),
    product(16, 8, DType::F16, DType::F16),
    product(16, 16, DType::BF16, DType::F32),
    product(16, 8, DType::BF16, DType::F32),
    product(16, 8, DType::F32, DType::F32),
    product(16, 4, DType::F32, DType::F32),
    product(16, 32, DType::Int(8), DType::Int(32)),
    product(16, 16, DType::Int(8), DType::Int(32)),
    product(8, 4, DType::F64, DType::F64),
    // An attribute selects the variant with unsigned factors.
    product(16, 32, DType::UInt(8), DType::Int(32)),
];

impl Product {
    /// The count of elements of a matrix that each thread holds.
    pub fn held(self, part: Part) -> usize {
        let (rows, columns) = self.shape(part);
        rows * columns / WARP
    }

    /// Rows and columns of a matrix.
    pub fn shape(self, part: Part) -> (usize, usize) {
        match part {
            Part::A => (self.m, self.k),
            Part::B => (self.k, self.n),
            Part::C => (self.m, self.n),
        }
    }

    /// The count of factor elements in a register.
    pub fn packed(self) -> usize {
        (32 / self.factors.bits() as usize).max(1)
    }

    /// The row and the column of element `i` of the fragment of lane `lane`.
    pub fn position(self, part: Part, lane: usize, i: usize) -> (usize, usize) {
        let (g, t) = (lane / 4, lane % 4);
        let (r, j, e) = (self.packed(), i / self.packed(), i % self.packed());
        let halves = self.m / 8;
        match part {
            Part::A => (g + 8 * (j % halves), r * t + e + 4 * r * (j / halves)),
            Part::B => (r * t + e + 4 * r * j, g),
            Part::C => (g + 8 * (i / 2), 2 * t + i % 2),
        }
    }
}

/// The row and the column of element `i` of the fragment of thread `thread` of a warp group (four warps), of
/// a matrix of 64 rows: each warp has 16 rows, in the layout of C above, with the groups of eight columns in
/// order.
pub fn group_position(thread: usize, i: usize) -> (usize, usize) {
    let (warp, lane) = (thread / WARP, thread % WARP);
    (16 * warp + lane / 4 + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * (lane % 4) + i % 2)
}

/// The row and the column of element `i` of the fragment of thread `thread` of a warp group, of a first
/// factor whose 64 rows have 32 bytes: each warp has 16 rows, in the layout of A above.
pub fn group_factor_position(factors: DType, thread: usize, i: usize) -> (usize, usize) {
    let (warp, lane) = (thread / WARP, thread % WARP);
    let product = product(16, 256 / factors.bits() as usize, factors, DType::F32);
    let (row, column) = product.position(Part::A, lane, i);
    (16 * warp + row, column)
}

/// Layout of `kernel.load_matrix`, for rows of 8 elements of 16 bits: element `e` of register `j` of lane
/// `lane` is the element of matrix `j` in this row and column; with `transposed`, row and column are
/// exchanged.
pub fn loaded_position(lane: usize, e: usize, transposed: bool) -> (usize, usize) {
    let (row, column) = (lane / 4, 2 * (lane % 4) + e);
    if transposed { (column, row) } else { (row, column) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each element of each matrix is held exactly once.
    #[test]
    fn fragments_cover_their_matrices() {
        for product in PRODUCTS {
            for part in [Part::A, Part::B, Part::C] {
                let (rows, columns) = product.shape(part);
                let mut held = vec![0; rows * columns];
                for lane in 0..WARP {
                    for i in 0..product.held(part) {
                        let (row, column) = product.position(part, lane, i);
                        held[row * columns + column] += 1;
                    }
                }
                assert!(held.iter().all(|n| *n == 1), "{product:?} {part:?}: {held:?}");
            }
        }
        let mut held = vec![0; 64 * 24];
        for thread in 0..4 * WARP {
            for i in 0..12 {
                let (row, column) = group_position(thread, i);
                held[row * 24 + column] += 1;
            }
        }
        assert!(held.iter().all(|n| *n == 1), "{held:?}");
        for (factors, depth) in [(DType::BF16, 16), (DType::F32, 8), (DType::Int(8), 32)] {
            let mut held = vec![0; 64 * depth];
            for (thread, i) in (0..4 * WARP).flat_map(|thread| (0..depth / 2).map(move |i| (thread, i))) {
                let (row, column) = group_factor_position(factors, thread, i);
                held[row * depth + column] += 1;
            }
            assert!(held.iter().all(|n| *n == 1), "{factors}: {held:?}");
        }
    }
}
