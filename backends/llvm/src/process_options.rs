//! Options of LLVM that cannot be set per module: they are set once per process.

use llvm_sys::support::LLVMParseCommandLineOptions;
use std::ffi::CStr;
use std::sync::Once;

const OPTIONS: [&CStr; 2] = [
    // LLVM's own vectorizer must not if-convert loads: with AVX but without AVX-512, instruction selection
    // loses some of their masks (`backends/upstream/src/vectors/masked.rs` lists the cases). `loop-vectorize`
    // has already masked the loops that need masks.
    c"-enable-if-conversion=false",
    // The scheduler orders each store after up to this many earlier accesses that may alias it, and finds
    // each of them by a linear search: with LLVM's default of 1000, the time is quadratic in the length of a
    // basic block. Blocks with fewer accesses are not affected; the gradient of an unrolled LSTM has
    // thousands, and took 7.2 s instead of 1.7 s.
    c"-dag-maps-huge-region=200",
];

/// Sets the options on the first call.
pub fn set() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let mut args = vec![c"tensorforge".as_ptr()];
        args.extend(OPTIONS.iter().map(|option| option.as_ptr()));
        let count = i32::try_from(args.len()).unwrap_or(0);
        // SAFETY: `count` NUL-terminated strings that are never freed; LLVM copies the values that it stores.
        unsafe { LLVMParseCommandLineOptions(count, args.as_ptr(), c"".as_ptr()) };
    });
}
