//! The elementwise ops of `math`: `Exp` stands for the op, `exp` builds it. Their rows are in [`crate::scalar::table`].

use crate::elementwise::ops::*;

crate::scalar::table::math_rows!(ops);
