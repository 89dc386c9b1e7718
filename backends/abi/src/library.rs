//! The C interface of the LLVM library: one exported function returns a table ([`Api`]) of everything else.
//!
//! Rules, in the manner of any C interface: the caller keeps ownership of its arguments, for the length of
//! the call; results are freed by the matching `free_*` function of the same table. A function that can fail
//! returns null for success or a [`Failure`]. Every function may be called from any thread; a module's code
//! stays valid until it is freed.

use std::ffi::c_void;

/// Name of the one function that the library exports, NUL-terminated; its type is [`GetApi`].
pub const ENTRY_SYMBOL: &[u8] = b"tensorforge_llvm_api\0";

/// File name of the library on this system.
pub const FILE_NAME: &str =
    if cfg!(target_os = "macos") { "libtensorforge_llvm.dylib" } else { "libtensorforge_llvm.so" };

/// Version of [`Api`]'s layout. The first four fields of the table never change; the rest is read only when
/// the versions agree.
pub const API_VERSION: u32 = 2;

/// Type of the exported function.
pub type GetApi = unsafe extern "C" fn() -> *const Api;

/// Borrowed bytes; text is UTF-8 without a terminator. Null is allowed when the length is zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    /// First byte.
    pub ptr: *const u8,
    /// Number of bytes.
    pub len: usize,
}

// SAFETY: `Bytes` is a pointer and a length; its creator promises that the bytes outlive its use, and nothing
// writes through it.
unsafe impl Send for Bytes {}
// SAFETY: as above; shared reads only.
unsafe impl Sync for Bytes {}

impl Bytes {
    /// Borrows a slice.
    pub const fn new(bytes: &[u8]) -> Self {
        Self { ptr: bytes.as_ptr(), len: bytes.len() }
    }

    /// Borrows text.
    pub const fn text(text: &str) -> Self {
        Self::new(text.as_bytes())
    }

    /// The bytes as a slice.
    ///
    /// # Safety
    /// `ptr` points to `len` readable bytes that nobody writes to during `'a`.
    pub unsafe fn as_slice<'a>(self) -> &'a [u8] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: promised by the caller.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }
}

/// What kind of failure a [`Failure`] is.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// An option is unknown or has an invalid value.
    Options = 1,
    /// The unit does not parse or does not verify.
    Unit = 2,
    /// The pass pipeline is malformed, or one of its passes failed.
    Pipeline = 3,
    /// After the pipeline, the unit has an operation or type that the target does not support.
    Unsupported = 4,
    /// Translation to LLVM IR, optimisation or code generation failed.
    Codegen = 5,
    /// The object could not be linked into memory: malformed, or a symbol is missing.
    Link = 6,
    /// No such symbol in the module.
    Symbol = 7,
    /// A defect of the library itself (a caught panic).
    Internal = 8,
}

impl FailureKind {
    /// The kind with this code; unknown codes are [`FailureKind::Internal`].
    pub fn from_code(code: u32) -> Self {
        match code {
            1 => Self::Options,
            2 => Self::Unit,
            3 => Self::Pipeline,
            4 => Self::Unsupported,
            5 => Self::Codegen,
            6 => Self::Link,
            7 => Self::Symbol,
            _ => Self::Internal,
        }
    }
}

/// Severity of a [`Diagnostic`]: 0 error, 1 warning, 2 remark, 3 note. A note belongs to the diagnostic
/// before it.
pub type Severity = u32;

/// One message with its source location, if known.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Diagnostic {
    /// See [`Severity`].
    pub severity: Severity,
    /// Line from 1; 0 where unknown.
    pub line: u32,
    /// Column from 1; 0 where unknown.
    pub column: u32,
    /// File name; empty where unknown.
    pub file: Bytes,
    /// The message.
    pub message: Bytes,
}

/// Why a call failed. Lives until `free_failure`.
#[repr(C)]
#[derive(Debug)]
pub struct Failure {
    /// The code of a [`FailureKind`].
    pub kind: u32,
    /// One line.
    pub message: Bytes,
    /// Details, in the order they were reported.
    pub diagnostics: *const Diagnostic,
    /// Number of `diagnostics`.
    pub diagnostic_count: usize,
}

/// How long one phase of a compilation took.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Phase {
    /// Its name: `context`, `parse`, `passes`, `check`, `translate`, `optimize`, `codegen`.
    pub name: Bytes,
    /// Wall-clock nanoseconds.
    pub nanoseconds: u64,
}

/// The output of a compilation. Lives until `free_artifact`.
#[repr(C)]
#[derive(Debug)]
pub struct Artifact {
    /// The text or the object file.
    pub bytes: Bytes,
    /// The time of each phase.
    pub phases: *const Phase,
    /// Number of `phases`.
    pub phase_count: usize,
}

/// A symbol that generated code may call, and its address in this process.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// Its name as generated code spells it.
    pub name: Bytes,
    /// Its address.
    pub address: *const c_void,
}

/// Objects linked into this process; opaque.
#[repr(C)]
#[derive(Debug)]
pub struct Module {
    _opaque: [u8; 0],
}

/// The functions of the library.
#[repr(C)]
pub struct Api {
    /// [`API_VERSION`] of the library.
    pub version: u32,
    /// Size of this table in bytes.
    pub size: u32,
    /// [`crate::INTERFACE_ID`] of the library.
    pub interface: Bytes,
    /// The library's build id: the interface id, a dash, and a hash of the library's own sources. Part of
    /// every cache key, because it names the code that turned a unit into machine code.
    pub build: Bytes,
    /// Version of LLVM inside, for example `22.1.8`.
    pub llvm: Bytes,
    /// Describes the machine the library runs on, as `key=value` lines: `target` (triple), `cpu`, `features`.
    pub host: unsafe extern "C" fn(out: *mut *mut Artifact) -> *mut Failure,
    /// Compiles a unit (text) under options ([`crate::options::Options`] as text) into an artifact.
    pub compile: unsafe extern "C" fn(unit: Bytes, options: Bytes, out: *mut *mut Artifact) -> *mut Failure,
    /// Links objects that `compile` made, in this or an earlier process, into this process as one module.
    /// Symbols that none of them defines are looked up in `symbols`, then in the library's fixed table of
    /// memory and math functions, and nowhere else.
    pub load: unsafe extern "C" fn(
        objects: *const Bytes,
        object_count: usize,
        symbols: *const Symbol,
        symbol_count: usize,
        out: *mut *mut Module,
    ) -> *mut Failure,
    /// Finds a function of a module by name.
    pub lookup:
        unsafe extern "C" fn(module: *const Module, name: Bytes, out: *mut *const c_void) -> *mut Failure,
    /// Frees an artifact; null is allowed.
    pub free_artifact: unsafe extern "C" fn(*mut Artifact),
    /// Unlinks a module; none of its code may be running. Null is allowed.
    pub free_module: unsafe extern "C" fn(*mut Module),
    /// Frees a failure; null is allowed.
    pub free_failure: unsafe extern "C" fn(*mut Failure),
}
