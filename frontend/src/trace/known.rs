//! What a program knows of its functions beside the one that is traced: which there are, by what tells them apart.

use crate::trace::error::Traced;
use crate::types::elem::Elem;
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
    /// The names of the kernels.
    pub(crate) kernels: Vec<String>,
    pub(crate) depth: usize,
}

impl Functions {
    /// A name like `wanted` that neither the program, which is called `program`, nor a function of it has.
    pub(crate) fn fresh(&self, program: &str, wanted: &str) -> String {
        let taken = |name: &str| {
            let known = self.known.iter().map(|known| &known.name).chain(&self.kernels);
            name == program || known.into_iter().any(|other| other == name)
        };
        let numbered = |n: usize| if n == 0 { wanted.to_string() } else { format!("{wanted}_{n}") };
        (0..).map(numbered).find(|name| !taken(name)).expect("there is always another number")
    }

    /// Adds a kernel that is complete.
    pub(crate) fn add_kernel(&mut self, name: String, body: Body) {
        self.kernels.push(name);
        self.bodies.push(body);
    }
}
