//! Handles of IR objects: ids that are looked up in a table, so that a stale or invented one is refused.

use std::collections::HashMap;
use std::hash::Hash;

/// An operation of a module; all zeros: none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Op {
    /// 0: none.
    pub id: u32,
}

/// A region of an operation.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Region {
    /// 0: none.
    pub id: u32,
}

/// A block of a region.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Block {
    /// 0: none.
    pub id: u32,
}

/// A value: a result of an operation, or an argument of a block.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Value {
    /// 0: none.
    pub id: u32,
}

/// A type; equal types have equal ids.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Type {
    /// 0: none.
    pub id: u32,
}

/// An attribute; equal attributes have equal ids.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Attribute {
    /// 0: none.
    pub id: u32,
}

/// A table of objects by id, from 1 on.
#[derive(Debug)]
pub(super) struct Table<T> {
    things: Vec<T>,
    numbers: HashMap<T, u32>,
    /// How many of the first objects are forgotten: their ids are not valid any more.
    forgotten: usize,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { things: Vec::new(), numbers: HashMap::new(), forgotten: 0 }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    /// The id of an object.
    pub(super) fn number(&mut self, thing: T) -> u32 {
        if let Some(number) = self.numbers.get(&thing) {
            return *number;
        }
        self.things.push(thing.clone());
        let number = u32::try_from(self.things.len()).expect("a module has fewer than 2^32 handles");
        self.numbers.insert(thing, number);
        number
    }

    /// The object with an id.
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let at = (number as usize).checked_sub(1)?;
        self.things.get(at).filter(|_| at >= self.forgotten)
    }

    /// Invalidates all ids: objects get new ones.
    pub(super) fn forget(&mut self) {
        self.numbers.clear();
        self.forgotten = self.things.len();
    }
}
