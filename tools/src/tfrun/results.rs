//! Writes results to files.

use super::print;
use std::path::Path;
use tensorforge::files::{self, FileError};
use tensorforge::{Array, Signature};

/// Writes results to the path of `--out`.
pub(super) fn write(signature: &Signature, results: &[Array], path: &str) -> Result<(), String> {
    let names = file_names(signature);
    let named: Vec<(&str, &Array)> = names.iter().map(String::as_str).zip(results).collect();
    let failed = |e: FileError| e.to_string();
    let extension = Path::new(path).extension().and_then(|e| e.to_str()).unwrap_or("");
    match (extension, &named[..]) {
        ("npz", _) => files::save_npz(path, &named).map_err(failed),
        ("safetensors", _) => files::save_safetensors(path, &named).map_err(failed),
        ("npy", [(_, result)]) => files::save_npy(path, result).map_err(failed),
        ("npy", _) => Err(format!(
            "'{path}' holds one array, and '{}' has {} results: write them to a folder or an .npz file",
            signature.name(),
            results.len()
        )),
        _ => {
            let made = std::fs::create_dir_all(path);
            made.map_err(|e| format!("cannot make the folder '{path}': {}", crate::front::plain(&e)))?;
            let file = |name: &str| Path::new(path).join(format!("{name}.npy"));
            named.iter().try_for_each(|(name, result)| files::save_npy(file(name), result)).map_err(failed)
        }
    }
}

/// Unique file names for the results.
fn file_names(signature: &Signature) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (at, result) in signature.results().iter().enumerate() {
        let allowed = |c: char| if c.is_alphanumeric() || "_-.".contains(c) { c } else { '_' };
        let mut name: String = result.name.chars().map(allowed).take(100).collect();
        if name.is_empty() || name.starts_with('.') {
            name = format!("r{at}");
        }
        while names.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
            name = format!("{name}_{at}");
        }
        names.push(name);
    }
    names
}

/// The results as text, each with its name and type.
pub(super) fn to_text(signature: &Signature, results: &[Array]) -> String {
    let mut out = String::new();
    for (declared, result) in signature.results().iter().zip(results) {
        out.push_str(&format!("{}: {}\n{}\n", declared.name, result.layout(), print::array(result)));
    }
    out
}
