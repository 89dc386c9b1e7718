//! Pages of errors: the wrong example of each gives its code, and the right one gives no error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Errors of the compiler, its installation and of programs in Rust: no text shows them at will.
const WITHOUT_EXAMPLE: [&str; 4] = ["E0408", "E0705", "E0706", "E0801"];

/// An example: the words after the language of its fence, and the text.
struct Example {
    is_right: bool,
    shell: bool,
    args: Vec<String>,
    text: String,
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/reference/errors")
}

/// The checked examples of a page: fences `mlir wrong ARG…`, `mlir right ARG…`, `sh wrong`, `sh right`.
fn examples(page: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if let Some(info) = line.strip_prefix("```") {
            inside = !inside && !info.is_empty();
            let words: Vec<&str> = info.split_whitespace().collect();
            if let [language, verdict @ ("wrong" | "right"), args @ ..] = &words[..] {
                found.push(Example {
                    is_right: *verdict == "right",
                    shell: *language == "sh",
                    args: args.iter().map(|a| a.to_string()).collect(),
                    text: String::new(),
                });
            } else {
                inside = false;
            }
        } else if inside && let Some(example) = found.last_mut() {
            example.text += line;
            example.text.push('\n');
        }
    }
    found
}

fn run(example: &Example) -> Output {
    use std::io::Write;
    let tfopt = Path::new(env!("CARGO_BIN_EXE_tfopt"));
    let mut command = match example.shell {
        false => Command::new(tfopt),
        true => {
            let mut shell = Command::new("sh");
            let folder = tfopt.parent().expect("programs lie in a folder").display();
            let path = std::env::var("PATH").unwrap_or_default();
            shell.args(["-c", &example.text]).env("PATH", format!("{folder}:{path}"));
            shell.current_dir(env!("CARGO_TARGET_TMPDIR"));
            shell
        }
    };
    command.args(&example.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    let text = if example.shell { "" } else { &example.text };
    // A tool that fails early does not read its input: a closed pipe does not fail the test.
    let _ = child.stdin.take().expect("is piped").write_all(text.as_bytes());
    child.wait_with_output().expect("ends")
}

/// Whether a line on stderr only reports a comparison.
fn is_figure(line: &str) -> bool {
    ["semantics: ", "work: "].iter().any(|begin| line.starts_with(begin)) && !line.contains("left out")
}

/// The faults of a page, in words.
fn faults(code: &str, page: &str) -> Vec<String> {
    let examples = examples(page);
    let mut faults = Vec::new();
    if !WITHOUT_EXAMPLE.contains(&code) {
        let (right, wrong): (Vec<_>, Vec<_>) = examples.iter().partition(|e| e.is_right);
        if right.is_empty() || wrong.is_empty() {
            faults.push(format!("{code}: a page has an example that is wrong and one that is right"));
        }
    }
    for example in &examples {
        let output = run(example);
        let said = String::from_utf8_lossy(&output.stderr);
        let as_promised = match example.is_right {
            true => output.status.success() && said.lines().all(is_figure),
            false => {
                output.status.success() == code.starts_with('W') && said.contains(&format!(" [{code}]\n"))
            }
        };
        if !as_promised {
            faults.push(format!("{code} {:?}: {}, {said}\n{}", example.args, output.status, example.text));
        }
    }
    faults
}

#[test]
fn examples_of_the_pages_are_right() {
    let mut pages = BTreeMap::new();
    for entry in std::fs::read_dir(docs())
        .expect("docs/reference/errors exists")
        .map(|e| e.expect("is readable").path())
    {
        let name = entry.file_stem().expect("files have names").to_string_lossy().into_owned();
        if name != "README" {
            pages.insert(name, std::fs::read_to_string(&entry).expect("is text"));
        }
    }
    assert!(pages.len() > 40);
    let index = std::fs::read_to_string(docs().join("README.md")).expect("is there");
    for (code, page) in &pages {
        let title =
            page.lines().next().and_then(|l| l.strip_prefix(&format!("# {code}: "))).expect("has a title");
        assert!(index.contains(&format!("| [{code}]({code}.md) | {title} |")), "README.md lists {code}");
    }
    let faults: Vec<String> = pages.iter().flat_map(|(code, page)| faults(code, page)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
