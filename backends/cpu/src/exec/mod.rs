//! Compiled programs and their calls.
//!
//! An [`Executable`] owns the machine code of a unit and the signatures of its entries. A call checks its
//! arguments and results against the signature (errors name the argument and both types), lays them out as
//! documented in [`tf_abi::call`], and turns a trap into an error with the location in the program.
//!
//! Arrays may have any strides and any alignment. If the code needs a dense argument, an argument that is not
//! dense is packed into scratch memory. A result that is not dense, or not aligned to its element, is
//! computed there and copied out. Results may not overlap arguments or each other, except the memory of an
//! argument that is donated to a result.

mod argument;
mod check;
mod donated;
mod error;
mod executable;
mod prepared;
mod watch;
mod words;

pub use crate::runtime::print::PrintSite;
pub use crate::runtime::stopwatch::Spent;
pub use crate::units::TrapSite;
pub use donated::{Destination, Offered, Overwritable};
pub use error::RunError;
pub use executable::{Argument, EntryId, Executable, RawArgument, RawTensor};
pub use prepared::{Filling, Prepared};
pub use watch::Watch;
