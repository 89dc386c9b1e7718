//! Resources: large or external data at the end of a text, in `{-# … #-}`.

use super::parser::{AsmParser, Delimiter, ParseResult};
use super::string::{write_escaped, write_keyword_or_string};
use super::token::Tok;
use crate::codes;

/// The value of a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResourceValue {
    /// `"0x…"`: four bytes of alignment, little-endian, then the data.
    Blob(Vec<u8>),
    /// `true` or `false`
    Bool(bool),
    /// `"text"`
    String(String),
}

/// Resources of one owner, by key, in the order of the text.
pub type ResourceGroup = Vec<(String, ResourceValue)>;

/// The resources of a text, unchanged: by dialect, and of external tools by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// `dialect_resources`, which `dense_resource<key>` refers to (those of `builtin`).
    pub dialect: Vec<(String, ResourceGroup)>,
    /// `external_resources`, such as reproducers.
    pub external: Vec<(String, ResourceGroup)>,
}

impl Resources {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.dialect.is_empty() && self.external.is_empty()
    }

    /// The resource of a dialect under a key.
    pub fn get(&self, dialect: &str, key: &str) -> Option<&ResourceValue> {
        find(&self.dialect, dialect, key)
    }

    /// The resource of an external tool under a key.
    pub fn external(&self, owner: &str, key: &str) -> Option<&ResourceValue> {
        find(&self.external, owner, key)
    }

    /// Appends `{-# … #-}`.
    pub(super) fn write(&self, out: &mut String) {
        out.push_str("{-#");
        let kinds = [("dialect_resources", &self.dialect), ("external_resources", &self.external)];
        let mut first = true;
        for (kind, groups) in kinds {
            if groups.is_empty() {
                continue;
            }
            out.push_str(if first { "\n  " } else { ",\n  " });
            first = false;
            out.push_str(kind);
            out.push_str(": {");
            for (i, (owner, group)) in groups.iter().enumerate() {
                out.push_str(if i > 0 { ",\n    " } else { "\n    " });
                write_keyword_or_string(out, owner);
                write_group(out, group);
            }
            out.push_str("\n  }");
        }
        out.push_str("\n#-}\n");
    }
}

fn find<'r>(groups: &'r [(String, ResourceGroup)], owner: &str, key: &str) -> Option<&'r ResourceValue> {
    let (_, group) = groups.iter().find(|(name, _)| name == owner)?;
    group.iter().find(|(name, _)| name == key).map(|(_, value)| value)
}

fn write_group(out: &mut String, group: &ResourceGroup) {
    out.push_str(": {");
    for (i, (key, value)) in group.iter().enumerate() {
        out.push_str(if i > 0 { ",\n      " } else { "\n      " });
        write_keyword_or_string(out, key);
        out.push_str(": ");
        match value {
            ResourceValue::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            ResourceValue::String(text) => {
                out.push('"');
                write_escaped(out, text);
                out.push('"');
            }
            ResourceValue::Blob(bytes) => {
                out.push_str("\"0x");
                super::print::write_hex(out, bytes);
                out.push('"');
            }
        }
    }
    out.push_str("\n    }");
}

impl<'s> AsmParser<'s> {
    /// `{-# section, … #-}`
    pub(super) fn resources(&mut self) -> ParseResult {
        let open = self.pos();
        self.expect(Tok::MetaBegin)?;
        while self.tok.kind != Tok::MetaEnd {
            let kind = self.keyword_of("a section", &["dialect_resources", "external_resources"])?;
            self.expect(Tok::Colon)?;
            self.list(Delimiter::Brace, |p| p.resource_group(kind == 0))?;
            if !self.accept(Tok::Comma) {
                break;
            }
        }
        if self.tok.kind == Tok::Eof {
            return Err(self.error(open, "this '{-#' has no '#-}'"));
        }
        self.expect(Tok::MetaEnd)
    }

    fn resource_group(&mut self, dialect: bool) -> ParseResult {
        let owner = self.keyword_or_string("the owner of resources")?.into_owned();
        self.expect(Tok::Colon)?;
        let mut group = ResourceGroup::new();
        let mut seen: rustc_hash::FxHashSet<String> = Default::default();
        self.list(Delimiter::Brace, |p| {
            let at = p.pos();
            let key = p.keyword_or_string("the key of a resource")?.into_owned();
            p.expect(Tok::Colon)?;
            let value = p.resource_value()?;
            if !seen.insert(key.clone()) {
                return Err(p.error_as(&codes::REDEFINED, at, format!("resource '{key}' is given twice")));
            }
            group.push((key, value));
            Ok(())
        })?;
        let groups = if dialect { &mut self.resources.dialect } else { &mut self.resources.external };
        match groups.iter_mut().find(|(name, _)| *name == owner) {
            Some((_, known)) => known.extend(group),
            None => groups.push((owner, group)),
        }
        Ok(())
    }

    fn resource_value(&mut self) -> ParseResult<ResourceValue> {
        let at = self.pos();
        match self.tok.kind {
            Tok::Str if self.spelling().starts_with("\"0x") && self.spelling().len() > 8 => {
                let bytes = self.hex_string()?;
                self.check_constant_bytes(at, Some(bytes.len() as u64))?;
                Ok(ResourceValue::Blob(bytes))
            }
            Tok::Str => Ok(ResourceValue::String(self.string()?.into_owned())),
            _ => {
                Ok(ResourceValue::Bool(self.keyword_of("a string, true or false", &["false", "true"])? == 1))
            }
        }
    }
}
