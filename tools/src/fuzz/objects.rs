//! Random programs compiled ahead of time: linked to a C driver that calls them, run (by an emulator if the
//! code is for another processor), and compared with the interpreter.

use super::programs::{Fault, Report, Setup, Subject, assemble, fault, session, subject};
use crate::compiled::{array, datum};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tensorforge::{Ahead, AheadUnit, Array, Session, Signature};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::ParamType;
use tf_generate::{Answer, Config, Run};
use tf_interp::Datum;

/// The tools that link and run programs.
#[derive(Clone, Debug)]
pub struct Toolchain {
    /// The C compiler, as `aarch64-linux-gnu-gcc`.
    pub cc: String,
    /// The emulator, as `qemu-aarch64`; empty if the machine runs the code itself.
    pub runner: String,
}

/// The start of each driver: conversions from bits, and printing of results.
const PRELUDE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static inline float f32_of(uint32_t bits) { float x; memcpy(&x, &bits, 4); return x; }
static inline double f64_of(uint64_t bits) { double x; memcpy(&x, &bits, 8); return x; }
static void print(const unsigned char *bytes, long count) {
  long i;
  for (i = 0; i < count; i++) printf("%02x", bytes[i]);
  printf("\n");
}
"#;

/// Compares the programs of some seeds, linked together. Programs that compute the length of their results
/// have no C function and are left out, as are calls that trap.
pub fn compare(
    seeds: impl IntoIterator<Item = u64>,
    setup: &Setup,
    config: &Config,
    tools: &Toolchain,
) -> Result<Report, String> {
    let session = session().map_err(|e| e.to_string())?;
    let subjects: Vec<Subject> =
        seeds.into_iter().filter_map(|seed| subject(session.context(), seed, config)).collect();
    let mut report = Report { programs: subjects.len() as u64, ..Report::default() };
    batch(&session, &subjects, setup, tools, &mut report)?;
    Ok(report)
}

/// Compiles and runs programs together; if that fails, one by one.
fn batch(
    session: &Session,
    subjects: &[Subject],
    setup: &Setup,
    tools: &Toolchain,
    report: &mut Report,
) -> Result<(), String> {
    let functions = subjects.iter().flat_map(|s| &s.functions);
    let module = assemble(session.context(), functions, Some(setup.numerics));
    let ahead = Ahead { level: setup.level, pipeline: Some(setup.pipeline.clone()), ..Ahead::default() };
    let failed = match (session.compile_ahead(&module, &ahead), subjects) {
        (_, []) => return Ok(()),
        (Ok(unit), _) => match run(&unit, subjects, tools)? {
            Ok(lines) => {
                judge(session, &unit, subjects, setup, &lines, report);
                return Ok(());
            }
            Err(stopped) => stopped,
        },
        (Err(error), _) => error.to_string(),
    };
    if let [subject] = subjects {
        if !failed.contains("binds extents") {
            report.faults.push(fault(session.context(), subject, setup, failed));
        }
        return Ok(());
    }
    let (first, second) = subjects.split_at(subjects.len() / 2);
    batch(session, first, setup, tools, report)?;
    batch(session, second, setup, tools, report)
}

/// The runs of a program that give results.
fn completed(subject: &Subject) -> impl Iterator<Item = &Run> {
    subject.answers.runs().iter().filter(|run| run.answer.is_ok())
}

fn signature<'u>(unit: &'u AheadUnit, subject: &Subject) -> Option<&'u Signature> {
    unit.signatures().iter().find(|s| s.name() == subject.name)
}

/// Links programs to a driver and runs it: returns its output, or its exit status. The outer error is of the
/// tools.
fn run(
    unit: &AheadUnit,
    subjects: &[Subject],
    tools: &Toolchain,
) -> Result<Result<Vec<String>, String>, String> {
    let folder = Folder::new(subjects[0].seed)?;
    let (source, object, program) =
        (folder.0.join("driver.c"), folder.0.join("program.o"), folder.0.join("driver"));
    let write = |path: &Path, bytes: &[u8]| std::fs::write(path, bytes).map_err(|e| e.to_string());
    write(&folder.0.join("program.h"), unit.header("program.h", "random programs").as_bytes())?;
    write(&source, driver(unit, subjects).as_bytes())?;
    write(&object, unit.bytes())?;
    let output = |command: &mut Command, name: &str| {
        command
            .output()
            .map_err(|e| format!("cannot run '{name}': {e}; ./x campaign lists the programs to install"))
    };
    let mut link = Command::new(&tools.cc);
    link.args(["-O1", "-static", "-o"]).args([&program, &source, &object]).args(["-lm", "-pthread"]);
    let linked = output(&mut link, &tools.cc)?;
    if !linked.status.success() {
        return Err(format!("'{}' fails:\n{}", tools.cc, String::from_utf8_lossy(&linked.stderr)));
    }
    let mut command = match tools.runner.as_str() {
        "" => Command::new(&program),
        runner => Command::new(runner),
    };
    if !tools.runner.is_empty() {
        command.arg(&program);
    }
    let done = output(&mut command, &tools.runner)?;
    if !done.status.success() {
        return Ok(Err(format!("the program ended with {}", done.status)));
    }
    Ok(Ok(String::from_utf8_lossy(&done.stdout).lines().map(str::to_string).collect()))
}

/// A folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(seed: u64) -> Result<Folder, String> {
        let folder = std::env::temp_dir().join(format!("tffuzz-{}-{seed}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| format!("cannot make '{}': {e}", folder.display()))?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Leftover files do no harm.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A program in C that calls each function on the arguments of its runs. For each call it prints the status
/// and, if that is 0, the bytes of each result.
fn driver(unit: &AheadUnit, subjects: &[Subject]) -> String {
    let (mut data, mut calls) = (String::new(), String::new());
    let mut count = 0;
    for subject in subjects {
        let Some(signature) = signature(unit, subject) else { continue };
        for run in completed(subject) {
            call(signature, run, &mut count, &mut data, &mut calls);
        }
    }
    format!(
        "#include \"program.h\"\n{PRELUDE}{data}\nint main(void) {{\n  tf_error error;\n  int32_t status;\n{calls}  \
         return 0;\n}}\n"
    )
}

/// The data and code of one call.
fn call(signature: &Signature, run: &Run, count: &mut usize, data: &mut String, calls: &mut String) {
    let mut add = |bytes: &[u8], dtype: DType, extents: &[usize]| {
        *count += 1;
        let list = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(",");
        let bytes = list(&mut bytes.iter().chain(&[0]).map(ToString::to_string));
        let dims = list(&mut extents.iter().chain(&[0]).map(ToString::to_string));
        let (n, rank) = (*count, extents.len());
        let code = dtype_code(dtype);
        writeln!(data, "static _Alignas(64) unsigned char d{n}[] = {{{bytes}}};").expect("strings take all");
        writeln!(data, "static const int64_t e{n}[] = {{{dims}}};").expect("strings take all");
        writeln!(data, "static const tf_array a{n} = {{d{n}, e{n}, {rank}, {code}, NULL, 0}};")
            .expect("strings take all");
        n
    };
    let mut given: Vec<String> = Vec::new();
    for (datum, param) in run.args.iter().zip(signature.params()) {
        given.push(match (datum, &param.r#type) {
            (Datum::Dense(dense), ParamType::Tensor(_)) => {
                let Ok(array) = array(dense) else { return };
                format!("&a{}", add(array.bytes(), dense.dtype, &dense.extents))
            }
            (_, ParamType::Scalar(dtype)) => literal(Scalar::from_bits(*dtype, datum.bits())),
            _ => return,
        });
    }
    let Ok(answer) = &run.answer else { return };
    let mut prints = String::new();
    for ((_, wanted), result) in answer.iter().zip(signature.results()) {
        let extents: &[usize] = if let Datum::Dense(dense) = wanted { &dense.extents } else { &[] };
        let Ok(room) = Array::zeros(result.r#type.dtype, extents) else { return };
        let n = add(room.bytes(), result.r#type.dtype, extents);
        given.push(format!("&a{n}"));
        writeln!(prints, "    print(d{n}, {});", room.bytes().len()).expect("strings take all");
    }
    given.extend(["NULL".to_string(), "&error".to_string()]);
    let (name, given) = (signature.name(), given.join(", "));
    writeln!(calls, "  status = {name}({given});\n  printf(\"%d\\n\", (int)status);\n  if (status == TF_OK) {{\n{prints}  }}")
        .expect("strings take all");
}

/// The name of an element type in the header.
fn dtype_code(dtype: DType) -> String {
    match dtype {
        DType::Index => "TF_I64".to_string(),
        dtype => format!("TF_{}", dtype.to_string().to_uppercase()),
    }
}

/// A scalar as C passes it.
fn literal(scalar: Scalar) -> String {
    let bits = scalar.bits();
    match scalar.dtype() {
        DType::F32 => format!("f32_of({bits}u)"),
        DType::F64 => format!("f64_of({bits}ull)"),
        DType::I1 => format!("{}", bits & 1),
        DType::Int(8) => format!("(int8_t){bits}"),
        DType::Int(16) => format!("(int16_t){bits}"),
        DType::Int(32) => format!("(int32_t){bits}u"),
        DType::Int(_) | DType::Index => format!("(int64_t){bits}ull"),
        _ => format!("{bits}u"),
    }
}

/// Compares the output of a driver with the interpreter's answers.
fn judge(
    session: &Session,
    unit: &AheadUnit,
    subjects: &[Subject],
    setup: &Setup,
    lines: &[String],
    report: &mut Report,
) {
    let mut lines = lines.iter();
    for subject in subjects {
        let Some(signature) = signature(unit, subject) else { continue };
        let mut wrong = None;
        for run in completed(subject) {
            let found = answer(signature, run, &mut lines);
            report.compared += 1;
            report.completed += 1;
            let difference = match found {
                Some(found) => run.difference(&found).map(|d| d.to_string()),
                None => Some("the driver printed too little".to_string()),
            };
            wrong = wrong.or(difference);
        }
        if let Some(what) = wrong {
            let found: Fault = fault(session.context(), subject, setup, what);
            report.faults.push(found);
        }
    }
}

/// The answer of a call, from its lines.
fn answer<'l>(
    signature: &Signature,
    run: &Run,
    lines: &mut impl Iterator<Item = &'l String>,
) -> Option<Answer> {
    let status = lines.next()?;
    if status != "0" {
        return Some(Err(format!("status {status}")));
    }
    let mut results = Vec::new();
    for ((_, wanted), result) in run.answer.as_ref().ok()?.iter().zip(signature.results()) {
        let extents: &[usize] = if let Datum::Dense(dense) = wanted { &dense.extents } else { &[] };
        let mut array = Array::zeros(result.r#type.dtype, extents).ok()?;
        let text = lines.next()?;
        for (at, byte) in array.bytes_mut().iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        results.push(datum(&array));
    }
    Some(Ok(results))
}
