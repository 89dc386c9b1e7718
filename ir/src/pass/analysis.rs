//! The analysis cache: facts about a body, computed at first need and kept until a pass invalidates them.

use crate::body::Body;
use crate::dominance::Dominance;
use std::any::{Any, TypeId};

/// A fact about a body that passes share.
pub trait Analysis: Any + Send + Sized {
    /// Computes the analysis; it gets the analyses it builds on from `others`.
    fn compute(body: &Body, others: &mut Analyses) -> Self;
}

impl Analysis for Dominance {
    fn compute(_: &Body, _: &mut Analyses) -> Dominance {
        // Trees are computed per region, on demand.
        Dominance::new()
    }
}

struct Entry {
    key: TypeId,
    value: Box<dyn Any + Send>,
    preserved: bool,
}

/// The analyses of one body that are valid now.
#[derive(Default)]
pub struct Analyses {
    entries: Vec<Entry>,
    preserve_all: bool,
    /// Number of analyses computed.
    computed: u64,
}

impl Analyses {
    /// No analyses.
    pub fn new() -> Analyses {
        Analyses::default()
    }

    /// The analysis `A` of `body`, computed if it is not valid now.
    pub fn get<A: Analysis>(&mut self, body: &Body) -> &mut A {
        let key = TypeId::of::<A>();
        if !self.entries.iter().any(|e| e.key == key) {
            let value = Box::new(A::compute(body, self));
            self.computed += 1;
            self.entries.push(Entry { key, value, preserved: false });
        }
        self.cached().expect("the analysis was just computed")
    }

    /// The analysis `A` if it is valid now.
    pub fn cached<A: Analysis>(&mut self) -> Option<&mut A> {
        let key = TypeId::of::<A>();
        self.entries.iter_mut().find(|e| e.key == key)?.value.downcast_mut()
    }

    /// Marks `A` as preserved by the running pass.
    pub fn preserve<A: Analysis>(&mut self) {
        let key = TypeId::of::<A>();
        self.entries.iter_mut().filter(|e| e.key == key).for_each(|e| e.preserved = true);
    }

    /// Marks all analyses as preserved by the running pass.
    pub fn preserve_all(&mut self) {
        self.preserve_all = true;
    }

    /// Drops the analyses that the finished pass did not preserve.
    pub fn end_pass(&mut self, changed: bool) {
        if changed && !self.preserve_all {
            self.entries.retain(|e| e.preserved);
        }
        self.entries.iter_mut().for_each(|e| e.preserved = false);
        self.preserve_all = false;
    }

    /// Number of analyses computed so far.
    pub fn computed(&self) -> u64 {
        self.computed
    }
}
