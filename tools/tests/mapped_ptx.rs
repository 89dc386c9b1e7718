//! Programs as kernels have PTX that NVIDIA's assembler takes, and the same PTX each time.

use std::path::{Path, PathBuf};
use std::process::Command;
use tensorforge::Session;
use tf_cpu::library::Library;
use tf_cpu::ptx::{Arch, ptx};
use tf_dialects::kernel::{PLAIN_PARAMETER_BYTES, most_parameter_bytes};
use tf_generate::{Config, program};
use tf_ir::body::Body;

/// Folders whose programs are mapped.
const FOLDERS: [&str; 2] = ["examples/programs", "test/programs"];
/// Random programs beside them.
const RANDOM: u64 = 8;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The assembler in the environment that `./x setup` makes.
pub fn assembler() -> PathBuf {
    let packages = std::fs::read_dir(root().join(".venv/lib")).into_iter().flatten().flatten();
    let roots = packages.map(|python| python.path().join("site-packages/nvidia"));
    let versions = roots.filter_map(|nvidia| std::fs::read_dir(nvidia).ok()).flatten().flatten();
    let mut found = versions.map(|version| version.path().join("bin/ptxas")).filter(|file| file.is_file());
    found.next().expect("there is no ptxas in .venv; install it: ./x setup")
}

/// The kernels of programs that have some, by name.
fn kernels(session: &Session) -> Vec<(String, Body)> {
    let mut found: Vec<(String, Body)> = Vec::new();
    for folder in FOLDERS {
        let entries = std::fs::read_dir(root().join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("folders can be listed").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|e| e == "mlir"));
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
            found.extend(session.parse(&name, &text).ok().map(|module| (name, module)));
        }
    }
    let random = |seed| {
        (format!("random program {seed}"), program(session.context(), seed, &Config::for_machine_code()))
    };
    found.extend((0..RANDOM).map(random));
    for (name, module) in &mut found {
        let done = session.run_passes(module, &tf_passes::pipelines::gpu());
        done.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let has_kernel = |module: &Body| {
        let mut functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
        functions.any(|function| function.is(function.root(), tf_dialects::kernel::Func))
    };
    found.retain(|(_, module)| has_kernel(module));
    found
}

#[test]
fn the_assembler_takes_the_kernels_of_programs() {
    let session = Session::new().expect("a session needs nothing");
    let library = Library::open(None).expect("the LLVM library is built with the tests");
    let (assembler, all) = (assembler(), kernels(&session));
    assert!(all.len() >= 12, "{} programs have kernels", all.len());
    let folder = std::env::temp_dir().join(format!("tensorforge-mapped-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let file = folder.join("kernels.ptx");
    let arches: Vec<&str> = Arch::names().collect();
    for (at, (name, module)) in all.iter().enumerate() {
        let others = arches[at % arches.len()];
        for arch in ["sm_80", "sm_90", "sm_90a", others] {
            let made = ptx(&library, module, Arch::named(arch).expect("it is known"));
            // Earlier GPUs lack some instructions.
            if arch == "sm_75" && made.is_err() {
                continue;
            }
            let text = made.unwrap_or_else(|error| panic!("{name}: {error}")).bytes;
            assemble(&assembler, &file, arch, &text)
                .unwrap_or_else(|said| panic!("{name} for {arch}: {said}"));
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// Assembles a text, or gives the assembler's complaint.
fn assemble(assembler: &Path, file: &Path, arch: &str, text: &[u8]) -> Result<(), String> {
    std::fs::write(file, text).expect("a file can be written");
    let output = Command::new(assembler)
        .args([&format!("-arch={arch}"), "-o", "/dev/null"])
        .arg(file)
        .output()
        .expect("the assembler runs");
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// A step of an optimizer: of each of so many tensors of one shape, three arrays are read and written, and one
/// is read.
fn optimizer(tensors: usize) -> String {
    const T: &str = "tensor<64x64xf32>";
    let join = |parts: Vec<String>| parts.join(", ");
    let inputs = (0..tensors).flat_map(|i| ["p", "g", "m", "v"].map(|v| format!("%{v}{i}: {T}"))).collect();
    let outputs = || join(vec![T.to_string(); 3 * tensors]);
    let mut text = format!("func.func @main({}) -> ({}) {{\n", join(inputs), outputs());
    text += &format!("  %a = arith.constant dense<0.9> : {T}\n  %b = arith.constant dense<0.1> : {T}\n");
    for i in 0..tensors {
        for line in [
            "%ma# = arith.mulf %m#, %a",
            "%mb# = arith.mulf %g#, %b",
            "%mn# = arith.addf %ma#, %mb#",
            "%gg# = arith.mulf %g#, %g#",
            "%va# = arith.mulf %v#, %a",
            "%vn# = arith.addf %va#, %gg#",
            "%sq# = math.sqrt %vn#",
            "%st# = arith.divf %mn#, %sq#",
            "%pn# = arith.subf %p#, %st#",
        ] {
            text += &format!("  {} : {T}\n", line.replace('#', &i.to_string()));
        }
    }
    let results = (0..tensors).flat_map(|i| ["pn", "mn", "vn"].map(|v| format!("%{v}{i}"))).collect();
    text + &format!("  return {} : {}\n}}\n", join(results), outputs())
}

/// Kernels of many arrays stay within the parameters that GPUs and drivers allow: consecutive kernels are
/// merged only up to the limit of all drivers, and a kernel that needs more has the version of PTX for it.
#[test]
fn programs_of_many_arrays_have_kernels_that_assemble() {
    let session = Session::new().expect("a session needs nothing");
    let library = Library::open(None).expect("the LLVM library is built with the tests");
    let file = std::env::temp_dir().join(format!("tensorforge-many-{}.ptx", std::process::id()));
    let sum: Vec<String> = (0..600).map(|i| format!("%x{i}: tensor<64xf32>")).collect();
    let mut text = format!("func.func @main({}) -> tensor<64xf32> {{\n", sum.join(", "));
    for i in 1..600 {
        let before = if i == 1 { "%x0".to_string() } else { format!("%s{}", i - 1) };
        text += &format!("  %s{i} = arith.addf {before}, %x{i} : tensor<64xf32>\n");
    }
    text += "  return %s599 : tensor<64xf32>\n}\n";
    for (name, text, large) in [("optimizer", optimizer(100), false), ("sum", text, true)] {
        let mut module = session.parse(name, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        session.run_passes(&mut module, &tf_passes::pipelines::gpu()).expect("the passes take it");
        let most = most_parameter_bytes(&module);
        assert_eq!(most > PLAIN_PARAMETER_BYTES, large, "{name}: {most} bytes");
        for arch in ["sm_80", "sm_90"] {
            let made = ptx(&library, &module, Arch::named(arch).expect("it is known"));
            let text = made.unwrap_or_else(|error| panic!("{name}: {error}")).bytes;
            let is_8_1 = String::from_utf8_lossy(&text).contains(".version 8.1");
            assert_eq!(is_8_1, large, "{name} for {arch}");
            assemble(&assembler(), &file, arch, &text)
                .unwrap_or_else(|said| panic!("{name} for {arch}: {said}"));
        }
    }
    std::fs::remove_file(&file).expect("the file can be removed");
}

/// Each run of the tool writes the same bytes.
#[test]
fn every_run_gives_the_same_text() {
    for name in ["product", "attention"] {
        let path = root().join(format!("test/programs/{name}.mlir"));
        let run = || {
            let mut tool = Command::new(env!("CARGO_BIN_EXE_tfopt"));
            tool.arg(&path).args(["--emit=ptx", "--arch=sm_90"]).output().expect("tfopt runs")
        };
        let first = run();
        assert!(
            first.status.success() && first.stdout == run().stdout,
            "{name}: another run gives other PTX"
        );
    }
}

/// So does each run in one process, in the session that has made it before and in another one.
#[test]
fn every_session_gives_the_same_text() {
    let library = Library::open(None).expect("the LLVM library is built with the tests");
    let sessions = [(); 2].map(|()| Session::new().expect("a session needs nothing"));
    for name in ["product", "attention"] {
        let path = root().join(format!("test/programs/{name}.mlir"));
        let text = std::fs::read_to_string(path).expect("the program is there");
        let make = |session: &Session| {
            let mut module = session.parse(name, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
            session
                .run_passes(&mut module, &tf_passes::pipelines::gpu())
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            let made = ptx(&library, &module, Arch::named("sm_90").expect("it is known"));
            made.unwrap_or_else(|e| panic!("{name}: {e}")).bytes
        };
        let first = make(&sessions[0]);
        for session in [&sessions[0], &sessions[1], &sessions[0]] {
            let again = make(session);
            let lines =
                |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_string).collect::<Vec<_>>();
            let other = lines(&first).into_iter().zip(lines(&again)).find(|(a, b)| a != b);
            assert!(again == first, "{name}: another time, the PTX is another one: {other:?}");
        }
    }
}
