//! Options of LLVM that have no form that belongs to a module: they are given once per process.

use llvm_sys::support::LLVMParseCommandLineOptions;
use std::ffi::CStr;
use std::sync::Once;

const OPTIONS: [&CStr; 2] = [
    // LLVM's own vectorizer makes no masks of conditions around loads: with AVX but without AVX-512, instruction selection
    // loses some (`backends/upstream/src/vectors/masked.rs` says which). What should run under masks, `loop-vectorize` has made so before.
    c"-enable-if-conversion=false",
    // The scheduler orders each store behind so many earlier accesses that may be of the same memory, and finds each of them by a
    // search through the others: with LLVM's 1000, the time goes with the square of a straight piece of code. A block that has fewer accesses
    // is scheduled as ever; the gradient of an unrolled LSTM has thousands, and took 7.2 s instead of 1.7 s.
    c"-dag-maps-huge-region=200",
];

/// Gives LLVM the options, if nobody has.
pub fn set() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let mut args = vec![c"tensorforge".as_ptr()];
        args.extend(OPTIONS.iter().map(|option| option.as_ptr()));
        let count = i32::try_from(args.len()).unwrap_or(0);
        // SAFETY: as many NUL-terminated strings as said, which are never freed; LLVM copies what it keeps.
        unsafe { LLVMParseCommandLineOptions(count, args.as_ptr(), c"".as_ptr()) };
    });
}
