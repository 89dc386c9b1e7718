//! The memory and math functions that LLVM calls implicitly: it turns loops and aggregate copies into the
//! first, and operations without an instruction into the second.

use std::ffi::c_void;

/// Their names and addresses in this process.
pub fn table() -> &'static [(&'static str, Address)] {
    TABLE
}

/// An address of code; safe to share because code is never written to.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub *const c_void);

// SAFETY: the address of a function, which is the same and valid on every thread.
unsafe impl Sync for Address {}
// SAFETY: as above.
unsafe impl Send for Address {}

macro_rules! table {
    ($($name:ident)*) => {
        unsafe extern "C" {
            // Declared without parameters: only their addresses are taken.
            $(fn $name();)*
        }
        static TABLE: &[(&str, Address)] = &[$((stringify!($name), Address($name as *const c_void))),*];
    };
}

table! {
    memcpy memmove memset memcmp
    acos acosf acosh acoshf asin asinf asinh asinhf atan atanf atan2 atan2f atanh atanhf
    cbrt cbrtf ceil ceilf cos cosf cosh coshf erf erff erfc erfcf exp expf exp2 exp2f expm1 expm1f
    floor floorf fma fmaf fmax fmaxf fmin fminf fmod fmodf frexp frexpf hypot hypotf ldexp ldexpf
    lgamma lgammaf log logf log10 log10f log1p log1pf log2 log2f nearbyint nearbyintf pow powf
    remainder remainderf rint rintf round roundf sin sinf sinh sinhf sqrt sqrtf
    tan tanf tanh tanhf tgamma tgammaf trunc truncf
}

// Not part of every C library: roundeven is in glibc from 2.25, exp10 and sincos are GNU extensions.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod gnu {
    use super::{Address, c_void};
    table! { roundeven roundevenf exp10 exp10f sincos sincosf }
    pub(super) fn table() -> &'static [(&'static str, Address)] {
        TABLE
    }
}

/// Those of [`table`] that only some C libraries have.
pub fn extensions() -> &'static [(&'static str, Address)] {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return gnu::table();
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    return &[];
}
