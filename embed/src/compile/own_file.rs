//! Identifies the build of this library, because another build may lower a program differently.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::sync::OnceLock;

/// An address in the file of the library's code.
static HERE: u8 = 1;

/// An identifier of this build: size, inode and modification time of the file that it was loaded from, a
/// program or a shared library. `None` if the system does not report the file, or the file was replaced.
pub(crate) fn build() -> Option<&'static str> {
    static BUILD: OnceLock<Option<String>> = OnceLock::new();
    let address = std::ptr::from_ref(&HERE).addr();
    let find = || describe(&fs::read_to_string("/proc/self/maps").ok()?, address);
    BUILD.get_or_init(find).as_deref()
}

/// Finds the file mapped at an address in Linux's format: `start-end rights offset device inode path`.
fn describe(maps: &str, address: usize) -> Option<String> {
    let line = maps.lines().find(|line| range(line).is_some_and(|range| range.contains(&address)))?;
    // The path is the rest of the line, and may contain spaces.
    let mut fields = line.splitn(6, ' ');
    let inode: u64 = fields.nth(4)?.parse().ok()?;
    let file = fs::metadata(fields.next()?.trim_start()).ok()?;
    // Another file may have replaced it.
    (file.ino() == inode && inode != 0).then(|| {
        let version = env!("CARGO_PKG_VERSION");
        format!("{version} {} {} {inode} {} {}", file.size(), file.dev(), file.mtime(), file.mtime_nsec())
    })
}

fn range(line: &str) -> Option<std::ops::Range<usize>> {
    let (start, end) = line.split_once(' ')?.0.split_once('-')?;
    let number = |text| usize::from_str_radix(text, 16).ok();
    Some(number(start)?..number(end)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_this_program_is_found() {
        let size = fs::metadata(std::env::current_exe().unwrap()).unwrap().len();
        assert!(build().is_some_and(|build| build.contains(&format!(" {size} "))), "{:?}", build());
    }

    #[test]
    fn a_file_that_was_replaced_is_not_taken_for_the_one_that_runs() {
        let exe = std::env::current_exe().unwrap();
        let inode = fs::metadata(&exe).unwrap().ino();
        let line = |inode| format!("1000-2000 r--p 00000000 fe:00 {inode}    {}", exe.display());
        assert!(describe(&line(inode), 0x1800).is_some());
        assert!(describe(&line(inode + 1), 0x1800).is_none());
        assert!(describe(&line(inode), 0x2000).is_none());
        assert!(describe("1000-2000 rw-p 00000000 00:00 0 ", 0x1800).is_none());
        assert!(describe("1000-2000 r--p 00000000 fe:00 7 /no/such/file (deleted)", 0x1800).is_none());
    }
}
