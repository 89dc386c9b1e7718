//! The disk cache of lowered programs: for a program found there, no pass runs, and nothing is translated for
//! the code generator.

use crate::compile::own_file;
use crate::session::device::Device;
use tf_cpu::objects::Objects;
use tf_cpu::unit::Units;
use tf_dialects::target::Target;
use tf_ir::body::Body;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};

/// The phase that reads a lowered program.
pub(crate) const LOWERED: &str = "lowered";

/// The cache entry of one program.
pub(crate) struct Place<'s> {
    folder: &'s Objects,
    key: String,
}

/// A lowered program, after all passes.
pub(crate) struct Lowered {
    pub(crate) module: Body,
    /// The warnings of passes.
    pub(crate) warnings: Vec<String>,
    /// The input of machine code generation, for a processor.
    pub(crate) units: Option<Units>,
}

impl<'s> Place<'s> {
    /// The cache entry of a program for a device and a pipeline; `None` if the build of this compiler cannot
    /// be identified.
    pub(crate) fn new(
        folder: &'s Objects,
        module: &Body,
        device: &Device,
        pipeline: &str,
    ) -> Option<Place<'s>> {
        let build = own_file::build()?;
        // Locations are included, since traps and explanations report them.
        let text = print_module(module, &PrintOptions::with_locations());
        let machine = Target::host();
        Some(Place { folder, key: format!("lowered by {build}\n{machine:?}\n{device}\n{pipeline}\n{text}") })
    }

    /// The program, if it is cached.
    pub(crate) fn get(&self, module: &Body) -> Option<Lowered> {
        let bytes = self.folder.get(self.key.as_bytes())?;
        let texts = parts(std::str::from_utf8(&bytes).ok()?)?;
        let (text, rest) = texts.split_first()?;
        let (count, rest) = rest.split_first()?;
        let (warnings, units) = rest.split_at_checked(count.parse().ok()?)?;
        let units = match units {
            [] => None,
            units => Some(Units::from_texts(units.iter().copied())?),
        };
        let module = parse_module(module.ctx(), "<kept>", text, &ParseOptions::default()).ok()?.body;
        Some(Lowered { module, warnings: warnings.iter().map(ToString::to_string).collect(), units })
    }

    /// Stores the program.
    pub(crate) fn put(&self, program: &Lowered) {
        let mut texts = vec![print_module(&program.module, &PrintOptions::with_locations())];
        texts.push(program.warnings.len().to_string());
        texts.extend(program.warnings.iter().cloned());
        texts.extend(program.units.iter().flat_map(Units::to_texts));
        self.folder.put(self.key.as_bytes(), joined(&texts).as_bytes());
    }
}

/// A line with the lengths of texts in bytes, then the texts.
fn joined(texts: &[String]) -> String {
    let lengths: Vec<String> = texts.iter().map(|text| text.len().to_string()).collect();
    format!("{}\n{}", lengths.join(" "), texts.concat())
}

fn parts(bytes: &str) -> Option<Vec<&str>> {
    let (lengths, mut rest) = bytes.split_once('\n')?;
    let mut texts = Vec::new();
    for length in lengths.split_whitespace() {
        let (text, after) = rest.split_at_checked(length.parse().ok()?)?;
        texts.push(text);
        rest = after;
    }
    rest.is_empty().then_some(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for texts in [vec![], vec![""], vec!["a: b\n  c\n", "é", "", "module {\n}\n"]] {
            let owned: Vec<String> = texts.iter().map(ToString::to_string).collect();
            assert_eq!(parts(&joined(&owned)), Some(texts));
        }
        for wrong in ["7\nshort", "x\nshort", "no line", "1\nab", "1\n\u{e9}"] {
            assert_eq!(parts(wrong), None, "{wrong:?}");
        }
    }
}
