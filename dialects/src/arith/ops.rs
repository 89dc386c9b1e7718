//! The elementwise ops of `arith`: `Addf` is the type of an op, `addf` its builder. Their rows are in
//! [`crate::scalar::table`].

use crate::elementwise::ops::*;

crate::scalar::table::arith_rows!(ops);
