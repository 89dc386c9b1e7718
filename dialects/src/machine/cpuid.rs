//! The identity, caches and TLBs of x86 processors, by `cpuid`.

use super::report::{Cache, ReportedMemory};
use crate::identity::{Identity, Vendor};

/// The identity of this processor; `None` for other vendors.
#[cfg(target_arch = "x86_64")]
pub(super) fn identity() -> Option<Identity> {
    use std::arch::x86_64::__cpuid;
    let name = __cpuid(0);
    identity_of([name.ebx, name.edx, name.ecx], __cpuid(1).eax)
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn identity() -> Option<Identity> {
    None
}

/// The identity by the vendor's name, four letters in each word, and the signature in `eax`.
#[cfg(any(target_arch = "x86_64", test))]
fn identity_of(name: [u32; 3], signature: u32) -> Option<Identity> {
    /// The family whose extension counts.
    const EXTENDED: u32 = 15;
    let letters: Vec<u8> = name.iter().flat_map(|word| word.to_le_bytes()).collect();
    let vendor = match &letters[..] {
        b"AuthenticAMD" => Vendor::Amd,
        b"GenuineIntel" => Vendor::Intel,
        _ => return None,
    };
    let (base, extension) = (signature >> 8 & 0xf, signature >> 20 & 0xff);
    let family = if base == EXTENDED { base + extension } else { base };
    let high = if base == EXTENDED || base == 6 { signature >> 16 & 0xf } else { 0 };
    Some(Identity { vendor, family, model: high << 4 | signature >> 4 & 0xf })
}

/// The report of this processor.
#[cfg(target_arch = "x86_64")]
pub(super) fn reported() -> ReportedMemory {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    const CACHES: u32 = 4;
    const EXTENDED: u32 = 0x8000_0000;
    const AMD_CACHES: u32 = 0x8000_001D;
    let list = |leaf: u32| {
        move |index: u32| {
            let found = __cpuid_count(leaf, index);
            [found.eax, found.ebx, found.ecx]
        }
    };
    let (most, extended) = (__cpuid(0).eax, __cpuid(EXTENDED).eax);
    let mut reported = ReportedMemory::default();
    // Both leaves have one format: processors of AMD leave the first one empty.
    if most >= CACHES {
        reported = reported.or(ReportedMemory { caches: caches(list(CACHES)), ..ReportedMemory::default() });
    }
    if extended >= AMD_CACHES {
        reported =
            reported.or(ReportedMemory { caches: caches(list(AMD_CACHES)), ..ReportedMemory::default() });
    }
    let known = (most >= PAGES).then(|| {
        let last = __cpuid_count(PAGES, 0).eax;
        known_pages(last, |index| {
            let found = __cpuid_count(PAGES, index);
            [found.ebx, found.ecx, found.edx]
        })
    });
    let amd = (extended >= AMD_PAGES).then(|| amd_known_pages(__cpuid(AMD_PAGES).ebx));
    reported.known_pages = known.flatten().or(amd.flatten());
    reported
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn reported() -> ReportedMemory {
    ReportedMemory::default()
}

/// The leaf that describes TLBs.
#[cfg(target_arch = "x86_64")]
const PAGES: u32 = 0x18;

/// The same on processors of AMD.
#[cfg(target_arch = "x86_64")]
const AMD_PAGES: u32 = 0x8000_0006;

/// The data caches of the first three levels in a list of caches, each given by the registers `eax`, `ebx`
/// and `ecx`.
#[cfg(any(target_arch = "x86_64", test))]
fn caches(list: impl Fn(u32) -> [u32; 3]) -> [Cache; 3] {
    let mut found = [Cache::default(); 3];
    for [eax, ebx, ecx] in (0..8).map(list) {
        let (kind, level) = (eax & 0x1f, (eax >> 5 & 7) as usize);
        // Data, or data and instructions.
        if !matches!(kind, 1 | 3) || !(1..=3).contains(&level) {
            continue;
        }
        let (ways, parts, line) = ((ebx >> 22) + 1, (ebx >> 12 & 0x3ff) + 1, (ebx & 0xfff) + 1);
        let bytes = u64::from(ways) * u64::from(parts) * u64::from(line) * (u64::from(ecx) + 1);
        found[level - 1] = Cache {
            bytes: Some(bytes),
            ways: Some(ways),
            line: Some(line),
            threads: Some((eax >> 14 & 0xfff) + 1),
        };
    }
    found
}

/// The maximum count of entries for the smallest pages in one of these TLBs, each given by the registers
/// `ebx`, `ecx` and `edx`.
#[cfg(any(target_arch = "x86_64", test))]
fn known_pages(last: u32, list: impl Fn(u32) -> [u32; 3]) -> Option<u32> {
    let known = |[ebx, ecx, edx]: [u32; 3]| {
        // Of data, or of data and instructions.
        let is_known = matches!(edx & 0x1f, 1 | 3) && ebx & 1 == 1;
        is_known.then(|| (ebx >> 16).saturating_mul(ecx))
    };
    (0..=last.min(16)).map(list).filter_map(known).max()
}

/// The entries for the smallest pages in the larger data TLB, given by the register `ebx`.
#[cfg(any(target_arch = "x86_64", test))]
fn amd_known_pages(ebx: u32) -> Option<u32> {
    Some(ebx >> 16 & 0xfff).filter(|known| *known > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_caches_are_read() {
        // Those of a server of the Sapphire Rapids family: 48 KiB, instructions, 2 MiB, and 260 MiB for two
        // threads.
        let list = [
            [0x0400_0121, 0x02c0_003f, 0x3f],
            [0x0400_0122, 0x01c0_003f, 0x3f],
            [0x0400_0143, 0x03c0_003f, 0x7ff],
            [0x0400_4163, 0x04c0_003f, 0x3_3fff],
        ];
        let cache = |bytes: u64, ways, threads| Cache {
            bytes: Some(bytes),
            ways: Some(ways),
            line: Some(64),
            threads: Some(threads),
        };
        let own = [cache(48 << 10, 12, 1), cache(2 << 20, 16, 1), cache(260 << 20, 20, 2)];
        assert_eq!(caches(|index| list.get(index as usize).copied().unwrap_or_default()), own);
        assert_eq!(caches(|_| [0; 3]), [Cache::default(); 3]);
        // A nonexistent level, and an unknown type.
        assert_eq!(caches(|_| [u32::MAX; 3]), [Cache::default(); 3]);
    }

    #[test]
    fn signatures_are_read() {
        let name = |text: &[u8; 12]| {
            [0, 4, 8].map(|at| u32::from_le_bytes(text[at..at + 4].try_into().expect("four letters")))
        };
        let of = |vendor, family, model| Some(Identity { vendor, family, model });
        // Emerald Rapids, Zen 4 (Genoa), Zen 5 (Turin).
        assert_eq!(identity_of(name(b"GenuineIntel"), 0x000c_06f2), of(Vendor::Intel, 6, 0xcf));
        assert_eq!(identity_of(name(b"AuthenticAMD"), 0x00a1_0f11), of(Vendor::Amd, 0x19, 0x11));
        assert_eq!(identity_of(name(b"AuthenticAMD"), 0x00b0_0f21), of(Vendor::Amd, 0x1a, 0x02));
        assert_eq!(identity_of(name(b"CentaurHauls"), 0x000c_06f2), None);
    }

    #[test]
    fn tables_of_pages_are_read() {
        // 64 entries with 4-way associativity for small data pages, 2048 with 8-way associativity for all
        // pages, instructions, large pages.
        let list = [
            [0, 0, 0],
            [0x0004_0001, 16, 0x21],
            [0x0008_0003, 256, 0x43],
            [0x0008_0001, 1024, 0x22],
            [0x0010_0002, 1024, 0x41],
        ];
        assert_eq!(known_pages(4, |index| list[index as usize]), Some(2048));
        assert_eq!(known_pages(0, |_| [0; 3]), None);
        assert_eq!(amd_known_pages(0x6c00_6400), Some(0xc00));
        assert_eq!(amd_known_pages(0), None);
    }
}
