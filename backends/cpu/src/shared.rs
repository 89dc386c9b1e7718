//! Machine code as a shared object: a linked object of a unit, which runs without the LLVM library.
//!
//! Code that is linked into a process gets the addresses of the runtime directly. A shared object has a table
//! for them instead, which is filled when it is opened: [`STUBS`] defines the functions that generated code
//! calls, through that table.

use crate::exec::{Executable, PrintSite, TrapSite};
use crate::library::{CompileError, Library};
use crate::runtime::{self, Runtime};
use crate::unit::{self, BuildError};
use std::ffi::c_void;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use tf_dialects::signature::Signature;
use tf_dialects::target::Level;
use tf_ir::body::Body;

/// C code to link with the objects: the functions of [`crate::runtime::symbols`], in the same order.
pub const STUBS: &str = "\
typedef long long i64;
void *tf_slots[6];
void tf_parallel_for(void *call, void *body, void *environment, i64 n, i64 grain) {
  ((void (*)(void *, void *, void *, i64, i64))tf_slots[0])(call, body, environment, n, grain);
}
void *tf_scratch_alloc(void *call, i64 bytes) { return ((void *(*)(void *, i64))tf_slots[1])(call, bytes); }
void tf_scratch_free(void *call, void *memory) { ((void (*)(void *, void *))tf_slots[2])(call, memory); }
int tf_trap(void *call, int code, int location, i64 a, i64 b) {
  return ((int (*)(void *, int, int, i64, i64))tf_slots[3])(call, code, location, a, b);
}
void tf_print(void *call, int site, const unsigned long long *words) {
  ((void (*)(void *, int, const unsigned long long *))tf_slots[4])(call, site, words);
}
void tf_mark(void *call, int site, i64 operations, i64 bytes) {
  ((void (*)(void *, int, i64, i64))tf_slots[5])(call, site, operations, bytes);
}
";

/// The linker's input for a shared object.
#[derive(Debug)]
pub struct Objects {
    /// Relocatable objects.
    pub objects: Vec<Vec<u8>>,
    /// The potential traps of the code.
    pub sites: Vec<TrapSite>,
    /// The prints of the code.
    pub prints: Vec<PrintSite>,
}

/// Compiles every function of a module at the memory stage to objects of a level.
///
/// # Errors
/// As [`unit::build`], except for the level: the machine need not be able to run it.
pub fn objects(library: &Arc<Library>, module: &Body, level: Level) -> Result<Objects, BuildError> {
    let units = unit::units(module, level)?;
    let (objects, _) = unit::objects(library, &units, level.into(), None)?;
    Ok(Objects { objects, sites: units.sites, prints: units.prints })
}

/// A shared object in this process.
pub(crate) struct Opened {
    library: libloading::Library,
    // The anonymous file from which it was opened.
    _file: File,
}

impl Opened {
    /// The address of a function.
    pub(crate) fn address(&self, name: &str) -> Option<*const c_void> {
        // SAFETY: the symbol is only looked up.
        let found = unsafe { self.library.get::<*const c_void>(name.as_bytes()) };
        // SAFETY: the address is only returned; the caller is responsible for its type.
        found.ok().map(|symbol| unsafe { symbol.into_raw() }.as_raw_ptr().cast_const())
    }

    fn open(bytes: &[u8]) -> io::Result<Opened> {
        let mut file = nameless()?;
        file.write_all(bytes)?;
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        // SAFETY: promised by the caller: the object is the output of our linker, without code that runs on
        // load.
        let library = unsafe { libloading::Library::new(path) }.map_err(io::Error::other)?;
        let opened = Opened { library, _file: file };
        let slots =
            opened.address("tf_slots").ok_or_else(|| io::Error::other("it has no table of functions"))?;
        let slots = slots.cast_mut().cast::<*const c_void>();
        for (at, (_, address)) in runtime::symbols().into_iter().enumerate() {
            // SAFETY: the table has an entry for each function, by `STUBS`, and no code runs yet.
            unsafe { slots.add(at).write(address) };
        }
        Ok(opened)
    }
}

/// A file in memory, which no other process can change.
#[cfg(target_os = "linux")]
fn nameless() -> io::Result<File> {
    use std::os::fd::FromRawFd;
    // SAFETY: the name ends with a zero byte.
    let number = unsafe { libc::memfd_create(c"tensorforge".as_ptr(), libc::MFD_CLOEXEC) };
    if number < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the system returned the descriptor, and no other code has it.
    Ok(unsafe { File::from_raw_fd(number) })
}

/// Other systems have no anonymous files that can be opened as code.
#[cfg(not(target_os = "linux"))]
fn nameless() -> io::Result<File> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "packed code for processors runs on Linux only"))
}

/// Opens a shared object with the entries of these signatures.
///
/// # Errors
/// The system does not open it, or it lacks an entry.
///
/// The bytes must be the output of a linker for [`objects`] and [`STUBS`], for functions with these
/// signatures. The packager of the program vouches for this: running a packed program means running its code,
/// as for any program.
pub fn open_packed(
    bytes: &[u8],
    signatures: Vec<Signature>,
    (sites, prints): (Vec<TrapSite>, Vec<PrintSite>),
    pool: Arc<Runtime>,
) -> Result<Executable, CompileError> {
    let opened = Opened::open(bytes)
        .map_err(|error| CompileError::missing(format!("the code cannot be opened: {error}")))?;
    // SAFETY: promised by the caller.
    let executable = unsafe { Executable::of_shared(opened, signatures, sites, pool) }?;
    Ok(executable.with_prints(prints))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_in_the_table_and_has_a_stub() {
        let symbols = runtime::symbols();
        assert!(STUBS.contains(&format!("void *tf_slots[{}];", symbols.len())));
        for (at, (name, _)) in symbols.iter().enumerate() {
            let stub = STUBS.split_once(&format!("{name}(")).expect("it is defined").1;
            let (_, called) = stub.split_once("tf_slots[").expect("it calls through the table");
            assert!(called.starts_with(&format!("{at}]")), "{name}");
        }
    }
}
