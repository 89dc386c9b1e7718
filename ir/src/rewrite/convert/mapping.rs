//! The value and op mapping of a running conversion.

use super::types::{TypeConverter, Types};
use crate::body::{Block, Body, Def, Op, Value};
use crate::builder::{Builder, Cursor};
use crate::builtin::UnrealizedCast;
use crate::location::Location;
use crate::rewrite::rebuild::Forms;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The values that replace one value.
pub type Parts = SmallVec<[Value; 2]>;

/// The converted values, and the ops to erase at the end.
#[derive(Default)]
pub(super) struct Mapping {
    pub forms: Forms<Parts>,
    /// Replaced ops, in the order of their conversion.
    replaced: Vec<Op>,
    gone: FxHashSet<Op>,
    /// Converted blocks with the number of leading arguments that were replaced.
    blocks: Vec<(Block, usize)>,
}

impl Mapping {
    /// True if other ops replace this one.
    pub fn is_replaced(&self, op: Op) -> bool {
        self.gone.contains(&op)
    }

    /// Records the values that replace the results of an op.
    ///
    /// # Panics
    /// If the number of parts differs from the number of results.
    pub fn replace<'v>(&mut self, body: &Body, op: Op, parts: impl ExactSizeIterator<Item = &'v [Value]>) {
        assert_eq!(parts.len(), body.result_count(op), "one part per result");
        self.forms.extend(body.results(op).zip(parts.map(Parts::from_slice)));
        if self.gone.insert(op) {
            self.replaced.push(op);
        }
    }

    /// The values of converted types for a value: its replacement, or a cast if its definition is not
    /// converted (yet).
    ///
    /// # Errors
    /// The reason why its type cannot be converted.
    pub fn adapt(
        &mut self,
        body: &mut Body,
        types: Option<&TypeConverter>,
        value: Value,
    ) -> Result<Parts, String> {
        if let Some(parts) = self.forms.get(value) {
            return Ok(parts.clone());
        }
        let ty = body.ty(value);
        let to = types.map_or_else(|| Ok(Types::from_slice(&[ty])), |types| types.convert(body.ctx(), ty))?;
        if to[..] == [ty] {
            return Ok(Parts::from_slice(&[value]));
        }
        let cast = cast_after(body, value, &[value], &to);
        let parts: Parts = body.results(cast).collect();
        self.forms.set(value, parts.clone());
        Ok(parts)
    }

    /// Adds block arguments of the converted types, as replacements of the old ones.
    ///
    /// # Errors
    /// The reason why a type cannot be converted; the block is unchanged then.
    pub fn convert_arguments(
        &mut self,
        body: &mut Body,
        types: &TypeConverter,
        block: Block,
    ) -> Result<bool, String> {
        let old: SmallVec<[Value; 4]> = body.args(block).collect();
        let convert = |value: &Value| types.convert(body.ctx(), body.ty(*value));
        let new: Vec<Types> = old.iter().map(convert).collect::<Result<_, String>>()?;
        if old.iter().zip(&new).all(|(value, types)| types[..] == [body.ty(*value)]) {
            return Ok(false);
        }
        self.blocks.push((block, old.len()));
        for (value, types) in old.into_iter().zip(new) {
            let parts = types.into_iter().map(|ty| body.add_arg(block, ty)).collect();
            self.forms.set(value, parts);
        }
        Ok(true)
    }

    /// Erases the converted ops. Remaining users get casts to the old types.
    pub fn finish(self, body: &mut Body) {
        let results = self.replaced.iter().filter(|op| body.is_live(**op)).flat_map(|op| body.results(*op));
        let arguments = self.blocks.iter().flat_map(|(block, count)| body.args(*block).take(*count));
        let values: Vec<Value> = results.chain(arguments).collect();
        for value in values {
            self.materialize_uses(body, value);
        }
        // Users follow definitions, except between blocks that are out of order.
        let mut left = self.replaced;
        left.reverse();
        while !left.is_empty() {
            let before = left.len();
            left.retain(|op| {
                let stays = body.is_live(*op) && !body.results_unused(*op);
                if !stays && body.is_live(*op) {
                    body.erase(*op);
                }
                stays
            });
            assert!(left.len() < before, "replaced ops use each other in a circle");
        }
        for (block, count) in self.blocks {
            (0..count).for_each(|_| body.erase_arg(block, 0));
        }
    }

    /// Makes ops that were not converted use the replacement of a value.
    fn materialize_uses(&self, body: &mut Body, value: Value) {
        let used = body.uses(value).any(|user| !self.is_replaced(user.op));
        let Some(parts) = self.forms.get(value).filter(|_| used) else { return };
        let ty = body.ty(value);
        let new = match parts[..] {
            [one] if body.ty(one) == ty => one,
            _ => {
                let cast = cast_after(body, value, parts, &[ty]);
                body.result(cast, 0)
            }
        };
        body.replace_uses(value, new);
    }
}

/// Casts `from` to values of types `to`, right after the definition of `anchor`.
fn cast_after(body: &mut Body, anchor: Value, from: &[Value], to: &[crate::types::Type]) -> Op {
    let (cursor, loc) = match body.def(anchor) {
        Def::Result(op, _) => (Cursor::After(op), body.loc(op)),
        Def::Argument(block, _) => {
            let owner = body.block_owner(block);
            (Cursor::Start(block), owner.map_or(Location::UNKNOWN, |op| body.loc(op)))
        }
    };
    Builder::new(body, cursor, loc).op(UnrealizedCast, from, to, &[])
}
