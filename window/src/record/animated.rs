//! Animated PNG. Its head has the count of pictures, which is known at the end only: pictures are compressed
//! as they come and written together.

use crate::files::png_bytes;
use crate::{Error, Picture};

/// The compressed pictures.
#[derive(Default)]
pub(super) struct Frames(Vec<Vec<u8>>);

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

impl Frames {
    pub(super) fn add(&mut self, picture: &Picture) -> Result<(), Error> {
        let data = chunks(&png_bytes(picture)?)
            .filter(|(kind, _)| *kind == b"IDAT")
            .flat_map(|(_, data)| data.to_vec())
            .collect();
        self.0.push(data);
        Ok(())
    }

    /// The file: a plain PNG of one picture, an animation of several.
    pub(super) fn file(self, [width, height]: [usize; 2], rate: f64) -> Result<Vec<u8>, Error> {
        let number = |v: usize| u32::try_from(v).map_err(|e| Error::new(format!("PNG: {e}")));
        let (width, height) = (number(width)?, number(height)?);
        let mut out = SIGNATURE.to_vec();
        let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
        // 8 bits of red, green and blue; deflate, adaptive filters, not interlaced.
        head.extend([8, 2, 0, 0, 0]);
        chunk(&mut out, b"IHDR", &head);
        chunk(&mut out, b"sRGB", &[0]);
        let is_animated = self.0.len() > 1;
        if is_animated {
            // Without a last time.
            chunk(&mut out, b"acTL", &[number(self.0.len())?.to_be_bytes(), [0; 4]].concat());
        }
        let delay = (1000.0 / rate).round().clamp(1.0, 65535.0) as u16;
        let mut sequence = 0u32;
        for (i, data) in self.0.iter().enumerate() {
            if is_animated {
                let mut control =
                    [sequence.to_be_bytes(), width.to_be_bytes(), height.to_be_bytes()].concat();
                control.extend([0; 8]);
                control.extend(delay.to_be_bytes());
                control.extend(1000u16.to_be_bytes());
                // The picture stays, and replaces the one before.
                control.extend([0, 0]);
                chunk(&mut out, b"fcTL", &control);
                sequence += 1;
            }
            if i == 0 {
                chunk(&mut out, b"IDAT", data);
            } else {
                chunk(&mut out, b"fdAT", &[&sequence.to_be_bytes()[..], data].concat());
                sequence += 1;
            }
        }
        chunk(&mut out, b"IEND", &[]);
        Ok(out)
    }
}

/// The chunks of a PNG file that the encoder wrote.
fn chunks(bytes: &[u8]) -> impl Iterator<Item = (&[u8; 4], &[u8])> {
    let mut rest = bytes.get(SIGNATURE.len()..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let (data, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        rest = after.get(4..)?;
        Some((kind, data))
    })
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    // A picture has less than 2^32 pixels of 3 bytes; chunks of more than 2^31 bytes are refused by readers.
    out.extend((data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(kind);
    out.extend(data);
    let sum = crc(&out[start..]);
    out.extend(sum.to_be_bytes());
}

/// The checksum of PNG's chunks, CRC-32 of ISO 3309.
fn crc(bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = table();
    !bytes.iter().fold(!0, |crc, byte| TABLE[usize::from(crc as u8 ^ byte)] ^ crc >> 8)
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let (mut value, mut bit) = (i as u32, 0);
        while bit < 8 {
            value = if value & 1 == 1 { 0xedb8_8320 ^ value >> 1 } else { value >> 1 };
            bit += 1;
        }
        table[i] = value;
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_that_of_the_standard() {
        assert_eq!(super::crc(b"123456789"), 0xcbf4_3926);
    }
}
