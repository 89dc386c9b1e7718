//! Feature expressions of `REQUIRES:` and `UNSUPPORTED:`: names joined by `&&`, `||`, `!`, parentheses; commas
//! separate expressions.

use std::collections::BTreeMap;

/// The features that a suite declares: `None` when present, else why it is missing.
pub(crate) type Features = BTreeMap<String, Option<String>>;

/// Why a test with these directives is skipped; `None` when it runs. An expression that names an undeclared
/// feature is an error: a misspelt name would skip the test for ever.
pub(crate) fn skip_reason(
    requires: &[String],
    unsupported: &[String],
    features: &Features,
) -> Result<Option<String>, String> {
    for text in requires.iter().flat_map(|t| t.split(',')) {
        let mut parser = Parser::new(text, features);
        if !parser.whole()? {
            return Ok(Some(format!("requires {}{}", text.trim(), parser.why())));
        }
    }
    for text in unsupported.iter().flat_map(|t| t.split(',')) {
        if Parser::new(text, features).whole()? {
            return Ok(Some(format!("unsupported with {}", text.trim())));
        }
    }
    Ok(None)
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
    features: &'a Features,
    missing: Vec<&'a str>,
    depth: usize,
}

impl<'a> Parser<'a> {
    const MAX_DEPTH: usize = 64;

    fn new(text: &'a str, features: &'a Features) -> Self {
        Parser { text, rest: text.trim(), features, missing: Vec::new(), depth: 0 }
    }

    fn why(&self) -> String {
        if self.missing.is_empty() { String::new() } else { format!(" ({})", self.missing.join("; ")) }
    }

    fn whole(&mut self) -> Result<bool, String> {
        let value = self.any()?;
        if self.rest.is_empty() { Ok(value) } else { Err(self.unexpected()) }
    }

    fn unexpected(&self) -> String {
        let at = if self.rest.is_empty() { "its end".into() } else { format!("`{}`", self.rest) };
        format!("feature expression `{}`: unexpected {at}", self.text.trim())
    }

    fn eat(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(token) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn any(&mut self) -> Result<bool, String> {
        let mut value = self.all()?;
        while self.eat("||") {
            value |= self.all()?;
        }
        Ok(value)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut value = self.one()?;
        while self.eat("&&") {
            value &= self.one()?;
        }
        Ok(value)
    }

    fn one(&mut self) -> Result<bool, String> {
        self.depth += 1;
        if self.depth > Self::MAX_DEPTH {
            return Err(format!("feature expression nests deeper than {}", Self::MAX_DEPTH));
        }
        let value = if self.eat("!") {
            !self.one()?
        } else if self.eat("(") {
            let value = self.any()?;
            if !self.eat(")") {
                return Err(self.unexpected());
            }
            value
        } else {
            self.name()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn name(&mut self) -> Result<bool, String> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.+=".contains(c);
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        if name.is_empty() {
            return Err(self.unexpected());
        }
        let Some(state) = self.features.get(name) else {
            let known: Vec<&str> = self.features.keys().map(String::as_str).collect();
            return Err(format!("unknown feature `{name}`; the suite declares: {}", known.join(", ")));
        };
        self.rest = rest.trim_start();
        self.missing.extend(state.as_deref());
        Ok(state.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features() -> Features {
        let have = |n: &str| (n.to_string(), None);
        let lack = |n: &str, why: &str| (n.to_string(), Some(why.to_string()));
        [have("cpu"), have("linux"), lack("gpu", "no CUDA driver"), lack("mac", "this is Linux")].into()
    }

    fn requires(text: &str) -> Result<Option<String>, String> {
        skip_reason(&[text.to_string()], &[], &features())
    }

    #[test]
    fn evaluates_with_the_usual_precedence() {
        assert_eq!(requires("cpu").unwrap(), None);
        assert_eq!(requires("mac && gpu || cpu").unwrap(), None);
        assert!(requires("mac && (gpu || cpu)").unwrap().is_some());
        assert_eq!(requires("!gpu && !(mac || gpu), linux").unwrap(), None);
        assert!(requires("cpu, gpu").unwrap().is_some());
    }

    #[test]
    fn a_skip_has_a_reason() {
        assert_eq!(requires("gpu").unwrap().unwrap(), "requires gpu (no CUDA driver)");
        let skip = skip_reason(&[], &["mac, linux".into()], &features()).unwrap().unwrap();
        assert_eq!(skip, "unsupported with linux");
    }

    #[test]
    fn refuses_unknown_names_and_bad_syntax() {
        assert!(requires("gppu").unwrap_err().contains("unknown feature `gppu`"));
        assert!(requires("cpu || gppu").unwrap_err().contains("unknown feature"));
        for bad in ["cpu gpu", "(cpu", "cpu &&", "", "cpu,", "&& cpu", &"!".repeat(100_000)] {
            assert!(requires(bad).is_err(), "{:.20}", bad);
        }
    }
}
