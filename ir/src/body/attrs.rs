//! Attributes of ops: inherent ones in fixed slots, followed by discardable ones as (name, value) pairs.

use super::data::*;
use super::*;
use crate::attr::Attribute;
use crate::context::Str;
use smallvec::SmallVec;
use std::num::NonZeroU32;

fn decode(word: u32) -> Option<Attribute> {
    NonZeroU32::new(word).map(Attribute)
}

/// The attributes of an op.
#[derive(Default)]
pub struct OpAttrs {
    /// One per slot, or none at all.
    pub inherent: SmallVec<[Option<Attribute>; 8]>,
    /// Discardable attributes, by name.
    pub discardable: SmallVec<[(Str, Attribute); 2]>,
}

impl Body {
    /// The body and op that hold the attributes: the child's root for an isolated op.
    #[inline]
    fn attr_holder(&self, op: Op) -> (&Body, Op) {
        match self.child(op) {
            Some(child) => (child, child.root()),
            None => (self, op),
        }
    }

    #[inline]
    fn slots(&self, op: Op) -> usize {
        self.info(op).attrs.len()
    }

    #[inline]
    fn attr_words(&self, op: Op) -> &[u32] {
        let extra = self.extra(op);
        self.words.slice(extra.attrs(), extra.attrs_len as u32)
    }

    /// Inherent attribute in slot `i`, in the order of the op's [`OpInfo::attrs`].
    #[inline]
    pub fn slot(&self, op: Op, i: usize) -> Option<Attribute> {
        let (body, op) = self.attr_holder(op);
        debug_assert!(i < body.slots(op), "slot {i} of {}", body.info(op).name);
        body.attr_words(op).get(i).copied().and_then(decode)
    }

    /// Sets or clears an inherent attribute. An absent attribute has the default value, so setting the
    /// default clears the slot: equivalent ops have equal slots.
    #[inline]
    pub fn set_slot(&mut self, op: Op, i: usize, value: Option<Attribute>) {
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            return child.set_slot(root, i, value);
        }
        let specs = &self.info(op).attrs;
        let slots = specs.len();
        let is_default = |a: &Attribute| specs[i].default.is_some_and(|make| make(&self.ctx) == *a);
        let value = value.filter(|a| !is_default(a)).map_or(0, |a| a.0.get());
        assert!(i < slots, "slot {i} of an op with {slots}");
        let mut extra = self.extra(op);
        if extra.attrs_len == 0 {
            if value == 0 {
                return;
            }
            extra = self.grow_attrs(op, slots, slots);
        }
        *self.words.get_mut(extra.attrs() + i as u32) = value;
    }

    /// An attribute by name, inherent or discardable.
    pub fn attr(&self, op: Op, name: &str) -> Option<Attribute> {
        if let Some(slot) = self.info(op).slot(name) {
            return self.slot(op, slot);
        }
        let name = self.ctx.find_str(name)?;
        self.discardable(op).find(|(n, _)| *n == name).map(|(_, a)| a)
    }

    /// The discardable attributes in the order they were set.
    pub fn discardable(&self, op: Op) -> impl Iterator<Item = (Str, Attribute)> + '_ {
        let (body, op) = self.attr_holder(op);
        let words = body.attr_words(op).get(body.slots(op)..).unwrap_or_default();
        words.as_chunks::<2>().0.iter().map(|pair| {
            let name = NonZeroU32::new(pair[0]).expect("names of set attributes are not zero");
            let value = decode(pair[1]).expect("values of set attributes are not zero");
            (Str::from_raw(name), value)
        })
    }

    /// The inherent attributes that are set, with their names.
    pub fn inherent(&self, op: Op) -> impl Iterator<Item = (&'static str, Attribute)> + '_ {
        let (body, op) = self.attr_holder(op);
        let specs = &body.info(op).attrs;
        specs.iter().zip(body.attr_words(op)).filter_map(|(spec, word)| Some((spec.name, decode(*word)?)))
    }

    /// All attributes of an op, in the form that a new op takes; none for most ops of scalar code.
    pub fn attrs(&self, op: Op) -> OpAttrs {
        let (body, op) = self.attr_holder(op);
        let words = body.attr_words(op);
        let Some((inherent, rest)) = words.split_at_checked(body.slots(op)) else {
            return OpAttrs::default();
        };
        let pair = |pair: &[u32; 2]| Some((Str::from_raw(NonZeroU32::new(pair[0])?), decode(pair[1])?));
        OpAttrs {
            inherent: inherent.iter().map(|word| decode(*word)).collect(),
            discardable: rest.as_chunks::<2>().0.iter().filter_map(pair).collect(),
        }
    }

    /// Sets an attribute by name, inherent or discardable.
    pub fn set_attr(&mut self, op: Op, name: &str, value: Attribute) {
        if let Some(slot) = self.info(op).slot(name) {
            return self.set_slot(op, slot, Some(value));
        }
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            return child.set_attr(root, name, value);
        }
        let name = self.ctx.str(name);
        self.set_discardable(op, name, value);
    }

    fn set_discardable(&mut self, op: Op, name: Str, value: Attribute) {
        let slots = self.slots(op);
        let extra = self.extra(op);
        let words = self.words.slice_mut(extra.attrs(), extra.attrs_len as u32);
        for pair in words.get_mut(slots..).unwrap_or_default().as_chunks_mut::<2>().0 {
            if pair[0] == name.raw().get() {
                pair[1] = value.0.get();
                return;
            }
        }
        let len = slots.max(extra.attrs_len as usize);
        // The first attribute gets no spare capacity: most ops have at most one.
        let spare = if extra.attrs_len as usize > slots { 4 } else { 2 };
        let extra = self.grow_attrs(op, len + 2, len + spare);
        let pair = self.words.slice_mut(extra.attrs() + len as u32, 2);
        pair.copy_from_slice(&[name.raw().get(), value.0.get()]);
    }

    /// Words that the attributes of a new op of this name take: none if it has none.
    pub(super) fn attrs_len(
        &self,
        name: OpName,
        inherent: &[Option<Attribute>],
        discardable: &[(Str, Attribute)],
    ) -> u16 {
        if discardable.is_empty() && inherent.iter().all(Option::is_none) {
            return 0;
        }
        let len = self.ctx.op_info(name).attrs.len() + 2 * discardable.len();
        u16::try_from(len).expect("the parser limits an op's attributes to 32,000")
    }

    /// Writes the attributes of a new op of this name into its room, which is zero.
    pub(super) fn fill_attrs(
        &mut self,
        extra: Extra,
        name: OpName,
        inherent: &[Option<Attribute>],
        discardable: &[(Str, Attribute)],
    ) {
        let slots = self.ctx.op_info(name).attrs.len();
        debug_assert!(inherent.is_empty() || inherent.len() == slots, "one attribute per slot, or none");
        let words = self.words.slice_mut(extra.attrs(), extra.attrs_len as u32);
        if words.is_empty() {
            return;
        }
        for (word, value) in words.iter_mut().zip(inherent) {
            *word = value.map_or(0, |a| a.0.get());
        }
        for (pair, (name, value)) in words[slots..].as_chunks_mut::<2>().0.iter_mut().zip(discardable) {
            *pair = [name.raw().get(), value.0.get()];
        }
    }

    /// Sets all attributes of an op that has none yet.
    pub(crate) fn init_attrs(
        &mut self,
        op: Op,
        inherent: &[Option<Attribute>],
        discardable: &[(Str, Attribute)],
    ) {
        let name = self.name(op);
        let len = self.attrs_len(name, inherent, discardable) as usize;
        if len > 0 {
            let extra = self.grow_attrs(op, len, len);
            self.fill_attrs(extra, name, inherent, discardable);
        }
    }

    /// Resizes the attributes of an op to `len` words, the new ones zero; reserves `cap` if they must move.
    fn grow_attrs(&mut self, op: Op, len: usize, cap: usize) -> Extra {
        let limit = "the parser limits an op's attributes to 32,000";
        let attrs_len = u16::try_from(len).expect(limit);
        let old = self.extra(op);
        if attrs_len <= old.attrs_cap {
            return self.write_header(Extra { attrs_len, ..old });
        }
        let attrs_cap = u16::try_from(cap).expect(limit);
        let fresh = self.place_extra(Extra { attrs_len, attrs_cap, ..old });
        self.copy_words(old.regions(), fresh.regions(), old.n_regions as u32 + old.n_successors as u32);
        self.copy_words(old.attrs(), fresh.attrs(), old.attrs_len as u32);
        self.op_data_mut(op).extra = fresh.at;
        fresh
    }

    /// Copies words within the arena.
    pub(super) fn copy_words(&mut self, from: u32, to: u32, count: u32) {
        for i in 0..count {
            let word = *self.words.get(from + i);
            *self.words.get_mut(to + i) = word;
        }
    }

    /// Removes an attribute and returns it.
    pub fn remove_attr(&mut self, op: Op, name: &str) -> Option<Attribute> {
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            return child.remove_attr(root, name);
        }
        if let Some(slot) = self.info(op).slot(name) {
            let old = self.slot(op, slot);
            self.set_slot(op, slot, None);
            return old;
        }
        let name = self.ctx.find_str(name)?;
        let slots = self.slots(op);
        let at = self.discardable(op).position(|(n, _)| n == name)?;
        let extra = self.extra(op);
        let pairs = &mut self.words.slice_mut(extra.attrs(), extra.attrs_len as u32)[slots + 2 * at..];
        let old = decode(pairs[1]);
        pairs.rotate_left(2);
        let gone = pairs.len() - 2;
        pairs[gone..].fill(0);
        self.write_header(Extra { attrs_len: extra.attrs_len - 2, ..extra });
        old
    }

    /// Copies all attributes of `from` in `source` (same context, same op name) to `op`.
    pub(super) fn copy_attrs(&mut self, op: Op, source: &Body, from: Op) {
        let attrs = source.attrs(from);
        self.init_attrs(op, &attrs.inherent, &attrs.discardable);
    }
}
