//! `--split-input-file`: the parts of an input.

/// A part of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Part<'t> {
    /// Its text.
    pub(super) text: &'t [u8],
    /// The number of its first line.
    pub(super) line: u32,
}

/// The parts between lines that begin with the marker; all of it without a marker.
pub(super) fn split<'t>(text: &'t [u8], marker: Option<&str>) -> Vec<Part<'t>> {
    let Some(marker) = marker.filter(|m| !m.is_empty()) else { return vec![Part { text, line: 1 }] };
    let mut parts = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    let (mut at, mut line) = (0, 1);
    for piece in text.split_inclusive(|b| *b == b'\n') {
        let end = at + piece.len();
        if piece.trim_ascii().starts_with(marker.as_bytes()) {
            parts.push(Part { text: &text[start..at], line: first_line });
            (start, first_line) = (end, line + 1);
        }
        at = end;
        line += 1;
    }
    parts.push(Part { text: &text[start..], line: first_line });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_lines() {
        let text = b"a\nb\n// -----\nc\n  // ----- \n\nd";
        let parts = split(text, Some("// -----"));
        let show: Vec<(&[u8], u32)> = parts.iter().map(|p| (p.text, p.line)).collect();
        assert_eq!(show, [(&b"a\nb\n"[..], 1), (b"c\n", 4), (b"\nd", 6)]);
        assert_eq!(split(text, None).len(), 1);
        assert_eq!(split(b"", Some("//")).len(), 1);
    }
}
