//! Attached proofs: an attribute that states proved facts about an access. It replaces a proof that cannot be
//! repeated, because the boxes and folds around the access have become loops.

use super::Indices;
use super::{Access, Inside, Policy};
use smallvec::SmallVec;
use tf_ir::attr::Attribute;
use tf_ir::body::Op;
use tf_ir::context::Context;
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;

/// The attribute of an access that states its proved facts: a keyword per axis.
///
/// It is trusted, like the subscripts of `mem.load`; the interpreter checks it.
pub const PROVED: &str = "tf.proved";

/// The proved facts about one axis of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvedAxis {
    /// The proved sides of the subscript.
    pub inside: Inside,
    /// Whether the axis has an element whenever the access runs.
    pub occupied: bool,
}

/// The proved facts about an access, axis by axis.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Proved(pub SmallVec<[ProvedAxis; 4]>);

/// The keywords of the attribute.
const WORDS: [(&str, ProvedAxis); 7] = [
    ("inside", axis(true, true, true)),
    ("lower", axis(true, false, false)),
    ("upper", axis(false, true, false)),
    ("lower, occupied", axis(true, false, true)),
    ("upper, occupied", axis(false, true, true)),
    ("occupied", axis(false, false, true)),
    ("unknown", axis(false, false, false)),
];

const fn axis(lower: bool, upper: bool, occupied: bool) -> ProvedAxis {
    ProvedAxis { inside: Inside { lower, upper }, occupied }
}

impl ProvedAxis {
    /// The subscript is inside.
    pub const INSIDE: ProvedAxis = axis(true, true, true);
    /// No fact is proved.
    pub const UNKNOWN: ProvedAxis = axis(false, false, false);
}

impl Proved {
    /// All subscripts of an access to a tensor of this rank are inside.
    pub fn inside(rank: usize) -> Proved {
        Proved(std::iter::repeat_n(ProvedAxis::INSIDE, rank).collect())
    }

    /// Proves as many facts as possible about an access; one without a policy is in bounds, because the
    /// verifier has proved it.
    pub fn of(indices: &mut Indices<'_>, op: OpRef<'_>, access: &Access<'_>) -> Proved {
        if let Some(stated) = Proved::stated(op) {
            return stated;
        }
        let dims = op.ctx().dims(op.body().ty(access.source)).unwrap_or_default();
        if access.policy == Policy::Assumed {
            return Proved::inside(dims.len());
        }
        let inside = indices.access(op.id(), access);
        let axis = |(dim, inside): (&Dim, Inside)| {
            let one_less = dim.to_extent().and_then(|e| e.add_const(-1).ok());
            let occupied = inside.both() || one_less.is_some_and(|e| indices.prove_ge0(op.id(), &e));
            ProvedAxis { inside, occupied }
        };
        Proved(dims.iter().zip(inside).map(axis).collect())
    }

    /// The facts attached to an access.
    pub fn stated(op: OpRef<'_>) -> Option<Proved> {
        let words = op.ctx().attr_array(op.attr(PROVED)?)?;
        let axis = |word: &Attribute| {
            let word = op.ctx().attr_str(*word)?;
            WORDS.iter().find(|(name, _)| *name == word).map(|(_, axis)| *axis)
        };
        words.iter().map(axis).collect::<Option<_>>().map(Proved)
    }

    /// Builds the attribute.
    pub fn attr(&self, ctx: &Context) -> Attribute {
        let word = |axis: &ProvedAxis| {
            let found = WORDS.iter().find(|(_, known)| known == axis);
            ctx.string_attr(found.map_or("unknown", |(word, _)| word))
        };
        ctx.array_attr(&self.0.iter().map(word).collect::<Vec<_>>())
    }

    /// Attaches the facts to an access.
    pub fn state(&self, body: &mut tf_ir::body::Body, op: Op) {
        let attr = self.attr(body.ctx());
        body.set_attr(op, PROVED, attr);
    }

    /// True if the verifier needs no other proof of an access to a tensor of this rank.
    pub(super) fn suffices(&self, access: &Access<'_>, rank: usize) -> bool {
        let is_inside = |axis: &ProvedAxis| axis.inside.both();
        self.0.len() == rank && (access.policy != Policy::Assumed || self.0.iter().all(is_inside))
    }

    /// The first axis with a stated fact that is false for this access.
    pub fn refuted_at(&self, index: &[i64], extents: &[usize]) -> Option<usize> {
        let is_wrong = |d: &usize| {
            let ProvedAxis { inside, occupied } = self.0[*d];
            let is_below = usize::try_from(index[*d]).map_or(index[*d] < 0, |i| i < extents[*d]);
            (inside.lower && index[*d] < 0) || (inside.upper && !is_below) || (occupied && extents[*d] == 0)
        };
        (0..self.0.len().min(index.len())).find(is_wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_state_the_proofs() {
        let mut registry = tf_ir::registry::Registry::new();
        crate::register_all(&mut registry);
        let ctx = Context::new(registry);
        for (i, (word, axis)) in WORDS.iter().enumerate() {
            let attr = Proved(SmallVec::from_slice(&[*axis])).attr(&ctx);
            assert_eq!(ctx.attr_array(attr).and_then(|words| ctx.attr_str(words[0])), Some(*word));
            assert!(!WORDS[..i].iter().any(|(_, other)| other == axis), "{word} is said once");
        }
    }

    #[test]
    fn false_statements_are_found() {
        let lower = Proved(SmallVec::from_slice(&[ProvedAxis::UNKNOWN, axis(true, false, false)]));
        assert_eq!(lower.refuted_at(&[-1, 9], &[4, 4]), None);
        assert_eq!(lower.refuted_at(&[0, -1], &[4, 4]), Some(1));
        assert_eq!(Proved::inside(1).refuted_at(&[4], &[4]), Some(0));
        assert_eq!(Proved::inside(1).refuted_at(&[3], &[4]), None);
        assert_eq!(Proved(SmallVec::from_slice(&[axis(false, false, true)])).refuted_at(&[7], &[0]), Some(0));
    }
}
