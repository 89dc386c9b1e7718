//! The input: keeps its text only while it is needed.

use std::fs::{self, Metadata};
use std::io::Read;
use std::sync::Arc;

/// Shorter texts stay in memory: their size does not matter.
const KEPT: usize = 1 << 16;

/// A text and its origin.
pub(super) struct Input {
    /// Its name in messages.
    pub(super) name: String,
    text: Option<Arc<Vec<u8>>>,
    /// The file's metadata at the time of reading; not for pipes and the like.
    file: Option<Metadata>,
}

impl Input {
    /// Reads a file, or stdin for `-`.
    ///
    /// # Errors
    /// The system's error.
    pub(super) fn read(path: &str) -> Result<Input, String> {
        if path == "-" {
            let mut text = Vec::new();
            std::io::stdin().lock().read_to_end(&mut text).map_err(|e| format!("cannot read stdin: {e}"))?;
            return Ok(Input { name: "<stdin>".into(), text: Some(Arc::new(text)), file: None });
        }
        let failed = |e| format!("cannot open input file '{path}': {e}");
        let file = fs::metadata(path).map_err(failed)?;
        let text = fs::read(path).map_err(failed)?;
        let file = Some(file).filter(|f| f.is_file() && f.len() == text.len() as u64);
        Ok(Input { name: path.to_string(), text: Some(Arc::new(text)), file })
    }

    /// The text; must be called before it is released.
    pub(super) fn text(&self) -> Arc<Vec<u8>> {
        self.text.clone().unwrap_or_default()
    }

    /// Releases the text if it is long and can be read again.
    pub(super) fn release(&mut self) {
        if self.file.is_some() && self.text.as_ref().is_some_and(|text| text.len() > KEPT) {
            self.text = None;
        }
    }

    /// Name and text, read again if it was released. `None` if the file has changed since.
    pub(super) fn quotable(self) -> Option<(String, Arc<Vec<u8>>)> {
        if let Some(text) = self.text {
            return Some((self.name, text));
        }
        let before = self.file?;
        let now = fs::metadata(&self.name).ok()?;
        let same = now.len() == before.len() && now.modified().ok() == before.modified().ok();
        let text = fs::read(&self.name).ok().filter(|text| same && text.len() as u64 == before.len())?;
        Some((self.name, Arc::new(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released_texts_are_read_again_unless_the_file_changed() {
        let path = std::env::temp_dir().join(format!("tfopt-input-{}", std::process::id()));
        let name = path.to_str().expect("temporary paths are UTF-8");
        let text = vec![b'x'; KEPT + 1];
        fs::write(&path, &text).expect("writes");
        let released = || {
            let mut input = Input::read(name).expect("reads");
            assert_eq!(*input.text(), text);
            input.release();
            assert!(input.text().is_empty());
            input
        };
        let (again, changed) = (released(), released());
        assert_eq!(*again.quotable().expect("is there").1, text);
        fs::write(&path, b"other").expect("writes");
        assert!(changed.quotable().is_none());
        fs::remove_file(&path).expect("removes");
    }

    #[test]
    fn short_texts_stay() {
        let mut input = Input { name: "a".into(), text: Some(Arc::new(vec![1])), file: None };
        input.release();
        assert_eq!(*input.text(), [1]);
    }
}
