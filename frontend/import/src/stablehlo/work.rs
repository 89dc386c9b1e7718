//! The work that algorithms of other formats state, and which of them take more than that when they are imported.
//!
//! These ops become code of ours, which `tfopt --check-work` holds to what it does as it is imported. Whether the import itself takes
//! what the algorithm needs is said here, and measured by a test (`tools/tests/imported_work.rs`).

use tf_ir::opref::OpRef;

/// An algorithm of one op.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The op, or the function that a custom call names.
    pub name: &'static str,
    /// The operations that it needs, in words: of rows of `n` elements.
    pub states: &'static str,
    /// The same, of one row; `k` elements are wanted.
    pub stated: fn(n: u64, k: u64) -> u64,
    /// What it takes instead, where that is more.
    pub exception: Option<Exception>,
}

/// More work than an algorithm states.
#[derive(Clone, Copy, Debug)]
pub struct Exception {
    /// The operations, in words.
    pub takes: &'static str,
    /// The most of one row.
    pub most: fn(n: u64, k: u64) -> u64,
    /// Why.
    pub why: &'static str,
}

/// Rounds in which `n` elements are halved.
fn log(n: u64) -> u64 {
    u64::from(n.max(1).next_power_of_two().trailing_zeros())
}

/// What transforms of Fourier take in stages (`tf_library::fourier`).
const STAGES: Exception = Exception {
    takes: "at most 260·n operations for each 5 bits of n",
    most: |n, _| 260 * n * log(n).div_ceil(5),
    why: "stages add up to 32 products for each element, of which machine code shares the common ones",
};

const fn transform(name: &'static str) -> Algorithm {
    Algorithm { name, states: "5·n·log2 n", stated: |n, _| 5 * n * log(n), exception: Some(STAGES) }
}

/// The algorithms.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "chlo.top_k",
        states: "n + k·log2 k",
        stated: |n, k| n + k * log(k),
        exception: Some(Exception {
            takes: "at most 40·n + 128·k operations, on elements of 32 bits",
            most: |n, k| 40 * n + 128 * k,
            why: "the greatest key that is left out is found bit by bit, by a count for each bit; short rows are sorted",
        }),
    },
    Algorithm { name: "stablehlo.sort", states: "n·log2 n", stated: |n, _| n * log(n), exception: None },
    Algorithm {
        name: "stablehlo.dot_general",
        states: "twice the iteration space",
        stated: |n, k| 2 * n * k,
        exception: None,
    },
    transform("tensorforge.fft"),
    transform("tensorforge.ifft"),
    transform("tensorforge.rfft"),
    transform("tensorforge.irfft"),
];

/// The algorithm of an op, if it is one.
pub fn algorithm(op: OpRef<'_>) -> Option<&'static Algorithm> {
    let called = op.attr("call_target_name").and_then(|name| op.ctx().attr_str(name));
    let name = called.unwrap_or(op.name());
    ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
}

/// Of an op that takes more than it states, what and why.
pub fn exception(op: OpRef<'_>) -> Option<String> {
    let Algorithm { name, states, exception, .. } = algorithm(op)?;
    let Exception { takes, why, .. } = (*exception)?;
    Some(format!("'{name}' takes {takes} and states {states}: {why}"))
}
