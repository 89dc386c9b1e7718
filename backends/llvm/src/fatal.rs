//! LLVM's fatal errors: "cannot select", broken bitcode and the like always end the process. The handler ends
//! it with a message and exit code 1 instead of a signal; [`crate::check`] exists to prevent all of them.

use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use std::ffi::{CStr, c_char};
use std::io::Write;
use std::sync::Once;

/// Installs the handler, once per process.
pub fn install() {
    static ONCE: Once = Once::new();
    // SAFETY: `report` has the handler's type and never returns into LLVM.
    ONCE.call_once(|| unsafe { LLVMInstallFatalErrorHandler(Some(report)) });
}

extern "C" fn report(reason: *const c_char) {
    // SAFETY: LLVM passes a NUL-terminated string.
    let reason = unsafe { CStr::from_ptr(reason) };
    let text = format!("error: fatal error in LLVM: {}\n", reason.to_string_lossy());
    // Nothing can be done if even this fails.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
    // SAFETY: ends the process at once. Not `exit`: destructors would run while LLVM, maybe on several
    // threads, is in an undefined state, which could still end in a signal.
    unsafe { libc::_exit(1) }
}
