//! What a program knows of its functions beside the one that is traced: which there are, by what tells them apart.

use crate::elem::Elem;
use crate::error::Traced;
use std::any::{Any, TypeId};
use tf_ir::body::Body;
use tf_ir::types::Type;

/// What distinguishes the functions of a program.
#[derive(Clone, PartialEq)]
pub(crate) struct Key {
    /// The function in the user's source.
    pub(crate) id: TypeId,
    /// Its constant arguments, in words.
    pub(crate) constants: String,
    /// Types of the arguments, with the function's own names for extents.
    pub(crate) params: Vec<(Type, Elem)>,
}

/// A function that has been traced, or is being traced.
pub(crate) struct Known {
    pub(crate) key: Key,
    pub(crate) name: String,
    /// Nothing if there was an error.
    pub(crate) results: Traced<Vec<(Type, Elem)>>,
    /// The structure of its values; nothing while it is being traced.
    pub(crate) template: Option<Box<dyn Any>>,
}

/// The functions of a program beside the one that is traced.
#[derive(Default)]
pub(crate) struct Functions {
    pub(crate) known: Vec<Known>,
    /// Those that are complete, in the order of completion.
    pub(crate) bodies: Vec<Body>,
    pub(crate) depth: usize,
}
