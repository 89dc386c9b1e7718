//! Recognizes StableHLO programs.

use tf_ir::body::Body;
use tf_ir::walk::{preorder, walk_bodies};

/// Dialects whose ops the importer converts.
pub(super) const NAMESPACES: [&str; 4] = ["stablehlo", "chlo", "check", "sdy"];

/// Module attributes with device counts.
pub(super) const DEVICES: [&str; 2] = ["mhlo.num_partitions", "mhlo.num_replicas"];

/// True if a text is probably StableHLO: it has an op of that dialect or of CHLO.
pub fn is_stablehlo_text(text: &str) -> bool {
    ["stablehlo.", "chlo."].iter().any(|prefix| {
        text.match_indices(prefix).any(|(at, _)| {
            let before = text[..at].bytes().next_back();
            before.is_none_or(|b| b.is_ascii_whitespace() || b == b'"')
        })
    })
}

/// True if a module has ops of StableHLO or CHLO, or specifies a device count, as StableHLO's producers do: a
/// function that returns its arguments has no such op.
pub fn is_stablehlo(module: &Body) -> bool {
    let mut found = DEVICES.iter().any(|name| module.attr(module.root(), name).is_some());
    walk_bodies(module, &mut |body| {
        found = found || preorder(body).into_iter().any(|op| NAMESPACES.contains(&body.info(op).dialect()));
    });
    found
}
