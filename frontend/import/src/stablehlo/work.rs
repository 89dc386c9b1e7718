//! The stated operation counts of imported ops, and the ops whose import takes more.
//!
//! `tfopt --check-work` compares the code of an imported op with the work of the import itself. This table
//! records whether the import takes as few operations as the algorithm; a test measures it
//! (`tools/tests/imported_work.rs`).

use tf_ir::opref::OpRef;

/// The algorithm of one op.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The op, or the target of a custom call.
    pub name: &'static str,
    /// The operation count, as text, for rows of `n` elements.
    pub states: &'static str,
    /// The same as a function, for one row with `k` result elements.
    pub stated: fn(n: u64, k: u64) -> u64,
    /// The actual operation count, if it is greater.
    pub exception: Option<Exception>,
}

/// An operation count above the stated one.
#[derive(Clone, Copy, Debug)]
pub struct Exception {
    /// The operation count, as text.
    pub takes: &'static str,
    /// An upper bound for one row.
    pub most: fn(n: u64, k: u64) -> u64,
    /// The reason.
    pub why: &'static str,
}

/// The number of halvings of `n` elements.
fn log(n: u64) -> u64 {
    u64::from(n.max(1).next_power_of_two().trailing_zeros())
}

/// The staged Fourier transforms (`tf_library::fourier`).
const STAGES: Exception = Exception {
    takes: "at most 260·n operations for each 5 bits of n",
    most: |n, _| 260 * n * log(n).div_ceil(5),
    why: "the stages take up to 32 products per element; machine code shares common ones",
};

const fn transform(name: &'static str) -> Algorithm {
    Algorithm { name, states: "5·n·log2 n", stated: |n, _| 5 * n * log(n), exception: Some(STAGES) }
}

/// All algorithms with a stated operation count.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "chlo.top_k",
        states: "n + k·log2 k",
        stated: |n, k| n + k * log(k),
        exception: Some(Exception {
            takes: "at most 40·n + 128·k operations, on elements of 32 bits",
            most: |n, k| 40 * n + 128 * k,
            why: "the threshold key is found bit by bit, with a count for each bit; short rows are sorted",
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

/// For an op that takes more operations than stated: the counts and the reason.
pub fn exception(op: OpRef<'_>) -> Option<String> {
    let Algorithm { name, states, exception, .. } = algorithm(op)?;
    let Exception { takes, why, .. } = (*exception)?;
    Some(format!("'{name}' takes {takes} and states {states}: {why}"))
}
