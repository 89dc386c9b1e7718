//! tf-interp: the interpreter. It defines what each op means.
//!
//! One engine for scalars, vectors, tensors and memrefs at every stage of the way down. Execution uses explicit
//! frames and fuel, never the host stack, and refuses what has no meaning (an access outside, a read of what was
//! never written) with an error at the op. Ops take part through the interface [`Interpret`].

mod account;
mod action;
mod call;
mod combine;
mod constant;
mod copies;
mod decomposed;
mod elementwise;
mod entry;
mod finite;
mod gather;
mod grid;
mod hints;
mod latitude;
mod loops;
mod machine;
mod meanings;
mod mem;
mod memory;
mod moves;
mod named;
mod nan_bits;
mod ours;
mod print;
mod put;
mod reduce;
mod reduce_window;
mod rng;
mod scan;
mod sort;
mod symbols;
mod tensor;
mod total;
mod value;
mod vector;
mod watch;

pub use account::{Account, Line};
pub use action::{Action, Data, Flow, Interpret, Next, Simple, State, Stop};
pub use constant::{datum_of, element_bytes};
pub use entry::{run_entry, run_entry_with};
pub use latitude::{Latitude, ulp};
pub use machine::{DEFAULT_FUEL, Machine, SymbolValues};
pub use memory::{AccessError, Memory};
pub use symbols::{Actual, actual_extents, solve_symbols};
pub use value::{Datum, Dense, TooLarge, has_room, is_dense, offset};
