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
    /// Memory bandwidth in bytes per second.
    pub bandwidth: u64,
}

impl Gpu {
    /// The names of [`Gpu::named`].
    pub const NAMES: [&str; 3] = ["sm_80", "sm_90", "sm_90a"];

    /// The description of a generation, by its largest server GPU.
    ///
    /// # Errors
    /// A message with the valid names.
    pub fn named(name: &str) -> Result<Gpu, String> {
        match name {
            "sm_80" => Ok(Gpu {
                multiprocessors: 108,
                threads: 2048,
                registers: 65_536,
                shared_bytes: 164 << 10,
                bandwidth: 1_555_000_000_000,
            }),
            "sm_90" | "sm_90a" => Ok(Gpu::default()),
            _ => Err(format!("unknown GPU '{name}'; known are: {}", Gpu::NAMES.join(", "))),
        }
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

    /// The description as an attribute.
    pub fn to_attr(&self, ctx: &Context) -> Attribute {
        let fields = [
            ("bandwidth", self.bandwidth as i64),
            ("multiprocessors", i64::from(self.multiprocessors)),
            ("registers", i64::from(self.registers)),
            ("shared_bytes", self.shared_bytes as i64),
            ("threads", i64::from(self.threads)),
        ];
        let fields = fields.map(|(name, value)| (ctx.str(name), ctx.i64_attr(value)));
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
        Gpu {
            multiprocessors: 132,
            threads: 2048,
            registers: 65_536,
            shared_bytes: 228 << 10,
            bandwidth: 3_350_000_000_000,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::Registry;

    #[test]
    fn attributes_hold_every_field() {
        let ctx = Context::new(Registry::new());
        let gpu = Gpu { multiprocessors: 7, threads: 1024, registers: 5, shared_bytes: 9, bandwidth: 11 };
        assert_eq!(Gpu::from_attr(&ctx, gpu.to_attr(&ctx)), Some(gpu));
        let partial = ctx.dict_attr(&[(ctx.str("threads"), ctx.i64_attr(1536))]);
        assert_eq!(Gpu::from_attr(&ctx, partial), Some(Gpu { threads: 1536, ..Gpu::default() }));
        assert_eq!(Gpu::from_attr(&ctx, ctx.unit_attr()), None);
        assert!(Gpu::NAMES.iter().all(|name| Gpu::named(name).is_ok()));
        assert!(Gpu::named("sm_1").is_err_and(|why| why.contains("sm_80, sm_90, sm_90a")));
    }
}
