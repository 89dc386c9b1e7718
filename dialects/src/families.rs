//! Processor families: a description of a machine for compiling and testing without that machine.
//!
//! Cache and page-table sizes are those in the vendors' optimization guides. If [`Family::measured`] is set,
//! rates were measured by `tfrun --calibrate`; other families have those of the nearest measured one.

use crate::caches::Caches;
use crate::level::Level;
use crate::rates::Rates;
use crate::target::Target;

/// A processor family: server cores of one generation, or the large cores of a client one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Family {
    /// Its name, as LLVM writes it (`-mcpu`).
    pub name: &'static str,
    /// The instruction set that its code is compiled for.
    pub level: Level,
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
    /// Memory and synchronization costs.
    rates: Rates,
    /// True if the rates were measured on a processor of the family.
    pub measured: bool,
}

/// Rates of an AVX-512 server of Intel, two cores of a Sapphire Rapids: in units of additions, bytes cost
/// more than on AMD, whose vectors are processed as two halves.
const SAPPHIRE_RAPIDS: Rates = Rates { l2_byte: 0.13, l3_byte: 0.232, memory_byte: 0.47, ..Rates::USUAL };

const ZEN: Family = Family {
    name: "znver2",
    level: Level::V3,
    l1_kib: 32,
    l2_kib: 512,
    ways: [8, 8],
    l3_kib: 4096,
    known_pages: 2048,
    dots_i8: false,
    dots_bf16: false,
    rates: Rates::USUAL,
    measured: false,
};

const INTEL: Family = Family {
    name: "skylake-avx512",
    level: Level::V4,
    l1_kib: 32,
    l2_kib: 1024,
    ways: [8, 16],
    l3_kib: 1408,
    known_pages: 1536,
    dots_i8: false,
    dots_bf16: false,
    rates: SAPPHIRE_RAPIDS,
    measured: false,
};

/// Every family, AMD's first, by age.
const TABLE: [Family; 9] = [
    ZEN,
    Family { name: "znver3", ..ZEN },
    Family {
        name: "znver4",
        level: Level::V4,
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
        l1_kib: 64,
        l2_kib: 1024,
        ways: [4, 8],
        l3_kib: 1024,
        known_pages: 1280,
        ..ZEN
    },
];

impl Family {
    /// The family of [`Target::reference`]: its rates are the defaults.
    pub const REFERENCE: Family = TABLE[2];

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
        Target {
            cores,
            l1_bytes: self.l1_kib << 10,
            l2_bytes: self.l2_kib << 10,
            caches,
            rates: self.rates,
            dots_i8: self.dots_i8,
            dots_bf16: self.dots_bf16,
            ..self.level.target()
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
