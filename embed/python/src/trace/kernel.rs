//! Kernels: functions of the user that define the code of each thread of a grid.

use super::handle::{Local, Raised, run};
use super::tensor::Tensor;
use super::tracer::{Tracer, numerics};
use super::values::{Leaves, Value, leaves, value};
use super::{dim, index};
use crate::dtypes;
use crate::error::TraceError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// A kernel that is being traced.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Kernel(Local<tensorforge::Kernel>);

/// Memory that threads read and write.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Memory {
    tracer: Local<tensorforge::Tracer>,
    inner: Local<tensorforge::Memory>,
}

/// Runs a function that takes the kernel, and returns its list of memory.
fn call(
    (tracer, raised): (&tensorforge::Tracer, &Raised),
    kernel: &tensorforge::Kernel,
    body: &Bound<'_, PyAny>,
) -> Vec<tensorforge::Memory> {
    let traced = || {
        let handle = Bound::new(body.py(), Kernel(Local::new(kernel.clone())))?;
        let given = body.call1((handle,))?;
        let memory = |object: PyResult<Bound<'_, PyAny>>| match object?.cast::<Memory>() {
            Ok(memory) => memory.get().inner.get().cloned(),
            Err(_) => Err(TraceError::new_err(
                "a kernel must return memory that it has written, from k.write or k.change",
            )),
        };
        given.try_iter()?.map(memory).collect::<PyResult<Vec<_>>>()
    };
    raised.catch(traced(), tracer, |_| Vec::new())
}

#[pymethods]
impl Kernel {
    /// Launches a kernel: returns tensors for the list of memory that the function returns.
    #[staticmethod]
    fn launch<'py>(
        tracer: &Tracer,
        grid: &Bound<'py, PyAny>,
        block: &Bound<'py, PyAny>,
        body: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        tracer.several(body.py(), |tracer, raised| {
            let sizes = [leaves(tracer, grid)?, leaves(tracer, block)?];
            let [grid, block] = sizes;
            Ok(tracer.kernel(grid, block, |kernel| call((tracer, raised), kernel, body)))
        })
    }

    /// Names the kernel.
    fn name(&self, name: &str) -> PyResult<()> {
        self.0.get()?.name(name);
        Ok(())
    }

    /// The memory of a tensor, to be read; or a new tensor with its elements, to be changed.
    fn of(&self, py: Python<'_>, tensor: &Bound<'_, Tensor>, changed: bool) -> PyResult<Memory> {
        let tensor = tensor.get().handle()?;
        self.memory(py, |kernel| if changed { kernel.change(tensor) } else { kernel.read(tensor) })
    }

    /// New memory: to be written ("write"), of the block ("shared", "dynamic"), of a thread ("private").
    fn made(
        &self,
        py: Python<'_>,
        what: &str,
        shape: &Bound<'_, PyAny>,
        dtype: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Memory> {
        let (elem, shape) = (dtypes::or_f32(dtype)?, dim::shape(shape)?);
        self.memory(py, |kernel| {
            let shape = dim::dims(kernel, &shape);
            match what {
                "write" => kernel.write_of(elem, shape),
                "shared" => kernel.shared_of(elem, shape),
                "dynamic" => kernel.dynamic_shared_of(elem, shape),
                _ => kernel.private_of(elem, shape),
            }
        })
    }

    /// A scalar of the program.
    fn given<'py>(&self, py: Python<'py>, scalar: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |kernel| Ok(kernel.given(value(kernel, scalar)?)))
    }

    /// An index or size of the thread: along an axis, or linearized.
    fn number<'py>(&self, py: Python<'py>, what: &str, axis: usize) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |kernel| {
            Ok(match what {
                "thread_id" => kernel.thread_id(axis),
                "block_id" => kernel.block_id(axis),
                "block_dim" => kernel.block_dim(axis),
                "grid_dim" => kernel.grid_dim(axis),
                "index" => kernel.index(axis),
                "thread" => kernel.thread(),
                "threads" => kernel.threads(),
                "lane_id" => kernel.lane_id(),
                "cluster_id" => kernel.cluster_id(axis),
                "cluster_dim" => kernel.cluster_dim(axis),
                "cluster_block_id" => kernel.cluster_block_id(axis),
                "cluster_rank" => kernel.cluster_rank(),
                _ => kernel.warp_id(),
            })
        })
    }

    /// Waits for the block, for the warp, or for the cluster in one step or two.
    fn barrier(&self, py: Python<'_>, what: &str) -> PyResult<()> {
        self.nothing(py, |kernel| {
            match what {
                "warp" => kernel.warp_barrier(),
                "cluster" => kernel.cluster_barrier(),
                "cluster_arrive" => kernel.cluster_arrive(),
                "cluster_wait" => kernel.cluster_wait(),
                _ => kernel.barrier(),
            }
            Ok(())
        })
    }

    /// The numerics of floats in the kernel: `strict`, `standard`, `fast`.
    fn numerics(&self, py: Python<'_>, how: &str) -> PyResult<()> {
        let how = numerics(how)?;
        self.nothing(py, |kernel| {
            kernel.numerics(how);
            Ok(())
        })
    }

    /// Groups the blocks of the grid into clusters.
    fn clusters(&self, py: Python<'_>, sizes: Vec<i64>, large: bool) -> PyResult<()> {
        self.nothing(py, |kernel| {
            kernel.clusters_of(&sizes);
            if large {
                kernel.large_clusters();
            }
            Ok(())
        })
    }

    /// The shared array of another block of the cluster.
    fn cluster_shared(
        &self,
        py: Python<'_>,
        array: &Bound<'_, Memory>,
        rank: &Bound<'_, PyAny>,
    ) -> PyResult<Memory> {
        let (array, kernel) = (array.get().inner.get()?, self.0.get()?);
        let inner = run(py, kernel, |tracer, _| Ok(kernel.cluster_shared(array, value(tracer, rank)?)))?;
        let tracer: &tensorforge::Tracer = kernel;
        Ok(Memory { tracer: Local::new(tracer.clone()), inner: Local::new(inner) })
    }

    /// Collective operations of the threads of a warp, or of the block.
    fn together<'py>(
        &self,
        py: Python<'py>,
        what: &str,
        operand: &Bound<'py, PyAny>,
        number: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        self.one(py, |kernel| {
            let operand = value(kernel, operand)?;
            Ok(match what {
                "shuffle" => kernel.shuffle(operand, value(kernel, number)?),
                "shuffle_up" => kernel.shuffle_up(operand, value(kernel, number)?),
                "shuffle_down" => kernel.shuffle_down(operand, value(kernel, number)?),
                "shuffle_xor" => kernel.shuffle_xor(operand, value(kernel, number)?),
                "all" => kernel.all(operand),
                "any" => kernel.any(operand),
                "ballot" => kernel.ballot(operand),
                "warp_reduce" => kernel.warp_reduce(index::combine(&number.extract::<String>()?)?, operand),
                _ => kernel.block_reduce(index::combine(&number.extract::<String>()?)?, operand),
            })
        })
    }

    /// Runs a function if a condition holds.
    fn when(&self, py: Python<'_>, condition: &Bound<'_, PyAny>, then: &Bound<'_, PyAny>) -> PyResult<()> {
        let kernel = self.0.get()?;
        run(py, kernel, |tracer, raised| {
            let condition = value(tracer, condition)?;
            kernel.when(condition, || raised.catch(then.call0().map(|_| ()), tracer, |_| ()));
            Ok(())
        })
    }

    /// A loop without carried values.
    fn each(&self, bounds: &Bound<'_, PyTuple>, body: &Bound<'_, PyAny>) -> PyResult<()> {
        let kernel = self.0.get()?;
        run(body.py(), kernel, |tracer, raised| {
            let bound = |at: usize| value(tracer, &bounds.get_item(at)?);
            let (low, high, step) = (bound(0)?, bound(1)?, bound(2)?);
            kernel.for_step(low, high, step, Leaves(Vec::new()), |at, _| {
                let called = Bound::new(body.py(), Tensor(Local::new(at)))
                    .and_then(|at| body.call1((at,)).map(|_| ()));
                raised.catch(called, tracer, |_| ());
                Leaves(Vec::<Value>::new())
            });
            Ok(())
        })
    }

    /// Fills a shared array.
    fn fill(&self, py: Python<'_>, memory: &Bound<'_, Memory>, element: &Bound<'_, PyAny>) -> PyResult<()> {
        let memory = memory.get().inner.get()?;
        self.nothing(py, |kernel| {
            kernel.fill_shared(memory, value(kernel, element)?);
            Ok(())
        })
    }
}

impl Kernel {
    fn memory(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&tensorforge::Kernel) -> tensorforge::Memory,
    ) -> PyResult<Memory> {
        let kernel = self.0.get()?;
        let inner = run(py, kernel, |_, _| Ok(make(kernel)))?;
        let tracer: &tensorforge::Tracer = kernel;
        Ok(Memory { tracer: Local::new(tracer.clone()), inner: Local::new(inner) })
    }

    fn one<'py>(
        &self,
        py: Python<'py>,
        make: impl FnOnce(&tensorforge::Kernel) -> PyResult<tensorforge::Tensor>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let kernel = self.0.get()?;
        let made = run(py, kernel, |_, _| make(kernel))?;
        super::tensor::given(py, made)
    }

    fn nothing(
        &self,
        py: Python<'_>,
        make: impl FnOnce(&tensorforge::Kernel) -> PyResult<()>,
    ) -> PyResult<()> {
        let kernel = self.0.get()?;
        run(py, kernel, |_, _| make(kernel))
    }
}

#[pymethods]
impl Memory {
    /// The extents, outermost first.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let memory = self.inner.get()?;
        let extents = (0..memory.rank()).map(|axis| memory.extent(axis as i64).to_extent());
        let extents: Option<Vec<_>> = extents.collect();
        let given = extents
            .unwrap_or_default()
            .iter()
            .map(|extent| dim::given(py, extent))
            .collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, given)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("{:?}", self.inner.get()?))
    }

    /// The element at these indices.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        let memory = self.inner.get()?;
        let made = run(py, self.tracer.get()?, |tracer, _| Ok(memory.at(indices(tracer, key)?)))?;
        super::tensor::given(py, made)
    }

    /// Writes the element at these indices.
    fn __setitem__(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        element: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let memory = self.inner.get()?;
        run(py, self.tracer.get()?, |tracer, _| {
            memory.set(indices(tracer, key)?, value(tracer, element)?);
            Ok(())
        })
    }

    /// Consecutive elements along the last axis, in one access.
    fn at_next<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
        count: usize,
    ) -> PyResult<Vec<Bound<'py, Tensor>>> {
        let memory = self.inner.get()?;
        let all =
            run(py, self.tracer.get()?, |tracer, _| Ok(memory.at_next_of(indices(tracer, key)?, count)))?;
        all.into_iter().map(|one| super::tensor::given(py, one)).collect()
    }

    /// Writes consecutive elements along the last axis, in one access.
    fn set_next(&self, py: Python<'_>, key: &Bound<'_, PyAny>, elements: &Bound<'_, PyAny>) -> PyResult<()> {
        let memory = self.inner.get()?;
        let elements: Vec<Bound<'_, PyAny>> = elements.try_iter()?.collect::<PyResult<_>>()?;
        run(py, self.tracer.get()?, |tracer, _| {
            let key = indices(tracer, key)?;
            let elements = elements.iter().map(|one| value(tracer, one)).collect::<PyResult<Vec<Value>>>()?;
            memory.set_next(key, Leaves(elements));
            Ok(())
        })
    }

    /// Combines an element with a value atomically; returns the previous element.
    fn atomic<'py>(
        &self,
        py: Python<'py>,
        how: &str,
        key: &Bound<'py, PyAny>,
        element: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let memory = self.inner.get()?;
        let made = run(py, self.tracer.get()?, |tracer, _| {
            let (key, element) = (indices(tracer, key)?, value(tracer, element)?);
            Ok(match how {
                "exchange" => memory.exchange(key, element),
                how => memory.atomic(index::combine(how)?, key, element),
            })
        })?;
        super::tensor::given(py, made)
    }

    /// An atomic load with acquire semantics: writes of the storing thread before its release are visible
    /// afterwards.
    fn load_acquire<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Tensor>> {
        let memory = self.inner.get()?;
        let made = run(py, self.tracer.get()?, |tracer, _| Ok(memory.load_acquire(indices(tracer, key)?)))?;
        super::tensor::given(py, made)
    }

    /// An atomic store with release semantics.
    fn store_release(
        &self,
        py: Python<'_>,
        key: &Bound<'_, PyAny>,
        element: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let memory = self.inner.get()?;
        run(py, self.tracer.get()?, |tracer, _| {
            memory.store_release(indices(tracer, key)?, value(tracer, element)?);
            Ok(())
        })
    }

    /// Replaces an element atomically if it equals the expected one; returns the previous element.
    fn compare_exchange<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
        expected: &Bound<'py, PyAny>,
        element: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, Tensor>> {
        let memory = self.inner.get()?;
        let made = run(py, self.tracer.get()?, |tracer, _| {
            let (expected, element) = (value(tracer, expected)?, value(tracer, element)?);
            Ok(memory.compare_exchange(indices(tracer, key)?, expected, element))
        })?;
        super::tensor::given(py, made)
    }
}

/// One index, or a tuple of them.
fn indices(tracer: &tensorforge::Tracer, key: &Bound<'_, PyAny>) -> PyResult<Vec<Value>> {
    match key.cast::<PyTuple>() {
        Ok(tuple) => tuple.iter().map(|index| value(tracer, &index)).collect(),
        Err(_) => Ok(vec![value(tracer, key)?]),
    }
}
