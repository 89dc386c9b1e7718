//! Memory cached between calls.

/// Returns cached memory to the system: memory of earlier results (at most 512 MiB in the process) and
/// scratch memory of the calling thread (at most as much). Programs do not need it; it is for processes that
/// continue with other work.
///
/// ```
/// tensorforge::trim_memory();
/// ```
pub fn trim_memory() {
    tf_dialects::array::trim();
    tf_cpu::runtime::scratch::trim();
}
