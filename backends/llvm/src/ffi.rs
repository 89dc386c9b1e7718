//! The exported table: C types in and out, nothing unwinds.

use crate::failure::{self, Failure};
use crate::target::Target;
use crate::{compile, jit};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, OnceLock};
use tf_abi::library::{self as abi, Api, Bytes, FailureKind};
use tf_abi::options::Options;

/// The library's only exported function, see [`tf_abi::library`].
#[unsafe(no_mangle)]
pub extern "C" fn tensorforge_llvm_api() -> *const Api {
    static API: LazyLock<Api> = LazyLock::new(|| Api {
        version: abi::API_VERSION,
        size: size_of::<Api>() as u32,
        interface: Bytes::text(tf_abi::INTERFACE_ID),
        build: Bytes::text(build_id()),
        llvm: Bytes::text(llvm_version()),
        host,
        compile,
        load,
        lookup,
        free_artifact,
        free_module,
        free_failure,
    });
    &raw const *API
}

/// See [`tf_abi::library::Api::build`].
pub fn build_id() -> &'static str {
    static ID: OnceLock<String> = OnceLock::new();
    ID.get_or_init(|| format!("{}-{}", tf_abi::INTERFACE_ID, env!("TF_LLVM_SOURCE_ID")))
}

fn llvm_version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let (mut major, mut minor, mut patch) = (0, 0, 0);
        // SAFETY: three valid out-pointers.
        unsafe { llvm_sys::core::LLVMGetVersion(&mut major, &mut minor, &mut patch) };
        format!("{major}.{minor}.{patch}")
    })
}

/// Runs one entry point: a result is written to `out`, a panic becomes a failure.
fn guarded<T>(out: *mut T, action: impl FnOnce() -> Result<T, Failure>) -> *mut abi::Failure {
    let result = catch_unwind(AssertUnwindSafe(action)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(Failure::new(FailureKind::Internal, format!("defect in the LLVM library: {text}")))
    });
    match result {
        Ok(value) => {
            // SAFETY: the caller passes a valid out-pointer.
            unsafe { out.write(value) };
            std::ptr::null_mut()
        }
        Err(failure) => failure::into_raw(failure),
    }
}

/// An artifact together with its C view, which comes first.
#[repr(C)]
struct Boxed {
    view: abi::Artifact,
    phases: Vec<abi::Phase>,
    bytes: Vec<u8>,
}

fn into_raw(artifact: compile::Artifact) -> *mut abi::Artifact {
    let nanoseconds = |d: std::time::Duration| u64::try_from(d.as_nanos()).unwrap_or(u64::MAX);
    let phase = |(name, time): &(&'static str, _)| abi::Phase {
        name: Bytes::text(name),
        nanoseconds: nanoseconds(*time),
    };
    let phases = artifact.phases.iter().map(phase).collect::<Vec<_>>();
    let bytes = artifact.bytes;
    let view =
        abi::Artifact { bytes: Bytes::new(&bytes), phases: phases.as_ptr(), phase_count: phases.len() };
    Box::into_raw(Box::new(Boxed { view, phases, bytes })).cast()
}

unsafe extern "C" fn host(out: *mut *mut abi::Artifact) -> *mut abi::Failure {
    guarded(out, || {
        let host = Target::host();
        let text = format!("target={}\ncpu={}\nfeatures={}\n", host.triple, host.cpu, host.features);
        Ok(into_raw(compile::Artifact { bytes: text.into_bytes(), phases: Vec::new() }))
    })
}

unsafe extern "C" fn compile(unit: Bytes, options: Bytes, out: *mut *mut abi::Artifact) -> *mut abi::Failure {
    guarded(out, || {
        // SAFETY: the caller lends both for the call.
        let (unit, options) = unsafe { (unit.as_slice(), options.as_slice()) };
        let unit = text(unit, FailureKind::Unit, "the unit")?;
        let options = Options::parse(text(options, FailureKind::Options, "the options")?)
            .map_err(|e| Failure::new(FailureKind::Options, e.to_string()))?;
        compile::compile(unit, &options).map(into_raw)
    })
}

unsafe extern "C" fn load(
    objects: *const Bytes,
    object_count: usize,
    symbols: *const abi::Symbol,
    symbol_count: usize,
    out: *mut *mut abi::Module,
) -> *mut abi::Failure {
    guarded(out, || {
        // SAFETY: the caller lends arrays with these lengths, and the memory they point to, for the call.
        let (objects, symbols) = unsafe {
            let objects =
                if object_count == 0 { &[] } else { std::slice::from_raw_parts(objects, object_count) };
            let symbols =
                if symbol_count == 0 { &[] } else { std::slice::from_raw_parts(symbols, symbol_count) };
            (objects.iter().map(|object| object.as_slice()).collect::<Vec<_>>(), symbols)
        };
        let mut table = Vec::with_capacity(symbols.len());
        for symbol in symbols {
            // SAFETY: as above.
            let name = unsafe { symbol.name.as_slice() };
            table.push((text(name, FailureKind::Link, "a symbol's name")?, symbol.address));
        }
        Ok(Box::into_raw(Box::new(jit::Module::load(&objects, &table)?)).cast())
    })
}

unsafe extern "C" fn lookup(
    module: *const abi::Module,
    name: Bytes,
    out: *mut *const c_void,
) -> *mut abi::Failure {
    guarded(out, || {
        // SAFETY: `module` came from `load` and is not freed yet; the name is lent for the call.
        let (module, name) = unsafe { (&*module.cast::<jit::Module>(), name.as_slice()) };
        module.lookup(text(name, FailureKind::Symbol, "the function's name")?)
    })
}

unsafe extern "C" fn free_artifact(artifact: *mut abi::Artifact) {
    if !artifact.is_null() {
        // SAFETY: `into_raw` made it from a `Box<Boxed>`, whose first field is the view.
        let boxed = unsafe { Box::from_raw(artifact.cast::<Boxed>()) };
        debug_assert_eq!(
            (boxed.view.bytes.len, boxed.view.phase_count),
            (boxed.bytes.len(), boxed.phases.len())
        );
    }
}

unsafe extern "C" fn free_failure(failure: *mut abi::Failure) {
    // SAFETY: null, or made by `failure::into_raw`, by the caller's promise.
    unsafe { failure::free(failure) }
}

unsafe extern "C" fn free_module(module: *mut abi::Module) {
    if !module.is_null() {
        // SAFETY: `load` made it from a `Box<jit::Module>`; the caller promises that none of its code runs.
        drop(unsafe { Box::from_raw(module.cast::<jit::Module>()) });
    }
}

fn text<'a>(bytes: &'a [u8], kind: FailureKind, what: &str) -> Result<&'a str, Failure> {
    std::str::from_utf8(bytes)
        .map_err(|e| Failure::new(kind, format!("{what}: not UTF-8 at byte {}", e.valid_up_to())))
}
