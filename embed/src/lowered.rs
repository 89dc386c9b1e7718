//! Programs as a device's passes left them, in the folder of compiled code: for those that come again, no pass runs.

use crate::device::{Device, Kind};
use crate::own_file;
use crate::session::Session;
use tf_cpu::objects::Objects;
use tf_dialects::target::Target;
use tf_ir::body::Body;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};

/// The phase in which a program is read whose passes had run.
pub(crate) const LOWERED: &str = "lowered";

/// Where one program is kept.
pub(crate) struct Place<'s> {
    folder: &'s Objects,
    key: String,
}

impl Session {
    /// Where a program that is described for a device is kept once a pipeline has run on it; nothing where it is not: in the interpreter, where each pass is to be
    /// verified, and in sessions with passes or dialects of others, whose code may change while this library's stays.
    pub(crate) fn place(&self, module: &Body, device: &Device, pipeline: &str) -> Option<Place<'_>> {
        let folder = self.objects.as_deref()?;
        if matches!(device.kind(), Kind::Interpreter | Kind::Simt) || self.verify_each() || self.is_extended()
        {
            return None;
        }
        let build = own_file::build()?;
        // Locations are what traps and explanations say.
        let text = print_module(module, &PrintOptions::with_locations());
        let machine = Target::host();
        Some(Place { folder, key: format!("lowered by {build}\n{machine:?}\n{device}\n{pipeline}\n{text}") })
    }
}

impl Place<'_> {
    /// The program with what passes warned of, if it is there.
    pub(crate) fn get(&self, module: &Body) -> Option<(Body, Vec<String>)> {
        let bytes = self.folder.get(self.key.as_bytes())?;
        let (warnings, text) = parts(std::str::from_utf8(&bytes).ok()?)?;
        let parsed = parse_module(module.ctx(), "<kept>", text, &ParseOptions::default()).ok()?;
        Some((parsed.body, warnings))
    }

    /// Keeps the program.
    pub(crate) fn put(&self, module: &Body, warnings: &[String]) {
        let text = print_module(module, &PrintOptions::with_locations());
        self.folder.put(self.key.as_bytes(), joined(warnings, &text).as_bytes());
    }
}

/// A line with the lengths of the warnings in bytes, the warnings, the text.
fn joined(warnings: &[String], text: &str) -> String {
    let lengths: Vec<String> = warnings.iter().map(|warning| warning.len().to_string()).collect();
    format!("{}\n{}{text}", lengths.join(" "), warnings.concat())
}

fn parts(bytes: &str) -> Option<(Vec<String>, &str)> {
    let (lengths, mut rest) = bytes.split_once('\n')?;
    let mut warnings = Vec::new();
    for length in lengths.split_whitespace() {
        let (warning, after) = rest.split_at_checked(length.parse().ok()?)?;
        warnings.push(warning.to_string());
        rest = after;
    }
    Some((warnings, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_and_text_come_back() {
        for warnings in [vec![], vec![String::new()], vec!["a: b\n  c\n".to_string(), "é".to_string()]] {
            let text = joined(&warnings, "module {\n}\n");
            assert_eq!(parts(&text), Some((warnings, "module {\n}\n")));
        }
        assert_eq!(parts("7\nshort"), None);
        assert_eq!(parts("x\nshort"), None);
        assert_eq!(parts("no line"), None);
    }
}
