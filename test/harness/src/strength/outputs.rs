//! The outputs of a test: IR that its FileChecks and its golden read.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Suite;
use crate::ir;
use crate::record::{self, Checks, Reader};

/// IR that a tool wrote, and its readers.
#[derive(Debug, Clone)]
pub(super) struct Output {
    pub test: PathBuf,
    /// The lines of IR.
    pub ir: Vec<String>,
    /// The indices of the lines that can be changed.
    pub candidates: Vec<usize>,
    /// The runs of FileCheck on a text with this IR, and other lines between.
    pub readers: Vec<Reader>,
    /// Whether a golden contains the IR.
    pub has_golden: bool,
}

/// Runs a test and returns the IR that it reads; a test that is skipped has none.
pub(super) fn of(suite: &Suite, folder: &Path, test: &Path) -> Result<Vec<Output>, String> {
    let readers = record::readers(suite, folder, test, Checks::MustPass)
        .map_err(|report| format!("a test fails without a change:\n{report}"))?;
    let mut found: BTreeMap<Vec<String>, Vec<Reader>> = BTreeMap::new();
    for reader in readers {
        found.entry(reader.ir()).or_default().push(reader);
    }
    let golden = fs::read_to_string(suite.root().join(test).with_extension("out")).unwrap_or_default();
    let golden = Reader::new(Vec::new(), golden).ir();
    // A golden of several outputs has them one after the other.
    let is_in_golden = |ir: &[String]| !ir.is_empty() && golden.windows(ir.len()).any(|part| part == ir);
    if !golden.is_empty() && !found.keys().any(|ir| is_in_golden(ir)) {
        found.insert(golden.clone(), Vec::new());
    }
    let output = |(ir, readers): (Vec<String>, Vec<Reader>)| {
        let content = |(at, line): (usize, &String)| ir::has_content(line).then_some(at);
        Output {
            test: test.to_path_buf(),
            candidates: ir.iter().enumerate().filter_map(content).collect(),
            has_golden: is_in_golden(&ir),
            ir,
            readers,
        }
    };
    Ok(found.into_iter().map(output).collect())
}
