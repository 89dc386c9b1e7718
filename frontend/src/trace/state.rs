//! The function that is being traced: its body, the insertion point, and the errors so far.

use crate::trace::callees::Functions;
use crate::trace::error::Site;
pub(crate) use crate::trace::error::{Reported, Traced};
use crate::trace::remedy::Remedy;
use crate::types::dim::Terms;
use crate::types::elem::Elem;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tf_dialects::tensor::FromElements;
use tf_ir::body::{Block, Body, Value};
use tf_ir::builder::{Attrs, Builder};
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::kind::WhichOp;
use tf_ir::types::{Dim as TypeDim, Type};

/// The trace keeps at most this many errors: nobody reads more.
const MAX_ERRORS: usize = 50;

/// State shared by all handles of one trace.
pub(crate) struct Shared {
    pub(crate) ctx: Context,
    pub(crate) terms: Terms,
    pub(crate) state: RefCell<State>,
    /// The name of the program.
    pub(crate) name: String,
    pub(crate) functions: RefCell<Functions>,
}

/// The function that is being traced.
pub(crate) struct State {
    /// `None` once the trace has ended.
    pub(crate) body: Option<Body>,
    /// The open regions, outermost first; the first is the function's.
    pub(crate) scopes: Vec<Scope>,
    /// Open regions that are set aside while code is made outside the outermost compute.
    pub(crate) aside: Vec<Scope>,
    pub(crate) last_scope: u32,
    pub(crate) errors: Vec<Diagnostic>,
    pub(crate) params: Vec<Param>,
    /// The named extents with the locations of their names.
    pub(crate) symbols: Vec<(Symbol, Site)>,
    /// The extents that the program computes.
    pub(crate) computed: Vec<Symbol>,
    pub(crate) numerics: Option<&'static str>,
    /// The user's call of a library function that is being expanded into other operations; see
    /// [`Shared::library`].
    pub(crate) library: Option<Site>,
    /// The location of the user's call in another language; see [`crate::Tracer::placed`].
    pub(crate) place: Option<Site>,
    /// The states of handles used by open regions, with the regions; see [`crate::trace::handles`].
    pub(crate) touched: Vec<(Scope, Rc<dyn Any>)>,
    /// Loop bodies with the regions of their conditions.
    pub(crate) conditions: Vec<(u32, Scope)>,
    /// The iteration domains of regions whose points have an index.
    pub(crate) boxes: Vec<(u32, Vec<Extent>)>,
    /// The slice indices of mapped regions, where they are used.
    pub(crate) slices: Vec<(u32, Val)>,
}

/// An argument of the program.
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) elem: Elem,
    /// The extent that is the value of this scalar argument.
    pub(crate) extent: Option<Symbol>,
}

/// An open region.
#[derive(Clone, Copy)]
pub(crate) struct Scope {
    pub(crate) id: u32,
    /// The block; it is attached to its op, which is made after the region is filled.
    pub(crate) block: Block,
    pub(crate) kind: ScopeKind,
    pub(crate) at: Site,
}

/// The construct that opened a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScopeKind {
    Function,
    Compute,
    Fold,
    For,
    While,
    If,
    /// Code that is differentiated or recomputed.
    Transform,
    /// Code that is mapped over slices.
    Map,
    /// Code with separate states of handles: derivative rules, and functions that are differentiated in each
    /// direction.
    Own,
    /// Computes that share loops.
    Group,
    /// The code of one thread of a grid: the first region of the kernel's body, as [`ScopeKind::Function`] is
    /// of a function's.
    Kernel,
}

/// A value of the IR, with facts that the IR does not hold.
#[derive(Clone)]
pub(crate) struct Val {
    pub(crate) value: Value,
    pub(crate) ty: Type,
    pub(crate) elem: Elem,
    /// The region in which it is defined.
    pub(crate) scope: u32,
    /// The source location of its definition.
    pub(crate) at: Site,
    /// For the result of a reduction: the axes that were reduced.
    pub(crate) reduced: Option<Rc<[usize]>>,
}

/// A type of the IR, and its element type with the signedness, which the IR does not hold.
pub(crate) type Typed = (Type, Elem);

impl Val {
    pub(crate) fn new(value: Value, (ty, elem): Typed, scope: u32, at: Site) -> Val {
        Val { value, ty, elem, scope, at, reduced: None }
    }

    pub(crate) fn typed(&self) -> Typed {
        (self.ty, self.elem)
    }

    /// True for a scalar of the IR, in contrast to a tensor of rank 0.
    pub(crate) fn is_scalar(&self, ctx: &Context) -> bool {
        !ctx.is_tensor(self.ty)
    }
}

impl Shared {
    /// Records an error.
    pub(crate) fn fail(&self, at: Site, message: impl Into<String>) -> Reported {
        self.report(Diagnostic::error(at.location(&self.ctx), message))
    }

    pub(crate) fn report(&self, mut error: Diagnostic) -> Reported {
        error.code.get_or_insert(&codes::TRACE);
        let mut state = self.state.borrow_mut();
        if let Some(at) = state.library.or(state.place) {
            error.loc = at.location(&self.ctx);
        }
        if state.errors.len() < MAX_ERRORS && !state.errors.contains(&error) {
            state.errors.push(error);
        }
        Reported
    }

    /// Records an error about values, with notes on the sources of the values.
    pub(crate) fn fail_about(
        &self,
        at: Site,
        message: impl Into<String>,
        values: &[(&str, &Val)],
    ) -> Reported {
        let at = self.place_of(at);
        let mut error = Diagnostic::error(at.location(&self.ctx), message);
        for (name, val) in values.iter().filter(|(_, val)| val.at != at) {
            error = error.note(val.at.location(&self.ctx), format!("{name} is {}", self.introduce(val)));
        }
        self.report(error)
    }

    /// Describes a value, with its name if it is an input of the program: `the input 'x', f32[n, 3]`.
    fn introduce(&self, val: &Val) -> String {
        let state = self.state.borrow();
        let input = state.body.as_ref().zip(state.scopes.first()).and_then(|(body, outer)| {
            let position = body.args(outer.block).position(|value| value == val.value)?;
            state.params.get(position).filter(|_| val.scope == outer.id)
        });
        match input {
            Some(input) => format!("the input '{}', {}", input.name, self.describe(val)),
            None => self.describe(val),
        }
    }

    /// Describes a value: `f32[n, 3]`; a scalar is `f32`.
    pub(crate) fn describe(&self, val: &Val) -> String {
        self.describe_type(val.ty, val.elem)
    }

    pub(crate) fn describe_type(&self, ty: Type, elem: Elem) -> String {
        match self.ctx.is_tensor(ty) {
            true => format!("{elem}{}", shape_words(&self.shape_of_type(ty))),
            false => elem.to_string(),
        }
    }

    /// The extents of a value; empty for a scalar.
    pub(crate) fn shape(&self, val: &Val) -> Vec<Extent> {
        self.shape_of_type(val.ty)
    }

    pub(crate) fn shape_of_type(&self, ty: Type) -> Vec<Extent> {
        let dims = self.ctx.dims(ty).unwrap_or_default();
        // Every tensor of a trace has terms for extents.
        dims.iter().map(|dim| dim.to_extent().unwrap_or_else(|| Extent::constant(0))).collect()
    }

    /// The tensor type with these extents and elements.
    pub(crate) fn tensor_type(&self, shape: &[Extent], elem: Elem) -> Type {
        let dims: Vec<TypeDim> = shape.iter().cloned().map(TypeDim::from_extent).collect();
        self.ctx.tensor(dims, elem.ir(&self.ctx))
    }

    /// The type of tensors with these extents and elements.
    pub(crate) fn tensors(&self, shape: &[Extent], elem: Elem) -> Typed {
        (self.tensor_type(shape, elem), elem)
    }

    /// The type of scalars with this element type.
    pub(crate) fn scalars(&self, elem: Elem) -> Typed {
        (elem.ir(&self.ctx), elem)
    }

    /// True where only scalar code is allowed: in a compute or a kernel, and in regions nested in it.
    pub(crate) fn in_compute(&self) -> bool {
        let state = self.state.borrow();
        state.in_kernel() || state.first_compute().is_some()
    }

    /// True in a kernel.
    pub(crate) fn in_kernel(&self) -> bool {
        self.state.borrow().in_kernel()
    }

    /// Makes an op whose first regions have these blocks, and returns its results. An op in a compute that
    /// makes a tensor from outer values is inserted before that compute.
    pub(crate) fn op(
        &self,
        at: Site,
        what: impl WhichOp,
        operands: &[Val],
        results: &[Typed],
        attrs: Attrs<'_>,
        blocks: &[Block],
    ) -> Traced<Vec<Val>> {
        let (at, name) = (self.place_of(at), what.name_in(&self.ctx));
        let info = self.ctx.op_info(name);
        let is_small = info.kind == FromElements::KIND && !self.in_kernel();
        let makes_tensor = !is_small && results.iter().any(|(ty, _)| self.ctx.is_tensor(*ty));
        let placed = self.place(at, makes_tensor, operands)?;
        let scope = placed.map_err(|error| self.report(error))?;
        let mut state = self.state.borrow_mut();
        let body = state.body.as_mut().ok_or(Reported)?;
        let operands: Vec<Value> = operands.iter().map(|v| v.value).collect();
        let types: Vec<Type> = results.iter().map(|(ty, _)| *ty).collect();
        // Regions without a block stay empty: an accumulator's update that an attribute specifies, rules that
        // are not given.
        let regions = info.regions.least().max(blocks.len());
        let made = body.create(name, at.location(&self.ctx), &operands, &types, regions, &[]);
        for (name, attr) in attrs {
            body.set_attr(made, name, *attr);
        }
        for (i, block) in blocks.iter().enumerate() {
            let region = body.region(made, i);
            body.append_block(region, *block);
        }
        body.append(scope.block, made);
        let values = body.results(made).zip(results);
        let vals = values.map(|(value, typed)| Val::new(value, *typed, scope.id, at)).collect();
        drop(state);
        if !blocks.is_empty() {
            self.settle_points(at, blocks);
        }
        Ok(vals)
    }

    /// The source location of the user's call: inside a library operation, that of the operation; for another
    /// language, that in its source.
    pub(crate) fn place_of(&self, at: Site) -> Site {
        let state = self.state.borrow();
        state.library.or(state.place).unwrap_or(at)
    }

    /// Whether the trace is inside a library operation, which expands into other operations.
    pub(crate) fn is_library(&self) -> bool {
        self.state.borrow().library.is_some()
    }

    /// Runs `make`, which expands a library operation: its ops and errors get the location of the user's
    /// call.
    pub(crate) fn library<R>(&self, at: Site, make: impl FnOnce() -> R) -> R {
        let outer = {
            let mut state = self.state.borrow_mut();
            let outer = state.library;
            state.library = outer.or(state.place).or(Some(at));
            outer
        };
        let result = make();
        self.state.borrow_mut().library = outer;
        result
    }

    /// Makes an op without regions, and returns its only result.
    pub(crate) fn value(
        &self,
        at: Site,
        what: impl WhichOp,
        operands: &[Val],
        result: Typed,
        attrs: Attrs<'_>,
    ) -> Traced<Val> {
        self.op(at, what, operands, &[result], attrs, &[])?.pop().ok_or(Reported)
    }

    /// The value that `build`, code of the library, computes from others; its element type is `elem`.
    pub(crate) fn built(
        &self,
        at: Site,
        operands: &[Val],
        elem: Elem,
        build: impl FnOnce(&mut Builder<'_>, &[Value]) -> Value,
    ) -> Traced<Val> {
        let [made] = self.built_all(at, operands, elem, |b, values| [build(b, values)])?;
        Ok(made)
    }

    /// As [`Shared::built`], for several values.
    pub(crate) fn built_all<const N: usize>(
        &self,
        at: Site,
        operands: &[Val],
        elem: Elem,
        build: impl FnOnce(&mut Builder<'_>, &[Value]) -> [Value; N],
    ) -> Traced<[Val; N]> {
        let at = self.place_of(at);
        let makes_tensor = operands.iter().any(|operand| self.ctx.is_tensor(operand.ty));
        let placed = self.place(at, makes_tensor, operands)?;
        let scope = placed.map_err(|error| self.report(error))?;
        let mut state = self.state.borrow_mut();
        let body = state.body.as_mut().ok_or(Reported)?;
        let values: Vec<Value> = operands.iter().map(|operand| operand.value).collect();
        let made = build(&mut Builder::at_end(body, scope.block, at.location(&self.ctx)), &values);
        Ok(made.map(|value| Val::new(value, (body.ty(value), elem), scope.id, at)))
    }

    /// The region into which an op goes, or the reason why one of its operands is not visible there.
    fn place(&self, at: Site, makes_tensor: bool, operands: &[Val]) -> Traced<Result<Scope, Diagnostic>> {
        let state = self.state.borrow();
        if state.body.is_none() {
            // The trace is over, so no error can be recorded.
            return Err(Reported);
        }
        if makes_tensor && state.in_kernel() {
            let message = "a kernel cannot create tensors, since its code is scalar: keep elements in \
                           memory (k.shared, k.private), or create the tensor before the launch";
            let error = Diagnostic::error(at.location(&self.ctx), message);
            return Ok(Err(error.note(state.scopes[0].at.location(&self.ctx), "the kernel starts here")));
        }
        let level = match state.first_compute() {
            Some(compute) if makes_tensor => compute - 1,
            _ => state.scopes.len() - 1,
        };
        for operand in operands {
            let here = at.location(&self.ctx);
            let made = operand.at.location(&self.ctx);
            let mut open = state.scopes.iter().chain(&state.aside);
            match open.position(|s| s.id == operand.scope) {
                Some(position) if position <= level => {}
                Some(_) => {
                    let element = at.remedy(Remedy::Element);
                    let message = format!(
                        "cannot create a tensor inside a compute, where code is scalar; read one element of a \
                         tensor with {element}"
                    );
                    let inner = state.scopes.get(level + 1).or(state.aside.first());
                    let start = inner.map_or(operand.at, |s| s.at).location(&self.ctx);
                    let error =
                        Diagnostic::error(here, message).note(made, "this value exists once per point");
                    return Ok(Err(error.note(start, "the compute starts here")));
                }
                None => {
                    let message = invisible(at, state.in_kernel());
                    return Ok(
                        Err(Diagnostic::error(here, message).note(made, "the value was created here")),
                    );
                }
            }
        }
        Ok(Ok(state.scopes[level]))
    }
}

impl State {
    /// The state of a trace whose ops go into the region of this function.
    pub(crate) fn new(function: Body, outer: Scope) -> State {
        State {
            body: Some(function),
            scopes: vec![outer],
            aside: Vec::new(),
            last_scope: outer.id,
            errors: Vec::new(),
            params: Vec::new(),
            symbols: Vec::new(),
            computed: Vec::new(),
            numerics: None,
            library: None,
            place: None,
            touched: Vec::new(),
            conditions: Vec::new(),
            boxes: Vec::new(),
            slices: Vec::new(),
        }
    }

    /// True if the traced function is a kernel.
    pub(crate) fn in_kernel(&self) -> bool {
        self.scopes.first().is_some_and(|first| first.kind == ScopeKind::Kernel)
    }

    /// The condition region of the loop with this body.
    pub(crate) fn condition_of(&self, body: u32) -> Option<Scope> {
        self.conditions.iter().find(|(id, _)| *id == body).map(|(_, condition)| *condition)
    }

    /// The iteration domain of a region.
    pub(crate) fn box_of(&self, scope: u32) -> Option<Vec<Extent>> {
        self.boxes.iter().find(|(id, _)| *id == scope).map(|(_, extents)| extents.clone())
    }

    /// The position of the outermost compute among the open regions.
    pub(crate) fn first_compute(&self) -> Option<usize> {
        self.scopes.iter().position(|s| s.kind == ScopeKind::Compute)
    }
}

/// Formats extents: `[n, 3]`.
pub(crate) fn shape_words(shape: &[Extent]) -> String {
    let extents: Vec<String> = shape.iter().map(Extent::to_string).collect();
    format!("[{}]", extents.join(", "))
}

/// The error for an operand of a body that has ended, or in a kernel of the program around it.
fn invisible(at: Site, in_kernel: bool) -> String {
    if !in_kernel {
        return "a value is used outside the body that created it: return it from that body".to_string();
    }
    let [read, given] = [Remedy::Read, Remedy::Given].map(|remedy| at.remedy(remedy));
    format!(
        "a kernel cannot use values of the program directly: pass tensors with {read} and scalars with {given}"
    )
}
