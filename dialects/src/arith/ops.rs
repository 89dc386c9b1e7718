//! The elementwise ops of `arith`: `Addf` stands for the op, `addf` builds it. Their rows are in [`crate::scalar::table`].

use crate::elementwise::ops::*;

crate::scalar::table::arith_rows!(ops);
