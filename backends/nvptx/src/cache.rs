//! Machine code of kernels in files.
//!
//! A file holds what the driver made of one PTX text for one architecture with one version of the driver; its name says so. A file that is
//! damaged is not used, and written anew.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tf_device::checksum;

/// Where code is kept.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

const MAGIC: &[u8; 8] = b"tfcubin1";

impl Cache {
    /// A folder, which is made when something is kept.
    pub fn new(folder: impl Into<PathBuf>) -> Cache {
        Cache { folder: folder.into() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, ptx: &[u8], arch: &str, driver: u32) -> PathBuf {
        let key = checksum(&[ptx, arch.as_bytes(), &driver.to_le_bytes()]);
        self.folder.join(format!("{arch}-{driver}-{key:032x}.cubin"))
    }

    /// The machine code of a PTX text, if it is there and whole.
    pub fn find(&self, ptx: &[u8], arch: &str, driver: u32) -> Option<Vec<u8>> {
        let bytes = fs::read(self.path(ptx, arch, driver)).ok()?;
        let (head, code) = bytes.split_at_checked(24)?;
        let sum = u128::from_le_bytes(head[8..].try_into().ok()?);
        (&head[..8] == MAGIC && sum == checksum(&[code])).then(|| code.to_vec())
    }

    /// Keeps machine code. Others that keep the same at the same time do no harm: the file appears whole.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep(&self, ptx: &[u8], arch: &str, driver: u32, code: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.path(ptx, arch, driver);
        let own = path.with_extension(format!("{}-{:?}", std::process::id(), std::thread::current().id()));
        let mut file = fs::File::create(&own)?;
        file.write_all(MAGIC)?;
        file.write_all(&checksum(&[code]).to_le_bytes())?;
        file.write_all(code)?;
        drop(file);
        fs::rename(&own, &path)
    }
}
