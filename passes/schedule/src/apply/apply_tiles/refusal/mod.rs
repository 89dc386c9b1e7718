//! Refusals: the reasons why a compute does not become loops over tiles.

mod nest;
mod product;

pub use nest::NestRefusal;
pub use product::ProductRefusal;

use std::fmt;
use tf_dialects::tensor::schedule::Tail;
use tf_dialects::tensor::schedule::error::PlanError;
use tf_dialects::tensor::tile_layout::LayoutError;
use tf_passes_common::cost::figures::MOST_COPIES;

/// The reason why a compute cannot become the loops over tiles of its schedule. Its text is a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TilesRefusal {
    /// The compute is no fold of terms.
    Nest(NestRefusal),
    /// No instruction adds up the packed terms of the step `mma`.
    Product(ProductRefusal),
    /// The schedule of the compute over packed terms is illegal.
    Packed(PackedRefusal),
    /// The schedule has no step `split`.
    NoSplit,
    /// A loop of the schedule no longer exists.
    LostLoop,
    /// A step `stage` finds no operand.
    NoOperand { stage: StageStep },
    /// A step `stage` is illegal.
    Stage { stage: StageStep, why: StageRefusal },
    /// A fold of fixed order is split.
    FixedOrder { fold: String },
    /// An axis without a constant extent is not split.
    AxisExtent { axis: String },
    /// The tile of the result has too many elements.
    LargeTile,
    /// An overlapped tail would combine terms of a fold twice.
    CombinesTwice { fold: String, tail: Tail },
    /// An overlapped tail would add up points twice, because a fold is split.
    AddsTwice { axis: String, tail: Tail },
    /// The tails make too many copies of the loops.
    Copies { copies: usize },
    /// The compute yields tensors.
    SmallTensors,
    /// The fold has no initial value.
    NoInitialValue,
    /// Subscripts become too large.
    LargeSubscripts,
}

impl fmt::Display for TilesRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TilesRefusal::Nest(why) => why.fmt(f),
            TilesRefusal::Product(why) => why.fmt(f),
            TilesRefusal::Packed(why) => write!(f, "a schedule of packed terms is not legal: {why}"),
            TilesRefusal::NoSplit => f.write_str("the schedule splits no loop"),
            TilesRefusal::LostLoop => f.write_str("a loop of the schedule no longer exists"),
            TilesRefusal::NoOperand { stage } => {
                write!(f, "{stage} finds no operand that is read at exactly these loops")
            }
            TilesRefusal::Stage { stage, why } => write!(f, "{stage} is not legal: {why}"),
            TilesRefusal::FixedOrder { fold } => {
                write!(f, "split({fold}, …) changes the order of the fold, which has no reassoc")
            }
            TilesRefusal::AxisExtent { axis } => {
                write!(f, "the axis {axis} has no constant extent, but its tile needs one: split the axis")
            }
            TilesRefusal::LargeTile => {
                f.write_str("the tile of the result has more than 2^20 elements: split its axes")
            }
            TilesRefusal::CombinesTwice { fold, tail } => {
                write!(f, "split({fold}, …, tail = {}) would combine terms of the fold twice", tail.word())
            }
            TilesRefusal::AddsTwice { axis, tail } => write!(
                f,
                "split({axis}, …, tail = {}) would add up some points twice, because their fold is split",
                tail.word()
            ),
            TilesRefusal::Copies { copies } => write!(
                f,
                "the peeled or overlapped tails would make {copies} copies of the loops, more than \
                 {MOST_COPIES}"
            ),
            TilesRefusal::SmallTensors => f.write_str("the compute yields small tensors"),
            TilesRefusal::NoInitialValue => f.write_str("the fold has no initial value"),
            TilesRefusal::LargeSubscripts => f.write_str("subscripts become too large"),
        }
    }
}

impl From<NestRefusal> for TilesRefusal {
    fn from(why: NestRefusal) -> TilesRefusal {
        TilesRefusal::Nest(why)
    }
}

impl From<ProductRefusal> for TilesRefusal {
    fn from(why: ProductRefusal) -> TilesRefusal {
        TilesRefusal::Product(why)
    }
}

/// The reason why the schedule of a compute over packed terms is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PackedRefusal {
    /// Its steps contradict each other.
    Schedule(PlanError),
    /// The compute cannot become its loops over tiles.
    Tiles(Box<TilesRefusal>),
}

impl fmt::Display for PackedRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedRefusal::Schedule(why) => why.fmt(f),
            PackedRefusal::Tiles(why) => why.fmt(f),
        }
    }
}

/// A step `stage`, by its loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageStep(pub Vec<String>);

impl fmt::Display for StageStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the step stage({}, …)", self.0.join(", "))
    }
}

/// The reason why an operand is not staged in a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StageRefusal {
    /// The last tile along an axis overlaps, so it begins inside a panel.
    Overlap { axis: String },
    /// The tile covers the whole of an axis whose extent is not constant.
    TileSize { axis: String },
    /// The tile has too many elements.
    LargeTile { most: i64 },
    /// The operand has no coordinate that equals the axis of its panels.
    NoPanels { axis: String },
    /// The layout of the tile is invalid.
    Layout(LayoutError),
}

impl fmt::Display for StageRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StageRefusal::Overlap { axis } => {
                write!(f, "the last tile along {axis} begins inside a panel, because its tail overlaps")
            }
            StageRefusal::TileSize { axis } => write!(
                f,
                "the staged tile has no constant size: it covers the whole extent of {axis}; split that \
                 axis, and put its outer part outside of the tile"
            ),
            StageRefusal::LargeTile { most } => {
                write!(f, "the staged tile has more than {most} elements")
            }
            StageRefusal::NoPanels { axis } => write!(
                f,
                "the operand has no panels along {axis}: its subscript adds {axis} to other indices"
            ),
            StageRefusal::Layout(why) => write!(f, "the layout of the staged tile {why}"),
        }
    }
}
