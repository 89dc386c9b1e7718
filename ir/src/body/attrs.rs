//! Attributes of ops: inherent ones in fixed slots, discardable ones as (name, value) pairs behind them.

use super::data::*;
use super::*;
use crate::attr::Attribute;
use crate::context::Str;
use std::num::NonZeroU32;

fn decode(word: u32) -> Option<Attribute> {
    NonZeroU32::new(word).map(Attribute)
}

impl Body {
    /// The body and op that hold the attributes: the child's root for an isolated op.
    #[inline]
    fn attr_home(&self, op: Op) -> (&Body, Op) {
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
        let data = self.op_data(op);
        self.words.slice(data.attrs, data.attrs_len as u32)
    }

    /// Inherent attribute in slot `i`, as numbered by the op's [`OpInfo::attrs`].
    #[inline]
    pub fn slot(&self, op: Op, i: usize) -> Option<Attribute> {
        let (body, op) = self.attr_home(op);
        decode(body.attr_words(op)[..body.slots(op)][i])
    }

    /// Sets or clears an inherent attribute. The default stands for an absent attribute, so setting it clears the
    /// slot: ops that mean the same hold the same.
    #[inline]
    pub fn set_slot(&mut self, op: Op, i: usize, value: Option<Attribute>) {
        if let Some(child) = self.child_mut(op) {
            let root = child.root();
            return child.set_slot(root, i, value);
        }
        let specs = &self.info(op).attrs;
        let slots = specs.len();
        let is_default = |a: &Attribute| specs[i].default.is_some_and(|make| make(&self.ctx) == *a);
        let value = value.filter(|a| !is_default(a));
        let data = *self.op_data(op);
        self.words.slice_mut(data.attrs, data.attrs_len as u32)[..slots][i] = value.map_or(0, |a| a.0.get());
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
        let (body, op) = self.attr_home(op);
        let words = &body.attr_words(op)[body.slots(op)..];
        words.as_chunks::<2>().0.iter().map(|pair| {
            let name = NonZeroU32::new(pair[0]).expect("names of set attributes are not zero");
            let value = decode(pair[1]).expect("values of set attributes are not zero");
            (Str::from_raw(name), value)
        })
    }

    /// The inherent attributes that are set, with their names.
    pub fn inherent(&self, op: Op) -> impl Iterator<Item = (&'static str, Attribute)> + '_ {
        let (body, op) = self.attr_home(op);
        let specs = &body.info(op).attrs;
        specs.iter().zip(body.attr_words(op)).filter_map(|(spec, word)| Some((spec.name, decode(*word)?)))
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
        let data = *self.op_data(op);
        let words = self.words.slice_mut(data.attrs, data.attrs_len as u32);
        for pair in words[slots..].as_chunks_mut::<2>().0 {
            if pair[0] == name.raw().get() {
                pair[1] = value.0.get();
                return;
            }
        }
        self.grow_attrs(op, data.attrs_len as usize + 2);
        let data = *self.op_data(op);
        let words = self.words.slice_mut(data.attrs, data.attrs_cap as u32);
        words[data.attrs_len as usize] = name.raw().get();
        words[data.attrs_len as usize + 1] = value.0.get();
        self.op_data_mut(op).attrs_len += 2;
    }

    /// Room for the attributes of a new op of this name, filled; gives its place and length in words.
    pub(super) fn alloc_attrs(
        &mut self,
        name: OpName,
        inherent: &[Option<Attribute>],
        discardable: &[(Str, Attribute)],
    ) -> (u32, u16) {
        let slots = self.ctx.op_info(name).attrs.len();
        debug_assert!(inherent.is_empty() || inherent.len() == slots, "one attribute per slot, or none");
        let len = slots + 2 * discardable.len();
        let attrs = self.words.alloc_range(len, 0);
        let words = self.words.slice_mut(attrs, len as u32);
        for (word, value) in words.iter_mut().zip(inherent) {
            *word = value.map_or(0, |a| a.0.get());
        }
        for (pair, (name, value)) in words[slots..].as_chunks_mut::<2>().0.iter_mut().zip(discardable) {
            *pair = [name.raw().get(), value.0.get()];
        }
        (attrs, u16::try_from(len).expect("the parser limits an op's attributes to 32,000"))
    }

    /// Sets all attributes of an op that has none yet.
    pub(crate) fn init_attrs(
        &mut self,
        op: Op,
        inherent: &[Option<Attribute>],
        discardable: &[(Str, Attribute)],
    ) {
        let (attrs, len) = self.alloc_attrs(self.name(op), inherent, discardable);
        let data = self.op_data_mut(op);
        (data.attrs, data.attrs_len, data.attrs_cap) = (attrs, len, len);
    }

    fn grow_attrs(&mut self, op: Op, need: usize) {
        let data = *self.op_data(op);
        if need <= data.attrs_cap as usize {
            return;
        }
        let cap = need.max(data.attrs_cap as usize + 4);
        let cap = u16::try_from(cap).expect("the parser limits an op's attributes to 32,000");
        let fresh = self.words.alloc_range(cap as usize, 0);
        for i in 0..data.attrs_len as u32 {
            let word = *self.words.get(data.attrs + i);
            *self.words.get_mut(fresh + i) = word;
        }
        let data = self.op_data_mut(op);
        (data.attrs, data.attrs_cap) = (fresh, cap);
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
        let data = *self.op_data(op);
        let pairs = &mut self.words.slice_mut(data.attrs, data.attrs_len as u32)[slots + 2 * at..];
        let old = decode(pairs[1]);
        pairs.rotate_left(2);
        self.op_data_mut(op).attrs_len -= 2;
        old
    }

    /// Copies all attributes of `from` in `source` (same context, same op name) to `op`.
    pub(super) fn copy_attrs(&mut self, op: Op, source: &Body, from: Op) {
        for i in 0..source.slots(from) {
            self.set_slot(op, i, source.slot(from, i));
        }
        for (name, value) in source.discardable(from) {
            self.set_discardable(op, name, value);
        }
    }
}
