//! Independent results: NumPy scripts in `test/reference`, run in the environment that `./x setup` makes.

#![allow(dead_code)]

pub mod kernels;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tensorforge::{Array, Device, Session};

/// The output of a script for arrays of f32.
pub fn reference(script: &str, args: &[String], inputs: &[&Array]) -> Vec<f64> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("examples/ is in the project");
    let python = root.join(".venv/bin/python");
    assert!(python.exists(), "there is no {}: run ./x setup", python.display());
    let mut command = Command::new(python);
    command.arg(root.join("test/reference").join(script)).args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    for input in inputs {
        stdin.write_all(input.bytes()).expect("the script reads its input");
    }
    drop(stdin);
    let output = child.wait_with_output().expect("Python ends");
    assert!(output.status.success(), "{script} failed");
    output.stdout.chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().expect("eight bytes"))).collect()
}

/// Calls `check` with a session and each device of this machine.
pub fn on_each_device(check: impl Fn(&Session, &Device)) {
    let session = Session::new().expect("a session needs nothing");
    for device in session.devices() {
        check(&session, &device);
    }
}

/// True for devices where sizes are small: those that run op by op, and kernels on the processor, which check
/// each access.
pub fn is_small(device: &Device) -> bool {
    *device != Device::cpu() && device.name() != "cuda"
}

/// All elements as f64.
pub fn values(arrays: &[Array]) -> Vec<f64> {
    arrays.iter().flat_map(|a| a.as_slice::<f32>().expect("f32").iter().map(|v| f64::from(*v))).collect()
}

/// The greatest difference, relative to the greatest value.
pub fn max_error(found: &[f64], wanted: &[f64]) -> f64 {
    assert_eq!(found.len(), wanted.len());
    let greatest = wanted.iter().fold(0.0f64, |m, v| m.max(v.abs()));
    let difference = found.iter().zip(wanted).map(|(a, b)| (a - b).abs());
    // A NaN is an error, too: fold keeps it.
    difference.fold(0.0f64, |m, d| if d > m || d.is_nan() { d } else { m }) / greatest.max(f64::MIN_POSITIVE)
}

/// The Euclidean norm of the difference, relative to that of the values.
pub fn l2_error(found: &[f64], wanted: &[f64]) -> f64 {
    assert_eq!(found.len(), wanted.len());
    let norm = |values: &mut dyn Iterator<Item = f64>| values.map(|v| v * v).sum::<f64>().sqrt();
    norm(&mut found.iter().zip(wanted).map(|(a, b)| a - b)) / norm(&mut wanted.iter().copied())
}
