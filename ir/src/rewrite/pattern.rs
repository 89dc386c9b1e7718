//! Rewrite patterns and sets of them.

use super::refusal::Rewrite;
use super::rewriter::Rewriter;
use super::rule::Rule;
use crate::body::Op;
use crate::context::Context;
use crate::kind::FullName;
use crate::registry::{OpInfo, OpName, Registry, Traits};
use std::borrow::Cow;
use std::sync::Arc;

/// The ops a pattern is tried on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Root {
    /// Ops of this name.
    Op(Cow<'static, str>),
    /// Ops that have all these traits.
    Trait(Traits),
    /// All ops.
    Any,
}

impl Root {
    /// Ops of this name.
    pub fn op(name: impl Into<Cow<'static, str>>) -> Root {
        Root::Op(name.into())
    }

    pub(super) fn admits(&self, info: &OpInfo) -> bool {
        match self {
            Root::Op(name) => info.name == *name,
            Root::Trait(traits) => info.has(*traits),
            Root::Any => true,
        }
    }
}

/// A local rewrite: match and rewrite in one method.
pub trait Pattern: Send + Sync {
    /// A name for traces, counters and messages.
    fn name(&self) -> &str;

    /// The ops it is tried on.
    fn root(&self) -> Root;

    /// The full names of the ops it mentions, as far as it knows them.
    fn ops(&self) -> Vec<String> {
        match self.root() {
            Root::Op(name) => vec![name.into_owned()],
            Root::Trait(_) | Root::Any => Vec::new(),
        }
    }

    /// A description for lists of rules; by default, the ops it is tried on.
    fn describe(&self) -> String {
        match self.root() {
            Root::Op(name) => format!("rewrites {name}"),
            Root::Trait(_) => "rewrites ops with certain traits".to_string(),
            Root::Any => "rewrites any op".to_string(),
        }
    }

    /// Patterns with more benefit are tried first.
    fn benefit(&self) -> u16 {
        1
    }

    /// Rewrites `op`, or refuses and leaves the body unchanged. The rewriter inserts before `op`.
    fn rewrite(&self, op: Op, rw: &mut Rewriter<'_>) -> Rewrite;
}

/// The canonicalization patterns of an op or a dialect; an interface of ops and of dialects.
pub trait Canonicalize: Send + Sync {
    /// Adds the patterns.
    fn patterns(&self, set: &mut PatternSet);
}

impl<F: Fn(&mut PatternSet) + Send + Sync> Canonicalize for F {
    fn patterns(&self, set: &mut PatternSet) {
        self(set)
    }
}

/// A pattern from a name, an op name and a function.
struct FnPattern<F> {
    name: &'static str,
    root: &'static str,
    rewrite: F,
}

impl<F: Fn(Op, &mut Rewriter<'_>) -> Rewrite + Send + Sync> Pattern for FnPattern<F> {
    fn name(&self) -> &str {
        self.name
    }

    fn root(&self) -> Root {
        Root::op(self.root)
    }

    fn rewrite(&self, op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
        (self.rewrite)(op, rw)
    }
}

/// A set of patterns under construction; [`PatternSet::freeze`] prepares them for use.
#[derive(Default)]
pub struct PatternSet {
    patterns: Vec<Arc<dyn Pattern>>,
}

impl PatternSet {
    /// No patterns.
    pub fn new() -> PatternSet {
        PatternSet::default()
    }

    /// Adds a pattern.
    pub fn add(&mut self, pattern: impl Pattern + 'static) -> &mut PatternSet {
        self.patterns.push(Arc::new(pattern));
        self
    }

    /// Adds a pattern on ops `root`, given as a function.
    pub fn on(
        &mut self,
        root: impl FullName,
        name: &'static str,
        rewrite: impl Fn(Op, &mut Rewriter<'_>) -> Rewrite + Send + Sync + 'static,
    ) -> &mut PatternSet {
        self.add(FnPattern { name, root: root.full_name(), rewrite })
    }

    /// Adds the short rule `name`: `from` is rewritten to `to`.
    ///
    /// # Panics
    /// If the rule is malformed; see [`Rule::new`].
    pub fn rule(&mut self, name: &'static str, from: &str, to: &str) -> &mut PatternSet {
        self.add(Rule::new(name, from, to))
    }

    /// The names of the patterns, in the order they were added.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.patterns.iter().map(|p| p.name())
    }

    /// The patterns, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Pattern> {
        self.patterns.iter().map(|p| &**p)
    }

    /// The patterns whose names pass the test.
    pub fn filter(mut self, keep: impl Fn(&str) -> bool) -> PatternSet {
        self.patterns.retain(|p| keep(p.name()));
        self
    }

    /// Number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Orders the patterns by benefit, then by insertion order, and indexes them by root op.
    pub fn freeze(self, ctx: &Context) -> Patterns {
        let mut patterns = self.patterns;
        patterns.sort_by_key(|p| std::cmp::Reverse(p.benefit()));
        let roots: Vec<Root> = patterns.iter().map(|p| p.root()).collect();
        let mut index = Index { lists: Vec::new(), ranges: Vec::new() };
        for info in ctx.registry().ops() {
            index.add(&roots, info);
        }
        Patterns { patterns, roots, index }
    }
}

/// The patterns to try for each registered op, best first, in one dense table.
struct Index {
    lists: Vec<u32>,
    /// Indexed by op name.
    ranges: Vec<(u32, u32)>,
}

impl Index {
    fn add(&mut self, roots: &[Root], info: &OpInfo) {
        let start = self.lists.len() as u32;
        self.lists.extend((0..roots.len() as u32).filter(|i| roots[*i as usize].admits(info)));
        self.ranges.push((start, self.lists.len() as u32));
    }
}

/// Frozen patterns; shared between threads.
pub struct Patterns {
    patterns: Vec<Arc<dyn Pattern>>,
    roots: Vec<Root>,
    index: Index,
}

impl Patterns {
    /// Number of patterns.
    pub fn len(&self) -> usize {
        self.patterns.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// A pattern by index.
    pub fn get(&self, number: usize) -> &dyn Pattern {
        &*self.patterns[number]
    }

    /// The indices of the patterns for ops of this name, best first. Unregistered ops try all of them.
    #[inline]
    pub(super) fn of<'a>(&'a self, name: OpName, info: &OpInfo) -> Cow<'a, [u32]> {
        match self.index.ranges.get(name.0 as usize) {
            Some((start, end)) => Cow::Borrowed(&self.index.lists[*start as usize..*end as usize]),
            None => self.of_unregistered(info),
        }
    }

    #[cold]
    fn of_unregistered(&self, info: &OpInfo) -> Cow<'_, [u32]> {
        Cow::Owned((0..self.patterns.len() as u32).filter(|i| self.roots[*i as usize].admits(info)).collect())
    }
}

/// The canonicalization patterns of all registered ops and dialects.
pub fn canonicalization_patterns(ctx: &Context) -> PatternSet {
    patterns_of(ctx.registry())
}

/// As [`canonicalization_patterns`], without a context.
pub fn patterns_of(registry: &Registry) -> PatternSet {
    let mut set = PatternSet::new();
    for dialect in registry.dialects() {
        if let Some(canonicalize) = dialect.interfaces.get::<dyn Canonicalize>() {
            canonicalize.patterns(&mut set);
        }
    }
    for info in registry.ops() {
        if let Some(canonicalize) = info.interface::<dyn Canonicalize>() {
            canonicalize.patterns(&mut set);
        }
    }
    set
}
