//! The properties of a machine that schedules depend on: an attribute of functions.

pub use crate::caches::Caches;
pub use crate::families::Family;
pub use crate::level::Level;

use crate::func;
use crate::machine;
use crate::rates::Rates;
use std::sync::OnceLock;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Body;
use tf_ir::context::Context;

/// The attribute of a function that describes its target: a dictionary with the fields of [`Target`] and
/// [`Caches`] as `i64`. A missing field of [`Caches`] has its usual value, any other missing field the value
/// in [`Target::reference`].
pub const ATTR: &str = "tf.target";

/// A description of a CPU.
#[derive(Clone, Copy, PartialEq, Debug)]
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
    /// Its other cache and page properties.
    pub caches: Caches,
    /// Memory and synchronization costs, from the attribute [`rates::ATTR`](crate::rates::ATTR).
    pub rates: Rates,
    /// True if masked and per-lane accesses are cheap.
    pub masks: bool,
    /// True if there are estimates of reciprocal roots, good to 14 bits (AVX-512).
    pub estimates: bool,
    /// True if one instruction multiplies pairs of 16-bit integers and adds their products (SSE2).
    pub dots_i16: bool,
    /// True if one instruction multiplies four bytes each and adds the sum to an accumulator (AVX-512 VNNI).
    pub dots_i8: bool,
    /// True if one instruction does so with two bf16 elements (AVX-512 BF16).
    pub dots_bf16: bool,
}

impl Target {
    /// The machine this runs on.
    pub fn host() -> Target {
        // A machine does not change while a process runs.
        static HOST: OnceLock<Target> = OnceLock::new();
        *HOST.get_or_init(machine::describe)
    }

    /// Lanes of one vector register for elements of this many bits; at least 1.
    pub fn lanes(&self, element_bits: u32) -> i64 {
        i64::from((self.vector_bits / element_bits.max(8)).max(1))
    }

    /// True if one instruction multiplies and adds with one rounding: x86 has it with 256-bit registers,
    /// other processors always.
    pub fn has_fma(&self) -> bool {
        self.vector_bits >= 256 || !self.dots_i16
    }

    /// The same machine with the default rates, for decisions that change the bits of an answer: these follow
    /// from shapes and instruction sets, not from the rates of the machine that happens to run a program.
    #[must_use]
    pub fn with_usual_rates(&self) -> Target {
        Target { rates: Rates::USUAL, ..*self }
    }

    /// The default machine of functions without a description: one of a fixed family, so that the decisions
    /// of passes do not depend on the host. Pipelines describe functions first (`set-target`).
    pub fn reference() -> Target {
        static REFERENCE: OnceLock<Target> = OnceLock::new();
        *REFERENCE.get_or_init(|| Family::REFERENCE.target(2))
    }

    /// The target of a function: its attributes, else [`Target::reference`].
    pub fn of(function: &Body) -> Target {
        let attr = function.attr(function.root(), ATTR);
        let target = attr.and_then(|attr| Target::from_attr(function.ctx(), attr));
        Target { rates: Rates::of(function), ..target.unwrap_or_else(Target::reference) }
    }

    /// Writes the description on a function that has none, with its rates if they are not the defaults and
    /// the function has none; true if it had no description.
    pub fn describe(&self, function: &mut Body) -> bool {
        let root = function.root();
        if function.attr(root, ATTR).is_some() {
            return false;
        }
        let attr = self.to_attr(function.ctx());
        function.set_attr(root, ATTR, attr);
        if self.rates != Rates::USUAL {
            self.rates.describe(function);
        }
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

    /// The description as an attribute, without the rates.
    pub fn to_attr(&self, ctx: &Context) -> Attribute {
        let is_said = |field: &&Field| (field.usual)().is_none_or(|usual| usual != (field.get)(self));
        let said = FIELDS.iter().filter(is_said);
        let fields: Vec<_> =
            said.map(|field| (ctx.str(field.name), ctx.i64_attr((field.get)(self)))).collect();
        ctx.dict_attr(&fields)
    }

    /// The description in an attribute; `None` if it is not a dictionary.
    pub fn from_attr(ctx: &Context, attr: Attribute) -> Option<Target> {
        let AttrData::Dict(fields) = ctx.attr_data(attr) else { return None };
        let mut target = Target { caches: Caches::USUAL, rates: Rates::USUAL, ..Target::reference() };
        for (name, value) in fields {
            let field = FIELDS.iter().find(|field| field.name == ctx.text(*name));
            if let Some((field, value)) = field.zip(ctx.attr_int(*value)) {
                (field.set)(&mut target, value);
            }
        }
        Some(target)
    }
}

/// A field of the attribute.
struct Field {
    name: &'static str,
    get: fn(&Target) -> i64,
    set: fn(&mut Target, i128),
    /// The default value; `None` for fields that default to the reference machine's.
    usual: fn() -> Option<i64>,
}

/// A count of at least 1.
fn small(value: i128) -> u32 {
    u32::try_from(value).unwrap_or(0).max(1)
}

/// A number of bytes.
fn large(value: i128) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// A field of the target itself.
const fn own(name: &'static str, get: fn(&Target) -> i64, set: fn(&mut Target, i128)) -> Field {
    Field { name, get, set, usual: || None }
}

/// Every field, by name.
const FIELDS: [Field; 16] = [
    own("vector_bits", |t| i64::from(t.vector_bits), |t, value| t.vector_bits = small(value)),
    own("vector_registers", |t| i64::from(t.vector_registers), |t, value| t.vector_registers = small(value)),
    own("cores", |t| i64::from(t.cores), |t, value| t.cores = small(value)),
    own("l1_bytes", |t| t.l1_bytes as i64, |t, value| t.l1_bytes = large(value)),
    own("l2_bytes", |t| t.l2_bytes as i64, |t, value| t.l2_bytes = large(value)),
    own("masks", |t| i64::from(t.masks), |t, value| t.masks = value != 0),
    own("estimates", |t| i64::from(t.estimates), |t, value| t.estimates = value != 0),
    own("dots_i16", |t| i64::from(t.dots_i16), |t, value| t.dots_i16 = value != 0),
    own("dots_i8", |t| i64::from(t.dots_i8), |t, value| t.dots_i8 = value != 0),
    own("dots_bf16", |t| i64::from(t.dots_bf16), |t, value| t.dots_bf16 = value != 0),
    Field {
        name: "l1_ways",
        get: |t| i64::from(t.caches.l1_ways),
        set: |t, value| t.caches.l1_ways = small(value),
        usual: || Some(i64::from(Caches::USUAL.l1_ways)),
    },
    Field {
        name: "l2_ways",
        get: |t| i64::from(t.caches.l2_ways),
        set: |t, value| t.caches.l2_ways = small(value),
        usual: || Some(i64::from(Caches::USUAL.l2_ways)),
    },
    Field {
        name: "l3_bytes",
        get: |t| t.caches.l3_bytes as i64,
        set: |t, value| t.caches.l3_bytes = large(value),
        usual: || Some(Caches::USUAL.l3_bytes as i64),
    },
    Field {
        name: "line_bytes",
        get: |t| i64::from(t.caches.line_bytes),
        set: |t, value| t.caches.line_bytes = small(value),
        usual: || Some(i64::from(Caches::USUAL.line_bytes)),
    },
    Field {
        name: "page_bytes",
        get: |t| i64::from(t.caches.page_bytes),
        set: |t, value| t.caches.page_bytes = small(value),
        usual: || Some(i64::from(Caches::USUAL.page_bytes)),
    },
    Field {
        name: "known_pages",
        get: |t| i64::from(t.caches.known_pages),
        set: |t, value| t.caches.known_pages = small(value),
        usual: || Some(i64::from(Caches::USUAL.known_pages)),
    },
];

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
            caches: Caches {
                l1_ways: 12,
                l2_ways: 16,
                l3_bytes: 1 << 20,
                line_bytes: 128,
                page_bytes: 1 << 16,
                known_pages: 2048,
            },
            rates: Rates::USUAL,
            masks: false,
            estimates: false,
            dots_i16: true,
            dots_i8: false,
            dots_bf16: true,
        };
        assert_eq!(Target::from_attr(&ctx, target.to_attr(&ctx)), Some(target));
        let partial = ctx.dict_attr(&[(ctx.str("cores"), ctx.i64_attr(5))]);
        let rest = Target { caches: Caches::USUAL, ..Target::reference() };
        assert_eq!(Target::from_attr(&ctx, partial), Some(Target { cores: 5, ..rest }));
        assert_eq!(Target::from_attr(&ctx, ctx.unit_attr()), None);
    }

    #[test]
    fn default_caches_are_not_printed() {
        let ctx = Context::new(Registry::new());
        let names = |target: Target| {
            let attr = target.to_attr(&ctx);
            let AttrData::Dict(fields) = ctx.attr_data(attr) else { panic!("a dictionary") };
            fields.iter().map(|(name, _)| ctx.text(*name).to_string()).collect::<Vec<_>>()
        };
        let usual = names(Level::V3.target());
        assert_eq!(usual.len(), 10);
        let caches = Caches { l2_ways: 16, ..Caches::USUAL };
        let other = names(Target { caches, ..Level::V3.target() });
        assert!(other.len() == 11 && other.contains(&"l2_ways".to_string()), "{other:?}");
    }

    #[test]
    fn lanes_fill_a_register() {
        let target = Level::V4.target();
        assert_eq!([8, 16, 32, 64, 1].map(|bits| target.lanes(bits)), [64, 32, 16, 8, 64]);
        assert!(Target::host().cores >= 1);
    }
}
