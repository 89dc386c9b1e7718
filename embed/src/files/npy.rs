//! NumPy's format for one array: magic bytes, a header that is a Python dictionary, the elements.
//!
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>, versions 1.0 to 3.0.

use super::stored::{Stored, StoredType, for_numpy};
use crate::error::plain;
use crate::{Array, ArrayView};
use std::io::{Read, Write};
use tf_dialects::array::{Layout, element_bytes};

/// The first bytes of a file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The maximum header size in bytes. NumPy's headers take a few hundred at most.
const LONGEST_HEADER: usize = 1 << 16;

/// Elements begin at a multiple of this offset in bytes.
const ALIGNMENT: usize = 64;

#[derive(Debug, PartialEq, Eq)]
struct Header {
    r#type: StoredType,
    big_endian: bool,
    fortran_order: bool,
    extents: Vec<usize>,
}

/// Reads an array from a stream of `length` bytes.
pub(super) fn read(reader: &mut dyn Read, length: u64) -> Result<Stored, String> {
    let (header, taken) = read_header(reader)?;
    let layout = Layout::dense(header.r#type.dtype(), &header.extents).map_err(|e| e.to_string())?;
    let bytes = layout.dense_bytes().ok_or("does not fit in memory")?;
    let there = length.saturating_sub(taken);
    if there < bytes as u64 {
        return Err(format!("is truncated: {layout} needs {bytes} bytes, but only {there} remain"));
    }
    let mut array = Array::zeros(header.r#type.dtype(), &header.extents).map_err(|e| e.to_string())?;
    reader.read_exact(array.bytes_mut()).map_err(|e| plain(&e))?;
    let size = element_bytes(array.dtype()).unwrap_or(1);
    if header.big_endian && size > 1 {
        array.bytes_mut().chunks_exact_mut(size).for_each(<[u8]>::reverse);
    }
    if header.fortran_order && header.extents.len() > 1 {
        array = from_fortran_order(&array)?;
    }
    Ok(Stored::new(header.r#type, array))
}

/// Row-major from column-major elements (first axis fastest).
fn from_fortran_order(array: &Array) -> Result<Array, String> {
    let failed = |e: crate::ArrayError| e.to_string();
    let mut strides = Vec::with_capacity(array.extents().len());
    let mut step = 1isize;
    for extent in array.extents() {
        strides.push(step);
        step = step.wrapping_mul(*extent as isize);
    }
    let mut packed = Array::zeros(array.dtype(), array.extents()).map_err(failed)?;
    if !array.is_empty() {
        let layout = Layout::strided(array.dtype(), array.extents(), &strides).map_err(failed)?;
        let view = ArrayView::new(layout, array.bytes(), 0).map_err(failed)?;
        view.pack_into(packed.bytes_mut()).map_err(failed)?;
    }
    Ok(packed)
}

/// The header and its size in bytes.
fn read_header(reader: &mut dyn Read) -> Result<(Header, u64), String> {
    let mut start = [0; 8];
    reader.read_exact(&mut start).map_err(|e| plain(&e))?;
    if !start.starts_with(MAGIC) {
        return Err("is not a .npy array".to_string());
    }
    let (major, minor) = (start[6], start[7]);
    let mut size = [0; 4];
    let wide = match major {
        1 => 2,
        2 | 3 => 4,
        _ => {
            return Err(format!(
                "has version {major}.{minor} of the .npy format; versions 1.0 to 3.0 are supported"
            ));
        }
    };
    reader.read_exact(&mut size[..wide]).map_err(|e| plain(&e))?;
    let size = u32::from_le_bytes(size) as usize;
    if size > LONGEST_HEADER {
        return Err(format!("has a header of {size} bytes; the limit is {LONGEST_HEADER}"));
    }
    let mut text = vec![0; size];
    reader.read_exact(&mut text).map_err(|e| plain(&e))?;
    let text = String::from_utf8_lossy(&text);
    Ok((parse(&text)?, (8 + wide + size) as u64))
}

fn parse(text: &str) -> Result<Header, String> {
    let mut p = Parser { rest: text };
    let (mut descr, mut order, mut shape) = (None, None, None);
    p.expect("{")?;
    while !p.eat("}") {
        let key = p.string()?;
        p.expect(":")?;
        match key {
            "descr" => descr = Some(p.descr()?),
            "fortran_order" => order = Some(p.boolean()?),
            "shape" => shape = Some(p.shape()?),
            _ => return Err(format!("has an unknown key '{}' in its header", key.escape_debug())),
        }
        if !p.eat(",") {
            p.expect("}")?;
            break;
        }
    }
    let missing = |what: &str| format!("has no '{what}' in its header");
    let (r#type, big_endian) = descr.ok_or_else(|| missing("descr"))?;
    Ok(Header {
        r#type,
        big_endian,
        fortran_order: order.ok_or_else(|| missing("fortran_order"))?,
        extents: shape.ok_or_else(|| missing("shape"))?,
    })
}

/// A parser of the few Python literals that a header has.
struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        self.rest = rest;
        true
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(&format!("'{token}'"))) }
    }

    fn unexpected(&self, wanted: &str) -> String {
        let found: String = self.rest.chars().take(12).collect();
        format!("has a malformed header: expected {wanted} at '{}'", found.escape_debug())
    }

    fn string(&mut self) -> Result<&'a str, String> {
        self.rest = self.rest.trim_start();
        let quote = self.rest.chars().next().filter(|c| ['\'', '"'].contains(c));
        let quote = quote.ok_or_else(|| self.unexpected("a string"))?;
        let (text, rest) =
            self.rest[1..].split_once(quote).ok_or_else(|| self.unexpected("the end of a string"))?;
        self.rest = rest;
        Ok(text)
    }

    fn boolean(&mut self) -> Result<bool, String> {
        match (self.eat("True"), self.eat("False")) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => Err(self.unexpected("True or False")),
        }
    }

    fn shape(&mut self) -> Result<Vec<usize>, String> {
        self.expect("(")?;
        let mut extents = Vec::new();
        while !self.eat(")") {
            self.rest = self.rest.trim_start();
            let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = self.rest.split_at(digits);
            let extent = number.parse().map_err(|_| self.unexpected("an extent"))?;
            // Python 2 marked long integers with `L`.
            self.rest = rest.strip_prefix('L').unwrap_or(rest);
            extents.push(extent);
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(extents)
    }

    fn descr(&mut self) -> Result<(StoredType, bool), String> {
        self.rest = self.rest.trim_start();
        if self.rest.starts_with('[') || self.rest.starts_with('(') {
            return Err(
                "has elements with fields (a structured dtype), which tensors do not support".to_string()
            );
        }
        let text = self.string()?;
        let (order, code) = match text.chars().next() {
            Some(c @ ('<' | '>' | '|' | '=')) => (c, &text[1..]),
            _ => ('=', text),
        };
        let r#type = match code {
            "b1" | "?" => StoredType::Bool,
            "i1" => StoredType::I8,
            "i2" => StoredType::I16,
            "i4" => StoredType::I32,
            "i8" => StoredType::I64,
            "u1" => StoredType::U8,
            "u2" => StoredType::U16,
            "u4" => StoredType::U32,
            "u8" => StoredType::U64,
            "f2" => StoredType::F16,
            "f4" => StoredType::F32,
            "f8" => StoredType::F64,
            "V2" | "bfloat16" => StoredType::Bytes2,
            _ => return Err(unsupported(text, code)),
        };
        Ok((r#type, order == '>'))
    }
}

fn unsupported(descr: &str, code: &str) -> String {
    let what = match code.chars().next() {
        Some('c') => "complex numbers",
        Some('O') => "Python objects",
        Some('S' | 'U' | 'a') => "strings",
        Some('M' | 'm') => "dates or times",
        Some('f') => "floats of an unsupported size",
        Some('V') => "raw bytes",
        _ => "an unknown type",
    };
    format!("has elements of type '{}' ({what}), which tensors do not support", descr.escape_debug())
}

/// Writes an array in version 1.0 of the format, row-major.
pub(super) fn write(out: &mut dyn Write, array: &Array) -> Result<(), String> {
    let (r#type, bytes) = for_numpy(array)?;
    let descr = match r#type {
        StoredType::Bool => "|b1",
        StoredType::I8 => "|i1",
        StoredType::I16 => "<i2",
        StoredType::I32 => "<i4",
        StoredType::I64 => "<i8",
        StoredType::U8 => "|u1",
        StoredType::U16 => "<u2",
        StoredType::U32 => "<u4",
        StoredType::U64 => "<u8",
        StoredType::F16 => "<f2",
        StoredType::F32 => "<f4",
        StoredType::F64 => "<f8",
        other => return Err(format!("the .npy format does not support {other}")),
    };
    let extents: String = array.extents().iter().map(|e| format!("{e}, ")).collect();
    let extents =
        if array.extents().len() == 1 { extents.trim_end() } else { extents.trim_end_matches(", ") };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({extents}), }}");
    let length = (MAGIC.len() + 4 + header.len() + 1).next_multiple_of(ALIGNMENT) - MAGIC.len() - 4;
    header.push_str(&" ".repeat(length - header.len() - 1));
    header.push('\n');
    let size = u16::try_from(header.len()).map_err(|_| "has too many axes")?.to_le_bytes();
    let parts: [&[u8]; 5] = [MAGIC, &[1, 0], &size, header.as_bytes(), &bytes];
    parts.iter().try_for_each(|part| out.write_all(part)).map_err(|e| plain(&e))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_every_kind() {
        let ok = |text: &str| parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let header = ok("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }   \n");
        assert_eq!((header.r#type, header.extents.as_slice()), (StoredType::F32, &[3, 4][..]));
        let header = ok("{\"shape\":(), \"descr\":\">u8\",\"fortran_order\":True}");
        assert!(header.big_endian && header.fortran_order && header.extents.is_empty());
        assert_eq!(ok("{'descr': '|b1', 'fortran_order': False, 'shape': (5L,)}").extents, [5]);
        for (text, part) in [
            ("", "expected '{'"),
            ("{'descr': '<f4', 'fortran_order': False}", "no 'shape'"),
            ("{'descr': '<f4', 'fortran_order': 0, 'shape': ()}", "expected True or False at '0,"),
            ("{'descr': '<f4', 'fortran_order': True, 'shape': (-1,)}", "expected an extent at '-1"),
            ("{'descr': '<f4', 'fortran_order': True, 'shape': (99999999999999999999,)}", "an extent"),
            ("{'descr': '<c8', 'fortran_order': True, 'shape': ()}", "complex numbers"),
            ("{'descr': '|O', 'fortran_order': True, 'shape': ()}", "Python objects"),
            ("{'descr': [('a', '<f4')], 'fortran_order': True, 'shape': ()}", "structured"),
            ("{'descr': '<U5', 'fortran_order': True, 'shape': ()}", "strings"),
            ("{'descr': '<f16', 'fortran_order': True, 'shape': ()}", "floats of an unsupported size"),
            ("{'descr': '<f4", "the end of a string"),
            ("{'wat': 1}", "unknown key 'wat'"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
