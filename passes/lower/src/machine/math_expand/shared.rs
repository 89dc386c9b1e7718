//! Outlined expansions: functions that the pass adds to the module, shared by many uses.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use tf_dialects::func::local::Local;
use tf_dialects::func::{build_return, function};
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::location::Location;
use tf_ir::pass::PassContext;
use tf_ir::symbol::SymbolTable;
use tf_ir::types::{Type, TypeData};

/// The name and result types of an outlined function.
#[derive(Clone)]
pub(super) struct Callee {
    pub(super) name: String,
    pub(super) results: Vec<Type>,
}

/// The outlined functions of a module.
pub(super) struct Shared<'a> {
    /// The names in use.
    symbols: &'a SymbolTable,
    cx: &'a PassContext<'a>,
    outlined: RefCell<Outlined>,
}

#[derive(Default)]
struct Outlined {
    /// Functions by name, and by the type of their first argument, which determines the others.
    callees: FxHashMap<(String, Type), Callee>,
    functions: Vec<Body>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(symbols: &'a SymbolTable, cx: &'a PassContext<'a>) -> Shared<'a> {
        Shared { symbols, cx, outlined: RefCell::default() }
    }

    /// True unless the rule for these functions is disabled.
    pub(super) fn allows(&self, local: Local) -> bool {
        self.cx.allows(local.name())
    }

    /// The function that computes `what` from values of the types `inputs`; `build` gives its code if it is
    /// new.
    pub(super) fn callee(
        &self,
        (local, what): (Local, &str),
        ctx: &Context,
        inputs: &[Type],
        loc: Location,
        build: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    ) -> Callee {
        let key = (what.to_string(), inputs[0]);
        if let Some(callee) = self.outlined.borrow().callees.get(&key) {
            return callee.clone();
        }
        let name = self.symbols.fresh(&format!("math.{what}.{}", short(ctx, inputs[0])));
        let (mut body, entry) = function(ctx, &name, inputs, &[], loc);
        let args: Vec<Value> = body.args(entry).collect();
        let mut b = Builder::at_end(&mut body, entry, loc);
        let values = build(&mut b, &args);
        build_return(&mut b, &values);
        let results: Vec<Type> = values.iter().map(|value| body.ty(*value)).collect();
        let root = body.root();
        body.set_attr(root, "function_type", ctx.type_attr(ctx.function(inputs, &results)));
        local.mark(&mut body);
        let callee = Callee { name, results };
        // The code may have added functions, too: they come before this one.
        let mut outlined = self.outlined.borrow_mut();
        outlined.callees.insert(key, callee.clone());
        outlined.functions.push(body);
        callee
    }

    /// The added functions, callees before callers.
    pub(super) fn into_functions(self) -> Vec<Body> {
        self.outlined.into_inner().functions
    }
}

/// A type as part of a name: `f32`, `16xf32`.
fn short(ctx: &Context, ty: Type) -> String {
    let elem = tf_ir::text::type_to_string(ctx, ctx.elem_type(ty));
    match ctx.type_data(ty) {
        TypeData::Vector { shape, .. } => {
            shape.iter().map(|extent| format!("{extent}x")).chain([elem]).collect()
        }
        _ => elem,
    }
}
