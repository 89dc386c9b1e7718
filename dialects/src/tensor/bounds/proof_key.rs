//! The memoization key of the proof of an access. It holds all inputs of the proof: the map, the extents, and
//! the enclosing boxes and folds, whose indices are the subscripts.
//!
//! Accesses with equal keys have the same answer, proved once per context.

use super::Access;
use super::memo::Answers;
use crate::tensor::compute::FoldOp;
use crate::tensor::{self, Compute};
use smallvec::SmallVec;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::context::Context;
use tf_ir::opref::OpRef;
use tf_ir::registry::OpName;
use tf_ir::types::Type;

/// The kind of query.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Query {
    /// Whether the verifier accepts the access.
    IsValid,
    /// Whether the access is proved to be in bounds, under any policy.
    IsInside,
}

/// A component of the key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Word {
    Query(Query),
    /// The access, a box or a fold; its attributes follow.
    Op(OpName),
    Attribute(Option<Attribute>),
    Source(Type),
    Constant(Attribute, Type),
    /// An index of an enclosing box or fold, by nesting level.
    Index(u32, u32),
}

/// The inputs of the proof of an access.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct ProofKey(SmallVec<[Word; 24]>);

impl ProofKey {
    /// `None` if subscripts are computed, or if an enclosing op is unsupported: a condition is an input of
    /// the proof, too.
    pub(super) fn of(op: OpRef<'_>, access: &Access<'_>, query: Query) -> Option<ProofKey> {
        let body = op.body();
        let owners = owners(body, op.id())?;
        let mut key = ProofKey(SmallVec::new());
        key.0.push(Word::Query(query));
        key.op(body, op.id());
        key.0.push(Word::Source(body.ty(access.source)));
        key.values(body, &access.indices, &owners)?;
        for (level, owner) in owners.iter().enumerate() {
            key.op(body, *owner);
            let bounds = body.cast(*owner, tensor::Fold).map(FoldOp::indices);
            key.values(body, &bounds.unwrap_or_default(), &owners[level + 1..])?;
        }
        Some(key)
    }

    /// Adds the name and the attributes of an op.
    fn op(&mut self, body: &Body, op: Op) {
        self.0.push(Word::Op(body.name(op)));
        let count = body.info(op).attrs.len();
        self.0.extend((0..count).map(|slot| Word::Attribute(body.slot(op, slot))));
    }

    /// Adds constants and indices of enclosing ops.
    fn values(&mut self, body: &Body, values: &[Value], owners: &[Op]) -> Option<()> {
        for value in values {
            self.0.push(match body.def(*value) {
                Def::Result(def, _) => Word::Constant(body.op(def).constant()?, body.ty(*value)),
                Def::Argument(block, i) => {
                    let level = owners.iter().position(|op| body.op(*op).entry(0) == Some(block))?;
                    Word::Index(level as u32, i as u32)
                }
            });
        }
        Some(())
    }

    /// The cached answer for this key.
    pub(super) fn known(&self, ctx: &Context) -> Option<bool> {
        ctx.memo::<Answers<ProofKey>>().known(self)
    }

    /// Caches the answer.
    pub(super) fn remember(self, ctx: &Context, answer: bool) {
        ctx.memo::<Answers<ProofKey>>().remember(self, answer);
    }
}

/// The computes and folds around an op, innermost first; `None` if there is any other op below the function.
fn owners(body: &Body, op: Op) -> Option<SmallVec<[Op; 8]>> {
    let mut found = SmallVec::new();
    for owner in std::iter::successors(body.parent_op(op), |op| body.parent_op(*op)) {
        if owner == body.root() {
            break;
        }
        let view = body.op(owner);
        if view.cast(Compute).is_none() && view.cast(tensor::Fold).is_none() {
            return None;
        }
        found.push(owner);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use crate::tensor::bounds::tests::proved;

    /// A compute over a box with a fold in it that reads `%x`, of extent n.
    fn read(box_: &str, bounds: &str, subscript: &str) -> String {
        let index = if box_.is_empty() { "" } else { "%i" };
        let ty = if box_.is_empty() { String::new() } else { format!("?{{{box_}}}x") };
        format!(
            "%c = tensor.compute ({index}) in [{box_}] {{
               %s = tensor.fold (%k) = {bounds} add {{
                 %r = tensor.at %x[{subscript}] clamp : tensor<?{{n}}xf32>
                 tensor.yield %r : f32
               }} : f32
               tensor.yield %s : f32
             }} : tensor<{ty}f32>"
        )
    }

    /// Reads that differ in one detail, all in one context: none gets the answer of another.
    #[test]
    fn answers_are_for_the_same_position_only() {
        let cases = [
            ("n", "0 to n", "%i", true),
            ("n", "0 to n", "%i + 1", false),
            ("n", "0 to n", "%k", true),
            ("n", "0 to m", "%k", false),
            ("n", "1 to n", "%k - 1", true),
            ("n", "0 to n", "%k - 1", false),
            ("m", "0 to n", "%i", false),
            ("m", "0 to n", "%k", true),
            ("n", "0 to n - %i", "%k + %i", true),
            ("n", "0 to n - %i", "%k + %k", false),
            ("n", "0 to %i", "%k", true),
            ("m", "0 to %i", "%k", false),
            ("", "0 to n", "%k", true),
            ("", "0 to n", "0", true),
            ("", "0 to m", "0", false),
        ];
        let program: Vec<String> =
            cases.iter().map(|(box_, bounds, subscript, _)| read(box_, bounds, subscript)).collect();
        // Each query runs twice: the second answer comes from the cache.
        let twice: Vec<String> = program.iter().chain(&program).cloned().enumerate().map(renamed).collect();
        let wanted: Vec<bool> = cases.iter().chain(&cases).map(|case| case.3).collect();
        assert_eq!(proved(&twice.join("\n")), wanted);
    }

    fn renamed((k, program): (usize, String)) -> String {
        program.replace("%c", &format!("%c{k}"))
    }

    /// The arguments of a combiner may have any value, even if they have the name of an index.
    #[test]
    fn arguments_of_combiners_are_no_indices() {
        let found = proved(
            "%c = tensor.compute (%i) in [n] {
               %s:2 = tensor.fold (%k) = 0 to n init(%v, %any) {
                 tensor.yield %v, %any : f32, index
               } combine (%a: f32, %p: index, %b: f32, %q: index) {
                 %r = tensor.at %x[%p] clamp : tensor<?{n}xf32>
                 %u = tensor.at %x[%i] clamp : tensor<?{n}xf32>
                 tensor.yield %r, %q : f32, index
               } : f32, index
               tensor.yield %s#0 : f32
             } : tensor<?{n}xf32>",
        );
        assert_eq!(found, [false, true]);
    }
}
