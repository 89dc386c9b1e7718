//! What the machine this runs on has: instructions by `cpuid`, caches from the kernel's tables.

use crate::level::Level;
use crate::target::Target;
use std::path::Path;

/// Where Linux describes the caches of the first processor.
const CACHES: &str = "/sys/devices/system/cpu/cpu0/cache";

/// Describes this machine. Caches that it does not tell are those of the level it has.
pub(crate) fn describe() -> Target {
    let level = instructions();
    let caches = caches(Path::new(CACHES));
    Target {
        cores: std::thread::available_parallelism().map_or(1, |n| n.get() as u32),
        l1_bytes: caches[0].unwrap_or(level.l1_bytes),
        l2_bytes: caches[1].unwrap_or(level.l2_bytes),
        ..with_dots(level)
    }
}

/// A level with what this machine has beside it for sums of products: in whole registers of 512 bits or none, as the code for other widths asks for
/// AVX-512, too.
#[cfg(target_arch = "x86_64")]
fn with_dots(level: Target) -> Target {
    let wide = level.vector_bits == 512;
    Target {
        dots_i8: wide && is_x86_feature_detected!("avx512vnni"),
        dots_bf16: wide && is_x86_feature_detected!("avx512bf16"),
        ..level
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn with_dots(level: Target) -> Target {
    level
}

/// The registers, masks and estimates of this machine: those of the highest level that it can run.
fn instructions() -> Target {
    let levels = [Level::V4, Level::V3, Level::V2, Level::Aarch64];
    levels.into_iter().find(|level| level.runs_here()).unwrap_or(Level::V1).target()
}

/// Sizes of the first- and second-level data caches, bytes.
fn caches(folder: &Path) -> [Option<u64>; 2] {
    let mut found = [None; 2];
    for index in 0..8 {
        let cache = folder.join(format!("index{index}"));
        let text = |what: &str| std::fs::read_to_string(cache.join(what)).unwrap_or_default();
        let slot = match (text("level").trim(), text("type").trim()) {
            ("1", "Data" | "Unified") => &mut found[0],
            ("2", "Data" | "Unified") => &mut found[1],
            _ => continue,
        };
        *slot = bytes(text("size").trim()).or(*slot);
    }
    found
}

/// `48K`, `2M`: a size as the kernel writes it, in bytes; zero is no size.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_the_kernel_writes_them() {
        let read = ["32K", "2M", "512", "0K", "", "K", "12G", "99999999999999999999K"].map(bytes);
        assert_eq!(read, [Some(32 << 10), Some(2 << 20), Some(512), None, None, None, None, None]);
    }

    #[test]
    fn instruction_caches_are_left_out() {
        let folder = std::env::temp_dir().join(format!("tensorforge-caches-{}", std::process::id()));
        let tables = [("1", "Instruction", "64K"), ("1", "Data", "48K"), ("2", "Unified", "2048K")];
        for (index, (level, kind, size)) in tables.into_iter().enumerate() {
            let cache = folder.join(format!("index{index}"));
            std::fs::create_dir_all(&cache).unwrap();
            for (name, text) in [("level", level), ("type", kind), ("size", size)] {
                std::fs::write(cache.join(name), format!("{text}\n")).unwrap();
            }
        }
        assert_eq!(caches(&folder), [Some(48 << 10), Some(2 << 20)]);
        assert_eq!(caches(&folder.join("none")), [None, None]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
