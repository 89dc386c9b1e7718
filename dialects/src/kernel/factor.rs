//! The layout in shared memory of a factor of a product of warp groups.

use super::hardware::SHARED_ALIGNMENT;
use super::swizzle::{SWIZZLED_ROWS, Swizzle};

/// A factor in a shared array: blocks of rows of 16, 32, 64 or 128 bytes, with the swizzle of their length.
///
/// A row of the array is a row of the factor, or part of one; if the factor is *transposed*, a column. If a
/// row of one block is too short, it continues in the same row of the next block, along the array's third
/// axis from the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactorLayout {
    /// The bytes of an element.
    pub elem: u64,
    /// The swizzle of the array's rows.
    pub swizzle: Swizzle,
    /// Whether rows of the array are columns of the factor.
    pub transposed: bool,
    /// Rows of a block.
    pub block_rows: u64,
    /// Rows of the array that a product reads, of each block.
    pub rows: u64,
    /// Elements of each row that a product reads, of all blocks together.
    pub columns: u64,
}

impl FactorLayout {
    /// The elements of a row of the array.
    pub fn width(self) -> u64 {
        self.swizzle.row_bytes() / self.elem
    }

    /// The elements of 16 bytes.
    pub fn chunk(self) -> u64 {
        SHARED_ALIGNMENT / self.elem
    }

    /// The count of blocks that a product reads.
    pub fn blocks(self) -> u64 {
        self.columns.div_ceil(self.width())
    }

    /// A product begins at a column of the array that is a multiple of this: the columns that one product
    /// reads of a row, or all of them if the factor is transposed.
    pub fn column_step(self) -> u64 {
        if self.transposed { self.width() } else { self.columns }
    }

    /// The column at which an element is stored, given its logical column and the index of its row in the
    /// array.
    pub fn place(self, row: u64, column: u64) -> u64 {
        let (chunk, within) = (column / self.chunk(), column % self.chunk());
        self.swizzle.place(row, chunk) * self.chunk() + within
    }

    /// The bytes from eight rows to the next eight in a block.
    pub fn eight_rows(self) -> u64 {
        SWIZZLED_ROWS * self.swizzle.row_bytes()
    }

    /// The bytes from a block to the next.
    pub fn block_bytes(self) -> u64 {
        self.block_rows * self.swizzle.row_bytes()
    }
}
