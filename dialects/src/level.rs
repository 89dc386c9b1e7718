//! Levels of generated code: the instructions that it may use.

use crate::caches::Caches;
use crate::machine;
use crate::rates::Rates;
use crate::target::Target;
use std::fmt;

/// The instructions that generated code may use. It determines all other properties of a target: the vector
/// widths of schedules ([`Level::target`]) and the options of the code generator ([`Level::triple`],
/// [`Level::cpu`], [`Level::features`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Level {
    /// All instructions of the host machine.
    #[default]
    Host,
    /// The x86-64 baseline: SSE2.
    V1,
    /// x86-64-v2: SSE4.2.
    V2,
    /// x86-64-v3: AVX2 and FMA.
    V3,
    /// x86-64-v4: AVX-512.
    V4,
    /// 64-bit Arm with NEON.
    Aarch64,
}

/// LLVM's options for a level: the features beyond the previous level in its family.
struct Row {
    level: Level,
    name: &'static str,
    features: &'static str,
}

const fn row(level: Level, name: &'static str, features: &'static str) -> Row {
    Row { level, name, features }
}

const TABLE: [Row; 6] = [
    row(Level::Host, "host", ""),
    row(Level::V1, "x86-64", ""),
    row(Level::V2, "x86-64-v2", "+cx16,+popcnt,+sahf,+sse3,+ssse3,+sse4.1,+sse4.2"),
    row(Level::V3, "x86-64-v3", "+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+xsave"),
    row(Level::V4, "x86-64-v4", "+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"),
    row(Level::Aarch64, "aarch64", "+neon"),
];

impl Level {
    /// All levels, in ascending order.
    pub fn all() -> impl Iterator<Item = Level> {
        TABLE.iter().map(|row| row.level)
    }

    /// The levels that tests run at on this machine: the instruction sets that it supports, and the host.
    pub fn tested() -> Vec<Level> {
        let levels = [Level::V2, Level::V3, Level::V4, Level::Host];
        levels.into_iter().filter(|level| level.runs_here()).collect()
    }

    /// The default level of compiled objects, which processors of the last ten years support.
    pub const fn baseline() -> Level {
        if cfg!(target_arch = "aarch64") { Level::Aarch64 } else { Level::V3 }
    }

    /// `host`, `x86-64`, `x86-64-v2`, `x86-64-v3`, `x86-64-v4` or `aarch64`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The level of a name.
    ///
    /// # Errors
    /// A message with the valid names.
    pub fn named(name: &str) -> Result<Level, String> {
        let found = TABLE.iter().find(|row| row.name == name).map(|row| row.level);
        found.ok_or_else(|| {
            let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
            format!("unknown processor '{name}'; known are: {}", names.join(", "))
        })
    }

    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.level == self).expect("the table has every level")
    }

    /// True for code of 64-bit x86.
    pub fn is_x86(self) -> bool {
        match self {
            Level::Host => cfg!(target_arch = "x86_64"),
            Level::V1 | Level::V2 | Level::V3 | Level::V4 => true,
            Level::Aarch64 => false,
        }
    }

    /// True if the host machine can run the level's code.
    pub fn runs_here(self) -> bool {
        match self {
            Level::Host => true,
            Level::Aarch64 => cfg!(target_arch = "aarch64"),
            Level::V1 => cfg!(target_arch = "x86_64"),
            Level::V2 | Level::V3 | Level::V4 => detected(self),
        }
    }

    /// True for x86 with AVX but without AVX-512: it has masked moves of full registers, of elements of 32
    /// and 64 bits.
    pub fn moves_masked(self) -> bool {
        let has_avx = match self {
            Level::V3 => true,
            Level::Host => host_has_avx(),
            Level::V1 | Level::V2 | Level::V4 | Level::Aarch64 => false,
        };
        has_avx && !self.target().masks
    }

    /// The target triple for LLVM; empty for that of the host.
    pub fn triple(self) -> &'static str {
        match self {
            Level::Host => "",
            Level::Aarch64 => "aarch64-unknown-linux-gnu",
            // For the host's own family, the host's operating system, too.
            _ if cfg!(target_arch = "x86_64") => "",
            _ => "x86_64-unknown-linux-gnu",
        }
    }

    /// The processor for LLVM; empty for the host's.
    pub fn cpu(self) -> &'static str {
        match self {
            Level::Host => "",
            Level::Aarch64 => "generic",
            _ => self.name(),
        }
    }

    /// The processor whose timing model LLVM schedules instructions by, if it is not that of [`Level::cpu`].
    /// For an instruction set with AVX-512, LLVM's default is the model of the first such servers, which
    /// moves loads before sums and spills sums to the stack: a product takes 18 % longer (bench/log/0054).
    pub fn tuned_for(self) -> Option<&'static str> {
        (self == Level::V4).then_some("znver4")
    }

    /// The processor's features in LLVM's syntax; empty for the host's.
    pub fn features(self) -> String {
        let family = |row: &&Row| row.level.is_x86() == self.is_x86() && row.level != Level::Host;
        let below = TABLE.iter().filter(family).take_while(|row| self != Level::Host && row.level != self);
        let all = below.chain([self.row()]).map(|row| row.features).filter(|features| !features.is_empty());
        all.collect::<Vec<_>>().join(",")
    }

    /// The target for schedules. Only [`Level::Host`] depends on the machine: objects for the other levels
    /// are the same on all machines.
    pub fn target(self) -> Target {
        let (vector_bits, vector_registers) = match self {
            Level::Host => return Target::host(),
            Level::V1 | Level::V2 => (128, 16),
            Level::V3 => (256, 16),
            Level::V4 => (512, 32),
            Level::Aarch64 => (128, 32),
        };
        let is_v4 = self == Level::V4;
        Target {
            vector_bits,
            vector_registers,
            cores: 2,
            l1_bytes: 32 << 10,
            l2_bytes: if is_v4 { 1 << 20 } else { 256 << 10 },
            caches: Caches::USUAL,
            rates: Rates::USUAL,
            masks: is_v4,
            estimates: is_v4,
            dots_i16: self.is_x86(),
            // No level of the x86-64 family requires these instructions; a machine may have them.
            dots_i8: false,
            dots_bf16: false,
        }
    }

    /// The target for schedules of code of the level that runs on the host: its cores, caches and rates.
    pub fn target_here(self) -> Target {
        let Target { cores, l1_bytes, l2_bytes, caches, .. } = Target::host();
        let level = self.target();
        let rates = machine::rates(level.vector_bits);
        Target { cores, l1_bytes, l2_bytes, caches, rates, ..level }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(target_arch = "x86_64")]
fn detected(level: Level) -> bool {
    let v2 = is_x86_feature_detected!("sse3")
        && is_x86_feature_detected!("ssse3")
        && is_x86_feature_detected!("sse4.1")
        && is_x86_feature_detected!("sse4.2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("cmpxchg16b");
    let v3 = || {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
    };
    let v4 = || {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
    };
    match level {
        Level::V2 => v2,
        Level::V3 => v2 && v3(),
        Level::V4 => v2 && v3() && v4(),
        _ => false,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detected(_: Level) -> bool {
    false
}

#[cfg(target_arch = "x86_64")]
fn host_has_avx() -> bool {
    is_x86_feature_detected!("avx")
}

#[cfg(not(target_arch = "x86_64"))]
fn host_has_avx() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for level in Level::all() {
            assert_eq!(Level::named(level.name()), Ok(level));
        }
        let error = Level::named("z80").unwrap_err();
        assert_eq!(
            error,
            "unknown processor 'z80'; known are: host, x86-64, x86-64-v2, x86-64-v3, x86-64-v4, aarch64"
        );
    }

    #[test]
    fn levels_have_the_features_below_them() {
        assert_eq!(Level::Host.features(), "");
        assert_eq!(Level::V1.features(), "");
        assert!(Level::V2.features().starts_with("+cx16") && Level::V2.features().ends_with("+sse4.2"));
        let v4 = Level::V4.features();
        assert!(["+sse4.2,", "+avx2,", "+fma,", "+avx512f,"].iter().all(|f| v4.contains(f)), "{v4}");
        assert!(!Level::V3.features().contains("avx512"));
        assert_eq!(Level::Aarch64.features(), "+neon");
    }

    #[test]
    fn registers_follow_from_the_level() {
        let bits =
            [Level::V1, Level::V2, Level::V3, Level::V4, Level::Aarch64].map(|l| l.target().vector_bits);
        assert_eq!(bits, [128, 128, 256, 512, 128]);
        assert!(Level::V4.target().estimates && !Level::V3.target().estimates);
        assert!(Level::V1.target().dots_i16 && !Level::Aarch64.target().dots_i16);
        assert!(!Level::V4.target().dots_i8 && !Level::V4.target().dots_bf16);
        assert!(Level::V3.moves_masked() && !Level::V4.moves_masked() && !Level::V2.moves_masked());
        assert_eq!(Level::Host.target(), Target::host());
        assert_eq!(Level::V3.target_here().cores, Target::host().cores);
    }

    #[test]
    fn supported_levels_include_the_host() {
        assert!(Level::tested().contains(&Level::Host));
        assert!(Level::baseline().name() != "host");
        assert!(!(Level::V2.runs_here() && Level::Aarch64.runs_here()));
    }
}
