//! Handles of what is in a module: numbers that are looked up, so that one that is stale or made up names nothing.

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

/// A type; equal types have equal numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Type {
    /// 0: none.
    pub id: u32,
}

/// An attribute; equal attributes have equal numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Attribute {
    /// 0: none.
    pub id: u32,
}

/// Things and their numbers, from 1 on.
#[derive(Debug)]
pub(super) struct Table<T> {
    things: Vec<T>,
    numbers: HashMap<T, u32>,
    /// So many of the first things are forgotten: their numbers name nothing any more.
    forgotten: usize,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { things: Vec::new(), numbers: HashMap::new(), forgotten: 0 }
    }
}

impl<T: Clone + Eq + Hash> Table<T> {
    /// The number of a thing.
    pub(super) fn number(&mut self, thing: T) -> u32 {
        if let Some(number) = self.numbers.get(&thing) {
            return *number;
        }
        self.things.push(thing.clone());
        let number = u32::try_from(self.things.len()).expect("a module has fewer than 2^32 things");
        self.numbers.insert(thing, number);
        number
    }

    /// The thing of a number.
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let at = (number as usize).checked_sub(1)?;
        self.things.get(at).filter(|_| at >= self.forgotten)
    }

    /// Forgets all: what has a number gets another one.
    pub(super) fn forget(&mut self) {
        self.numbers.clear();
        self.forgotten = self.things.len();
    }
}
