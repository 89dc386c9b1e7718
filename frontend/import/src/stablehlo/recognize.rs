//! Telling programs of StableHLO from others.

use tf_ir::body::Body;
use tf_ir::walk::{preorder, walk_bodies};

/// Namespaces of ops that the import turns into ours.
pub(super) const NAMESPACES: [&str; 4] = ["stablehlo", "chlo", "check", "sdy"];

/// The attributes of a module that say for how many devices it is.
pub(super) const DEVICES: [&str; 2] = ["mhlo.num_partitions", "mhlo.num_replicas"];

/// True if a text looks like StableHLO: it names an op of that dialect or of CHLO.
pub fn is_stablehlo_text(text: &str) -> bool {
    ["stablehlo.", "chlo."].iter().any(|prefix| {
        text.match_indices(prefix).any(|(at, _)| {
            let before = text[..at].bytes().next_back();
            before.is_none_or(|b| b.is_ascii_whitespace() || b == b'"')
        })
    })
}

/// True if a module holds ops of StableHLO or CHLO, or says for how many devices it is, as the writers of StableHLO do: a
/// function that gives back its arguments holds no op.
pub fn is_stablehlo(module: &Body) -> bool {
    let mut found = DEVICES.iter().any(|name| module.attr(module.root(), name).is_some());
    walk_bodies(module, &mut |body| {
        found = found || preorder(body).into_iter().any(|op| NAMESPACES.contains(&body.info(op).dialect()));
    });
    found
}
