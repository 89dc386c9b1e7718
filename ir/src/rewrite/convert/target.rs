//! Conversion targets: which ops are legal after a conversion.

use super::types::TypeConverter;
use crate::interfaces::{CallLike, Splitting, Structural};
use crate::opref::OpRef;
use crate::registry::{OpInfo, Traits};
use rustc_hash::FxHashMap;

type Test = Box<dyn Fn(OpRef<'_>) -> bool + Send + Sync>;

/// Legality of ops after a conversion.
pub enum Legality {
    /// They may stay.
    Legal,
    /// They must be converted.
    Illegal,
    /// They may stay if the test holds.
    Where(Test),
}

/// The legality of ops after a conversion. An entry for an op takes precedence over one for its dialect.
#[derive(Default)]
pub struct Target {
    ops: FxHashMap<String, Legality>,
    dialects: FxHashMap<String, Legality>,
    /// True if ops without an entry must be converted.
    full: bool,
}

impl Target {
    /// A target for partial conversion: ops without an entry may stay.
    pub fn partial() -> Target {
        Target::default()
    }

    /// A target for full conversion: ops without an entry must be converted.
    pub fn full() -> Target {
        Target { full: true, ..Target::default() }
    }

    /// Sets the legality of an op.
    pub fn op(mut self, name: &str, legality: Legality) -> Target {
        self.ops.insert(name.to_string(), legality);
        self
    }

    /// Sets the legality of a dialect.
    pub fn dialect(mut self, name: &str, legality: Legality) -> Target {
        self.dialects.insert(name.to_string(), legality);
        self
    }

    /// Marks these dialects as legal.
    pub fn legal(self, dialects: &[&str]) -> Target {
        dialects.iter().fold(self, |target, name| target.dialect(name, Legality::Legal))
    }

    /// Marks these dialects as illegal.
    pub fn illegal(self, dialects: &[&str]) -> Target {
        dialects.iter().fold(self, |target, name| target.dialect(name, Legality::Illegal))
    }

    /// Marks this op as legal if the test holds.
    pub fn op_where(self, name: &str, test: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static) -> Target {
        self.op(name, Legality::Where(Box::new(test)))
    }

    /// The entry for ops of this name.
    pub(super) fn legality(&self, info: &OpInfo) -> Option<&Legality> {
        self.ops.get(&*info.name).or_else(|| self.dialects.get(info.dialect()))
    }

    /// True if the op may stay. Calls, returns and functions may not if their types are converted.
    pub fn allows(&self, op: OpRef<'_>, types: Option<&TypeConverter>) -> bool {
        self.allows_as(op, self.legality(op.info()), types)
    }

    /// As [`Target::allows`], with the entry for the op's name looked up before.
    pub(super) fn allows_as(
        &self,
        op: OpRef<'_>,
        legality: Option<&Legality>,
        types: Option<&TypeConverter>,
    ) -> bool {
        let allowed = match legality {
            Some(Legality::Legal) => true,
            Some(Legality::Illegal) => return false,
            Some(Legality::Where(test)) => test(op),
            None if is_cast(op) => true,
            None => !self.full,
        };
        allowed && types.is_none_or(|types| type_handling(op).is_none() || keeps_types(op, types))
    }
}

/// How an op that only forwards values takes those that became several; `None` for other ops.
pub(super) fn type_handling(op: OpRef<'_>) -> Option<Splitting> {
    let info = op.info();
    let structural = info.interface::<dyn Structural>().map(|rule| rule.splitting());
    let handed = info.has(Traits::RETURN_LIKE) || info.interface::<dyn CallLike>().is_some();
    structural.or(handed.then_some(Splitting::Together))
}

fn keeps_types(op: OpRef<'_>, types: &TypeConverter) -> bool {
    let body = op.body();
    let blocks = body.regions(op.id()).flat_map(|region| body.blocks(region));
    let arguments = blocks.flat_map(|block| body.args(block));
    op.operands().chain(op.results()).chain(arguments).all(|v| types.keeps(op.ctx(), body.ty(v)))
}

pub(super) fn is_cast(op: OpRef<'_>) -> bool {
    op.is(crate::builtin::UnrealizedCast)
}
