//! Conversion patterns: rewrites of one op with operands of converted types.

use super::mapping::Mapping;
use super::types::{TypeConverter, Types};
use crate::body::{Body, Op, Value};
use crate::builder::{Attrs, Emit};
use crate::kind::{FullName, WhichOp};
use crate::registry::OpInfo;
use crate::rewrite::pattern::Root;
use crate::rewrite::refusal::{Refusal, Rewrite};
use crate::rewrite::rewriter::Rewriter;
use crate::types::Type;
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Rewrites one op of an illegal dialect.
pub trait Conversion: Send + Sync {
    /// A name for messages and counters.
    fn name(&self) -> &str;

    /// The ops it is tried on.
    fn root(&self) -> Root;

    /// Conversions with more benefit are tried first.
    fn benefit(&self) -> u16 {
        1
    }

    /// Rewrites `op` and replaces or erases it, or refuses and leaves the body unchanged. `operands` have
    /// converted types. The rewriter inserts before `op`, which is not erased until the conversion ends.
    fn convert(&self, op: Op, operands: &Operands, rw: &mut ConversionRewriter<'_>) -> Rewrite;
}

struct FnConversion<F> {
    name: &'static str,
    root: &'static str,
    convert: F,
}

impl<F> Conversion for FnConversion<F>
where
    F: Fn(Op, &Operands, &mut ConversionRewriter<'_>) -> Rewrite + Send + Sync,
{
    fn name(&self) -> &str {
        self.name
    }

    fn root(&self) -> Root {
        Root::op(self.root)
    }

    fn convert(&self, op: Op, operands: &Operands, rw: &mut ConversionRewriter<'_>) -> Rewrite {
        (self.convert)(op, operands, rw)
    }
}

/// A set of conversions under construction.
#[derive(Default)]
pub struct ConversionSet(Vec<Arc<dyn Conversion>>);

impl ConversionSet {
    /// No conversions.
    pub fn new() -> ConversionSet {
        ConversionSet::default()
    }

    /// Adds a conversion.
    pub fn add(&mut self, conversion: impl Conversion + 'static) -> &mut ConversionSet {
        self.0.push(Arc::new(conversion));
        self
    }

    /// Adds a conversion of ops `root`, given as a function.
    pub fn on(
        &mut self,
        root: impl FullName,
        convert: impl Fn(Op, &Operands, &mut ConversionRewriter<'_>) -> Rewrite + Send + Sync + 'static,
    ) -> &mut ConversionSet {
        let root = root.full_name();
        self.add(FnConversion { name: root, root, convert })
    }

    /// Orders the conversions by benefit, then by insertion order.
    pub fn freeze(mut self) -> Conversions {
        self.0.sort_by_key(|c| std::cmp::Reverse(c.benefit()));
        let roots = self.0.iter().map(|c| c.root()).collect();
        Conversions { list: self.0, roots }
    }
}

/// Frozen conversions; shared between threads.
pub struct Conversions {
    list: Vec<Arc<dyn Conversion>>,
    roots: Vec<Root>,
}

impl Conversions {
    /// The indices of the conversions for an op, best first.
    pub(super) fn of<'a>(&'a self, info: &'a OpInfo) -> impl Iterator<Item = usize> + 'a {
        (0..self.list.len()).filter(move |i| self.roots[*i].admits(info))
    }

    /// A conversion by index.
    pub fn get(&self, number: usize) -> &dyn Conversion {
        &*self.list[number]
    }

    /// Number of conversions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// The operands of an op with converted types; one operand may correspond to several values or none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operands {
    values: SmallVec<[Value; 4]>,
    /// End of each operand's values.
    ends: SmallVec<[u32; 4]>,
}

impl Operands {
    pub(super) fn push(&mut self, values: &[Value]) {
        self.values.extend_from_slice(values);
        self.ends.push(self.values.len() as u32);
    }

    /// Number of operands.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if the op has no operands.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The values of operand `i`.
    pub fn values(&self, i: usize) -> &[Value] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        &self.values[start..self.ends[i] as usize]
    }

    /// The one value of operand `i`.
    ///
    /// # Errors
    /// A refusal if the operand corresponds to several values or none.
    pub fn one(&self, i: usize) -> Result<Value, Refusal> {
        match self.values(i) {
            [value] => Ok(*value),
            _ => Err("an operand was not converted to exactly one value".into()),
        }
    }

    /// All values in order.
    pub fn all(&self) -> &[Value] {
        &self.values
    }
}

/// A [`Rewriter`] that replaces results by values of other types and converts the arguments of blocks.
pub struct ConversionRewriter<'a> {
    pub(super) rewriter: Rewriter<'a>,
    pub(super) types: Option<&'a TypeConverter>,
    pub(super) mapping: &'a mut Mapping,
}

impl<'a> Deref for ConversionRewriter<'a> {
    type Target = Rewriter<'a>;

    fn deref(&self) -> &Rewriter<'a> {
        &self.rewriter
    }
}

impl DerefMut for ConversionRewriter<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.rewriter
    }
}

impl Emit for ConversionRewriter<'_> {
    fn body(&self) -> &Body {
        self.rewriter.body
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        self.rewriter.emit(what, operands, result, attrs)
    }
}

impl ConversionRewriter<'_> {
    /// The types that a type converts to.
    ///
    /// # Errors
    /// A refusal if it cannot be converted.
    pub fn convert_types(&self, ty: Type) -> Result<Types, Refusal> {
        let Some(types) = self.types else { return Ok(SmallVec::from_slice(&[ty])) };
        types.convert(self.body.ctx(), ty).map_err(Refusal::new)
    }

    /// The converted types of an op's results.
    ///
    /// # Errors
    /// A refusal if one cannot be converted.
    pub fn result_types(&self, op: Op) -> Result<Vec<Type>, Refusal> {
        let mut out = Vec::new();
        for value in self.body.results(op) {
            out.extend(self.convert_types(self.body.ty(value))?);
        }
        Ok(out)
    }

    /// Replaces the results of an op by values, which may have other types. The op is erased at the end of
    /// the conversion.
    ///
    /// # Panics
    /// If the number of values differs from the number of results.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        self.mapping.replace(self.rewriter.body, op, values.iter().map(std::slice::from_ref));
    }

    /// As [`ConversionRewriter::replace`], with any number of values for each result.
    ///
    /// # Panics
    /// If the number of parts differs from the number of results.
    pub fn replace_parts(&mut self, op: Op, parts: &[&[Value]]) {
        self.mapping.replace(self.rewriter.body, op, parts.iter().copied());
    }
}
