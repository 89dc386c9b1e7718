//! Options of passes: declared as data, given as text.

use crate::text::did_you_mean;
use std::fmt;

/// The type of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false` (also `1`, `0`; the bare name means `true`).
    Bool,
    /// A 64-bit integer.
    Int,
    /// Any text.
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Comma-separated integers.
    IntList,
    /// Comma-separated texts.
    TextList,
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Bool => f.write_str("true|false"),
            OptionKind::Int => f.write_str("integer"),
            OptionKind::Text => f.write_str("text"),
            OptionKind::Choice(words) => f.write_str(&words.join("|")),
            OptionKind::IntList => f.write_str("integer,…"),
            OptionKind::TextList => f.write_str("text,…"),
        }
    }
}

/// An option of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Name: `max-iterations`.
    pub name: &'static str,
    /// Type.
    pub kind: OptionKind,
    /// The value when it is not given, as text.
    pub default: &'static str,
    /// Its effect.
    pub help: &'static str,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Of [`OptionKind::Bool`].
    Bool(bool),
    /// Of [`OptionKind::Int`].
    Int(i64),
    /// Of [`OptionKind::Text`] and [`OptionKind::Choice`].
    Text(String),
    /// Of [`OptionKind::IntList`].
    Ints(Vec<i64>),
    /// Of [`OptionKind::TextList`].
    Texts(Vec<String>),
}

impl OptionKind {
    /// Parses a value.
    ///
    /// # Errors
    /// The expected form: "expected an integer, found 'x'".
    pub fn parse(self, text: &str) -> Result<OptionValue, String> {
        let int = |t: &str| t.trim().parse::<i64>().map_err(|_| format!("expected an integer, found '{t}'"));
        let items = || list_items(text);
        match self {
            OptionKind::Bool => match text {
                "true" | "1" | "" => Ok(OptionValue::Bool(true)),
                "false" | "0" => Ok(OptionValue::Bool(false)),
                _ => Err(format!("expected true or false, found '{text}'")),
            },
            OptionKind::Int => int(text).map(OptionValue::Int),
            OptionKind::Text => Ok(OptionValue::Text(text.to_string())),
            OptionKind::Choice(words) if words.contains(&text) => Ok(OptionValue::Text(text.to_string())),
            OptionKind::Choice(words) => {
                let hint = did_you_mean(text, words.iter().copied());
                Err(format!("expected one of {}, found '{text}'{hint}", words.join(", ")))
            }
            OptionKind::IntList => {
                items().iter().map(|t| int(t)).collect::<Result<_, _>>().map(OptionValue::Ints)
            }
            OptionKind::TextList => Ok(OptionValue::Texts(items())),
        }
    }
}

/// The items of a list, separated by the commas outside of quotes and braces.
fn list_items(text: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let (mut depth, mut quote) = (0usize, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '{' | '(' | '[' | '<') => depth += 1,
            (None, '}' | ')' | ']' | '>') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                items.push(String::new());
                continue;
            }
            _ => {}
        }
        items.last_mut().expect("there is at least one item").push(c);
    }
    items.iter().map(|t| t.trim().to_string()).filter(|t| !t.is_empty()).collect()
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |items: &[String]| items.join(",");
        match self {
            OptionValue::Bool(value) => write!(f, "{value}"),
            OptionValue::Int(value) => write!(f, "{value}"),
            OptionValue::Text(text) => f.write_str(&quoted(text)),
            OptionValue::Ints(values) => {
                f.write_str(&join(&values.iter().map(|v| v.to_string()).collect::<Vec<_>>()))
            }
            OptionValue::Texts(texts) => f.write_str(&quoted(&join(texts))),
        }
    }
}

/// The text, quoted so that the pipeline parser reads it back as one value.
fn quoted(text: &str) -> String {
    let plain = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "{}'\"".contains(c));
    match () {
        () if plain => text.to_string(),
        () if !text.contains('"') => format!("\"{text}\""),
        () if !text.contains('\'') => format!("'{text}'"),
        () => format!("{{{text}}}"),
    }
}

/// The options of one pass in a pipeline: those given, and the defaults of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    specs: &'static [OptionSpec],
    given: Vec<(usize, OptionValue)>,
}

impl Options {
    /// All defaults.
    pub fn new(specs: &'static [OptionSpec]) -> Options {
        Options { specs, given: Vec::new() }
    }

    /// Sets an option from text; the last of several takes effect.
    ///
    /// # Errors
    /// If the option does not exist (with the nearest name), or the text is not a value of its type.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
        let Some(number) = self.specs.iter().position(|s| s.name == name) else {
            return Err(self.unknown(name));
        };
        let value = self.specs[number].kind.parse(text).map_err(|e| format!("option '{name}': {e}"))?;
        self.given.retain(|(n, _)| *n != number);
        self.given.push((number, value));
        Ok(())
    }

    fn unknown(&self, name: &str) -> String {
        if self.specs.is_empty() {
            return format!("there is no option '{name}': the pass takes none");
        }
        let hint = did_you_mean(name, self.specs.iter().map(|s| s.name));
        let names: Vec<&str> = self.specs.iter().map(|s| s.name).collect();
        match hint.is_empty() {
            true => format!("there is no option '{name}'; options are: {}", names.join(", ")),
            false => format!("there is no option '{name}'{hint}"),
        }
    }

    /// The value of an option.
    ///
    /// # Panics
    /// If the option is not declared, or its declared default is not of its type.
    pub fn get(&self, name: &str) -> OptionValue {
        let number = self.specs.iter().position(|s| s.name == name);
        let number = number.unwrap_or_else(|| panic!("option '{name}' is not declared"));
        match self.given.iter().find(|(n, _)| *n == number) {
            Some((_, value)) => value.clone(),
            None => {
                let spec = &self.specs[number];
                spec.kind.parse(spec.default).unwrap_or_else(|e| panic!("default of option '{name}': {e}"))
            }
        }
    }

    /// A truth value; see [`Options::get`].
    pub fn bool(&self, name: &str) -> bool {
        matches!(self.get(name), OptionValue::Bool(true))
    }

    /// An integer; see [`Options::get`].
    pub fn int(&self, name: &str) -> i64 {
        match self.get(name) {
            OptionValue::Int(value) => value,
            other => panic!("option '{name}' must be an integer, not {other}"),
        }
    }

    /// A text or choice; see [`Options::get`].
    pub fn text(&self, name: &str) -> String {
        match self.get(name) {
            OptionValue::Text(text) => text,
            other => panic!("option '{name}' must be a text, not {other}"),
        }
    }

    /// A list of integers; see [`Options::get`].
    pub fn ints(&self, name: &str) -> Vec<i64> {
        match self.get(name) {
            OptionValue::Ints(values) => values,
            other => panic!("option '{name}' must be a list of integers, not {other}"),
        }
    }

    /// A list of texts; see [`Options::get`].
    pub fn texts(&self, name: &str) -> Vec<String> {
        match self.get(name) {
            OptionValue::Texts(texts) => texts,
            other => panic!("option '{name}' must be a list of texts, not {other}"),
        }
    }
}

impl fmt::Display for Options {
    /// `{a=1 b=true}` with the options that were given, in the order of their declaration; nothing if none
    /// was.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut given: Vec<_> = self.given.iter().collect();
        given.sort_by_key(|(number, _)| *number);
        if given.is_empty() {
            return Ok(());
        }
        let items: Vec<String> =
            given.iter().map(|(number, value)| format!("{}={value}", self.specs[*number].name)).collect();
        write!(f, "{{{}}}", items.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec { name: "depth", kind: OptionKind::Int, default: "3", help: "" },
        OptionSpec { name: "fast", kind: OptionKind::Bool, default: "false", help: "" },
        OptionSpec { name: "mode", kind: OptionKind::Choice(&["low", "high"]), default: "low", help: "" },
        OptionSpec { name: "tiles", kind: OptionKind::IntList, default: "", help: "" },
        OptionSpec { name: "names", kind: OptionKind::TextList, default: "", help: "" },
    ];

    #[test]
    fn defaults_values_and_text_agree() {
        let mut options = Options::new(SPECS);
        assert_eq!((options.int("depth"), options.bool("fast")), (3, false));
        assert_eq!(options.to_string(), "");
        for (name, text) in [("tiles", "8, 16"), ("fast", ""), ("depth", "-4"), ("names", "a(b,c),d")] {
            options.set(name, text).expect(name);
        }
        assert_eq!(options.ints("tiles"), [8, 16]);
        assert_eq!(options.texts("names"), ["a(b,c)", "d"]);
        assert_eq!(options.to_string(), "{depth=-4 fast=true tiles=8,16 names=a(b,c),d}");
    }

    #[test]
    fn errors_suggest_the_right_form() {
        let mut options = Options::new(SPECS);
        let mut error = |name, text| options.set(name, text).expect_err(name);
        assert_eq!(error("dept", "1"), "there is no option 'dept'; did you mean 'depth'?");
        assert_eq!(error("depth", "x"), "option 'depth': expected an integer, found 'x'");
        assert_eq!(
            error("mode", "hihg"),
            "option 'mode': expected one of low, high, found 'hihg'; did you mean 'high'?"
        );
        assert!(error("zzzzzzzz", "").ends_with("options are: depth, fast, mode, tiles, names"));
        assert!(Options::new(&[]).set("a", "1").expect_err("none").contains("the pass takes none"));
    }
}
