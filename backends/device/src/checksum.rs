//! A checksum for stored bytes.

/// A hash of a list of parts (FNV-1a over 128 bits), the same on every machine: it detects every change of a
/// single byte. It protects from damage, not from malice.
pub fn checksum(parts: &[&[u8]]) -> u128 {
    let mut state: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for part in parts {
        // The length of each part is hashed, too, so that moving bytes between parts changes the hash.
        for byte in (part.len() as u64).to_le_bytes().iter().chain(*part) {
            state = (state ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }
    state
}
