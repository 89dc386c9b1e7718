//! Detects the host machine: its instructions and its family by `cpuid`, its caches from the kernel's tables
//! or else from `cpuid`.
//!
//! Machines may report wrong values: a virtual machine reports the whole of a cache that it shares with
//! others, or a cache that does not exist. Only plausible values are used ([`plausible`]).

mod cpuid;
mod report;
mod system;

use self::report::{Cache, ReportedMemory};
use crate::caches::Caches;
use crate::families::Family;
use crate::level::Level;
use crate::rates::Rates;
use crate::target::Target;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::OnceLock;

/// The folder in which Linux describes the caches of the first processor.
const CACHES: &str = "/sys/devices/system/cpu/cpu0/cache";

/// The file with the identity of the first processor, on Arm.
const IDENTITY: &str = "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1";

/// The file in which Linux reports the page size to a process.
const AUXILIARY: &str = "/proc/self/auxv";

/// Plausible sizes of first- and second-level caches, bytes.
const SIZES: [RangeInclusive<u64>; 2] = [4 << 10..=1 << 20, 32 << 10..=64 << 20];

/// Plausible associativity of a cache.
const WAYS: RangeInclusive<u32> = 1..=64;

/// Plausible line sizes, bytes.
const LINES: RangeInclusive<u32> = 16..=512;

/// Plausible page sizes, bytes.
const PAGES: RangeInclusive<u32> = 4 << 10..=2 << 20;

/// Plausible TLB entry counts.
const KNOWN_PAGES: RangeInclusive<u32> = 64..=1 << 16;

/// Describes this machine. Caches that it does not report are those of its level; its rates are those of its
/// family, so that a fresh installation needs no calibration.
pub(crate) fn describe() -> Target {
    let level = highest().target();
    let level = Target {
        cores: std::thread::available_parallelism().map_or(1, |n| n.get() as u32),
        rates: rates(level.vector_bits),
        ..with_dots(level)
    };
    let system = ReportedMemory {
        caches: system::caches(Path::new(CACHES)),
        page_bytes: system::page_bytes(Path::new(AUXILIARY)),
        known_pages: None,
    };
    plausible(system.or(cpuid::reported()), level)
}

/// The rates of this machine for code with vectors of this width: those of its family.
pub(crate) fn rates(vector_bits: u32) -> Rates {
    static FAMILY: OnceLock<Option<Family>> = OnceLock::new();
    let family = FAMILY.get_or_init(|| {
        let identity = cpuid::identity().or_else(|| system::identity(Path::new(IDENTITY)));
        identity.and_then(|identity| Family::of(identity, highest()))
    });
    family.map_or(Rates::USUAL, |family| family.rates(vector_bits))
}

/// A level's target with the reported caches, as far as they are plausible.
///
/// The third-level cache per core is at most the usual size: threads of a virtual machine see all of a cache
/// that they share with others, and neighbours use any excess when they are active. It is at least the size
/// of the second-level cache: a table of a nonexistent cache, shared by all threads, would leave almost
/// nothing.
fn plausible(reported: ReportedMemory, level: Target) -> Target {
    let usual = Caches::USUAL;
    let [first, second, third] = reported.caches;
    let line_bytes = first.line.filter(|line| line.is_power_of_two()).and_then(|line| within(line, &LINES));
    let line_bytes = line_bytes.unwrap_or(usual.line_bytes);
    // Threads of one core share its first cache.
    let of_core = first.threads.unwrap_or(1).max(1);
    let own = |cache: Cache| {
        let cores = (cache.threads.unwrap_or(1) / of_core).max(1);
        cache.bytes.map(|bytes| bytes / u64::from(cores))
    };
    let size = |cache: Cache, number: usize| own(cache).and_then(|bytes| within(bytes, &SIZES[number]));
    let l1_bytes = size(first, 0).unwrap_or(level.l1_bytes);
    let l2_bytes = size(second, 1).filter(|bytes| *bytes >= l1_bytes).unwrap_or(level.l2_bytes);
    let ways = |cache: Cache, number: usize, usual: u32| {
        // A set has whole lines, and a cache whole sets.
        let fit = |ways: &u32| {
            cache.bytes.is_some_and(|bytes| bytes % (u64::from(*ways) * u64::from(line_bytes)) == 0)
        };
        let is_known = size(cache, number).is_some();
        let ways = cache.ways.and_then(|ways| within(ways, &WAYS)).filter(fit);
        ways.filter(|_| is_known).unwrap_or(usual)
    };
    let l3_bytes = own(third).map_or(usual.l3_bytes, |bytes| bytes.max(l2_bytes).min(usual.l3_bytes));
    let page =
        reported.page_bytes.filter(|page| page.is_power_of_two()).and_then(|page| within(page, &PAGES));
    let known = reported.known_pages.and_then(|known| within(known, &KNOWN_PAGES));
    let caches = Caches {
        l1_ways: ways(first, 0, usual.l1_ways),
        l2_ways: ways(second, 1, usual.l2_ways),
        l3_bytes,
        line_bytes,
        page_bytes: page.unwrap_or(usual.page_bytes),
        known_pages: known.unwrap_or(usual.known_pages),
    };
    Target { l1_bytes, l2_bytes, caches, ..level }
}

/// A value, if it is in a range.
fn within<T: PartialOrd>(number: T, range: &RangeInclusive<T>) -> Option<T> {
    range.contains(&number).then_some(number)
}

/// A level with this machine's instructions for sums of products: in full 512-bit registers or not at all,
/// because the code for other widths requires AVX-512, too.
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

/// The highest level that this machine can run, which determines its registers, masks and estimates.
fn highest() -> Level {
    let levels = [Level::V4, Level::V3, Level::V2, Level::Aarch64];
    levels.into_iter().find(|level| level.runs_here()).unwrap_or(Level::V1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(bytes: u64, ways: u32, threads: u32) -> Cache {
        Cache { bytes: Some(bytes), ways: Some(ways), line: Some(64), threads: Some(threads) }
    }

    fn reported(caches: [Cache; 3]) -> Target {
        plausible(ReportedMemory { caches, ..ReportedMemory::default() }, Level::V4.target())
    }

    #[test]
    fn reported_caches_are_used() {
        let target = reported([cache(48 << 10, 12, 2), cache(2 << 20, 16, 2), cache(30 << 20, 20, 48)]);
        assert_eq!((target.l1_bytes, target.l2_bytes), (48 << 10, 2 << 20));
        let caches = Caches { l1_ways: 12, l2_ways: 16, ..Caches::USUAL };
        assert_eq!(target.caches, caches);
        // Each of 8 cores has an eighth of a small third cache, and each of 4 a quarter of the second.
        let target = reported([cache(32 << 10, 8, 1), cache(4 << 20, 16, 4), cache(12 << 20, 16, 8)]);
        assert_eq!((target.l2_bytes, target.caches.l3_bytes), (1 << 20, 3 << 19));
        let pages = ReportedMemory {
            page_bytes: Some(16 << 10),
            known_pages: Some(2048),
            ..ReportedMemory::default()
        };
        let Caches { page_bytes, known_pages, .. } = plausible(pages, Level::Aarch64.target()).caches;
        assert_eq!((page_bytes, known_pages), (16 << 10, 2048));
    }

    #[test]
    fn unreported_caches_are_those_of_the_level() {
        assert_eq!(reported([Cache::default(); 3]), Level::V4.target());
    }

    #[test]
    fn implausible_caches_are_ignored() {
        // The whole third-level cache of a machine with two threads, and a 16 MiB cache that 64 threads are
        // reported to share.
        let sizes = [cache(32 << 10, 8, 1), cache(1 << 20, 8, 1)];
        assert_eq!(reported([sizes[0], sizes[1], cache(260 << 20, 20, 2)]).caches.l3_bytes, 2 << 20);
        assert_eq!(reported([sizes[0], sizes[1], cache(16 << 20, 16, 64)]).caches.l3_bytes, 1 << 20);
        assert_eq!(reported([sizes[0], sizes[1], cache(0, 0, 0)]).caches.l3_bytes, 1 << 20);
        // An associativity that does not divide the cache, zero, one equal to the count of lines, line and
        // page sizes that are not powers of two, a second-level cache smaller than the first.
        let odd = reported([cache(32 << 10, 7, 1), cache(1 << 20, 0, 1), Cache::default()]);
        assert_eq!(odd.caches, Caches::USUAL);
        let lines = Cache { line: Some(48), ..cache(32 << 10, 512, 1) };
        assert_eq!(reported([lines, cache(16 << 10, 8, 1), Cache::default()]), Level::V4.target());
        let pages =
            ReportedMemory { page_bytes: Some(5000), known_pages: Some(0), ..ReportedMemory::default() };
        assert_eq!(plausible(pages, Level::V4.target()), Level::V4.target());
    }

    #[test]
    fn this_machine_has_lines_and_pages() {
        let Target { l1_bytes, l2_bytes, caches, .. } = describe();
        assert!(SIZES[0].contains(&l1_bytes) && SIZES[1].contains(&l2_bytes), "{l1_bytes} {l2_bytes}");
        assert!(caches.line_bytes.is_power_of_two() && caches.page_bytes.is_power_of_two(), "{caches:?}");
        assert!(caches.l3_bytes <= Caches::USUAL.l3_bytes && WAYS.contains(&caches.l1_ways), "{caches:?}");
    }
}
