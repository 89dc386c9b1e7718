//! Memory that is kept between calls.

/// Gives back to the system what is kept of results of earlier calls (at most 512 MiB in the process) and as scratch memory of the
/// calling thread (as much again). Programs do not need it; it is for processes that go on to something else.
///
/// ```
/// tensorforge::trim_memory();
/// ```
pub fn trim_memory() {
    tf_dialects::array::trim();
    tf_cpu::runtime::scratch::trim();
}
