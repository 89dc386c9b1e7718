//! Line differences between two texts.

use similar::{Algorithm, TextDiff};
use std::time::Duration;

/// Lines of context around a change.
const CONTEXT: usize = 3;
/// After this time, the difference may not be minimal.
const PATIENCE: Duration = Duration::from_millis(500);

/// The difference between two texts in unified form, with these names in its header; empty if there is none.
pub fn unified_diff(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    if old == new {
        return String::new();
    }
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).timeout(PATIENCE).diff_lines(old, new);
    diff.unified_diff().context_radius(CONTEXT).header(old_name, new_name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_changed_lines_with_context() {
        let text = unified_diff("a\nb\nc\n", "a\nx\nc\n", "before", "after");
        assert_eq!(text, "--- before\n+++ after\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
        assert_eq!(unified_diff("a\n", "a\n", "before", "after"), "");
    }
}
