//! StableHLO and CHLO: reading their text, and what their ops are in our dialects.
//!
//! [`register`] adds the dialects, so that text in generic form and in the form that JAX prints is read by the IR's own
//! parser; [`import`] turns such a module into one of func, arith, math, tensor and loop. The meaning of the ops is that
//! of the StableHLO specification (openxla/stablehlo, docs/spec.md).

mod convert;
mod syntax;

pub use convert::{import, supported};
pub use syntax::register;

use tf_ir::body::Body;
use tf_ir::walk::{preorder, walk_bodies};

/// Namespaces of ops that [`import`] turns into ours.
const NAMESPACES: [&str; 4] = ["stablehlo", "chlo", "check", "sdy"];

/// True if a text looks like StableHLO: it names an op of that dialect or of CHLO.
pub fn is_stablehlo_text(text: &str) -> bool {
    ["stablehlo.", "chlo."].iter().any(|prefix| {
        text.match_indices(prefix).any(|(at, _)| {
            let before = text[..at].bytes().next_back();
            before.is_none_or(|b| b.is_ascii_whitespace() || b == b'"')
        })
    })
}

/// True if a module holds ops of StableHLO or CHLO.
pub fn is_stablehlo(module: &Body) -> bool {
    let mut found = false;
    walk_bodies(module, &mut |body| {
        found = found || preorder(body).into_iter().any(|op| NAMESPACES.contains(&body.info(op).dialect()));
    });
    found
}
