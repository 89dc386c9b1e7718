//! Scaling of compile time with the program: the passes for the processor on generated functions, per
//! operation.

use super::Failure;
use std::fmt::Write;
use std::time::Instant;
use tensorforge::{Session, pipelines};

/// Numbers of tensor operations.
const SIZES: [usize; 4] = [100, 1000, 3000, 10_000];

pub(super) fn run() -> Result<(), Failure> {
    println!("passes for the processor, microseconds per operation");
    print!("{:<16}", "program");
    SIZES.iter().for_each(|n| print!(" {n:>9}"));
    println!(" {:>9}", "growth");
    for (name, make) in SHAPES {
        let mut times = Vec::new();
        for count in SIZES {
            times.push(time(&make(count), count)?);
        }
        print!("{name:<16}");
        times.iter().for_each(|t| print!(" {:>9.1}", t * 1e6));
        println!(" {:>9.2}", times[SIZES.len() - 1] / times[0]);
    }
    Ok(())
}

/// Seconds per operation, the fastest of a few runs.
fn time(text: &str, count: usize) -> Result<f64, Failure> {
    let runs = (20_000 / count).clamp(2, 20);
    let mut fastest = f64::INFINITY;
    for _ in 0..runs {
        let session = Session::new()?;
        let mut module = session.parse("generated", text)?;
        let start = Instant::now();
        session.run_passes(&mut module, &pipelines::cpu())?;
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    Ok(fastest / count as f64)
}

type Make = fn(usize) -> String;

const SHAPES: [(&str, Make); 5] = [
    ("chain", chain),
    ("diamonds", diamonds),
    ("computes", computes),
    ("loops", loops),
    ("reductions", reductions),
];

const T: &str = "tensor<?{n}xf32>";

fn function(body: &str, result: &str) -> String {
    format!("func.func @f(%a: {T}, %b: {T}) -> {T} {{\n{body}  return {result} : {T}\n}}\n")
}

/// Each operation reads the one before.
fn chain(count: usize) -> String {
    let mut body = String::new();
    for i in 0..count {
        let (name, last) =
            (["addf", "mulf", "subf"][i % 3], if i == 0 { "%a".into() } else { format!("%v{}", i - 1) });
        let _ = writeln!(body, "  %v{i} = arith.{name} {last}, %b : {T}");
    }
    function(&body, &format!("%v{}", count - 1))
}

/// Each operation reads the two before.
fn diamonds(count: usize) -> String {
    let mut body = String::new();
    let value = |i: usize| match i {
        0 => "%a".to_string(),
        1 => "%b".to_string(),
        _ => format!("%v{}", i - 2),
    };
    for i in 0..count {
        let name = ["addf", "mulf", "subf"][i % 3];
        let _ = writeln!(body, "  %v{i} = arith.{name} {}, {} : {T}", value(i), value(i + 1));
    }
    function(&body, &value(count + 1))
}

/// Sums that cannot be inlined into each other, each of the one before.
fn computes(count: usize) -> String {
    let mut body = String::new();
    for i in 0..count / 4 {
        let last = if i == 0 { "%a".to_string() } else { format!("%v{}", i - 1) };
        let _ = write!(
            body,
            "  %c{i} = tensor.compute (%i) in [n] {{
    %s = tensor.fold (%k) = 0 to n add {{
      %x = tensor.at {last}[%k] : {T}
      tensor.yield %x : f32
    }} : f32
    %y = tensor.at %b[%i] : {T}
    %z = arith.mulf %s, %y : f32
    tensor.yield %z : f32
  }} : {T}
  %v{i} = arith.addf %c{i}, {last} : {T}\n"
        );
    }
    function(&body, &format!("%v{}", count / 4 - 1))
}

/// Loops on tensors, one after the other.
fn loops(count: usize) -> String {
    let mut body = String::from(
        "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c9 = arith.constant 9 : index\n",
    );
    for i in 0..count / 4 {
        let last = if i == 0 { "%a".to_string() } else { format!("%v{}", i - 1) };
        let _ = write!(
            body,
            "  %v{i} = loop.for %i = %c0 to %c9 step %c1 iter_args(%x = {last}) -> ({T}) {{
    %y = arith.mulf %x, %b : {T}
    %z = arith.addf %y, %x : {T}
    loop.yield %z : {T}
  }}\n"
        );
    }
    function(&body, &format!("%v{}", count / 4 - 1))
}

/// Values of a chain, each reduced, and the sums added up.
fn reductions(count: usize) -> String {
    let mut body = String::new();
    for i in 0..count / 3 {
        let name = ["addf", "mulf", "subf"][i % 3];
        let (last, sum) = match i {
            0 => ("%b".to_string(), "%r0".to_string()),
            _ => (format!("%v{}", i - 1), format!("%s{}", i - 1)),
        };
        let _ = write!(
            body,
            "  %v{i} = arith.{name} %a, {last} : {T}
  %r{i} = tensor.reduce add %v{i} dims = [0] : {T} to tensor<f32>
  %s{i} = arith.addf %r{i}, {sum} : tensor<f32>\n"
        );
    }
    let _ = writeln!(body, "  %all = tensor.broadcast %s{} dims = [] : tensor<f32> to {T}", count / 3 - 1);
    function(&body, "%all")
}
