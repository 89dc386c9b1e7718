//! Folders for what tests write: one per run of the suite, one per file in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Leftovers of failed runs are removed when they are older than this.
const KEEP: Duration = Duration::from_secs(24 * 3600);
const PREFIX: &str = "run-";

/// The folder of one run of a suite: `root/run-PID`, so that two runs at once do not meet.
#[derive(Debug, Clone)]
pub(crate) struct Scratch {
    run: PathBuf,
}

/// The folders and files of one test.
#[derive(Debug)]
pub(crate) struct TestDir {
    base: PathBuf,
    /// `%T`: the working folder of the commands, empty when the test starts.
    pub work: PathBuf,
    /// The folder of scripts that are run instead of tools.
    pub tools: PathBuf,
    /// The file of the commands' standard output.
    pub stdout: PathBuf,
    /// The file of the commands' standard error.
    pub stderr: PathBuf,
    /// The file of the statuses of a failed pipeline's commands.
    pub statuses: PathBuf,
}

impl Scratch {
    /// Names this process's folder below `root` and removes those of runs that ended over a day ago.
    pub fn new(root: &Path) -> Self {
        if let Ok(entries) = fs::read_dir(root) {
            for entry in entries.flatten() {
                let old = entry
                    .metadata()
                    .and_then(|m| m.modified())
                    .is_ok_and(|t| SystemTime::now().duration_since(t).is_ok_and(|age| age > KEEP));
                if old && entry.file_name().to_string_lossy().starts_with(PREFIX) {
                    // Another run may be removing it too; what stays is tried again next time.
                    let _ = fs::remove_dir_all(entry.path());
                }
            }
        }
        Scratch { run: root.join(format!("{PREFIX}{}", std::process::id())) }
    }

    /// Makes the empty folder of the test file with this path below the suite's root.
    pub fn test(&self, relative: &Path) -> io::Result<TestDir> {
        let base = self.run.join(relative);
        match fs::remove_dir_all(&base) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(base.join("work"))?,
        }
        let base = base.canonicalize()?;
        let at = |name: &str| base.join(name);
        Ok(TestDir {
            work: at("work"),
            tools: at("tools"),
            stdout: at("stdout"),
            stderr: at("stderr"),
            statuses: at("statuses"),
            base,
        })
    }

    /// Removes the run's folder when no test left anything in it.
    pub fn close(&self) {
        remove_empty(&self.run);
    }
}

/// Removes the empty folders at and below `dir`.
fn remove_empty(dir: &Path) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|t| t.is_dir()) {
            remove_empty(&entry.path());
        }
    }
    // Fails, as intended, if a failed test's files are in it.
    let _ = fs::remove_dir(dir);
}

impl TestDir {
    /// Removes the folder of a test that passed.
    pub fn remove(self) {
        // A file that cannot be removed does not change the test's result.
        let _ = fs::remove_dir_all(&self.base);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_fresh_unique_and_removed() {
        let root = std::env::temp_dir().join(format!("tf-scratch-{}", std::process::id()));
        let scratch = Scratch::new(&root);
        let a = scratch.test(Path::new("x/same.mlir")).unwrap();
        let b = scratch.test(Path::new("y/same.mlir")).unwrap();
        assert_ne!(a.work, b.work);
        fs::write(a.work.join("left"), "over").unwrap();
        let again = scratch.test(Path::new("x/same.mlir")).unwrap();
        assert_eq!(fs::read_dir(&again.work).unwrap().count(), 0);
        fs::write(b.work.join("kept"), "of a failed test").unwrap();
        again.remove();
        scratch.close();
        assert!(!root.join(format!("run-{}/x", std::process::id())).exists());
        assert!(b.work.join("kept").exists());
        b.remove();
        scratch.close();
        assert_eq!(fs::read_dir(&root).unwrap().count(), 0);
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn leftovers_of_old_runs_are_removed() {
        let root = std::env::temp_dir().join(format!("tf-scratch-old-{}", std::process::id()));
        for name in ["run-1", "run-2", "other"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        let old = SystemTime::now() - KEEP - Duration::from_secs(60);
        for name in ["run-1", "other"] {
            fs::File::open(root.join(name)).unwrap().set_modified(old).unwrap();
        }
        Scratch::new(&root);
        let exists = |name: &str| root.join(name).exists();
        assert!(!exists("run-1") && exists("run-2") && exists("other"));
        fs::remove_dir_all(&root).unwrap();
    }
}
