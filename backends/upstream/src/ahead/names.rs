//! Names of C functions and parameters.

use std::fmt;
use tf_dialects::signature::Signature;

/// A name that a C function cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    /// The name.
    pub name: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' {}", self.name.escape_debug(), self.reason)
    }
}

impl std::error::Error for NameError {}

/// Keywords of C and C++, and names that the object itself needs.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "constexpr",
    "const_cast",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "nullptr",
    "operator",
    "or",
    "private",
    "protected",
    "public",
    "register",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
    "xor",
    "main",
    "snprintf",
    "aligned_alloc",
    "free",
    "pthread_create",
    "pthread_join",
    "memcpy",
    "memmove",
    "memset",
];

/// Names of an entry's C functions and of their parameters.
#[derive(Debug)]
pub(super) struct Names {
    /// The function that runs the entry.
    pub(super) function: String,
    /// The function that computes the extents of its results.
    pub(super) extents: String,
    /// One for each argument.
    pub(super) params: Vec<String>,
    /// One for each result.
    pub(super) results: Vec<String>,
}

impl Names {
    pub(super) fn new(signature: &Signature, prefix: &str) -> Result<Names, NameError> {
        let function = format!("{prefix}{}", signature.name());
        let refuse = |reason: &str| Err(NameError { name: function.clone(), reason: reason.to_string() });
        if !is_identifier(&function) {
            return refuse("is not a valid name of a C function: rename it");
        }
        if RESERVED.contains(&function.as_str()) || function.starts_with("tf_") || function.starts_with('_') {
            return refuse("is reserved by C or used by the object: rename it, or set a prefix");
        }
        if (0..signature.params().len()).any(|at| signature.number(at).is_some()) {
            return refuse(
                "binds an extent to a scalar argument (tf.extent), which C functions do not support yet: \
                 give a tensor argument that extent",
            );
        }
        let mut used = vec!["context".to_string(), "error".to_string()];
        let params = signature.params().iter().map(|p| parameter(&p.name, "_in", &mut used)).collect();
        let results = signature.results().iter().map(|r| parameter(&r.name, "_out", &mut used)).collect();
        let extents = format!("{function}_extents");
        Ok(Names { function, extents, params, results })
    }

    /// A name that both have.
    pub(super) fn clash(&self, other: &Names) -> Option<String> {
        let own = [&self.function, &self.extents];
        let found = [&other.function, &other.extents].into_iter().find(|name| own.contains(name));
        found.cloned()
    }
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A parameter's name: its name in the program as far as C allows it, but unique.
fn parameter(name: &str, suffix: &str, used: &mut Vec<String>) -> String {
    let mut found: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(60).collect();
    let digit = found.starts_with(|c: char| c.is_ascii_digit() || c == '_') || found.is_empty();
    if digit || found.starts_with("tf_") || found.starts_with("TF_") {
        found.insert_str(0, "p_");
    }
    while RESERVED.contains(&found.as_str()) || used.contains(&found) {
        found.push_str(suffix);
    }
    used.push(found.clone());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_distinct_identifiers() {
        let mut used = vec!["error".to_string()];
        let mut name = |text| parameter(text, "_out", &mut used);
        assert_eq!(name("x"), "x");
        assert_eq!(name("x"), "x_out");
        assert_eq!(name("x"), "x_out_out");
        assert_eq!(name("error"), "error_out");
        assert_eq!(name("int"), "int_out");
        assert_eq!(name("0.weight"), "p_0_weight");
        assert_eq!(name("*/ größe"), "p____gr__e");
        assert_eq!(name(""), "p_");
    }
}
