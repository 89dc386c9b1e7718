//! `import-stablehlo [--ops N] [--runs N] [--max-ms N]`: how long reading and importing a StableHLO program
//! takes.
//!
//! The program is one that a frontend might write: layers of dot products, broadcasts, activations,
//! reductions and normalization, with calls of private functions. With `--max-ms`, a median above it is a
//! failure.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tensorforge::Session;

const USAGE: &str = "usage: import-stablehlo [--ops N] [--runs N] [--max-ms N]";

struct Options {
    ops: usize,
    runs: usize,
    max: Option<f64>,
}

fn options() -> Result<Options, String> {
    let mut options = Options { ops: 10_000, runs: 21, max: None };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or_else(|| format!("{arg} needs a value\n{USAGE}"))?;
        let number = || value.parse::<u32>().map_err(|e| format!("{arg} {value}: {e}\n{USAGE}"));
        match arg.as_str() {
            "--ops" => options.ops = number()? as usize,
            "--runs" => options.runs = number()?.max(1) as usize,
            "--max-ms" => options.max = Some(number()?.into()),
            _ => return Err(format!("unknown argument {arg}\n{USAGE}")),
        }
    }
    Ok(options)
}

/// Ops of a layer, those of regions and the call included.
const LAYER: usize = 20;
/// The number of layers that call the same private function.
const GROUP: usize = 8;

/// A layer from `%x{i}` to `%x{i+1}`.
fn layer(text: &mut String, i: usize) -> std::fmt::Result {
    let next = i + 1;
    writeln!(
        text,
        "    %w{i} = stablehlo.constant dense<{i}.5> : tensor<64x64xf32>
    %z{i} = stablehlo.constant dense<0.0> : tensor<f32>
    %c{i} = stablehlo.constant dense<64.0> : tensor<f32>
    %d{i} = stablehlo.dot_general %x{i}, %w{i}, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %s{i} = stablehlo.reduce(%d{i} init: %z{i}) applies stablehlo.add across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
    %cb{i} = stablehlo.broadcast_in_dim %c{i}, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %m{i} = stablehlo.divide %s{i}, %cb{i} : tensor<32xf32>
    %mb{i} = stablehlo.broadcast_in_dim %m{i}, dims = [0] : (tensor<32xf32>) -> tensor<32x64xf32>
    %e{i} = stablehlo.subtract %d{i}, %mb{i} : tensor<32x64xf32>
    %q{i} = stablehlo.multiply %e{i}, %e{i} : tensor<32x64xf32>
    %r{i} = stablehlo.rsqrt %q{i} : tensor<32x64xf32>
    %n{i} = stablehlo.multiply %e{i}, %r{i} : tensor<32x64xf32>
    %zb{i} = stablehlo.broadcast_in_dim %z{i}, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %p{i} = stablehlo.compare GT, %n{i}, %zb{i}, FLOAT : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xi1>
    %l{i} = stablehlo.select %p{i}, %n{i}, %zb{i} : tensor<32x64xi1>, tensor<32x64xf32>
    %t{i} = stablehlo.transpose %l{i}, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %u{i} = stablehlo.reshape %t{i} : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %x{next} = call @act{group}(%u{i}) : (tensor<32x64xf32>) -> tensor<32x64xf32>",
        group = i / GROUP
    )
}

/// A module of at least `ops` ops, as JAX prints them.
fn program(ops: usize) -> Result<String, std::fmt::Error> {
    let layers = ops.div_ceil(LAYER);
    let mut text = String::from(
        "module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {\n  \
         func.func public @main(%x0: tensor<32x64xf32> {mhlo.layout_mode = \"default\"}) -> (tensor<32x64xf32> {jax.result_info = \"\"}) {\n",
    );
    for i in 0..layers {
        layer(&mut text, i)?;
    }
    writeln!(text, "    return %x{layers} : tensor<32x64xf32>\n  }}")?;
    for group in 0..layers.div_ceil(GROUP) {
        writeln!(
            text,
            "  func.func private @act{group}(%a: tensor<32x64xf32>) -> tensor<32x64xf32> {{
    %0 = stablehlo.tanh %a : tensor<32x64xf32>
    return %0 : tensor<32x64xf32>
  }}"
        )?;
    }
    text.push_str("}\n");
    Ok(text)
}

fn median(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort_unstable();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    (ms(times[0]), ms(times[times.len() / 2]))
}

fn run() -> Result<bool, String> {
    let options = options()?;
    let text = program(options.ops).map_err(|e| e.to_string())?;
    let (mut reading, mut importing, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..options.runs {
        let session = Session::new().map_err(|e| e.to_string())?;
        let start = Instant::now();
        let module = session.parse("bench.mlir", &text).map_err(|e| e.to_string())?;
        reading.push(start.elapsed());
        let import = Instant::now();
        let imported = session.import_stablehlo(&module).map_err(|e| e.to_string())?;
        importing.push(import.elapsed());
        both.push(start.elapsed());
        drop(imported);
    }
    println!("{} ops asked for, {} KiB of text, {} runs", options.ops, text.len() >> 10, options.runs);
    let mut whole = 0.0;
    for (what, times) in [("parse and verify", reading), ("import and verify", importing), ("both", both)] {
        let (least, middle) = median(times);
        println!("{what:<18} min {least:7.2} ms, median {middle:7.2} ms");
        whole = middle;
    }
    Ok(options.max.is_none_or(|max| whole <= max))
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("import-stablehlo: slower than --max-ms");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("import-stablehlo: {message}");
            ExitCode::FAILURE
        }
    }
}
