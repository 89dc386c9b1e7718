//! The math functions against references: accuracy, special values, large arguments, narrow formats.

#[allow(dead_code)]
mod dd;
mod points;
mod reference;
mod reference64;
mod ulp;

mod accuracy;
mod large;
mod narrow;
mod special;

use tf_dialects::scalar::{DType, Kernel, lookup};

/// The op at operands and results of one float type.
fn kernel(name: &str, dtype: DType) -> Kernel {
    let spec = lookup(name).unwrap_or_else(|| panic!("{name} is not in the table"));
    let types = [dtype; 3];
    spec.kernel(&types[..spec.operands()], &types[..spec.results()], None).expect("a float function")
}
