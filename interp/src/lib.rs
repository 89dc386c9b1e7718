//! tf-interp: the interpreter, which defines the semantics of each op.
//!
//! One engine runs scalars, vectors, tensors and memrefs at every stage of the lowering. Execution uses
//! explicit frames and fuel, never the host stack. It rejects undefined behavior (an access out of bounds, a
//! read of an unwritten element) with an error at the op. Ops take part through the interface [`Interpret`].

mod call;
mod elementwise;
mod grid;
mod hints;
mod loops;
mod machine;
mod mem;
mod print;
mod tensor;
mod values;
mod vector;

pub use machine::account::{Account, Counts, Line};
pub use machine::action::{Action, Data, Flow, Interpret, Next, Simple, State, Stop};
pub use machine::entry::{run_entry, run_entry_with};
pub use machine::latitude::{Latitude, ulp};
pub use machine::symbols::{Actual, actual_extents, solve_symbols};
pub use machine::{DEFAULT_FUEL, Machine, SymbolValues};
pub use values::constant::{datum_of, element_bytes};
pub use values::memory::{AccessError, Memory};
pub use values::value::{Datum, Dense, TooLarge, has_room, is_dense, offset};
