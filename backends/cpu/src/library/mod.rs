//! The LLVM library, opened at run time.
//!
//! ```no_run
//! # use tf_cpu::library::Library;
//! # use tf_abi::options::Options;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let llvm = Library::open(None)?;
//! let unit = "func.func @one() -> i32 { %c = arith.constant 1 : i32 return %c : i32 }";
//! let object = llvm.compile(unit, &Options::default())?;
//! let module = llvm.load(&[&object.bytes], &[])?;
//! let one = module.address("one")?;
//! # Ok(())
//! # }
//! ```

mod error;
mod search;
mod several;

pub use error::{CompileError, Diagnostic, LibraryError, Severity};
pub(crate) use search::user_cache;

use libloading::os::unix::{self, RTLD_LOCAL, RTLD_NOW};
use std::ffi::c_void;
use std::fmt;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::Arc;
use std::time::Duration;
use tf_abi::library::{self as abi, Api, Bytes};
use tf_abi::options::Options;

/// The opened library. It stays in the process until exit: LLVM cannot be unloaded.
pub struct Library {
    api: &'static Api,
    path: PathBuf,
    _handle: ManuallyDrop<unix::Library>,
}

/// The output of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact {
    /// Text or an object file, by the options.
    pub bytes: Vec<u8>,
    /// The phases of the compilation.
    pub phases: Phases,
}

/// The phases of a compilation, in order: the name and the duration of each.
pub type Phases = Vec<(String, Duration)>;

/// The machine that runs the library, in LLVM's names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Target triple.
    pub target: String,
    /// Processor.
    pub cpu: String,
    /// Processor features, each with `+` or `-`.
    pub features: Vec<String>,
}

/// Objects linked into this process. Their code is valid until this is dropped.
pub struct Module {
    library: Arc<Library>,
    raw: *mut abi::Module,
}

// SAFETY: any thread may call the library's functions, and a module only serves lookups.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

impl Library {
    /// Opens the library at `path`, a file or its folder. Without a path, searches next to the running
    /// program (or the dynamic library that contains this code), in `deps` there, and in `deps` next to that
    /// folder, and takes the first library that fits: there may be builds of several commands.
    ///
    /// # Errors
    /// [`LibraryError`]: it is missing, cannot be opened, or was not built from the same sources. If several
    /// do not fit, the error is that of the first.
    pub fn open(path: Option<&Path>) -> Result<Arc<Self>, LibraryError> {
        let tried = match path {
            Some(path) if path.is_dir() => vec![path.join(abi::FILE_NAME)],
            Some(path) => vec![path.to_owned()],
            None => search::candidates(),
        };
        first_fitting(&tried, Path::is_file, Self::open_file)
    }

    fn open_file(path: &Path) -> Result<Arc<Self>, LibraryError> {
        let path = path.to_owned();
        let failed =
            |reason: libloading::Error| LibraryError::Open { path: path.clone(), reason: describe(&reason) };
        // SAFETY: the library's initializers are those of Rust and LLVM, which have no preconditions.
        let handle = unsafe { unix::Library::open(Some(&path), RTLD_NOW | RTLD_LOCAL) }.map_err(failed)?;
        // Never closed: LLVM registers destructors and thread-local state that must not outlive its code.
        let handle = ManuallyDrop::new(handle);
        // SAFETY: the symbol is a function of this type in every version of the library.
        let api = unsafe {
            let entry = handle.get::<abi::GetApi>(abi::ENTRY_SYMBOL);
            let entry = entry.map_err(|_| LibraryError::NoEntry { path: path.clone() })?;
            &*entry()
        };
        check(api, &path)?;
        Ok(Arc::new(Self { api, path, _handle: handle }))
    }

    /// The path of the library.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Identifies the code generator; part of every cache key.
    pub fn build_id(&self) -> &str {
        // SAFETY: a string of the library, valid for ever.
        utf8(unsafe { self.api.build.as_slice() })
    }

    /// Version of LLVM in the library.
    pub fn llvm_version(&self) -> &str {
        // SAFETY: a string of the library, valid for ever.
        utf8(unsafe { self.api.llvm.as_slice() })
    }

    /// Describes this machine.
    ///
    /// # Errors
    /// [`CompileError`] only for a defect of the library.
    pub fn host(&self) -> Result<Host, CompileError> {
        let mut out = null_mut();
        // SAFETY: the out-pointer is valid.
        self.done(unsafe { (self.api.host)(&mut out) })?;
        let text = String::from_utf8_lossy(&self.take(out).bytes).into_owned();
        let value =
            |key: &str| text.lines().find_map(|l| l.strip_prefix(key)?.strip_prefix('=')).unwrap_or("");
        let features = value("features").split(',').filter(|f| !f.is_empty()).map(str::to_owned).collect();
        Ok(Host { target: value("target").to_owned(), cpu: value("cpu").to_owned(), features })
    }

    /// Compiles a unit.
    ///
    /// # Errors
    /// [`CompileError`] with the locations in the unit.
    pub fn compile(&self, unit: &str, options: &Options) -> Result<Artifact, CompileError> {
        let options = options.to_string();
        let mut out = null_mut();
        // SAFETY: texts live through the call, the out-pointer is valid.
        self.done(unsafe { (self.api.compile)(Bytes::text(unit), Bytes::text(&options), &mut out) })?;
        Ok(self.take(out))
    }

    /// Links object files into this process as one module. Undefined symbols are looked up in `symbols`, then
    /// in the library's table of memory and math functions.
    ///
    /// # Errors
    /// [`CompileError`] if an object is broken, or a symbol missing or defined twice.
    pub fn load(
        self: &Arc<Self>,
        objects: &[&[u8]],
        symbols: &[(&str, *const c_void)],
    ) -> Result<Module, CompileError> {
        let symbols =
            symbols.iter().map(|(name, address)| abi::Symbol { name: Bytes::text(name), address: *address });
        let symbols = symbols.collect::<Vec<_>>();
        let objects = objects.iter().map(|object| Bytes::new(object)).collect::<Vec<_>>();
        let mut raw = null_mut();
        // SAFETY: objects and symbols live through the call, the out-pointer is valid.
        let failure = unsafe {
            (self.api.load)(objects.as_ptr(), objects.len(), symbols.as_ptr(), symbols.len(), &mut raw)
        };
        self.done(failure)?;
        Ok(Module { library: Arc::clone(self), raw })
    }

    /// Turns a failure of the C interface into an error, and frees it.
    fn done(&self, failure: *mut abi::Failure) -> Result<(), CompileError> {
        if failure.is_null() {
            return Ok(());
        }
        // SAFETY: the library returned it just now; it is read, then freed once.
        unsafe {
            let error = CompileError::from_raw(&*failure);
            (self.api.free_failure)(failure);
            Err(error)
        }
    }

    /// Copies an artifact out and frees it.
    fn take(&self, artifact: *mut abi::Artifact) -> Artifact {
        // SAFETY: the library returned it just now, with its arrays; it is read, then freed once.
        unsafe {
            let raw = &*artifact;
            let phases: &[abi::Phase] = if raw.phase_count == 0 {
                &[]
            } else {
                std::slice::from_raw_parts(raw.phases, raw.phase_count)
            };
            let phase =
                |p: &abi::Phase| (utf8(p.name.as_slice()).to_owned(), Duration::from_nanos(p.nanoseconds));
            let copy =
                Artifact { bytes: raw.bytes.as_slice().to_vec(), phases: phases.iter().map(phase).collect() };
            (self.api.free_artifact)(artifact);
            copy
        }
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("path", &self.path).field("build_id", &self.build_id()).finish()
    }
}

impl Module {
    /// The address of a function.
    ///
    /// # Errors
    /// [`CompileError`] of kind `Symbol` if there is no function of that name.
    pub fn address(&self, name: &str) -> Result<*const c_void, CompileError> {
        let mut address = std::ptr::null();
        // SAFETY: the module is live, the name lives through the call, the out-pointer is valid.
        self.library.done(unsafe { (self.library.api.lookup)(self.raw, Bytes::text(name), &mut address) })?;
        Ok(address)
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Module({:p})", self.raw)
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: made by `load`, freed once; all users of its code have released it.
        unsafe { (self.library.api.free_module)(self.raw) }
    }
}

/// Opens the first of the existing files that can be opened; if none can, returns the error of the first.
fn first_fitting<T>(
    tried: &[PathBuf],
    exists: impl Fn(&Path) -> bool,
    open: impl Fn(&Path) -> Result<T, LibraryError>,
) -> Result<T, LibraryError> {
    let mut first = None;
    for path in tried.iter().filter(|path| exists(path)) {
        match open(path) {
            Ok(opened) => return Ok(opened),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| LibraryError::Missing { tried: tried.to_vec() }))
}

/// Checks that an opened library has the interface version and id of this program.
fn check(api: &Api, path: &Path) -> Result<(), LibraryError> {
    let path = path.to_owned();
    if api.version != abi::API_VERSION {
        return Err(LibraryError::Version { path, expected: abi::API_VERSION, found: api.version });
    }
    // SAFETY: a string of the library, valid for ever.
    let found = utf8(unsafe { api.interface.as_slice() });
    if found != tf_abi::INTERFACE_ID {
        let expected = tf_abi::INTERFACE_ID.to_owned();
        return Err(LibraryError::Interface { path, expected, found: found.to_owned() });
    }
    Ok(())
}

/// The library's strings are UTF-8; others become empty.
fn utf8(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The loader's message is in the source of libloading's error.
fn describe(error: &libloading::Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => source.to_string(),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn host(_: *mut *mut abi::Artifact) -> *mut abi::Failure {
        null_mut()
    }

    extern "C" fn compile(_: Bytes, _: Bytes, _: *mut *mut abi::Artifact) -> *mut abi::Failure {
        null_mut()
    }

    extern "C" fn load(
        _: *const Bytes,
        _: usize,
        _: *const abi::Symbol,
        _: usize,
        _: *mut *mut abi::Module,
    ) -> *mut abi::Failure {
        null_mut()
    }

    extern "C" fn lookup(_: *const abi::Module, _: Bytes, _: *mut *const c_void) -> *mut abi::Failure {
        null_mut()
    }

    extern "C" fn free<T>(_: *mut T) {}

    fn table(version: u32, interface: &'static str) -> Api {
        Api {
            version,
            size: size_of::<Api>() as u32,
            interface: Bytes::text(interface),
            build: Bytes::text("test"),
            llvm: Bytes::text("0"),
            host,
            compile,
            load,
            lookup,
            free_artifact: free,
            free_module: free,
            free_failure: free,
        }
    }

    #[test]
    fn a_stale_library_does_not_hide_one_that_fits() {
        let tried = ["none", "stale", "older", "fits", "late"].map(PathBuf::from);
        let exists = |path: &Path| path != Path::new("none");
        let open = |fits: &'static str| {
            move |path: &Path| match path == Path::new(fits) {
                true => Ok(path.to_owned()),
                false => Err(LibraryError::NoEntry { path: path.to_owned() }),
            }
        };
        assert_eq!(first_fitting(&tried, exists, open("fits")), Ok(PathBuf::from("fits")));
        let error = first_fitting(&tried, exists, open("nothing")).unwrap_err();
        assert_eq!(error, LibraryError::NoEntry { path: PathBuf::from("stale") });
        let error = first_fitting(&tried, |_| false, open("fits")).unwrap_err();
        assert_eq!(error, LibraryError::Missing { tried: tried.to_vec() });
    }

    #[test]
    fn another_build_is_refused_with_a_remedy() {
        let path = Path::new("/x/libtensorforge_llvm.so");
        assert!(check(&table(abi::API_VERSION, tf_abi::INTERFACE_ID), path).is_ok());
        let error = check(&table(abi::API_VERSION, "0123456789abcdef"), path).unwrap_err();
        assert!(matches!(error, LibraryError::Interface { .. }));
        let text = error.to_string();
        assert!(
            text.contains("/x/lib") && text.contains("0123456789abcdef") && text.contains("cargo build"),
            "{text}"
        );
        let error = check(&table(abi::API_VERSION + 1, tf_abi::INTERFACE_ID), path).unwrap_err();
        assert!(matches!(error, LibraryError::Version { .. }), "{error}");
    }
}
