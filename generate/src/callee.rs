//! Functions that a program may call.

use tf_dialects::tensor::scalar_code::is_scalar_code;
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::context::Context;
use tf_ir::types::{Type, TypeData};

/// A callable function.
#[derive(Clone, Debug)]
pub(crate) struct Callee {
    pub(crate) name: String,
    pub(crate) inputs: Vec<Type>,
    pub(crate) results: Vec<Type>,
    /// True if its body is valid in scalar code, into which calls are inlined.
    is_scalar: bool,
}

impl Callee {
    /// The description of a function, if it has a name and a type.
    pub(crate) fn of(ctx: &Context, function: &Body) -> Option<Callee> {
        let root = function.root();
        let ty = function.attr(root, "function_type").and_then(|a| ctx.attr_type(a))?;
        match ctx.type_data(ty) {
            TypeData::Function { inputs, results } => Some(Callee {
                name: symbol_name(function, root)?.to_string(),
                inputs: inputs.to_vec(),
                results: results.to_vec(),
                is_scalar: is_scalar_code(function),
            }),
            _ => None,
        }
    }

    pub(crate) fn takes_numbers(&self, ctx: &Context) -> bool {
        self.is_scalar && self.inputs.iter().chain(&self.results).all(|ty| !ctx.is_tensor(*ty))
    }
}
