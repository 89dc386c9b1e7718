//! NumPy's results of cases: one process for all of them, fed by a stream.

use super::case::Case;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tensorforge::Array;
use tf_dialects::scalar::DType;

/// How NumPy calls an element type.
fn name(dtype: DType) -> &'static str {
    match dtype {
        DType::Int(1) => "bool",
        DType::Int(8) => "int8",
        DType::Int(16) => "int16",
        DType::Int(32) => "int32",
        DType::F16 => "float16",
        DType::F32 => "float32",
        DType::F64 => "float64",
        _ => "int64",
    }
}

/// True if NumPy has the element types of the arguments and of the result.
pub fn has_types(case: &Case, found: &[Array]) -> bool {
    case.args.iter().chain(found.first()).all(|array| array.dtype() != DType::BF16)
}

fn header(array: &Array) -> String {
    let extents: Vec<String> = array.extents().iter().map(usize::to_string).collect();
    format!("{} {}\n", name(array.dtype()), extents.join(" "))
}

/// The cases in the form that `test/reference/ops.py` reads.
fn stream(cases: &[(Case, Vec<Array>)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (case, found) in cases {
        let expression = case.numpy.as_deref().expect("only such cases are compared");
        out.extend(format!("{expression}\n{} {}\n", case.args.len(), case.roundings).bytes());
        for array in case.args.iter().chain([&found[0]]) {
            out.extend(header(array).bytes());
            out.extend(array.bytes());
        }
    }
    out
}

/// The cases whose first result NumPy does not agree with, by index, and the difference.
pub fn compare(cases: &[(Case, Vec<Array>)]) -> Vec<(usize, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("embed/ is in the project");
    let python = root.join(".venv/bin/python");
    assert!(python.exists(), "there is no {}: run ./x setup", python.display());
    let mut command = Command::new(python);
    command.arg(root.join("test/reference/ops.py"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = stream(cases);
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let mut answer = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut answer).expect("Python answers");
    writer.join().expect("the writer ends").expect("the script reads its input");
    assert!(child.wait().expect("Python ends").success(), "ops.py failed");
    let lines = answer.lines().filter_map(|line| line.split_once(' '));
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (number, words) in lines {
        seen += 1;
        if words != "ok" {
            wrong.push((number.parse().expect("a number"), words.to_string()));
        }
    }
    assert_eq!(seen, cases.len(), "an answer to every case");
    wrong
}
