//! The elementwise ops of `math`: `Exp` is the type of an op, `exp` its builder. Their rows are in
//! [`crate::scalar::table`].

use crate::elementwise::ops::*;

crate::scalar::table::math_rows!(ops);
