//! Whole outputs, stored in files next to their tests.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::substitute::shell_word;

/// The file with the output of a test's `GOLDEN:` line.
fn file_of(test: &Path) -> PathBuf {
    test.with_extension("out")
}

/// Compares an output with the golden of a test, or stores it; returns a failure message.
pub(crate) fn compare(test: &Path, output: &Path, bless: bool) -> Result<Option<String>, String> {
    let golden = file_of(test);
    let found = fs::read(output).map_err(|e| format!("cannot read {}: {e}", output.display()))?;
    let wanted = match fs::read(&golden) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(format!("cannot read {}: {error}", golden.display())),
    };
    if wanted.as_ref() == Some(&found) {
        return Ok(None);
    }
    if bless {
        fs::write(&golden, &found).map_err(|e| format!("cannot write {}: {e}", golden.display()))?;
        return Ok(None);
    }
    let how = format!("if it is right as it is now: ./x test --bless {}\n", shell_word(test));
    if wanted.is_none() {
        return Ok(Some(format!("{} is missing; {how}", golden.display())));
    }
    let diff = Command::new("diff").arg("-u").args([&golden, output]).output();
    let diff = diff.map_or_else(
        |error| format!("diff cannot be run: {error}\n"),
        |done| String::from_utf8_lossy(&done.stdout).into_owned(),
    );
    Ok(Some(format!("the output is not that of {}; {how}{diff}", golden.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_shown_until_they_are_blessed() {
        let folder = std::env::temp_dir().join(format!("tf-golden-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (test, output) = (folder.join("t.mlir"), folder.join("stdout"));
        fs::write(&output, "a\nb\n").unwrap();
        let missing = compare(&test, &output, false).unwrap().unwrap();
        assert!(missing.contains("t.out is missing") && missing.contains("--bless"), "{missing}");
        assert_eq!(compare(&test, &output, true), Ok(None));
        assert_eq!(compare(&test, &output, false), Ok(None));
        fs::write(&output, "a\nc\n").unwrap();
        let differs = compare(&test, &output, false).unwrap().unwrap();
        assert!(differs.contains("-b\n+c"), "{differs}");
        assert_eq!(fs::read_to_string(folder.join("t.out")).unwrap(), "a\nb\n");
        fs::remove_dir_all(&folder).unwrap();
    }
}
