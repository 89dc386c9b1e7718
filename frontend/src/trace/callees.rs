//! A program's other functions and kernels, apart from the function that is being traced, with the keys that
//! identify them.

use crate::trace::error::Traced;
use crate::types::elem::Elem;
use std::any::{Any, TypeId};
use tf_ir::body::Body;
use tf_ir::types::Type;

/// The key that identifies a function of the program.
#[derive(Clone, PartialEq)]
pub(crate) struct Key {
    /// The function in the user's source.
    pub(crate) id: TypeId,
    /// Its constant arguments, formatted.
    pub(crate) constants: String,
    /// The types of the arguments, with the function's own extent names.
    pub(crate) params: Vec<(Type, Elem)>,
}

/// A function that has been traced, or is being traced.
pub(crate) struct Callee {
    pub(crate) key: Key,
    pub(crate) name: String,
    /// The result types; an error if tracing failed.
    pub(crate) results: Traced<Vec<(Type, Elem)>>,
    /// The structure of its values; `None` while it is being traced.
    pub(crate) template: Option<Box<dyn Any>>,
}

/// The functions of a program, except the one that is being traced.
#[derive(Default)]
pub(crate) struct Functions {
    pub(crate) known: Vec<Callee>,
    /// Completed functions, in the order of completion.
    pub(crate) bodies: Vec<Body>,
    /// The names of the kernels.
    pub(crate) kernels: Vec<String>,
    pub(crate) depth: usize,
}

impl Functions {
    /// A name like `wanted` that neither the program, with the name `program`, nor one of its functions has.
    pub(crate) fn fresh(&self, program: &str, wanted: &str) -> String {
        let taken = |name: &str| {
            let known = self.known.iter().map(|known| &known.name).chain(&self.kernels);
            name == program || known.into_iter().any(|other| other == name)
        };
        let numbered = |n: usize| if n == 0 { wanted.to_string() } else { format!("{wanted}_{n}") };
        (0..).map(numbered).find(|name| !taken(name)).expect("some suffix is unused")
    }

    /// Adds a completed kernel.
    pub(crate) fn add_kernel(&mut self, name: String, body: Body) {
        self.kernels.push(name);
        self.bodies.push(body);
    }
}
