//! What a machine offers, as far as schedules depend on it: an attribute of functions.

pub use crate::level::Level;

use crate::func;
use crate::machine;
use std::sync::OnceLock;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Body;
use tf_ir::context::Context;

/// The attribute of a function that describes its target: a dictionary with the fields of [`Target`] as `i64`. A field
/// that is not given is that of the machine this runs on.
pub const ATTR: &str = "tf.target";

/// A description of a CPU.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// Width of the vector registers, bits.
    pub vector_bits: u32,
    /// Number of vector registers.
    pub vector_registers: u32,
    /// Threads that run at the same time.
    pub cores: u32,
    /// First-level data cache per core, bytes.
    pub l1_bytes: u64,
    /// Second-level cache per core, bytes.
    pub l2_bytes: u64,
    /// True if lanes can be masked and addressed one by one at little cost.
    pub masks: bool,
    /// True if there are estimates of reciprocal roots, good to 14 bits (AVX-512).
    pub estimates: bool,
    /// True if one instruction multiplies pairs of 16-bit integers and adds their products (SSE2).
    pub dots_i16: bool,
    /// True if one does so with four bytes, and adds the sum to another (AVX-512 VNNI).
    pub dots_i8: bool,
    /// True if one does so with two numbers of bf16 (AVX-512 BF16).
    pub dots_bf16: bool,
}

impl Target {
    /// The machine this runs on.
    pub fn host() -> Target {
        // What a machine has does not change while a process runs.
        static HOST: OnceLock<Target> = OnceLock::new();
        *HOST.get_or_init(machine::describe)
    }

    /// Lanes of one vector register for elements of this many bits; at least 1.
    pub fn lanes(&self, element_bits: u32) -> i64 {
        i64::from((self.vector_bits / element_bits.max(8)).max(1))
    }

    /// The target of a function: its attribute, else the machine this runs on.
    pub fn of(function: &Body) -> Target {
        let attr = function.attr(function.root(), ATTR);
        attr.and_then(|attr| Target::from_attr(function.ctx(), attr)).unwrap_or_else(Target::host)
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

    /// Writes the description on all functions of a module that have none.
    pub fn describe_all(&self, module: &mut Body) {
        for op in module.child_ops() {
            if let Some(function) = module.child_mut(op).filter(|f| f.is(f.root(), func::Func)) {
                self.describe(function);
            }
        }
    }

    /// The description as an attribute.
    pub fn to_attr(&self, ctx: &Context) -> Attribute {
        let fields = [
            ("vector_bits", i64::from(self.vector_bits)),
            ("vector_registers", i64::from(self.vector_registers)),
            ("cores", i64::from(self.cores)),
            ("l1_bytes", self.l1_bytes as i64),
            ("l2_bytes", self.l2_bytes as i64),
            ("masks", i64::from(self.masks)),
            ("estimates", i64::from(self.estimates)),
            ("dots_i16", i64::from(self.dots_i16)),
            ("dots_i8", i64::from(self.dots_i8)),
            ("dots_bf16", i64::from(self.dots_bf16)),
        ];
        let fields = fields.map(|(name, value)| (ctx.str(name), ctx.i64_attr(value)));
        ctx.dict_attr(&fields)
    }

    /// The description an attribute holds; `None` if it is no dictionary.
    pub fn from_attr(ctx: &Context, attr: Attribute) -> Option<Target> {
        let AttrData::Dict(fields) = ctx.attr_data(attr) else { return None };
        let mut target = Target::host();
        for (name, value) in fields {
            let Some(value) = ctx.attr_int(*value) else { continue };
            let small = u32::try_from(value).unwrap_or(0).max(1);
            let large = u64::try_from(value).unwrap_or(0);
            match ctx.text(*name) {
                "vector_bits" => target.vector_bits = small,
                "vector_registers" => target.vector_registers = small,
                "cores" => target.cores = small,
                "l1_bytes" => target.l1_bytes = large,
                "l2_bytes" => target.l2_bytes = large,
                "masks" => target.masks = value != 0,
                "estimates" => target.estimates = value != 0,
                "dots_i16" => target.dots_i16 = value != 0,
                "dots_i8" => target.dots_i8 = value != 0,
                "dots_bf16" => target.dots_bf16 = value != 0,
                _ => {}
            }
        }
        Some(target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::Registry;

    #[test]
    fn attributes_hold_every_field() {
        let ctx = Context::new(Registry::new());
        let target = Target {
            vector_bits: 256,
            vector_registers: 16,
            cores: 7,
            l1_bytes: 48 << 10,
            l2_bytes: 3 << 20,
            masks: false,
            estimates: false,
            dots_i16: true,
            dots_i8: false,
            dots_bf16: true,
        };
        assert_eq!(Target::from_attr(&ctx, target.to_attr(&ctx)), Some(target));
        let partial = ctx.dict_attr(&[(ctx.str("cores"), ctx.i64_attr(5))]);
        assert_eq!(Target::from_attr(&ctx, partial), Some(Target { cores: 5, ..Target::host() }));
        assert_eq!(Target::from_attr(&ctx, ctx.unit_attr()), None);
    }

    #[test]
    fn lanes_fill_a_register() {
        let target = Level::V4.target();
        assert_eq!([8, 16, 32, 64, 1].map(|bits| target.lanes(bits)), [64, 32, 16, 8, 64]);
        assert!(Target::host().cores >= 1);
    }
}
