//! LLVM's own vectorizer makes no masks of conditions around loads: with AVX but without AVX-512, instruction selection loses
//! some (`backends/upstream/src/masked.rs` says which). What should run under masks, `loop-vectorize` has made so before.

use llvm_sys::support::LLVMParseCommandLineOptions;
use std::sync::Once;

/// Turns it off, once per process: the option has no form that belongs to a module.
pub fn turn_off() {
    static ONCE: Once = Once::new();
    let args = [c"tensorforge".as_ptr(), c"-enable-if-conversion=false".as_ptr()];
    // SAFETY: two NUL-terminated strings that are never freed; LLVM copies what it keeps.
    ONCE.call_once(|| unsafe { LLVMParseCommandLineOptions(2, args.as_ptr(), c"".as_ptr()) });
}
