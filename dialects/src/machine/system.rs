//! Caches and page sizes, as reported by Linux.

use super::report::Cache;
use crate::identity::{Identity, Vendor};
use std::path::Path;

/// The data caches of the first three levels, from a folder that describes them.
pub(super) fn caches(folder: &Path) -> [Cache; 3] {
    let mut found = [Cache::default(); 3];
    // Instruction caches are among them.
    for index in 0..8 {
        let cache = folder.join(format!("index{index}"));
        let text = |what: &str| std::fs::read_to_string(cache.join(what)).unwrap_or_default();
        if !matches!(text("type").trim(), "Data" | "Unified") {
            continue;
        }
        let level = text("level").trim().parse::<usize>().ok().and_then(|level| level.checked_sub(1));
        let Some(slot) = level.and_then(|level| found.get_mut(level)) else { continue };
        let number = |what: &str| text(what).trim().parse::<u32>().ok().filter(|number| *number > 0);
        *slot = Cache {
            bytes: bytes(text("size").trim()).or(slot.bytes),
            ways: number("ways_of_associativity"),
            line: number("coherency_line_size"),
            threads: count(text("shared_cpu_list").trim()),
        };
    }
    found
}

/// The identity of a core by Arm, from the file with its register `MIDR_EL1`; `None` for other vendors.
pub(super) fn identity(file: &Path) -> Option<Identity> {
    /// The implementer's code in the upper byte.
    const ARM: u64 = 0x41;
    let text = std::fs::read_to_string(file).ok()?;
    let register = u64::from_str_radix(text.trim().strip_prefix("0x")?, 16).ok()?;
    let model = (register >> 4 & 0xfff) as u32;
    (register >> 24 & 0xff == ARM).then_some(Identity { vendor: Vendor::Arm, family: 0, model })
}

/// `48K`, `2M`: a size in the kernel's format, in bytes; zero is invalid.
fn bytes(text: &str) -> Option<u64> {
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let unit = match &text[split..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        _ => return None,
    };
    text[..split].parse::<u64>().ok()?.checked_mul(unit).filter(|size| *size > 0)
}

/// `0-3,8`: the count of processors in a list.
fn count(text: &str) -> Option<u32> {
    let one = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse::<u32>().ok()?, last.parse::<u32>().ok()?);
        last.checked_sub(first)?.checked_add(1)
    };
    text.split(',').try_fold(0u32, |all, part| all.checked_add(one(part)?))
}

/// The page size in bytes from the auxiliary vector, which the kernel passes to a new process: pairs of a key
/// and a value, each a word.
pub(super) fn page_bytes(file: &Path) -> Option<u32> {
    const KEY: usize = 6;
    const WORD: usize = size_of::<usize>();
    let words = std::fs::read(file).ok()?;
    let words: Vec<usize> =
        words.chunks_exact(WORD).map(|word| usize::from_ne_bytes(word.try_into().expect("a word"))).collect();
    let pair = words.chunks_exact(2).find(|pair| pair[0] == KEY)?;
    u32::try_from(pair[1]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_the_kernel_writes_them() {
        let read = ["32K", "2M", "512", "0K", "", "K", "12G", "99999999999999999999K"].map(bytes);
        assert_eq!(read, [Some(32 << 10), Some(2 << 20), Some(512), None, None, None, None, None]);
    }

    #[test]
    fn lists_of_processors_are_counted() {
        let read = ["0", "0-3,8", "2-2", "", "3-1", "a", "0-4294967295", "0,0-4294967294"].map(count);
        assert_eq!(read, [Some(1), Some(5), Some(1), None, None, None, None, None]);
    }

    #[test]
    fn arm_cores_are_identified_by_their_register() {
        let file = std::env::temp_dir().join(format!("tensorforge-midr-{}", std::process::id()));
        let read = |text: &str| {
            std::fs::write(&file, text).expect("the folder is writable");
            identity(&file)
        };
        let n1 = Identity { vendor: Vendor::Arm, family: 0, model: 0xd0c };
        assert_eq!(read("0x00000000413fd0c1\n"), Some(n1));
        // Another implementer, and no register at all.
        assert_eq!(read("0x00000000610f0220\n"), None);
        assert_eq!(read("zero"), None);
        std::fs::remove_file(&file).expect("it was written");
        assert_eq!(identity(&file), None);
    }

    #[test]
    fn instruction_caches_are_left_out() {
        let folder = std::env::temp_dir().join(format!("tensorforge-caches-{}", std::process::id()));
        let tables = [
            ("1", "Instruction", "64K", "4", "0"),
            ("1", "Data", "48K", "12", "0,4"),
            ("2", "Unified", "2048K", "16", "0,4"),
            ("3", "Unified", "30M", "x", "0-7"),
            ("4", "Unified", "64M", "16", "0-7"),
        ];
        for (index, (level, kind, size, ways, threads)) in tables.into_iter().enumerate() {
            let cache = folder.join(format!("index{index}"));
            std::fs::create_dir_all(&cache).unwrap();
            let texts = [
                ("level", level),
                ("type", kind),
                ("size", size),
                ("ways_of_associativity", ways),
                ("coherency_line_size", "64"),
                ("shared_cpu_list", threads),
            ];
            for (name, text) in texts {
                std::fs::write(cache.join(name), format!("{text}\n")).unwrap();
            }
        }
        let cache = |bytes: u64, ways, threads| Cache {
            bytes: Some(bytes),
            ways,
            line: Some(64),
            threads: Some(threads),
        };
        let own = [cache(48 << 10, Some(12), 2), cache(2 << 20, Some(16), 2), cache(30 << 20, None, 8)];
        assert_eq!(caches(&folder), own);
        assert_eq!(caches(&folder.join("none")), [Cache::default(); 3]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn page_sizes_are_parsed_from_the_kernel() {
        let file = std::env::temp_dir().join(format!("tensorforge-auxv-{}", std::process::id()));
        let words: Vec<u8> = [16usize, 6, 6, 16_384, 0, 0].into_iter().flat_map(usize::to_ne_bytes).collect();
        std::fs::write(&file, &words).unwrap();
        assert_eq!(page_bytes(&file), Some(16_384));
        std::fs::write(&file, &words[..20]).unwrap();
        assert_eq!(page_bytes(&file), None);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(page_bytes(&file), None);
    }
}
