//! What the values of a comprehension have become, where points of an unroll-and-jam group each have a copy of their own.

use rustc_hash::FxHashMap;
use std::rc::Rc;
use tf_ir::body::Value;

/// What a value of the comprehension has become.
#[derive(Clone)]
pub enum Form {
    /// A number, or the memory of an accumulator.
    Scalar(Value),
    /// The elements of a small tensor of constant extents, row-major.
    Small(Rc<[Value]>),
    /// A tensor that is read element by element.
    Whole(Value),
}

/// The forms of values; without copies, nothing is lowered together.
#[derive(Default)]
pub struct Forms {
    shared: FxHashMap<Value, Form>,
    copies: Vec<FxHashMap<Value, Form>>,
    /// The copy whose code is being built.
    pub current: Option<usize>,
}

impl Forms {
    /// The form of a value at the current point; `None` for values from outside.
    pub fn get(&self, old: Value) -> Option<&Form> {
        let own = self.current.and_then(|copy| self.copies.get(copy)?.get(&old));
        own.or_else(|| self.shared.get(&old))
    }

    /// Sets the form of a value, at the current point if there is one.
    pub fn set(&mut self, old: Value, new: Form) {
        let own = self.current.and_then(|copy| self.copies.get_mut(copy));
        own.unwrap_or(&mut self.shared).insert(old, new);
    }

    /// How many points are lowered together; 0 if they are not.
    pub fn count(&self) -> usize {
        self.copies.len()
    }

    /// From here on, so many points are lowered together; 0 ends that.
    pub fn set_count(&mut self, count: usize) {
        self.copies = vec![FxHashMap::default(); count];
    }
}
