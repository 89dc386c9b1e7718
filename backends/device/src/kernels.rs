//! The interface of a kernel, and the checks of its launches.

use crate::error::{DeviceError, Fault};
use tf_dialects::array::element_bytes;
use tf_dialects::func::declared_extents::{declared_extents, extent_arguments};
pub use tf_dialects::kernel::Swizzle;
use tf_dialects::kernel::{
    BLOCK_EXTENTS, BLOCK_THREADS, CLUSTER_BLOCKS, DYNAMIC_SHARED_BYTES, Func, GRID_EXTENTS, SHARED_ALIGNMENT,
    Shared, TensorMap, WATCHED, dynamic_alignment, grid_fault, parameter_bytes, shared_bytes, tensor_maps,
};
use tf_dialects::scalar::{DType, element_type};
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{BindingPlan, Extent, Symbol};
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

/// The parameters and launch constraints of a kernel.
#[derive(Clone, Debug)]
pub struct KernelInfo {
    /// Its name, also of its code.
    pub name: String,
    /// Its arguments.
    pub params: Vec<KernelParam>,
    /// The extents of its arguments; empty for scalars.
    pub dims: Vec<Vec<Extent>>,
    /// How its extent symbols follow from the extents of its arguments.
    pub binding: BindingPlan,
    /// The extents that the binding reads, as pairs of an argument and an axis.
    pub places: Vec<(usize, usize)>,
    /// For each symbol in order of names, its position in the binding.
    pub order: Vec<usize>,
    /// The required block size, if there is one.
    pub block: Option<[u64; 3]>,
    /// The declared maximum of threads of a block, if there is one.
    pub most_threads: Option<u64>,
    /// The blocks of a cluster, if it uses clusters.
    pub cluster: Option<[u64; 3]>,
    /// Bytes of its static shared memory.
    pub shared: u64,
    /// Bytes of its parameters in generated code.
    pub parameter_bytes: u64,
    /// Alignment of its dynamic shared memory in bytes.
    pub dynamic_alignment: u64,
    /// Pairs of arguments, one read and one written, that may share memory.
    pub in_place: Vec<(u32, u32)>,
    /// Whether it polls the stop word of its run, whose address is a parameter after its extents: it ends
    /// early when the word is not 0.
    pub watched: bool,
    /// The boxes of arguments that it copies: a tensor map of each is a parameter after all others.
    pub boxes: Vec<KernelBox>,
}

/// A box that a kernel copies from an argument to shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelBox {
    /// The index of the argument.
    pub argument: usize,
    /// Bytes of an element.
    pub elem: u64,
    /// The extents of the box, outermost first.
    pub extents: Vec<u64>,
    /// The layout of its rows in shared memory.
    pub swizzle: Swizzle,
}

impl KernelBox {
    fn of(body: &Body, map: TensorMap) -> Option<KernelBox> {
        let elem = element_type(body.ctx(), map.elem).and_then(element_bytes)? as u64;
        Some(KernelBox { argument: map.argument, elem, extents: map.extents, swizzle: map.swizzle })
    }
}

/// An argument of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KernelParam {
    /// Memory of an array with this element type and rank.
    Memory(DType, u32),
    /// A scalar.
    Scalar(DType),
}

impl KernelParam {
    fn of(body: &Body, ty: Type) -> Option<KernelParam> {
        let ctx = body.ctx();
        let dtype = element_type(ctx, ty)?;
        Some(match ctx.dims(ty) {
            Some(dims) => KernelParam::Memory(dtype, dims.len() as u32),
            None => KernelParam::Scalar(dtype),
        })
    }
}

/// Size in bytes of a scalar parameter of this type.
pub fn scalar_bytes(dtype: DType) -> u32 {
    element_bytes(dtype).unwrap_or(8) as u32
}

/// The kernels of a module, in order.
///
/// # Errors
/// A kernel has an argument that no device supports.
pub fn of_module(module: &Body) -> Result<Vec<KernelInfo>, Diagnostic> {
    let kernels = module.child_ops().into_iter().filter_map(|op| module.child(op));
    kernels.filter(|body| body.is(body.root(), Func)).map(KernelInfo::of).collect()
}

impl KernelInfo {
    /// The interface of a kernel.
    ///
    /// # Errors
    /// An argument has a type that no array has.
    pub fn of(body: &Body) -> Result<KernelInfo, Diagnostic> {
        let ctx = body.ctx();
        let root = body.op(body.root());
        let entry = body.entry_block().ok_or_else(|| root.error("has no body"))?;
        let types: Vec<Type> = body.args(entry).map(|arg| body.ty(arg)).collect();
        let params: Option<Vec<KernelParam>> = types.iter().map(|ty| KernelParam::of(body, *ty)).collect();
        let params =
            params.ok_or_else(|| root.error("has an argument of a type that devices do not support"))?;
        let (declared, places) = declared_extents(ctx, &types, &extent_arguments(body));
        let dims = |ty: &Type| ctx.dims(*ty).unwrap_or_default().iter().map(Dim::to_extent).collect();
        let dims: Option<Vec<Vec<Extent>>> = types.iter().map(dims).collect();
        let dims = dims.ok_or_else(|| root.error("has memory with an unnamed extent '?': name it"))?;
        let binding = BindingPlan::new(&declared);
        let mut order: Vec<usize> = (0..binding.symbols().len()).collect();
        order.sort_by_key(|at| &binding.symbols()[*at]);
        let view = root.view(Func);
        let shared = preorder(body).into_iter().filter(|op| body.is(*op, Shared));
        let shared = shared.filter_map(|op| shared_bytes(ctx, body.ty(body.result(op, 0)))).sum();
        let boxes: Option<Vec<KernelBox>> =
            tensor_maps(body).into_iter().map(|map| KernelBox::of(body, map)).collect();
        let boxes =
            boxes.ok_or_else(|| root.error("copies a box of elements that devices do not support"))?;
        Ok(KernelInfo {
            name: symbol_name(body, body.root()).unwrap_or("kernel").to_string(),
            params,
            dims,
            binding,
            places,
            order,
            block: view.block(),
            most_threads: view.most_threads(),
            cluster: view.cluster(),
            shared,
            parameter_bytes: parameter_bytes(body),
            dynamic_alignment: dynamic_alignment(body),
            in_place: crate::in_place::pairs(body),
            watched: body.attr(body.root(), WATCHED).is_some(),
            boxes,
        })
    }

    /// Checks the sizes of a launch against the limits of all devices and of the kernel.
    ///
    /// # Errors
    /// The violated limit, as words that follow the name of the launch.
    pub fn check(&self, grid: [i64; 3], block: [i64; 3], shared: i64) -> Result<(), String> {
        let axes = ["x", "y", "z"];
        for ((blocks, most), axis) in grid.iter().zip(GRID_EXTENTS).zip(axes) {
            if !(0..=most as i64).contains(blocks) {
                return Err(format!("has {blocks} blocks along {axis}: a grid has 0 to {most}"));
            }
        }
        for ((threads, most), axis) in block.iter().zip(BLOCK_EXTENTS).zip(axes) {
            if !(1..=most as i64).contains(threads) {
                return Err(format!(
                    "has {threads} threads along {axis}: a block has 1 to {most} threads along it"
                ));
            }
        }
        let (threads, [x, y, z]) = (block.iter().product::<i64>(), block);
        if threads > BLOCK_THREADS as i64 {
            return Err(format!(
                "has {x} x {y} x {z} = {threads} threads: a block has at most {BLOCK_THREADS}"
            ));
        }
        if !(0..=DYNAMIC_SHARED_BYTES as i64).contains(&shared) {
            let most = DYNAMIC_SHARED_BYTES;
            return Err(format!(
                "requests {shared} bytes of dynamic shared memory: at most {most} are available"
            ));
        }
        if let Some([a, b, c]) = self.block.filter(|wanted| wanted.map(|n| n as i64) != block) {
            return Err(format!(
                "has blocks of {x} x {y} x {z} threads, but the kernel is written for {a} x {b} x {c}"
            ));
        }
        let fault = self.cluster.and_then(|cluster| grid_fault(grid.map(|n| n as u64), cluster));
        if let Some(fault) = fault {
            return Err(fault);
        }
        match self.most_threads.filter(|most| threads > *most as i64) {
            Some(most) => {
                Err(format!("has blocks of {threads} threads, but the kernel is written for at most {most}"))
            }
            None => Ok(()),
        }
    }

    /// Extra bytes that align its dynamic shared memory.
    pub fn padding(&self) -> u64 {
        let needless = self.shared == 0 || self.dynamic_alignment <= SHARED_ALIGNMENT;
        if needless { 0 } else { self.dynamic_alignment - SHARED_ALIGNMENT }
    }

    /// True if its clusters have more blocks than every GPU supports.
    pub fn has_large_clusters(&self) -> bool {
        self.cluster.is_some_and(|cluster| cluster.iter().product::<u64>() > CLUSTER_BLOCKS)
    }

    /// The bytes of each argument for these values of the symbols, in the order of [`KernelInfo::extents`];
    /// `None` for a scalar.
    ///
    /// # Errors
    /// An array is larger than any memory.
    pub fn bytes(&self, symbols: &[i64]) -> Result<Vec<Option<u64>>, DeviceError> {
        let one = |(param, dims): (&KernelParam, &Vec<Extent>)| {
            let KernelParam::Memory(dtype, _) = param else { return Some(None) };
            let each = element_bytes(*dtype)? as u64;
            let bytes =
                dims.iter().try_fold(each, |bytes, extent| bytes.checked_mul(self.extent(extent, symbols)?));
            bytes.map(Some)
        };
        let all: Option<Vec<Option<u64>>> = self.params.iter().zip(&self.dims).map(one).collect();
        let name = &self.name;
        all.ok_or_else(|| {
            DeviceError::new(Fault::OutOfMemory, format!("an array of '@{name}' is larger than any memory"))
        })
    }

    /// The extents of an argument for these values of the symbols; `None` if one is larger than any memory.
    pub fn argument_extents(&self, argument: usize, symbols: &[i64]) -> Option<Vec<u64>> {
        self.dims[argument].iter().map(|extent| self.extent(extent, symbols)).collect()
    }

    fn extent(&self, extent: &Extent, symbols: &[i64]) -> Option<u64> {
        let lookup = |symbol: &Symbol| {
            let at = self.order.iter().position(|at| self.binding.symbols()[*at] == *symbol)?;
            symbols.get(at).copied()
        };
        Some(extent.evaluate(lookup).ok()?.max(0) as u64)
    }

    /// The values of the symbols in order of their names, from the extents at [`KernelInfo::places`].
    ///
    /// # Errors
    /// Arrays whose extents contradict each other.
    pub fn extents(&self, actual: &[i64]) -> Result<Vec<i64>, String> {
        let found = self.binding.bind(actual);
        let found = found.map_err(|error| format!("cannot call '@{}': {error}", self.name))?;
        Ok(self.order.iter().map(|at| found[*at]).collect())
    }
}
