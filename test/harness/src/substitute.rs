//! Substitutions in `RUN:` lines.

use std::path::Path;

/// The table of one test: names with their `%`, longest match wins.
#[derive(Debug, Default)]
pub(crate) struct Substitutions(Vec<(String, String)>);

impl Substitutions {
    /// Adds or replaces `name` (with its `%`).
    pub fn set(&mut self, name: &str, value: String) {
        self.0.retain(|(n, _)| n != name);
        self.0.push((name.to_string(), value));
    }

    /// Replaces in one pass from left to right, so that a value is never substituted again; `%%` is a percent sign
    /// and an unknown `%x` stays.
    pub fn apply(&self, command: &str) -> String {
        let mut out = String::with_capacity(command.len() + 64);
        let mut rest = command;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            let best =
                self.0.iter().filter(|(n, _)| rest.starts_with(n.as_str())).max_by_key(|(n, _)| n.len());
            if rest.starts_with("%%") {
                out.push('%');
                rest = &rest[2..];
            } else if let Some((name, value)) = best {
                out.push_str(value);
                rest = &rest[name.len()..];
            } else {
                out.push('%');
                rest = &rest[1..];
            }
        }
        out + rest
    }
}

/// A path as one shell word: unquoted if bash reads it unchanged, else in single quotes.
pub(crate) fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-+=:,@".contains(c)) {
        return text;
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_once_and_longest_first() {
        let mut s = Substitutions::default();
        s.set("%s", "/x/%t.mlir".into());
        s.set("%t", "/tmp/a".into());
        s.set("%tool", "tfopt".into());
        assert_eq!(s.apply("%tool %s -o %t.1 %t2"), "tfopt /x/%t.mlir -o /tmp/a.1 /tmp/a2");
    }

    #[test]
    fn percent_signs_and_unknown_names_stay() {
        let mut s = Substitutions::default();
        s.set("%s", "F".into());
        assert_eq!(s.apply("printf '%%s' %q 100% %%%s"), "printf '%s' %q 100% %F");
    }

    #[test]
    fn quotes_only_when_needed() {
        assert_eq!(shell_word(Path::new("/a/b_c-1.mlir")), "/a/b_c-1.mlir");
        assert_eq!(shell_word(Path::new("/a b/it's")), r"'/a b/it'\''s'");
        assert_eq!(shell_word(Path::new("/a/$x")), "'/a/$x'");
    }
}
