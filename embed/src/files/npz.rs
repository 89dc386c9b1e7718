//! NumPy's format for several arrays: a zip archive whose members are `.npy` files.

use super::npy;
use super::stored::Stored;
use crate::Array;
use crate::error::plain;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// The maximum compression ratio of a deflated stream, approximately (RFC 1951: 258 bytes in two bits).
const GREATEST_RATIO: u64 = 1032;

/// Size in bytes above which a member needs the 64-bit form of the format; a little below the limit.
const LARGE: u64 = 0xf000_0000;

/// True if a file begins as a zip archive, also an empty one.
pub(super) fn is_zip(start: &[u8]) -> bool {
    start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06")
}

/// An open archive.
pub(super) struct Archive(ZipArchive<BufReader<File>>);

impl Archive {
    pub(super) fn open(reader: BufReader<File>) -> Result<Archive, String> {
        ZipArchive::new(reader).map(Archive).map_err(|e| format!("is not a valid zip archive: {e}"))
    }

    /// The names of the arrays: those of the members without `.npy`.
    pub(super) fn names(&self) -> Vec<String> {
        let names = self.0.file_names().flatten();
        names.filter_map(|name| name.strip_suffix(".npy").map(str::to_string)).collect()
    }

    pub(super) fn read(&mut self, name: &str) -> Result<Stored, String> {
        let mut member = self.0.by_name(&format!("{name}.npy")).map_err(|e| e.to_string())?;
        let (size, packed) = (member.size(), member.compressed_size());
        if size / GREATEST_RATIO > packed {
            return Err(format!("claims to unpack from {packed} to {size} bytes, an implausible ratio"));
        }
        npy::read(&mut member, size)
    }
}

/// Writes members in order, uncompressed and without timestamps.
pub(super) fn write(file: &mut BufWriter<File>, arrays: &[(&str, &Array)]) -> Result<(), String> {
    let failed = |e: zip::result::ZipError| e.to_string();
    let mut archive = ZipWriter::new(file);
    for (name, array) in arrays {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default())
            // bf16 elements are stored as float32, which doubles their size.
            .large_file(array.bytes().len() as u64 * 2 > LARGE);
        archive.start_file(format!("{name}.npy"), options).map_err(failed)?;
        npy::write(&mut archive, array)?;
    }
    let file = archive.finish().map_err(failed)?;
    std::io::Write::flush(file).map_err(|e| plain(&e))
}
