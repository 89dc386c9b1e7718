//! What documents show is true: the Rust code of README.md is code of this file, which is run; the stages of
//! a tutorial are those of the program that it names; the packages and folders of the guide's manifests are
//! there.

use std::path::Path;
use tensorforge::{Level, Session};
use tf_ir::text::{PrintOptions, print_module};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text between two marks, and the text after it.
fn between<'a>(text: &'a str, before: &str, after: &str) -> (&'a str, &'a str) {
    let start = text.find(before).unwrap_or_else(|| panic!("the page has {before}")) + before.len();
    let length = text[start..].find(after).unwrap_or_else(|| panic!("the page has {after} after {before}"));
    (&text[start..start + length], &text[start + length..])
}

/// The lines are in the output, in order; where there are three dots, lines are left out.
fn assert_shown(shown: &str, output: &str) {
    let mut rest = output.lines().map(str::trim);
    let mut skips = true;
    for line in shown.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line == "..." {
            skips = true;
            continue;
        }
        let found = if skips { rest.any(|l| l == line) } else { rest.next() == Some(line) };
        assert!(found, "the page shows the line\n{line}\nwhich is not there in\n{output}");
        skips = false;
    }
}

#[test]
fn the_stages_in_the_tutorial_are_those_of_the_program() {
    let tutorial = read("docs/tutorials/stages.md");
    let (_, stages) = between(&tutorial, "# A program, stage by stage", "```sh");
    let (file, rest) = between(stages, "tfopt ", " --pass-pipeline='");
    let (first, rest) = between(rest, " --pass-pipeline='", "'");
    let (fused, rest) = between(rest, "```mlir", "```");
    let (second, rest) = between(rest, "and with `", "`");
    let (vectors, _) = between(rest, "```mlir", "```");
    let session = Session::new().unwrap();
    let text = read(file);
    for (pipeline, shown) in [(first.to_string(), fused), (format!("{first},{second}"), vectors)] {
        let mut module = session.parse(file, &text).unwrap_or_else(|error| panic!("{error}"));
        // The tutorial's output is the same on every machine.
        Level::V4.target().describe_all(&mut module);
        session.run_passes(&mut module, &pipeline).unwrap_or_else(|error| panic!("{error}"));
        assert_shown(shown, &print_module(&module, &PrintOptions::default()));
    }
}

/// The code of the tour, equal except for indentation and comments at the ends of lines.
mod tour {
    // tour begins
    use tensorforge::{Array, Device, Program, Session};

    fn main() -> Result<(), Box<dyn std::error::Error>> {
        let step = Program::trace("step", |p| {
            let n = p.dim("n");
            let x = p.input::<f32>("x", (n, 3));
            let v = p.input::<f32>("v", (n, 3));
            let d = x.expand(0) - x.expand(1);
            let r2 = (&d * &d).sum(-1).keep() + 1e-4;
            let f = (d / (&r2 * r2.sqrt())).sum(1);
            let v = v + 0.001 * f;
            (x + 0.001 * &v, v)
        })?;
        println!("{}", step.to_text());

        let session = Session::new()?;
        let step = session.compile(&step, Device::cpu())?;
        for n in [1, 5] {
            let x = Array::from_slice(&[n, 3], &(0..3 * n).map(|i| (i * i % 7) as f32).collect::<Vec<_>>())?;
            let v = Array::zeros(x.dtype(), &[n, 3])?;
            let (x1, v1): (Array, Array) = step.call((&x, &v))?;
            assert_eq!(x1.extents(), [n, 3]);
            println!("{v1:.4}");
        }
        Ok(())
    }
    // tour ends

    #[test]
    fn runs() {
        main().unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn the_tour_is_code_that_runs() {
    let bare = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.split("  // ").next().unwrap_or(line).trim().to_string());
        lines.filter(|line| !line.is_empty()).collect()
    };
    let (readme, source) = (read("README.md"), include_str!("readme.rs"));
    let (shown, _) = between(&readme, "```rust,no_run", "```");
    let (run, _) = between(source, "// tour begins", "// tour ends");
    assert_eq!(bare(shown), bare(run));
}

/// The packages that a project of one's own names, and where LLVM is for this one.
#[test]
fn the_manifests_in_the_guide_are_right() {
    let guide = read("docs/guides/using.md");
    let (packages, rest) = between(&guide, "```toml\n[dependencies]\n", "```");
    let packages: Vec<(&str, &str)> = packages
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(" = { path = \"../tensorforge/").expect("is a path"))
        .map(|(name, rest)| (name, rest.trim_end_matches("\" }")))
        .collect();
    assert_eq!(packages.len(), 2);
    for (name, folder) in packages {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{folder} is not {name}");
    }
    let (variables, _) = between(rest, "```toml\n", "```");
    let config = read(".cargo/config.toml");
    assert!(config.contains(variables), "{variables}");
}
