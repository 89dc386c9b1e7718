//! A cache of compiled units in a folder, for later sessions and other processes.
//!
//! A file holds the object with its whole key, and a checksum of both: files that are damaged, truncated or
//! of another key are not used. Files are written under a temporary name and renamed, so that readers see
//! whole files despite concurrent writers. Any problem with the folder is a cache miss: the unit is compiled
//! as without a cache. Code is only read from files that only the user and the system's administrator may
//! write.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};
use tf_device::CodeStore;

/// The default limit on the bytes of a folder: 512 MiB.
pub const MOST_BYTES: u64 = 512 << 20;

/// The first bytes of a file; they identify the format.
const MAGIC: &[u8; 8] = b"TFOBJ\x002\n";
/// Magic, lengths of key and object, checksum.
const HEADER: usize = 8 + 8 + 8 + 16;
/// The file suffixes of objects, and of unfinished files.
const SUFFIX: &str = ".tfo";
const UNFINISHED: &str = ".tmp";
/// An older unfinished file was left by a process that ended.
const ABANDONED: Duration = Duration::from_secs(3600);
/// A used file gets a new time stamp if its previous one is older than this.
const MARK_AFTER: Duration = Duration::from_secs(600);

/// The default folder for programs of this user and version: `objects` in `~/.cache/tensorforge/0.1.0`.
pub fn user_folder() -> Option<PathBuf> {
    Some(crate::library::user_cache()?.join("objects"))
}

impl CodeStore for Objects {
    fn find(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.get(key)
    }

    fn keep(&self, key: &[u8], bytes: &[u8]) {
        self.put(key, bytes);
    }
}

/// A folder of objects.
#[derive(Debug)]
pub struct Objects {
    folder: PathBuf,
    most_bytes: u64,
    found: AtomicU64,
    kept: AtomicU64,
    /// The bytes stored since the folder's size was last computed.
    unchecked: AtomicU64,
}

impl Objects {
    /// The objects in a folder, which is created on the first write, and holds at most `most_bytes` bytes.
    pub fn new(folder: impl Into<PathBuf>, most_bytes: u64) -> Objects {
        let (found, kept) = (AtomicU64::new(0), AtomicU64::new(0));
        // The first write checks the size.
        let unchecked = AtomicU64::new(most_bytes);
        Objects { folder: folder.into(), most_bytes, found, kept, unchecked }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The counts of objects found and stored since this was created.
    pub fn counts(&self) -> (u64, u64) {
        (self.found.load(Ordering::Relaxed), self.kept.load(Ordering::Relaxed))
    }

    /// The object of a key, if it exists and is intact.
    pub fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        is_own(&fs::metadata(&self.folder).ok()?).then_some(())?;
        let path = self.path(key);
        let mut file = File::open(&path).ok()?;
        let metadata = file.metadata().ok()?;
        let fits = is_own(&metadata) && metadata.is_file() && metadata.len() <= self.most_bytes;
        fits.then_some(())?;
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).ok()?);
        file.read_to_end(&mut bytes).ok()?;
        let Some(object) = unpack(&bytes, key) else {
            // The file is useless; another process may have removed it already.
            drop(fs::remove_file(&path));
            return None;
        };
        let is_old = metadata.modified().ok().and_then(|time| time.elapsed().ok());
        if is_old.is_some_and(|age| age > MARK_AFTER) {
            // Least recently used files are evicted first. A read-only folder has no such order.
            drop(file.set_modified(SystemTime::now()));
        }
        self.found.fetch_add(1, Ordering::Relaxed);
        Some(object.to_vec())
    }

    /// Stores the object of a key, if the folder permits.
    pub fn put(&self, key: &[u8], object: &[u8]) {
        self.put_by(key, object, |file, bytes| file.write_all(bytes));
    }

    fn put_by(&self, key: &[u8], object: &[u8], write: impl FnOnce(&mut File, &[u8]) -> io::Result<()>) {
        let bytes = pack(key, object);
        if bytes.len() as u64 > self.most_bytes / 2 {
            return;
        }
        drop(DirBuilder::new().recursive(true).mode(0o700).create(&self.folder));
        if !fs::metadata(&self.folder).is_ok_and(|folder| folder.is_dir() && is_own(&folder)) {
            return;
        }
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let unfinished = self.folder.join(format!("{}-{number}{UNFINISHED}", std::process::id()));
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&unfinished)
            .and_then(|mut file| write(&mut file, &bytes))
            .and_then(|()| fs::rename(&unfinished, self.path(key)));
        if written.is_err() {
            drop(fs::remove_file(&unfinished));
            return;
        }
        self.kept.fetch_add(1, Ordering::Relaxed);
        let added = bytes.len() as u64;
        if self.unchecked.fetch_add(added, Ordering::Relaxed) + added >= self.margin() {
            self.unchecked.store(0, Ordering::Relaxed);
            self.evict();
        }
    }

    /// The bytes that may be stored before the folder's size is computed again, which takes a system call per
    /// file: a sixteenth of the limit.
    fn margin(&self) -> u64 {
        self.most_bytes / 16
    }

    /// Evicts the least recently used files if the folder could exceed its limit, and the unfinished files of
    /// ended processes.
    fn evict(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let (mut files, mut total) = (Vec::new(), 0);
        for entry in entries.flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|_| metadata.is_file()) else { continue };
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            if name.ends_with(UNFINISHED) && used.elapsed().is_ok_and(|age| age > ABANDONED) {
                drop(fs::remove_file(entry.path()));
            } else if name.ends_with(SUFFIX) {
                total += metadata.len();
                files.push((used, metadata.len(), entry.path()));
            }
        }
        if total <= self.most_bytes - self.margin() {
            return;
        }
        files.sort();
        for (_, bytes, path) in files {
            // Down to three quarters, so that not each new file causes an eviction.
            if total <= self.most_bytes / 4 * 3 {
                break;
            }
            drop(fs::remove_file(path));
            total -= bytes;
        }
    }

    fn path(&self, key: &[u8]) -> PathBuf {
        self.folder.join(format!("{:032x}{SUFFIX}", hash(&[key])))
    }
}

/// True if only this user and the administrator may write a file or folder.
fn is_own(metadata: &Metadata) -> bool {
    // SAFETY: the function has no preconditions and cannot fail.
    let user = unsafe { libc::geteuid() };
    (metadata.uid() == user || metadata.uid() == 0) && metadata.mode() & 0o022 == 0
}

fn pack(key: &[u8], object: &[u8]) -> Vec<u8> {
    let lengths = [key.len() as u64, object.len() as u64].map(u64::to_le_bytes).concat();
    let sum = hash(&[&lengths, key, object]).to_le_bytes();
    [&MAGIC[..], &lengths, &sum, key, object].concat()
}

/// The object in a file, if the file is intact and of this key.
fn unpack<'f>(bytes: &'f [u8], key: &[u8]) -> Option<&'f [u8]> {
    let (header, rest) = bytes.split_at_checked(HEADER)?;
    let (magic, fields) = header.split_at(MAGIC.len());
    let (lengths, sum) = fields.split_at(16);
    let length = |at: usize| u64::from_le_bytes(lengths[at..at + 8].try_into().expect("eight bytes"));
    let fits = magic == MAGIC
        && length(0) == key.len() as u64
        && length(0).checked_add(length(8)) == Some(rest.len() as u64);
    let (own, object) = fits.then(|| rest.split_at(key.len()))?;
    (own == key && hash(&[lengths, own, object]).to_le_bytes() == *sum).then_some(object)
}

/// A 128-bit hash of concatenated parts: as FNV-1a, but with sixteen bytes per step and a rotation, so that
/// each bit affects all others. Two texts that differ in one step have different hashes.
fn hash(parts: &[&[u8]]) -> u128 {
    const PRIME: u128 = (1 << 88) + 0x13b;
    const ROTATION: u32 = 47;
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let mut step = |word: u128| hash = (hash ^ word).wrapping_mul(PRIME).rotate_left(ROTATION);
    for part in parts {
        let (words, rest) = part.as_chunks::<16>();
        words.iter().for_each(|word| step(u128::from_le_bytes(*word)));
        let mut last = [0; 16];
        last[..rest.len()].copy_from_slice(rest);
        step(u128::from_le_bytes(last));
        step(part.len() as u128);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A folder that is removed when the test ends.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("tf-objects-{}-{name}", std::process::id()));
            drop(fs::remove_dir_all(&folder));
            Folder(folder)
        }

        fn files(&self) -> Vec<PathBuf> {
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn entries_are_found_by_their_key_only() {
        let folder = Folder::new("found");
        let objects = Objects::new(&folder.0, MOST_BYTES);
        assert_eq!(objects.get(b"a"), None);
        objects.put(b"a", b"code");
        assert_eq!(Objects::new(&folder.0, MOST_BYTES).get(b"a").as_deref(), Some(&b"code"[..]));
        assert_eq!(objects.get(b"b"), None);
        // A file under the name of another key, as in a hash collision.
        fs::rename(objects.path(b"a"), objects.path(b"b")).unwrap();
        assert_eq!(objects.get(b"b"), None);
        assert_eq!(objects.counts(), (0, 1));
    }

    #[test]
    fn each_byte_of_a_file_is_checked_and_each_length() {
        let whole = pack(b"key", b"object");
        assert_eq!(unpack(&whole, b"key"), Some(&b"object"[..]));
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            assert_eq!(unpack(&damaged, b"key"), None, "byte {at}");
            assert_eq!(unpack(&whole[..at], b"key"), None, "length {at}");
        }
        assert_eq!(unpack(&[&whole[..], b"x"].concat(), b"key"), None);
    }

    #[test]
    fn a_damaged_file_is_a_miss_and_is_written_anew() {
        let folder = Folder::new("damaged");
        let objects = Objects::new(&folder.0, MOST_BYTES);
        objects.put(b"a", b"code");
        fs::write(objects.path(b"a"), b"TFOBJ").unwrap();
        assert_eq!(objects.get(b"a"), None);
        assert!(folder.files().is_empty());
        objects.put(b"a", b"code");
        assert_eq!(objects.get(b"a").as_deref(), Some(&b"code"[..]));
    }

    #[test]
    fn a_full_disk_leaves_no_files() {
        let folder = Folder::new("full");
        let objects = Objects::new(&folder.0, MOST_BYTES);
        objects.put_by(b"a", b"code", |file, bytes| {
            file.write_all(&bytes[..9])?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(folder.files().is_empty());
        assert_eq!((objects.get(b"a"), objects.counts()), (None, (0, 0)));
    }

    #[test]
    fn files_and_folders_that_others_may_write_are_not_used() {
        let folder = Folder::new("foreign");
        let objects = Objects::new(&folder.0, MOST_BYTES);
        objects.put(b"a", b"code");
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        mode(&objects.path(b"a"), 0o666);
        assert_eq!(objects.get(b"a"), None);
        mode(&objects.path(b"a"), 0o600);
        mode(&folder.0, 0o777);
        assert_eq!(objects.get(b"a"), None);
        objects.put(b"b", b"code");
        assert_eq!(folder.files().len(), 1);
        mode(&folder.0, 0o500);
        assert_eq!(objects.get(b"a").as_deref(), Some(&b"code"[..]));
        mode(&folder.0, 0o700);
    }

    #[test]
    fn a_folder_that_cannot_be_is_a_miss() {
        let file = Folder::new("file");
        fs::write(&file.0, b"a file").unwrap();
        for objects in [Objects::new(&file.0, MOST_BYTES), Objects::new("/proc/none/such", MOST_BYTES)] {
            objects.put(b"a", b"code");
            assert_eq!((objects.get(b"a"), objects.counts()), (None, (0, 0)));
        }
        fs::remove_file(&file.0).unwrap();
    }

    #[test]
    fn the_least_used_files_go_and_abandoned_ones() {
        let folder = Folder::new("evicted");
        let objects = Objects::new(&folder.0, 10_000);
        let old = |path: &Path, seconds| {
            let time = SystemTime::now() - Duration::from_secs(seconds);
            File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
        };
        for (number, key) in [b"0", b"1", b"2", b"3"].into_iter().enumerate() {
            objects.put(key, &[number as u8; 2_000]);
            old(&objects.path(key), 5_000 - number as u64);
        }
        // This use makes it the most recent.
        assert!(objects.get(b"0").is_some());
        let (left, writing) =
            (folder.0.join(format!("1-0{UNFINISHED}")), folder.0.join(format!("2-0{UNFINISHED}")));
        fs::write(&left, b"half").unwrap();
        fs::write(&writing, b"half").unwrap();
        old(&left, 5_000);
        assert_eq!(folder.files().len(), 6);
        objects.put(b"4", &[4; 2_000]);
        let there = [b"0", b"1", b"2", b"3", b"4"].map(|key| objects.get(key).is_some());
        assert_eq!(there, [true, false, false, true, true]);
        assert!(writing.exists() && !left.exists());
        // An object larger than half of the folder's limit is not stored.
        objects.put(b"5", &[5; 6_000]);
        assert_eq!(objects.get(b"5"), None);
    }

    #[test]
    fn sixteen_writers_at_once_leave_whole_files() {
        let folder = Folder::new("writers");
        let object = |key: u8| vec![key; 20_000];
        std::thread::scope(|scope| {
            for writer in 0..16u8 {
                let folder = &folder.0;
                scope.spawn(move || {
                    let objects = Objects::new(folder, MOST_BYTES);
                    for round in 0..40u8 {
                        let key = (round.wrapping_mul(7) ^ writer) % 8;
                        if let Some(found) = objects.get(&[key]) {
                            assert_eq!(found, object(key));
                        }
                        objects.put(&[key], &object(key));
                    }
                });
            }
        });
        assert_eq!(folder.files().len(), 8);
        let objects = Objects::new(&folder.0, MOST_BYTES);
        assert!((0..8).all(|key| objects.get(&[key]) == Some(object(key))));
    }
}
