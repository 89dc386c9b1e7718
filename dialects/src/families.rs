//! Processor families: a description of a machine for compiling and testing without that machine.
//!
//! Cache and page-table sizes are those in the vendors' optimization guides. If [`Family::measured`] is set,
//! rates were measured by `tfrun --calibrate`; other families have those of the nearest measured one. Model
//! codes are those of LLVM's detection of the host (`TargetParser/Host.cpp`).

use crate::caches::Caches;
use crate::identity::{Identity, Vendor};
use crate::level::Level;
use crate::rates::Rates;
use crate::target::Target;
use std::ops::RangeInclusive;

/// A processor family: server cores of one generation, or the large cores of a client one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Family {
    /// Its name, as LLVM writes it (`-mcpu`).
    pub name: &'static str,
    /// The instruction set that its code is compiled for.
    pub level: Level,
    /// Its vendor.
    pub vendor: Vendor,
    /// The family codes and models of its processors.
    models: &'static [(u32, RangeInclusive<u32>)],
    /// First-level data cache of a core, KiB.
    l1_kib: u64,
    /// Second-level cache of a core, KiB.
    l2_kib: u64,
    /// Associativity of these two.
    ways: [u32; 2],
    /// Third-level cache divided by the cores that share it, KiB.
    l3_kib: u64,
    /// Entries of the second-level data TLB.
    known_pages: u32,
    /// True for an instruction that multiplies four bytes and adds to 32 bits at 512 bits (AVX-512 VNNI).
    dots_i8: bool,
    /// True for one that multiplies pairs of bf16 (AVX-512 BF16).
    dots_bf16: bool,
    /// Memory and synchronization costs, in additions at [`Family::measured_bits`].
    rates: Rates,
    /// The width of the vectors with which the rates were measured.
    measured_bits: u32,
    /// The widest vector that its cores process as a whole; they split wider ones.
    whole_bits: u32,
    /// True if the rates were measured on a processor of the family.
    pub measured: bool,
}

/// Rates of an AVX-512 server of Intel, two cores of a Sapphire Rapids: in units of additions, bytes cost
/// more than on AMD's first processors with AVX-512, which process vectors as two halves.
const SAPPHIRE_RAPIDS: Rates = Rates { l2_byte: 0.13, l3_byte: 0.232, memory_byte: 0.47, ..Rates::USUAL };

const ZEN: Family = Family {
    name: "znver2",
    level: Level::V3,
    vendor: Vendor::Amd,
    models: &[(0x17, 0x30..=0xaf)],
    l1_kib: 32,
    l2_kib: 512,
    ways: [8, 8],
    l3_kib: 4096,
    known_pages: 2048,
    dots_i8: false,
    dots_bf16: false,
    rates: Rates::USUAL,
    measured_bits: 512,
    whole_bits: 256,
    measured: false,
};

const INTEL: Family = Family {
    name: "skylake-avx512",
    level: Level::V4,
    vendor: Vendor::Intel,
    models: &[(6, 0x55..=0x55)],
    l1_kib: 32,
    l2_kib: 1024,
    ways: [8, 16],
    l3_kib: 1408,
    known_pages: 1536,
    dots_i8: false,
    dots_bf16: false,
    rates: SAPPHIRE_RAPIDS,
    measured_bits: 512,
    whole_bits: 512,
    measured: false,
};

/// Every family, AMD's first, by age.
const TABLE: [Family; 12] = [
    Family { name: "znver1", models: &[(0x17, 0x00..=0x2f)], l3_kib: 2048, known_pages: 1536, ..ZEN },
    ZEN,
    Family { name: "znver3", models: &[(0x19, 0x00..=0x0f), (0x19, 0x20..=0x5f)], ..ZEN },
    Family {
        name: "znver4",
        level: Level::V4,
        models: &[(0x19, 0x10..=0x1f), (0x19, 0x60..=0xaf)],
        l2_kib: 1024,
        known_pages: 3072,
        dots_i8: true,
        dots_bf16: true,
        measured: true,
        ..ZEN
    },
    Family {
        name: "znver5",
        level: Level::V4,
        models: &[(0x1a, 0x00..=0xff)],
        l1_kib: 48,
        l2_kib: 1024,
        ways: [12, 16],
        known_pages: 4096,
        dots_i8: true,
        dots_bf16: true,
        ..ZEN
    },
    INTEL,
    Family {
        name: "icelake-server",
        models: &[(6, 0x6a..=0x6a), (6, 0x6c..=0x6c)],
        l1_kib: 48,
        l2_kib: 1280,
        ways: [12, 20],
        l3_kib: 1536,
        known_pages: 2048,
        dots_i8: true,
        ..INTEL
    },
    Family {
        name: "sapphirerapids",
        // Sapphire Rapids, Emerald Rapids and Granite Rapids, whose cores have the same caches.
        models: &[(6, 0x8f..=0x8f), (6, 0xcf..=0xcf), (6, 0xad..=0xae)],
        l1_kib: 48,
        l2_kib: 2048,
        ways: [12, 16],
        l3_kib: 1920,
        known_pages: 2048,
        dots_i8: true,
        dots_bf16: true,
        measured: true,
        ..INTEL
    },
    // Its performance cores; AVX-512 is disabled.
    Family {
        name: "alderlake",
        level: Level::V3,
        // Alder Lake, Raptor Lake, Meteor Lake.
        models: &[(6, 0x97..=0x97), (6, 0x9a..=0x9a), (6, 0xb7..=0xbf), (6, 0xaa..=0xac)],
        l1_kib: 48,
        l2_kib: 1280,
        ways: [12, 10],
        l3_kib: 3072,
        known_pages: 2048,
        ..INTEL
    },
    Family {
        name: "neoverse-n1",
        level: Level::Aarch64,
        vendor: Vendor::Arm,
        models: &[(0, 0xd0c..=0xd0c)],
        l1_kib: 64,
        l2_kib: 1024,
        ways: [4, 8],
        l3_kib: 1024,
        known_pages: 1280,
        ..ZEN
    },
    NEOVERSE_V1,
    Family { name: "neoverse-v2", models: &[(0, 0xd4f..=0xd4f)], l2_kib: 2048, ..NEOVERSE_V1 },
];

const NEOVERSE_V1: Family = Family {
    name: "neoverse-v1",
    level: Level::Aarch64,
    vendor: Vendor::Arm,
    models: &[(0, 0xd40..=0xd40)],
    l1_kib: 64,
    l2_kib: 1024,
    ways: [4, 8],
    l3_kib: 1024,
    known_pages: 2048,
    ..ZEN
};

impl Family {
    /// The family of [`Target::reference`]: its rates are the defaults.
    pub const REFERENCE: Family = TABLE[3];

    /// Every family.
    pub fn all() -> impl Iterator<Item = Family> {
        TABLE.into_iter()
    }

    /// The family of a name.
    ///
    /// # Errors
    /// A message with the valid names.
    pub fn named(name: &str) -> Result<Family, String> {
        Family::all().find(|family| family.name == name).ok_or_else(|| {
            let names: Vec<&str> = TABLE.iter().map(|family| family.name).collect();
            format!("unknown processor family '{name}'; known are: {}", names.join(", "))
        })
    }

    /// The family of a processor; for a model that is not in the table the vendor's newest family whose
    /// instruction set the processor has, which `level` names.
    pub fn of(identity: Identity, level: Level) -> Option<Family> {
        let Identity { vendor, family, model } = identity;
        let of_vendor = || TABLE.iter().filter(|row| row.vendor == vendor);
        let has = |row: &&Family| {
            row.models.iter().any(|(code, models)| *code == family && models.contains(&model))
        };
        let known = of_vendor().find(has);
        known.or_else(|| of_vendor().rfind(|row| row.level == level)).copied()
    }

    /// Memory and synchronization costs of its processors, for code with vectors of this width. A byte takes
    /// the same time in each; an addition of one lane, the unit, takes the more of it the fewer lanes a
    /// core adds at once.
    pub fn rates(&self, vector_bits: u32) -> Rates {
        let whole = |bits: u32| f64::from(bits.min(self.whole_bits));
        self.rates.with_bytes_times(whole(vector_bits) / whole(self.measured_bits))
    }

    /// The instruction set and the machine, with two cores, of a name: a level's ([`Level::named`]) or a
    /// family's.
    ///
    /// # Errors
    /// A message with the valid names.
    pub fn level_and_target(name: &str) -> Result<(Level, Target), String> {
        if let Ok(family) = Family::named(name) {
            return Ok((family.level, family.target(2)));
        }
        let level = Level::named(name).map_err(|levels| {
            let names: Vec<&str> = TABLE.iter().map(|family| family.name).collect();
            format!("{levels}; families: {}", names.join(", "))
        })?;
        Ok((level, level.target()))
    }

    /// A description of a machine of the family with this many cores.
    pub fn target(&self, cores: u32) -> Target {
        let caches = Caches {
            l1_ways: self.ways[0],
            l2_ways: self.ways[1],
            l3_bytes: self.l3_kib << 10,
            known_pages: self.known_pages,
            ..Caches::USUAL
        };
        let level = self.level.target();
        Target {
            cores,
            l1_bytes: self.l1_kib << 10,
            l2_bytes: self.l2_kib << 10,
            caches,
            rates: self.rates(level.vector_bits),
            dots_i8: self.dots_i8,
            dots_bf16: self.dots_bf16,
            ..level
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_distinct() {
        for family in Family::all() {
            assert_eq!(Family::named(family.name).map(|found| found.name), Ok(family.name));
        }
        let error = Family::named("pentium").unwrap_err();
        assert!(error.contains("'pentium'") && error.contains("znver5"), "{error}");
        assert_eq!(Family::REFERENCE.name, "znver4");
        assert_eq!(Family::REFERENCE.target(2).rates, Rates::USUAL);
    }

    #[test]
    fn processors_are_identified_by_their_codes() {
        let of = |vendor, family, model, level| {
            Family::of(Identity { vendor, family, model }, level).map(|found| found.name)
        };
        assert_eq!(of(Vendor::Amd, 0x17, 0x31, Level::V3), Some("znver2"));
        assert_eq!(of(Vendor::Amd, 0x19, 0x01, Level::V3), Some("znver3"));
        assert_eq!(of(Vendor::Amd, 0x19, 0x11, Level::V4), Some("znver4"));
        assert_eq!(of(Vendor::Amd, 0x1a, 0x02, Level::V4), Some("znver5"));
        assert_eq!(of(Vendor::Intel, 6, 0x55, Level::V4), Some("skylake-avx512"));
        assert_eq!(of(Vendor::Intel, 6, 0x6a, Level::V4), Some("icelake-server"));
        assert_eq!(of(Vendor::Intel, 6, 0xcf, Level::V4), Some("sapphirerapids"));
        assert_eq!(of(Vendor::Intel, 6, 0xb7, Level::V3), Some("alderlake"));
        assert_eq!(of(Vendor::Arm, 0, 0xd4f, Level::Aarch64), Some("neoverse-v2"));
        // Unknown models: the vendor's newest family with these instructions, or none.
        assert_eq!(of(Vendor::Amd, 0x1b, 0, Level::V4), Some("znver5"));
        assert_eq!(of(Vendor::Amd, 0x15, 2, Level::V3), Some("znver3"));
        assert_eq!(of(Vendor::Intel, 19, 1, Level::V4), Some("sapphirerapids"));
        assert_eq!(of(Vendor::Intel, 6, 0x3c, Level::V3), Some("alderlake"));
        assert_eq!(of(Vendor::Intel, 6, 0x1a, Level::V2), None);
    }

    #[test]
    fn bytes_cost_fewer_additions_of_narrower_vectors() {
        let intel = Family::named("sapphirerapids").expect("the table has it");
        let (wide, narrow) = (intel.rates(512), intel.rates(256));
        assert_eq!((wide.l2_byte, narrow.l2_byte), (0.13, 0.065));
        assert_eq!((wide.far, wide.fork_join), (narrow.far, narrow.fork_join));
        // These cores process 512 bits as two halves.
        assert_eq!(Family::REFERENCE.rates(512), Family::REFERENCE.rates(256));
    }

    #[test]
    fn no_code_is_that_of_two_families() {
        let codes = |row: &Family| row.models.iter().map(move |(code, models)| (*code, models.clone()));
        for (at, row) in TABLE.iter().enumerate() {
            for other in TABLE[at + 1..].iter().filter(|other| other.vendor == row.vendor) {
                for (code, models) in codes(row).collect::<Vec<_>>() {
                    let shared = codes(other).any(|(of, others)| {
                        of == code && models.clone().any(|model| others.contains(&model))
                    });
                    assert!(!shared, "{} and {} share {code:#x}", row.name, other.name);
                }
            }
        }
    }

    #[test]
    fn caches_grow_from_level_to_level() {
        for target in Family::all().map(|family| family.target(2)) {
            assert!(
                target.l1_bytes < target.l2_bytes && target.l1_bytes < target.caches.l3_bytes,
                "{target:?}"
            );
            assert_eq!(target.l1_bytes % u64::from(target.caches.l1_ways * target.caches.line_bytes), 0);
            assert_eq!(target.l2_bytes % u64::from(target.caches.l2_ways * target.caches.line_bytes), 0);
        }
    }

    #[test]
    fn vendors_and_instruction_sets_are_mixed() {
        let levels: Vec<Level> = Family::all().map(|family| family.level).collect();
        for level in [Level::V3, Level::V4, Level::Aarch64] {
            assert!(levels.contains(&level), "{level}");
        }
        assert!(Family::all().any(|family| family.rates != Rates::USUAL));
    }
}
