//! Swizzles of shared arrays that receive boxes and feed products of warp groups.
//!
//! Shared memory has 32 banks of 4 bytes, so eight rows of 128 bytes begin at the same bank. A swizzle
//! permutes the 16-byte chunks of a row so that a column of one chunk from each of eight rows is read without
//! conflicts: bits 4 to 6 of the address are combined by exclusive or with bits 7 to 9, as many of them as
//! the index of a chunk in a row has.

use super::hardware::SHARED_ALIGNMENT;

/// The swizzle of rows, by their length in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Swizzle {
    /// No swizzle; warp groups multiply such rows of 16 bytes.
    Plain,
    /// Rows of 32 bytes: the halves of rows 4 to 7 of each eight are exchanged.
    Rows32,
    /// Rows of 64 bytes: the 16-byte chunk `c` of row `r` is stored at chunk `c xor (r / 2 mod 4)`.
    Rows64,
    /// Rows of 128 bytes: the 16-byte chunk `c` of row `r` is stored at chunk `c xor (r mod 8)`.
    Rows128,
}

/// Rows that are swizzled together.
pub const SWIZZLED_ROWS: u64 = 8;

impl Swizzle {
    /// The swizzle of rows of this many bytes for a warp group; `None` if warp groups do not multiply such
    /// rows.
    pub fn of_row(bytes: u64) -> Option<Swizzle> {
        match bytes {
            SHARED_ALIGNMENT => Some(Swizzle::Plain),
            32 => Some(Swizzle::Rows32),
            64 => Some(Swizzle::Rows64),
            128 => Some(Swizzle::Rows128),
            _ => None,
        }
    }

    /// The bytes of a row; for plain rows, their minimum.
    pub fn row_bytes(self) -> u64 {
        match self {
            Swizzle::Plain => SHARED_ALIGNMENT,
            Swizzle::Rows32 => 32,
            Swizzle::Rows64 => 64,
            Swizzle::Rows128 => 128,
        }
    }

    /// The count of 16-byte chunks in a row.
    pub fn chunks(self) -> u64 {
        self.row_bytes() / SHARED_ALIGNMENT
    }

    /// The count of consecutive rows with the same permutation.
    pub fn rows_alike(self) -> u64 {
        SWIZZLED_ROWS / self.chunks()
    }

    /// The chunk of the row at which a logical chunk is stored.
    pub fn place(self, row: u64, chunk: u64) -> u64 {
        match self {
            Swizzle::Plain => chunk,
            _ => chunk ^ (row / self.rows_alike() % self.chunks()),
        }
    }

    /// The bytes of eight rows, which is also the alignment of arrays of them.
    pub fn alignment(self) -> u64 {
        SWIZZLED_ROWS * self.row_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight rows, by addresses: the exclusive or of bits 4 to 6 with bits 7 to 9, for as many bits as a row
    /// needs.
    #[test]
    fn rows_stand_by_the_bits_of_addresses() {
        for (bytes, mask) in [(16, 0), (32, 1), (64, 3), (128, 7)] {
            let swizzle = Swizzle::of_row(bytes).unwrap();
            assert_eq!(swizzle.row_bytes(), bytes);
            for row in 0..24 {
                for chunk in 0..bytes / 16 {
                    let address = row * bytes + 16 * chunk;
                    let wanted = address ^ ((address >> 7 & mask) << 4);
                    assert_eq!(row * bytes + 16 * swizzle.place(row, chunk), wanted, "{bytes} {row} {chunk}");
                }
            }
        }
        assert_eq!([8, 48, 256].map(Swizzle::of_row), [None; 3]);
    }
}
