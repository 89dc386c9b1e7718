//! Levels of code that this machine cannot run are compiled for the whole corpus, and what comes out is
//! searched for loads whose mask LLVM may lose (`backends/upstream/src/vectors/masked.rs`).

use std::path::{Path, PathBuf};
use tensorforge::{Ahead, Form, Level, Session};
use tf_generate::{Config, program};
use tf_ir::body::Body;

/// Folders whose programs are compiled; those without programs for a processor are left out.
const FOLDERS: [&str; 4] = ["examples/programs", "test/programs", "test/tfc", "test/tfrun"];
/// The number of additional random programs.
const RANDOM: u64 = 12;
/// Element types whose masked loads are instructions.
const MOVED: [&str; 4] = ["f32", "f64", "i32", "i64"];

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in FOLDERS {
        let entries = std::fs::read_dir(root.join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
        let paths = entries.map(|entry| entry.expect("folders can be listed").path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|e| e == "mlir")));
    }
    files.sort();
    files
}

/// The programs that can be compiled ahead of time, by name.
fn corpus(session: &Session) -> Vec<(String, Body)> {
    let mut found = Vec::new();
    for path in files() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        if let Ok(module) = session.parse(&name, &text) {
            found.push((name, module));
        }
    }
    for seed in 0..RANDOM {
        found.push((format!("random program {seed}"), program(session.context(), seed, &Config::default())));
    }
    let ahead = Ahead { form: Form::Mlir, prefix: "p_".to_string(), ..Ahead::default() };
    found.retain(|(_, module)| session.compile_ahead(module, &ahead).is_ok());
    found
}

/// Lines of LLVM IR that load lanes of 32 or 64 bits under a non-constant mask, by LLVM's masked load. Where
/// one condition is the mask of all lanes, as in loops that LLVM makes vectors of itself, no part of it is
/// constant alone.
fn lost_masks(text: &str) -> Vec<&str> {
    let loads = text.lines().filter(|line| line.contains("call ") && line.contains("@llvm.masked.load."));
    let moved = |line: &str| MOVED.iter().any(|elem| line.contains(&format!("{elem}.p0(")));
    let varies = |line: &str| {
        let Some((_, mask)) = line.split_once("x i1> %") else { return false };
        let name = mask.split([',', ')']).next().expect("a split has a first part");
        let splat = format!("%{name} = shufflevector ");
        let is_splat =
            |line: &str| line.trim_start().starts_with(&splat) && line.ends_with("zeroinitializer");
        !text.lines().any(is_splat)
    };
    loads.filter(|line| moved(line) && varies(line)).collect()
}

#[test]
fn levels_that_do_not_run_here_are_compiled_and_searched() {
    let session = Session::new().unwrap();
    let corpus = corpus(&session);
    assert!(corpus.len() >= 12, "{} programs", corpus.len());
    // The level whose masks LLVM loses is searched on every machine.
    let levels =
        Level::all().filter(|level| !level.runs_here() || level.moves_masked() || *level == Level::V3);
    for level in levels {
        let compile = |name: &str, module: &Body, form: Form| {
            let ahead = Ahead { form, level, prefix: "p_".to_string(), ..Ahead::default() };
            let unit = session.compile_ahead(module, &ahead);
            unit.unwrap_or_else(|e| panic!("{name} at {level}: {e}")).bytes().to_vec()
        };
        for (name, module) in &corpus {
            if level.moves_masked() {
                let text = String::from_utf8(compile(name, module, Form::Llvm)).expect("LLVM writes UTF-8");
                let lost = lost_masks(&text);
                assert!(lost.is_empty(), "{name} at {level}: {lost:?}");
            }
            if !level.runs_here() {
                assert!(!compile(name, module, Form::Object).is_empty(), "{name} at {level}");
            }
        }
    }
}

#[test]
fn the_search_finds_loads_under_variable_masks() {
    let load = |elem: &str, mask: &str| {
        format!(
            "  %4 = tail call <16 x float> @llvm.masked.load.v16{elem}.p0(ptr align 4 %1, <16 x i1> {mask}, <16 x float> %2)"
        )
    };
    assert_eq!(lost_masks(&load("f32", "%3")).len(), 1);
    assert_eq!(lost_masks(&load("i64", "%3")).len(), 1);
    assert_eq!(lost_masks(&load("i8", "%3")), Vec::<&str>::new());
    assert_eq!(lost_masks(&load("f32", "<i1 true, i1 false>")), Vec::<&str>::new());
    assert_eq!(
        lost_masks("declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1> %m)"),
        Vec::<&str>::new()
    );
}
