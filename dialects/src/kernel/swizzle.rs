//! How the rows of a shared array stand that boxes are copied to and warp groups multiply.
//!
//! Shared memory has 32 banks of 4 bytes, and eight rows of 128 bytes begin at the same bank. So that a column of 16 bytes of eight rows is
//! read at once, the 16 bytes of a row are exchanged ("swizzled"): by address, bits 4 to 6 become their exclusive or with bits 7 to 9, as
//! many of them as number the 16 bytes of a row.

use super::hardware::SHARED_ALIGNMENT;

/// How rows stand, by their bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Swizzle {
    /// As they are; warp groups multiply such rows of 16 bytes.
    Plain,
    /// Rows of 32 bytes: the halves of rows 4 to 7 of each eight are exchanged.
    Rows32,
    /// Rows of 64 bytes: the 16 bytes number `c` of row `r` stand at number `c xor (r / 2 mod 4)`.
    Rows64,
    /// Rows of 128 bytes: the 16 bytes number `c` of row `r` stand at number `c xor (r mod 8)`.
    Rows128,
}

/// Rows that are swizzled together.
pub const SWIZZLED_ROWS: u64 = 8;

impl Swizzle {
    /// How rows of so many bytes stand that a warp group multiplies; nothing if it multiplies none of them.
    pub fn of_row(bytes: u64) -> Option<Swizzle> {
        match bytes {
            SHARED_ALIGNMENT => Some(Swizzle::Plain),
            32 => Some(Swizzle::Rows32),
            64 => Some(Swizzle::Rows64),
            128 => Some(Swizzle::Rows128),
            _ => None,
        }
    }

    /// The bytes of a row; those of plain rows are the least.
    pub fn row_bytes(self) -> u64 {
        match self {
            Swizzle::Plain => SHARED_ALIGNMENT,
            Swizzle::Rows32 => 32,
            Swizzle::Rows64 => 64,
            Swizzle::Rows128 => 128,
        }
    }

    /// How many times 16 bytes a row has.
    pub fn chunks(self) -> u64 {
        self.row_bytes() / SHARED_ALIGNMENT
    }

    /// How many rows, one after the other, stand alike.
    pub fn rows_alike(self) -> u64 {
        SWIZZLED_ROWS / self.chunks()
    }

    /// At which 16 bytes of their row those stand that have this number.
    pub fn place(self, row: u64, chunk: u64) -> u64 {
        match self {
            Swizzle::Plain => chunk,
            _ => chunk ^ (row / self.rows_alike() % self.chunks()),
        }
    }

    /// The bytes of eight rows: arrays of them begin at multiples of as many.
    pub fn alignment(self) -> u64 {
        SWIZZLED_ROWS * self.row_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight rows, by addresses: the exclusive or of bits 4 to 6 with bits 7 to 9, of as many of them as a row needs.
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
