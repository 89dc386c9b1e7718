//! tensorforge-python: the extension module below the Python package `tensorforge`.
//!
//! The public interface is written in Python, in `tensorforge/`; this crate has the parts that need the
//! compiler: sessions and executables, conversion of NumPy arrays, and the handles of traced programs, over
//! the same front end as programs in Rust. `docs/guides/python.md` is the guide.

mod array_info;
mod arrays;
mod device_array;
mod dlpack;
mod dtypes;
mod error;
mod executable;
mod foreign;
mod interrupt;
mod ir;
mod numpy;
mod prepared;
mod program_calls;
mod scalars;
mod session;
mod stages;
mod trace;
mod window;
mod xla;

/// The extension module.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::device_array::DeviceArray;
    #[pymodule_export]
    use crate::error::{CallError, CompileError, Error, LibraryError, LimitError, TraceError};
    #[pymodule_export]
    use crate::executable::Executable;
    #[pymodule_export]
    use crate::ir::{Module, Op, Value};
    #[pymodule_export]
    use crate::program_calls::{ProgramCalls, set_current_session};
    #[pymodule_export]
    use crate::session::Session;
    #[pymodule_export]
    use crate::trace::{
        Program,
        control::{Control, More},
        dim::Dim,
        fourier::Fourier,
        group::Group,
        kernel::{Kernel, Memory},
        local::{Local, Loop, Target},
        moves::Moves,
        nn::Nn,
        random::Random,
        schedule::Schedule,
        tensor::Tensor,
        trace,
        tracer::Tracer,
        windows::Windows,
    };
    #[pymodule_export]
    use crate::window::{Window, colour_maps, load_picture, plot_array, plot_lines, png, save_picture};
    #[pymodule_export]
    use crate::xla::{DispatchCalls, Xla};

    /// Adds the methods that follow from tables.
    #[pymodule_init]
    fn init(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        crate::trace::schedule::add_steps(module.py())
    }

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
