//! Code that error messages suggest, in the language of the user's source.

use crate::trace::error::Site;
use crate::trace::state::Shared;
use crate::types::elem::Elem;

/// Code that an error message suggests to the user.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Remedy {
    /// A cast to an element type, or to one that the user chooses.
    Cast(Option<Elem>),
    /// The bits of a float as an integer.
    Bits,
    /// An element of a tensor.
    Element,
    /// The sum of all elements.
    Sum,
    /// Reductions of a condition, and a selection by element.
    Truth,
    /// A statement of the extents of a tensor.
    WithShape,
    /// Kernels read the memory of a tensor.
    Read,
    /// Kernels take a scalar.
    Given,
    /// Loops of kernels.
    Loops,
    /// Conditionals of kernels.
    Conditionals,
    /// Reads and writes of memory without axes.
    OneElement,
    /// An extent that the caller passes.
    DimGiven,
    /// An extent that the program computes.
    DimOf,
}

impl Remedy {
    /// The code in Rust or, for all other sources, in Python.
    fn text(self, python: bool) -> String {
        let (rust, other) = match self {
            Remedy::Cast(Some(elem)) if python => return format!(".astype(\"{elem}\")"),
            Remedy::Cast(Some(elem)) => return format!(".to::<{elem}>()"),
            Remedy::Cast(None) => (".to::<…>()", ".astype(…)"),
            Remedy::Bits => (".bitcast::<u32>()", "tensorforge.bitcast(…, \"u32\")"),
            Remedy::Element => (".at([…])", "[…]"),
            Remedy::Sum => (".sum(..)", ".sum()"),
            Remedy::Truth => (".all(..), .any(..) or .select(a, b)", ".all(), .any() or tensorforge.where"),
            Remedy::WithShape => (".with_shape(…)", "tensorforge.with_shape"),
            Remedy::Read => ("k.read(&tensor)", "k.read(tensor)"),
            Remedy::Given => ("k.given(&scalar)", "k.given(scalar)"),
            Remedy::Loops => ("k.for_", "k.each, tensorforge.loop"),
            Remedy::Conditionals => ("k.if_, k.when", "k.when, tensorforge.if_"),
            Remedy::OneElement => (".at(()) and .set((), value)", "[()]"),
            Remedy::DimGiven => ("p.dim_given", "tensorforge.dim_given"),
            Remedy::DimOf => ("p.dim_of", "tensorforge.dim_of"),
        };
        if python { other.to_string() } else { rust.to_string() }
    }
}

impl Site {
    /// The code of a remedy in the language of this location.
    pub(crate) fn remedy(self, remedy: Remedy) -> String {
        remedy.text(matches!(self, Site::Foreign(..)))
    }
}

impl Shared {
    /// The code of a remedy in the language of the user's call.
    pub(crate) fn remedy(&self, at: Site, remedy: Remedy) -> String {
        self.place_of(at).remedy(remedy)
    }
}
