//! Kernels: code for each thread of a grid, and its launch on tensors.
//!
//! A kernel is traced into its own `kernel.func` while the program's body is set aside. Its arguments are the
//! memory that it reads and writes; [`Kernel`] makes an argument at its first use. The program contains a
//! `kernel.launch`, whose results are new tensors.

mod atomic;
mod cluster;
mod copies;
mod fragment;
mod group;
mod launch;
mod memory;
mod results;
mod threads;

pub use fragment::Fragment;
pub use group::Factor;
pub use memory::Memory;
pub use results::Written;

use crate::trace::error::{Fault, Site};
use crate::trace::program::NUMERICS;
use crate::trace::remedy::Remedy;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::{Numerics, Tracer};
use crate::trace::values::Values;
use crate::types::dim::Shape;
use crate::types::elem::{Elem, Element};
use crate::types::tensor::{Arg, Operand, Repr, Tensor};
use memory::Array;
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;
use tf_dialects::kernel::{Access, DynamicShared, SHARED_ALIGNMENT, Shared as SharedArray, shared_bytes};
use tf_dialects::loops::If;
use tf_dialects::mem::Alloc;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim as TypeDim, Type};

/// One argument of a kernel that is being traced.
pub(super) struct Argument {
    /// The operand of the launch; `None` for memory that the kernel only writes.
    given: Option<Arg>,
    access: Access,
    /// The argument in the kernel.
    value: Value,
    ty: Type,
    elem: Elem,
}

impl Argument {
    /// The extents of an argument's memory.
    fn shape(&self, shared: &Shared) -> Vec<Extent> {
        shared.shape_of_type(self.ty)
    }
}

/// The facts about a kernel that is being traced.
#[derive(Default)]
struct Open {
    /// The region of the kernel, while its closure runs.
    scope: Option<u32>,
    name: Option<String>,
    arguments: Vec<Argument>,
    /// Bytes of dynamic shared memory so far.
    dynamic: u64,
    /// Blocks per cluster along each axis, if there are clusters.
    clusters: Option<Vec<i64>>,
    /// Threads per block along each axis, where they are known while tracing.
    block: Vec<Option<i64>>,
}

/// A kernel that is being traced; the closure of [`Tracer::kernel`] gets it. It is also a [`Tracer`]: loops
/// and conditionals are those of scalar code. A clone is another handle of the same kernel.
#[derive(Clone)]
pub struct Kernel {
    tracer: Tracer,
    open: Rc<RefCell<Open>>,
}

impl Deref for Kernel {
    type Target = Tracer;

    fn deref(&self) -> &Tracer {
        &self.tracer
    }
}

impl Tracer {
    /// Launches code for each thread of a grid of blocks. `grid` is the number of blocks, `block` the number
    /// of threads per block: one to three constants or extents, along x (whose neighbours share a warp), y
    /// and z. The closure gets the [`Kernel`], takes from it the memory that it reads and writes, and returns
    /// the memory that it has written: the results, as new tensors.
    ///
    /// A kernel consists of scalar code. Indices outside of memory are errors of the program; the interpreter
    /// detects them, as it detects data races. `docs/tutorials/kernels.md` shows how to write kernels.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("add", |p| {
    ///     let n = p.dim("n");
    ///     let (x, y) = (p.input::<f32>("x", [n]), p.input::<f32>("y", [n]));
    ///     p.kernel(n.ceil_div(256), 256, |k| {
    ///         let (x, y) = (k.read(&x), k.read(&y));
    ///         let z = k.write::<f32>([n]);
    ///         let i = k.index(0);
    ///         k.when(i.lt(n), || z.set(&i, x.at(&i) + y.at(&i)));
    ///         z
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn kernel<W: Written>(
        &self,
        grid: impl Values,
        block: impl Values,
        body: impl FnOnce(&Kernel) -> W,
    ) -> W::Tensors {
        launch::launch(self, Site::caller(), [grid.args(), block.args()], body)
    }
}

impl Kernel {
    /// The kernel's name in the program's text and in profiles. The default is derived from the program's
    /// name.
    pub fn name(&self, name: &str) {
        self.open.borrow_mut().name = Some(name.to_string());
    }

    /// Sets the numerics mode of floats in this kernel; the default is that of the program that launches it.
    pub fn numerics(&self, numerics: Numerics) {
        let word = self.shared.ctx.string_attr(numerics.name());
        self.describe(NUMERICS, word);
    }

    /// Sets an attribute of the kernel.
    fn describe(&self, name: &str, value: Attribute) {
        let mut state = self.shared.state.borrow_mut();
        if let Some(body) = state.body.as_mut() {
            let root = body.root();
            body.set_attr(root, name, value);
        }
    }

    /// The memory of a tensor of the program, for reading.
    #[track_caller]
    pub fn read(&self, tensor: &Tensor) -> Memory {
        self.given_memory(Site::caller(), tensor, Access::In)
    }

    /// Memory that is initialized with a tensor of the program, for reading and writing. The tensor itself
    /// does not change.
    #[track_caller]
    pub fn change(&self, tensor: &Tensor) -> Memory {
        self.given_memory(Site::caller(), tensor, Access::InOut)
    }

    /// Memory of this shape for writing; an element that is never written is an error. A thread may read the
    /// elements that it wrote.
    #[track_caller]
    pub fn write<T: Element>(&self, shape: impl Shape) -> Memory {
        self.write_of(T::ELEM, shape)
    }

    /// As [`Kernel::write`], with the element type as a value.
    #[track_caller]
    pub fn write_of(&self, elem: Elem, shape: impl Shape) -> Memory {
        let (at, terms) = (Site::caller(), shape.terms());
        self.memory(at, |shared| {
            let shape = shared.checked_shape(at, terms)?;
            self.argument(at, None, Access::Out, &shape, elem)
        })
    }

    /// A scalar of the program: a tensor of rank 0, an index, an extent or a constant.
    #[track_caller]
    pub fn given(&self, scalar: impl Operand) -> Tensor {
        let (at, arg) = (Site::caller(), scalar.arg());
        let Arg::Tensor(tensor) = &arg else { return Tensor::from_arg(&self.shared, at, arg) };
        let made = (|| {
            // A value of another program is reported where it becomes an operand of the launch.
            let (elem, rank) = match &tensor.repr {
                Repr::Poison => return Err(Reported),
                Repr::Value(val) => (val.elem, self.shared.shape(val).len()),
                Repr::Index(_) => (Elem::Index, 0),
            };
            if rank > 0 {
                let read = self.shared.remedy(at, Remedy::Read);
                let message = format!(
                    "k.given takes scalars: read the elements of {tensor:?} from memory, with {read}"
                );
                return Err(self.shared.fail(at, message));
            }
            let ty = elem.ir(&self.shared.ctx);
            let position = self.add(at, Some(arg.clone()), Access::In, ty, elem)?;
            let value = self.open.borrow().arguments[position].value;
            Ok(Val::new(value, (ty, elem), self.scope(), self.shared.place_of(at)))
        })();
        Tensor::of(&self.shared, made)
    }

    /// An uninitialized array of constant extents that the threads of a block share. It is allocated directly
    /// in the kernel, not in a loop or a conditional. All such arrays together take 48 KiB at most;
    /// [`Kernel::dynamic_shared`] gives more.
    #[track_caller]
    pub fn shared<T: Element>(&self, shape: impl Shape) -> Memory {
        self.shared_of(T::ELEM, shape)
    }

    /// As [`Kernel::shared`], with the element type as a value.
    #[track_caller]
    pub fn shared_of(&self, elem: Elem, shape: impl Shape) -> Memory {
        let (at, terms) = (Site::caller(), shape.terms());
        self.memory(at, |shared| {
            let ty = self.memref(at, terms, elem)?;
            let val = shared.value(at, SharedArray, &[], (ty, elem), &[])?;
            Ok(Array { val, argument: None, is_of_block: true, is_of_cluster: self.has_clusters() })
        })
    }

    /// As [`Kernel::shared`], in memory that the launch allocates dynamically: up to the GPU's limit, which
    /// may exceed 200 KiB. Arrays are laid out in the order of their allocation.
    #[track_caller]
    pub fn dynamic_shared<T: Element>(&self, shape: impl Shape) -> Memory {
        self.dynamic_shared_of(T::ELEM, shape)
    }

    /// As [`Kernel::dynamic_shared`], with the element type as a value.
    #[track_caller]
    pub fn dynamic_shared_of(&self, elem: Elem, shape: impl Shape) -> Memory {
        let (at, terms) = (Site::caller(), shape.terms());
        self.memory(at, |shared| {
            let ty = self.memref(at, terms, elem)?;
            let first = self.open.borrow().dynamic;
            let bytes = shared_bytes(&shared.ctx, ty).unwrap_or(0);
            self.open.borrow_mut().dynamic = first.saturating_add(bytes);
            debug_assert!(first.is_multiple_of(SHARED_ALIGNMENT));
            let offset = shared.constant_index(at, i64::try_from(first).unwrap_or(i64::MAX))?;
            let val = shared.value(at, DynamicShared, &[offset], (ty, elem), &[])?;
            Ok(Array { val, argument: None, is_of_block: true, is_of_cluster: self.has_clusters() })
        })
    }

    /// An uninitialized array of constant extents that is private to each thread.
    #[track_caller]
    pub fn private<T: Element>(&self, shape: impl Shape) -> Memory {
        self.private_of(T::ELEM, shape)
    }

    /// As [`Kernel::private`], with the element type as a value.
    #[track_caller]
    pub fn private_of(&self, elem: Elem, shape: impl Shape) -> Memory {
        let (at, terms) = (Site::caller(), shape.terms());
        self.memory(at, |shared| {
            let ty = self.memref(at, terms, elem)?;
            let val = shared.value(at, Alloc, &[], (ty, elem), &[])?;
            Ok(Array { val, argument: None, is_of_block: false, is_of_cluster: false })
        })
    }

    /// Runs code if a condition holds, without results. [`Tracer::if_`] selects values.
    #[track_caller]
    pub fn when(&self, condition: impl Operand, then: impl FnOnce()) {
        let at = Site::caller();
        let shared = &self.shared;
        let condition = shared.truth(at, condition.arg());
        let Ok((region, _)) = shared.region(at, ScopeKind::If, &[]) else { return then() };
        shared.inside(region, then);
        // The error has been reported.
        let _: Traced<Vec<Val>> = (|| {
            let mut ends = vec![(region, Vec::new())];
            if shared.uses_state(region) {
                // The else branch yields the handles' states unchanged.
                ends.push((shared.region(at, ScopeKind::If, &[])?.0, Vec::new()));
            }
            shared.close_branches(at, (If::KIND, &[]), condition?, &Vec::new(), ends)
        })();
    }

    /// The memory that `make` makes; poisoned memory after an error.
    fn memory(&self, at: Site, make: impl FnOnce(&Shared) -> Traced<Array>) -> Memory {
        let array = if self.is_open(at) { make(&self.shared) } else { Err(Reported) };
        Memory { shared: self.shared.clone(), array: array.ok() }
    }

    fn given_memory(&self, at: Site, tensor: &Tensor, access: Access) -> Memory {
        self.memory(at, |shared| {
            let val = match &tensor.repr {
                Repr::Value(val) if shared.ctx.is_tensor(val.ty) => val,
                Repr::Poison => return Err(Reported),
                _ => {
                    let given = shared.remedy(at, Remedy::Given);
                    let message =
                        format!("{tensor:?} is a scalar, which has no memory: pass it with {given}");
                    return Err(shared.fail(at, message));
                }
            };
            let same = |argument: &&(usize, &Argument)| match &argument.1.given {
                Some(Arg::Tensor(Tensor { repr: Repr::Value(known), .. })) => {
                    known.value == val.value && argument.1.access == Access::In && access == Access::In
                }
                _ => false,
            };
            let known =
                self.open.borrow().arguments.iter().enumerate().find(|a| same(&a)).map(|(i, a)| (i, a.value));
            if let Some((position, value)) = known {
                let ty = self.open.borrow().arguments[position].ty;
                let val = Val::new(value, (ty, val.elem), self.scope(), shared.place_of(at));
                return Ok(Array { val, argument: Some(position), is_of_block: false, is_of_cluster: false });
            }
            self.argument(at, Some(Arg::Tensor(tensor.clone())), access, &shared.shape(val), val.elem)
        })
    }

    /// A memref of constant extents.
    fn memref(&self, at: Site, terms: Vec<Result<Extent, Fault>>, elem: Elem) -> Traced<Type> {
        let shape = self.shared.checked_shape(at, terms)?;
        Ok(memref(&self.shared, &shape, elem))
    }

    /// A new argument that is memory.
    fn argument(
        &self,
        at: Site,
        given: Option<Arg>,
        access: Access,
        shape: &[Extent],
        elem: Elem,
    ) -> Traced<Array> {
        let ty = memref(&self.shared, shape, elem);
        let position = self.add(at, given, access, ty, elem)?;
        let value = self.open.borrow().arguments[position].value;
        let val = Val::new(value, (ty, elem), self.scope(), self.shared.place_of(at));
        Ok(Array { val, argument: Some(position), is_of_block: false, is_of_cluster: false })
    }

    fn add(&self, at: Site, given: Option<Arg>, access: Access, ty: Type, elem: Elem) -> Traced<usize> {
        if !self.is_open(at) {
            return Err(Reported);
        }
        let value = {
            let mut state = self.shared.state.borrow_mut();
            let block = state.scopes[0].block;
            state.body.as_mut().ok_or(Reported)?.add_arg(block, ty)
        };
        let mut open = self.open.borrow_mut();
        open.arguments.push(Argument { given, access, value, ty, elem });
        Ok(open.arguments.len() - 1)
    }

    fn has_clusters(&self) -> bool {
        self.open.borrow().clusters.is_some()
    }

    /// The kernel's own region.
    fn scope(&self) -> u32 {
        self.open.borrow().scope.unwrap_or_default()
    }

    /// Whether this kernel is the one that is being traced; handles may outlive their kernel.
    fn is_open(&self, at: Site) -> bool {
        let Some(scope) = self.open.borrow().scope else { return false };
        let is_open = self.shared.state.borrow().scopes.first().is_some_and(|first| first.id == scope);
        if !is_open {
            self.shared.fail(
                at,
                "the kernel is not being traced here: pass values to the functions that it calls as \
                 arguments",
            );
        }
        is_open
    }
}

/// The memref of these extents and elements.
fn memref(shared: &Shared, shape: &[Extent], elem: Elem) -> Type {
    let dims: Vec<TypeDim> = shape.iter().cloned().map(TypeDim::from_extent).collect();
    shared.ctx.memref(dims, elem.ir(&shared.ctx))
}
