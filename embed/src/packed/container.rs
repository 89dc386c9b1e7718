//! The file format: magic bytes, a checksum of the rest, the version, named sections.

use std::fmt;
use tf_device::checksum;

/// The magic bytes. The last byte is the version of the format.
const MAGIC: [u8; 8] = *b"\x7fTFX\r\n\x1a\x01";
/// The count of leading magic bytes that all versions share.
const SAME: usize = 7;
/// Bytes before the range of the checksum.
const HEAD: usize = MAGIC.len() + 16;
/// The project version that wrote a file: only the same version reads its contents.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why a file is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackedError {
    /// It has another format.
    Other,
    /// Another version wrote it: which one, if known.
    Version(String),
    /// It is damaged: the cause.
    Damaged(String),
    /// It has no code for the device, or for this machine: the cause, and the code that it has.
    Code(String),
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedError::Other => {
                f.write_str("this is not a packed program: create one with tfc -o program.tfx")
            }
            PackedError::Version(version) => write!(
                f,
                "the packed program was written by {version}, but this is version {VERSION}: compile it \
                 again with this tfc"
            ),
            PackedError::Damaged(what) => {
                write!(f, "the packed program is damaged ({what}): copy or compile it again")
            }
            PackedError::Code(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for PackedError {}

fn length(out: &mut Vec<u8>, length: usize) {
    out.extend((length as u64).to_le_bytes());
}

/// Encodes a file with these sections.
pub(super) fn write(sections: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut rest = Vec::new();
    length(&mut rest, VERSION.len());
    rest.extend(VERSION.as_bytes());
    length(&mut rest, sections.len());
    for (name, bytes) in sections {
        length(&mut rest, name.len());
        rest.extend(name.as_bytes());
        length(&mut rest, bytes.len());
        rest.extend(bytes);
    }
    let sum = checksum(&[&MAGIC, &rest]).to_le_bytes();
    [&MAGIC[..], &sum, &rest].concat()
}

/// A cursor over the remaining bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self) -> Result<&'a [u8], PackedError> {
        let short = || PackedError::Damaged("it is truncated".to_string());
        let (head, rest) = self.0.split_at_checked(8).ok_or_else(short)?;
        let length = u64::from_le_bytes(head.try_into().map_err(|_| short())?);
        let length = usize::try_from(length).map_err(|_| short())?;
        let (bytes, rest) = rest.split_at_checked(length).ok_or_else(short)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn text(&mut self) -> Result<&'a str, PackedError> {
        std::str::from_utf8(self.bytes()?)
            .map_err(|_| PackedError::Damaged("a name is not UTF-8".to_string()))
    }

    fn number(&mut self) -> Result<u64, PackedError> {
        let short = || PackedError::Damaged("it is truncated".to_string());
        let (head, rest) = self.0.split_at_checked(8).ok_or_else(short)?;
        self.0 = rest;
        Ok(u64::from_le_bytes(head.try_into().map_err(|_| short())?))
    }
}

/// The sections of a file, after checking its checksum.
pub(super) fn read(file: &[u8]) -> Result<Vec<(&str, &[u8])>, PackedError> {
    let Some((head, rest)) = file.split_at_checked(HEAD) else {
        return Err(match file.starts_with(&MAGIC[..SAME]) {
            true => PackedError::Damaged("it is truncated".to_string()),
            false => PackedError::Other,
        });
    };
    if head[..SAME] != MAGIC[..SAME] {
        return Err(PackedError::Other);
    }
    let (magic, sum) = head.split_at(MAGIC.len());
    if checksum(&[magic, rest]).to_le_bytes() != *sum {
        return Err(PackedError::Damaged("its checksum does not match its contents".to_string()));
    }
    if magic != MAGIC {
        return Err(PackedError::Version("another version of Tensorforge".to_string()));
    }
    let mut reader = Reader(rest);
    let version = reader.text()?;
    if version != VERSION {
        return Err(PackedError::Version(format!("version {version}")));
    }
    let mut sections = Vec::new();
    for _ in 0..reader.number()? {
        sections.push((reader.text()?, reader.bytes()?));
    }
    match reader.0.is_empty() {
        true => Ok(sections),
        false => Err(PackedError::Damaged("it has bytes after its end".to_string())),
    }
}

/// Encodes a list of texts.
pub(super) fn write_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut out = Vec::new();
    for text in texts {
        length(&mut out, text.len());
        out.extend(text.as_bytes());
    }
    out
}

/// Decodes the texts that [`write_texts`] wrote.
pub(super) fn read_texts(bytes: &[u8]) -> Result<Vec<String>, PackedError> {
    let mut reader = Reader(bytes);
    let mut texts = Vec::new();
    while !reader.0.is_empty() {
        texts.push(reader.text()?.to_string());
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        write(&[("host".to_string(), b"module {}".to_vec()), ("ptx/sm_80".to_string(), vec![0, 255, 7])])
    }

    #[test]
    fn sections_come_back() {
        let file = file();
        assert_eq!(read(&file).unwrap(), [("host", &b"module {}"[..]), ("ptx/sm_80", &[0, 255, 7][..])]);
        assert_eq!(read_texts(&write_texts(["", "a\nb", "ü"].into_iter())).unwrap(), ["", "a\nb", "ü"]);
    }

    #[test]
    fn any_change_and_any_cut_is_found() {
        let whole = file();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut file = whole.clone();
                file[at] ^= 1 << bit;
                assert!(read(&file).is_err(), "byte {at}, bit {bit}");
            }
            assert!(read(&whole[..at]).is_err(), "cut at {at}");
        }
        assert!(read(&[&whole[..], &[0]].concat()).is_err());
    }

    #[test]
    fn another_version_is_said_to_be_one() {
        let mut file = file();
        file[SAME] = 2;
        let sum = checksum(&[&file[..MAGIC.len()], &file[HEAD..]]).to_le_bytes();
        file[MAGIC.len()..HEAD].copy_from_slice(&sum);
        assert!(matches!(read(&file), Err(PackedError::Version(_))));
        assert_eq!(read(b"func.func @f() {}, and so on"), Err(PackedError::Other));
    }
}
