//! The properties of a GPU that the mapping of loops to threads depends on: an attribute of functions.

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Body;
use tf_ir::context::Context;

/// The attribute of a function that is to become kernels: a dictionary with the fields of [`Gpu`] as `i64`. A
/// missing field has its value in [`Gpu::default`].
pub const ATTR: &str = "tf.gpu";

/// A description of a GPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gpu {
    /// Multiprocessors.
    pub multiprocessors: u32,
    /// Threads that one of them runs at a time.
    pub threads: u32,
    /// 32-bit registers of one of them.
    pub registers: u32,
    /// Shared memory of one of them, bytes.
    pub shared_bytes: u64,
    /// Shared memory that a block can have, bytes.
    pub block_shared_bytes: u64,
    /// The L2 cache, bytes.
    pub cache_bytes: u64,
    /// Memory bandwidth in bytes per second.
    pub bandwidth: u64,
}

/// The GPU that describes an architecture: the largest server GPU of the architecture, or the largest GPU if
/// there is none.
struct Known {
    arch: &'static str,
    gpu: Gpu,
}

const KB: u64 = 1 << 10;
const MB: u64 = 1 << 20;

/// A description. `sizes` are the shared memory of a multiprocessor in KB, the L2 cache in MB, and the
/// bandwidth in GB per second; a block can have all shared memory but `reserved` KB.
const fn known(
    arch: &'static str,
    multiprocessors: u32,
    threads: u32,
    [shared, cache, bandwidth]: [u64; 3],
    reserved: u64,
) -> Known {
    let gpu = Gpu {
        multiprocessors,
        threads,
        registers: 65_536,
        shared_bytes: shared * KB,
        block_shared_bytes: (shared - reserved) * KB,
        cache_bytes: cache * MB,
        bandwidth: bandwidth * 1_000_000_000,
    };
    Known { arch, gpu }
}

/// Threads, registers and shared memory are those of NVIDIA's CUDA C++ Programming Guide ("Compute
/// Capabilities", technical specifications). Multiprocessors, caches and bandwidths are those of NVIDIA's
/// documents on the GPU named in each row.
const KNOWN: [Known; 10] = [
    // T4: data sheet; Turing whitepaper (TU104).
    known("sm_75", 40, 1024, [64, 4, 300], 0),
    // A100 with 40 GB: Ampere whitepaper.
    known("sm_80", 108, 2048, [164, 40, 1555], 1),
    // A40: data sheet; GA102 whitepaper.
    known("sm_86", 84, 1536, [100, 6, 696], 1),
    // L40S: data sheet; Ada whitepaper (AD102).
    known("sm_89", 142, 1536, [100, 96, 864], 1),
    // H100 SXM: Hopper whitepaper.
    known("sm_90", 132, 2048, [228, 50, 3350], 1),
    known("sm_90a", 132, 2048, [228, 50, 3350], 1),
    // B200: HGX data sheet; Blackwell tuning guide.
    known("sm_100", 148, 2048, [228, 126, 8000], 1),
    // B300: HGX data sheet.
    known("sm_103", 148, 2048, [228, 126, 8000], 1),
    // RTX PRO 6000 Blackwell Server Edition: data sheet; RTX Blackwell whitepaper (GB202).
    known("sm_120", 188, 1536, [100, 128, 1597], 1),
    // GB10 of the DGX Spark: user guide.
    known("sm_121", 48, 1536, [100, 24, 273], 1),
];

impl Gpu {
    /// The names of [`Gpu::named`].
    pub const NAMES: [&str; KNOWN.len()] = {
        let mut names = [""; KNOWN.len()];
        let mut i = 0;
        while i < KNOWN.len() {
            names[i] = KNOWN[i].arch;
            i += 1;
        }
        names
    };

    /// The description of an architecture, by its largest server GPU.
    ///
    /// # Errors
    /// A message with the valid names.
    pub fn named(name: &str) -> Result<Gpu, String> {
        let found = KNOWN.iter().find(|known| known.arch == name);
        found
            .map(|known| known.gpu)
            .ok_or_else(|| format!("unknown GPU '{name}'; known are: {}", Gpu::NAMES.join(", ")))
    }

    /// Threads that the whole GPU runs at a time.
    pub fn resident(&self) -> u64 {
        u64::from(self.multiprocessors) * u64::from(self.threads)
    }

    /// The GPU that a function is compiled for; `None` for functions on processors.
    pub fn of(function: &Body) -> Option<Gpu> {
        let attr = function.attr(function.root(), ATTR)?;
        Gpu::from_attr(function.ctx(), attr)
    }

    /// Writes the description on a function that has none; true if it had none.
    pub fn describe(&self, function: &mut Body) -> bool {
        let root = function.root();
        if function.attr(root, ATTR).is_some() {
            return false;
        }
        let attr = self.to_attr(function.ctx());
        function.set_attr(root, ATTR, attr);
        true
    }

    /// The description as an attribute. Sizes of blocks' shared memory and of the cache are left out if they
    /// are those of [`Gpu::default`].
    pub fn to_attr(&self, ctx: &Context) -> Attribute {
        let usual = Gpu::default();
        let unusual = |value: u64, usual: u64| (value != usual).then_some(value as i64);
        let fields = [
            ("bandwidth", Some(self.bandwidth as i64)),
            ("block_shared_bytes", unusual(self.block_shared_bytes, usual.block_shared_bytes)),
            ("cache_bytes", unusual(self.cache_bytes, usual.cache_bytes)),
            ("multiprocessors", Some(i64::from(self.multiprocessors))),
            ("registers", Some(i64::from(self.registers))),
            ("shared_bytes", Some(self.shared_bytes as i64)),
            ("threads", Some(i64::from(self.threads))),
        ];
        let fields = fields.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let fields: Vec<_> = fields.map(|(name, value)| (ctx.str(name), ctx.i64_attr(value))).collect();
        ctx.dict_attr(&fields)
    }

    /// The description in an attribute; `None` if it is not a dictionary.
    pub fn from_attr(ctx: &Context, attr: Attribute) -> Option<Gpu> {
        let AttrData::Dict(fields) = ctx.attr_data(attr) else { return None };
        let mut gpu = Gpu::default();
        for (name, value) in fields {
            let Some(value) = ctx.attr_int(*value) else { continue };
            let small = u32::try_from(value).unwrap_or(0).max(1);
            let large = u64::try_from(value).unwrap_or(0);
            match ctx.text(*name) {
                "multiprocessors" => gpu.multiprocessors = small,
                "threads" => gpu.threads = small,
                "registers" => gpu.registers = small,
                "shared_bytes" => gpu.shared_bytes = large,
                "block_shared_bytes" => gpu.block_shared_bytes = large,
                "cache_bytes" => gpu.cache_bytes = large,
                "bandwidth" => gpu.bandwidth = large,
                _ => {}
            }
        }
        Some(gpu)
    }
}

impl Default for Gpu {
    /// An H100 with HBM3.
    fn default() -> Gpu {
        const H100: Gpu = known("sm_90", 132, 2048, [228, 50, 3350], 1).gpu;
        H100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::Registry;

    #[test]
    fn attributes_hold_every_field() {
        let ctx = Context::new(Registry::new());
        let gpu = Gpu {
            multiprocessors: 7,
            threads: 1024,
            registers: 5,
            shared_bytes: 9,
            block_shared_bytes: 8,
            cache_bytes: 10,
            bandwidth: 11,
        };
        assert_eq!(Gpu::from_attr(&ctx, gpu.to_attr(&ctx)), Some(gpu));
        let partial = ctx.dict_attr(&[(ctx.str("threads"), ctx.i64_attr(1536))]);
        assert_eq!(Gpu::from_attr(&ctx, partial), Some(Gpu { threads: 1536, ..Gpu::default() }));
        assert_eq!(Gpu::from_attr(&ctx, ctx.unit_attr()), None);
        assert!(Gpu::named("sm_1").is_err_and(|why| why.contains("sm_89, sm_90, sm_90a, sm_100")));
        assert_eq!(Gpu::named("sm_90"), Ok(Gpu::default()));
    }

    #[test]
    fn descriptions_keep_the_limits_of_their_architectures() {
        for name in Gpu::NAMES {
            let gpu = Gpu::named(name).unwrap();
            // A block has at most 1,024 threads, and all of its registers fit.
            assert!(gpu.threads >= 1024 && gpu.threads.is_multiple_of(512), "{name}");
            assert!(gpu.block_shared_bytes <= gpu.shared_bytes, "{name}");
            assert!(gpu.block_shared_bytes >= 64 << 10, "{name}");
            assert!(gpu.cache_bytes > gpu.shared_bytes && gpu.bandwidth > 1 << 37, "{name}");
        }
    }
}
