//! Linking objects into this process.
//!
//! Each module gets a separate LLJIT (0.3 ms), so that freeing one frees all of it, and inside it a bare
//! dylib: the default one would search the whole process for symbols. Undefined symbols are found before LLVM
//! sees an object, so that the error can list all of them.

use crate::codegen::take_error;
use crate::failure::{Failure, Message, Severity};
use crate::target::{self, Target};
use crate::{fatal, half, symbols};
use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::LLVMErrorRef;
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;
use object::{Object, ObjectSymbol};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::{CStr, CString, c_void};
use tf_abi::library::FailureKind;

/// Objects linked into this process. Its code is valid until this is dropped.
#[derive(Debug)]
pub struct Module {
    jit: LLVMOrcLLJITRef,
    functions: HashMap<String, *const c_void>,
}

// SAFETY: LLJIT locks its state; this type only ever frees it. The addresses are of code.
unsafe impl Send for Module {}
// SAFETY: as above; lookups read a map that never changes.
unsafe impl Sync for Module {}

impl Module {
    /// Links object files. Symbols that none of them defines are looked up in `symbols`, then in
    /// [`symbols::table`].
    pub fn load(objects: &[&[u8]], symbols: &[(&str, *const c_void)]) -> Result<Self, Failure> {
        fatal::install();
        target::initialize(Target::host().family()?);
        let mut shape = Shape::default();
        objects.iter().try_for_each(|object| shape.read(object))?;
        let addresses = shape.resolve(symbols)?;
        let mut module = Self { jit: create_jit()?, functions: HashMap::new() };
        let dylib = module.create_dylib()?;
        module.define(dylib, &addresses)?;
        objects.iter().try_for_each(|object| module.add(dylib, object))?;
        module.functions = module.find(dylib, &shape.defined)?;
        Ok(module)
    }

    /// The address of a function, or an error that lists the functions of the module.
    pub fn lookup(&self, name: &str) -> Result<*const c_void, Failure> {
        if let Some(address) = self.functions.get(name) {
            return Ok(*address);
        }
        let mut names = self.functions.keys().map(String::as_str).collect::<Vec<_>>();
        names.sort_unstable();
        let (shown, rest) = names.split_at(names.len().min(10));
        let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
        let message = format!("no function '{name}' in the module; there are {}{more}", shown.join(", "));
        Err(Failure::new(FailureKind::Symbol, message))
    }

    fn session(&self) -> LLVMOrcExecutionSessionRef {
        // SAFETY: the JIT is live.
        unsafe { LLVMOrcLLJITGetExecutionSession(self.jit) }
    }

    fn create_dylib(&self) -> Result<LLVMOrcJITDylibRef, Failure> {
        // SAFETY: the session is live, the name NUL-terminated.
        let dylib = unsafe { LLVMOrcExecutionSessionCreateBareJITDylib(self.session(), c"unit".as_ptr()) };
        if dylib.is_null() { Err(link_error("cannot create a dylib")) } else { Ok(dylib) }
    }

    fn intern(&self, name: &str) -> Result<LLVMOrcSymbolStringPoolEntryRef, Failure> {
        let name = CString::new(name).map_err(|_| link_error("a symbol's name contains a NUL byte"))?;
        // SAFETY: the JIT is live, the name NUL-terminated; names in object files are already mangled.
        Ok(unsafe { LLVMOrcExecutionSessionIntern(self.session(), name.as_ptr()) })
    }

    /// Defines absolute symbols.
    fn define(
        &self,
        dylib: LLVMOrcJITDylibRef,
        addresses: &[(String, *const c_void)],
    ) -> Result<(), Failure> {
        if addresses.is_empty() {
            return Ok(());
        }
        let flags = LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported as u8
            | LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsCallable as u8;
        let mut pairs = Vec::with_capacity(addresses.len());
        for (name, address) in addresses {
            let flags = LLVMJITSymbolFlags { GenericFlags: flags, TargetFlags: 0 };
            let symbol = LLVMJITEvaluatedSymbol { Address: *address as u64, Flags: flags };
            pairs.push(LLVMOrcCSymbolMapPair { Name: self.intern(name)?, Sym: symbol });
        }
        // SAFETY: the pairs are copied (their names' ownership moves along); defining takes the unit.
        unsafe {
            let unit = LLVMOrcAbsoluteSymbols(pairs.as_mut_ptr(), pairs.len());
            check(LLVMOrcJITDylibDefine(dylib, unit), "cannot define symbols")
        }
    }

    fn add(&self, dylib: LLVMOrcJITDylibRef, object: &[u8]) -> Result<(), Failure> {
        // SAFETY: the buffer is a copy; adding takes it, also when it fails.
        unsafe {
            let start = object.as_ptr().cast();
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(start, object.len(), c"unit".as_ptr());
            check(LLVMOrcLLJITAddObjectFile(self.jit, dylib, buffer), "cannot add the object")
        }
    }

    /// Links everything in and returns the addresses of the named functions.
    fn find(
        &self,
        dylib: LLVMOrcJITDylibRef,
        names: &[String],
    ) -> Result<HashMap<String, *const c_void>, Failure> {
        if names.is_empty() {
            return Ok(HashMap::new());
        }
        let mut order = [LLVMOrcCJITDylibSearchOrderElement {
            JD: dylib,
            JDLookupFlags: LLVMOrcJITDylibLookupFlags::LLVMOrcJITDylibLookupFlagsMatchAllSymbols,
        }];
        let mut set = Vec::with_capacity(names.len());
        for name in names {
            set.push(LLVMOrcCLookupSetElement {
                Name: self.intern(name)?,
                LookupFlags: LLVMOrcSymbolLookupFlags::LLVMOrcSymbolLookupFlagsRequiredSymbol,
            });
        }
        let mut found = Found { error: None, functions: None };
        // SAFETY: LLJIT runs its tasks on the calling thread, so `receive` has run before this returns and
        // `found` outlives it; the arrays are only read.
        unsafe {
            LLVMOrcExecutionSessionLookup(
                self.session(),
                LLVMOrcLookupKind::LLVMOrcLookupKindStatic,
                order.as_mut_ptr(),
                order.len(),
                set.as_mut_ptr(),
                set.len(),
                receive,
                (&raw mut found).cast(),
            );
        }
        match (found.error, found.functions) {
            (Some(why), _) => Err(link_error(&why)),
            (None, Some(functions)) => Ok(functions),
            (None, None) => Err(Failure::new(FailureKind::Internal, "the linker did not answer")),
        }
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: the JIT is live and freed once. An error would mean that memory could not be unmapped; it
        // stays mapped then.
        unsafe {
            take_error(LLVMOrcDisposeLLJIT(self.jit));
        }
    }
}

struct Found {
    error: Option<String>,
    functions: Option<HashMap<String, *const c_void>>,
}

extern "C" fn receive(error: LLVMErrorRef, pairs: LLVMOrcCSymbolMapPairs, count: usize, found: *mut c_void) {
    // SAFETY: `found` is the `Found` of the lookup in progress; `pairs` has `count` elements, or there is an
    // error.
    unsafe {
        let found = &mut *found.cast::<Found>();
        found.error = take_error(error);
        if found.error.is_some() || pairs.is_null() {
            return;
        }
        let pairs = std::slice::from_raw_parts(pairs, count);
        let name = |pair: &LLVMOrcCSymbolMapPair| {
            CStr::from_ptr(LLVMOrcSymbolStringPoolEntryStr(pair.Name)).to_string_lossy().into_owned()
        };
        found.functions =
            Some(pairs.iter().map(|p| (name(p), p.Sym.Address as usize as *const c_void)).collect());
    }
}

fn create_jit() -> Result<LLVMOrcLLJITRef, Failure> {
    let mut jit = std::ptr::null_mut();
    // SAFETY: a null builder selects the host's defaults; the out-pointer is valid.
    unsafe { check(LLVMOrcCreateLLJIT(&mut jit, std::ptr::null_mut()), "cannot start the linker")? };
    // SAFETY: the JIT was just made.
    unsafe {
        let session = LLVMOrcLLJITGetExecutionSession(jit);
        LLVMOrcExecutionSessionSetErrorReporter(session, ignore, std::ptr::null_mut());
    }
    Ok(jit)
}

/// Ignores errors: they reach the caller through the lookup that failed; by default, LLVM would print them as
/// well.
extern "C" fn ignore(_context: *mut c_void, error: LLVMErrorRef) {
    // SAFETY: the reporter owns the error.
    unsafe {
        take_error(error);
    }
}

/// The symbols of object files.
#[derive(Default)]
struct Shape {
    defined: Vec<String>,
    undefined: BTreeSet<String>,
}

impl Shape {
    /// Adds the symbols of one more file.
    fn read(&mut self, object: &[u8]) -> Result<(), Failure> {
        let file =
            object::File::parse(object).map_err(|e| link_error(&format!("not an object file: {e}")))?;
        for symbol in file.symbols() {
            let Ok(name) = symbol.name() else { return Err(link_error("a symbol's name is not text")) };
            if symbol.is_undefined() && !name.is_empty() {
                self.undefined.insert(name.to_owned());
            } else if symbol.is_global() && symbol.is_definition() {
                self.defined.push(name.to_owned());
            }
        }
        Ok(())
    }

    /// The addresses of the symbols that no file defines; an error lists all that are missing.
    fn resolve(&self, symbols: &[(&str, *const c_void)]) -> Result<Vec<(String, *const c_void)>, Failure> {
        let given = symbols.iter().copied().collect::<HashMap<_, _>>();
        let own = symbols::table().iter().chain(symbols::extensions()).chain(half::table());
        let own = own.map(|(name, address)| (*name, address.0)).collect::<HashMap<_, _>>();
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        let defined = self.defined.iter().map(String::as_str).collect::<HashSet<_>>();
        for name in self.undefined.iter().filter(|name| !defined.contains(name.as_str())) {
            // The linker defines this one, for position-independent code.
            if name == "_GLOBAL_OFFSET_TABLE_" {
                continue;
            }
            match given.get(name.as_str()).or_else(|| own.get(name.as_str())) {
                Some(address) => found.push((name.clone(), *address)),
                None => missing.push(name.as_str()),
            }
        }
        if missing.is_empty() {
            return Ok(found);
        }
        let details = missing.iter().map(|name| Message {
            severity: Severity::Error,
            file: String::new(),
            line: 0,
            column: 0,
            text: format!("undefined symbol '{name}'"),
        });
        let message = format!("generated code calls unknown functions: {}", missing.join(", "));
        Err(Failure::new(FailureKind::Link, message).with(details.collect()))
    }
}

fn link_error(message: &str) -> Failure {
    Failure::new(FailureKind::Link, message)
}

/// # Safety
/// `error` was returned by LLVM and is not used afterwards.
unsafe fn check(error: LLVMErrorRef, what: &str) -> Result<(), Failure> {
    // SAFETY: promised by the caller.
    match unsafe { take_error(error) } {
        None => Ok(()),
        Some(why) => Err(link_error(&format!("{what}: {why}"))),
    }
}
