//! Conversion targets: which ops are legal after a conversion.

use super::types::TypeConverter;
use crate::interfaces::{CallLike, Splitting, Structural};
use crate::opref::OpRef;
use crate::registry::{OpInfo, Traits};
use rustc_hash::FxHashMap;

type Test = Box<dyn Fn(OpRef<'_>) -> bool + Send + Sync>;

/// Whether ops may stay.
pub enum Legality {
    /// They may.
    Legal,
    /// They must be converted.
    Illegal,
    /// They may where the test holds.
    Where(Test),
}

/// Which ops may stay after a conversion. What is said of an op counts before what is said of its dialect.
#[derive(Default)]
pub struct Target {
    ops: FxHashMap<String, Legality>,
    dialects: FxHashMap<String, Legality>,
    /// Ops that nothing is said of must be converted, too.
    full: bool,
}

impl Target {
    /// Ops that nothing is said of may stay.
    pub fn partial() -> Target {
        Target::default()
    }

    /// Ops that nothing is said of must be converted.
    pub fn full() -> Target {
        Target { full: true, ..Target::default() }
    }

    /// Says it of an op.
    pub fn op(mut self, name: &str, legality: Legality) -> Target {
        self.ops.insert(name.to_string(), legality);
        self
    }

    /// Says it of a dialect.
    pub fn dialect(mut self, name: &str, legality: Legality) -> Target {
        self.dialects.insert(name.to_string(), legality);
        self
    }

    /// These dialects may stay.
    pub fn legal(self, dialects: &[&str]) -> Target {
        dialects.iter().fold(self, |target, name| target.dialect(name, Legality::Legal))
    }

    /// These dialects must go.
    pub fn illegal(self, dialects: &[&str]) -> Target {
        dialects.iter().fold(self, |target, name| target.dialect(name, Legality::Illegal))
    }

    /// This op may stay where the test holds.
    pub fn op_where(self, name: &str, test: impl Fn(OpRef<'_>) -> bool + Send + Sync + 'static) -> Target {
        self.op(name, Legality::Where(Box::new(test)))
    }

    /// What is said of an op of this name.
    pub(super) fn said(&self, info: &OpInfo) -> Option<&Legality> {
        self.ops.get(&*info.name).or_else(|| self.dialects.get(info.dialect()))
    }

    /// True if the op may stay. Calls, returns and functions may not where their types are converted.
    pub fn allows(&self, op: OpRef<'_>, types: Option<&TypeConverter>) -> bool {
        self.allows_as(op, self.said(op.info()), types)
    }

    /// As [`Target::allows`], with what is said of the op's name looked up before.
    pub(super) fn allows_as(
        &self,
        op: OpRef<'_>,
        said: Option<&Legality>,
        types: Option<&TypeConverter>,
    ) -> bool {
        let allowed = match said {
            Some(Legality::Legal) => true,
            Some(Legality::Illegal) => return false,
            Some(Legality::Where(test)) => test(op),
            None if is_cast(op) => true,
            None => !self.full,
        };
        allowed && types.is_none_or(|types| type_handling(op).is_none() || keeps_types(op, types))
    }
}

/// How an op that only hands values on takes those that became several; `None` for other ops.
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
