//! Arrays in files: NumPy's `.npy` and `.npz`, and `.safetensors`.
//!
//! ```no_run
//! use tensorforge::files::{self, ArrayFile};
//!
//! let x = files::load("x.npy")?;                           // one array
//! let mut weights = ArrayFile::open("weights.safetensors")?; // several by name
//! let names: Vec<String> = weights.names().map(str::to_string).collect();
//! let first = weights.read(&names[0])?.into_array()?;
//! files::save_npz("out.npz", &[("x", &x), ("first", &first)])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The first bytes of a file determine its format, not its name. Everything in a file is checked before use:
//! a header never causes a larger allocation than the file can fill.
//!
//! | in a file | as an array |
//! |---|---|
//! | bool | `i1` |
//! | int8 … int64 | `i8` … `i64`; int64 also `index` |
//! | uint8 … uint64 | `u8` … `u64` |
//! | float16, float32, float64 | `f16`, `f32`, `f64` |
//! | bfloat16 (`.safetensors`), uint16 or two raw bytes (`.npy`), float32 rounded | `bf16` |
//!
//! Both byte orders and both of NumPy's memory orders are read. `bf16` is written to `.npy` and `.npz` as
//! float32, without loss, because NumPy has no such type; `index` is written as int64.

mod npy;
mod npz;
mod safetensors;
mod stored;

pub use stored::{Stored, StoredType};

use crate::Array;
use crate::error::plain;
use std::fmt;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

/// An error of reading or writing a file of arrays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The array in it; empty if the error concerns the whole file.
    pub array: String,
    /// The cause.
    pub reason: String,
}

impl FileError {
    fn new(path: &Path, array: &str, reason: impl Into<String>) -> FileError {
        FileError { path: path.to_owned(), array: array.to_string(), reason: reason.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.path.display())?;
        if !self.array.is_empty() {
            write!(f, ", array '{}'", self.array.escape_debug())?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for FileError {}

/// An open file of arrays.
pub struct ArrayFile {
    path: PathBuf,
    names: Vec<String>,
    content: Content,
}

enum Content {
    Npy(Box<BufReader<File>>, u64),
    Npz(Box<npz::Archive>),
    SafeTensors(Vec<u8>),
}

impl ArrayFile {
    /// Opens a file and reads its contents list.
    ///
    /// # Errors
    /// [`FileError`]: it cannot be read, or has none of the formats.
    pub fn open(path: impl AsRef<Path>) -> Result<ArrayFile, FileError> {
        let path = path.as_ref();
        let failed = |e: std::io::Error| FileError::new(path, "", format!("cannot be read: {}", plain(&e)));
        let file = File::open(path).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if !about.is_file() {
            return Err(FileError::new(path, "", "is not a file"));
        }
        let mut reader = BufReader::new(file);
        let mut start = Vec::new();
        reader.by_ref().take(9).read_to_end(&mut start).map_err(failed)?;
        reader.rewind().map_err(failed)?;
        let refused = |reason: String| FileError::new(path, "", reason);
        let (names, content) = match &start[..] {
            s if s.starts_with(npy::MAGIC) => {
                (vec![String::new()], Content::Npy(Box::new(reader), about.len()))
            }
            s if npz::is_zip(s) => {
                let archive = npz::Archive::open(reader).map_err(refused)?;
                (archive.names(), Content::Npz(Box::new(archive)))
            }
            s if s.get(8) == Some(&b'{') => {
                let mut bytes = Vec::new();
                reader.read_to_end(&mut bytes).map_err(failed)?;
                (safetensors::names(&bytes).map_err(refused)?, Content::SafeTensors(bytes))
            }
            [] => return Err(refused("is empty".to_string())),
            _ => return Err(refused("is not a .npy, .npz or .safetensors file".to_string())),
        };
        Ok(ArrayFile { path: path.to_owned(), names, content })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of its arrays, in the order of the file; empty for the one of a `.npy` file.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// True if it holds one array without a name.
    pub fn is_single(&self) -> bool {
        matches!(self.content, Content::Npy(..))
    }

    /// Reads the array with this name.
    ///
    /// # Errors
    /// [`FileError`]: it does not exist, is malformed or truncated, or has a type that no array has.
    pub fn read(&mut self, name: &str) -> Result<Stored, FileError> {
        if !self.names.iter().any(|n| n == name) {
            let known: Vec<&str> = self.names().take(20).collect();
            let reason = format!("has no array '{name}'; it has: {}", known.join(", "));
            return Err(FileError::new(&self.path, "", reason));
        }
        let found = match &mut self.content {
            Content::Npy(reader, length) => {
                reader.rewind().map_err(|e| plain(&e)).and_then(|()| npy::read(reader, *length))
            }
            Content::Npz(archive) => archive.read(name),
            Content::SafeTensors(bytes) => safetensors::read(bytes, name),
        };
        found.map_err(|reason| FileError::new(&self.path, name, reason))
    }
}

impl fmt::Debug for ArrayFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ArrayFile").field("path", &self.path).field("names", &self.names).finish()
    }
}

/// Reads the only array of a file.
///
/// # Errors
/// As [`ArrayFile::open`] and [`ArrayFile::read`], and if there are several.
pub fn load(path: impl AsRef<Path>) -> Result<Array, FileError> {
    let path = path.as_ref();
    let mut file = ArrayFile::open(path)?;
    let [name] = &file.names[..] else {
        return Err(FileError::new(path, "", format!("has {} arrays, not one", file.names.len())));
    };
    let name = name.clone();
    file.read(&name)?.into_array().map_err(|reason| FileError::new(path, &name, reason))
}

/// Writes an array as `.npy`.
///
/// # Errors
/// [`FileError`]: an error of the system.
pub fn save_npy(path: impl AsRef<Path>, array: &Array) -> Result<(), FileError> {
    save(path.as_ref(), |file| npy::write(file, array))
}

/// Writes named arrays as `.npz`, uncompressed. Equal arrays give equal files.
///
/// # Errors
/// [`FileError`]: two equal names, or an error of the system.
pub fn save_npz(path: impl AsRef<Path>, arrays: &[(&str, &Array)]) -> Result<(), FileError> {
    check_distinct(path.as_ref(), arrays)?;
    save(path.as_ref(), |file| npz::write(file, arrays))
}

/// Writes named arrays as `.safetensors`.
///
/// # Errors
/// [`FileError`]: two equal names, or an error of the system.
pub fn save_safetensors(path: impl AsRef<Path>, arrays: &[(&str, &Array)]) -> Result<(), FileError> {
    check_distinct(path.as_ref(), arrays)?;
    save(path.as_ref(), |file| safetensors::write(file, arrays))
}

/// Checks that all names are distinct.
fn check_distinct(path: &Path, arrays: &[(&str, &Array)]) -> Result<(), FileError> {
    for (at, (name, _)) in arrays.iter().enumerate() {
        if arrays[..at].iter().any(|(other, _)| other == name) {
            return Err(FileError::new(path, name, "two arrays have this name"));
        }
    }
    Ok(())
}

fn save(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), String>,
) -> Result<(), FileError> {
    let failed = |reason: String| FileError::new(path, "", format!("cannot be written: {reason}"));
    let mut file = BufWriter::new(File::create(path).map_err(|e| failed(plain(&e)))?);
    write(&mut file).map_err(failed)?;
    file.flush().map_err(|e| failed(plain(&e)))
}
