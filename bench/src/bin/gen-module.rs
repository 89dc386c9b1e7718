//! `gen-module --ops N|--tensors N [--seed S] [-o FILE]`: writes a module of the benches' generator, to
//! stdout without `-o`: of scalar operations, or of operations on tensors.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use tensorforge_bench::generate;

const USAGE: &str = "usage: gen-module --ops N|--tensors N [--seed S] [-o FILE]";

struct Options {
    ops: usize,
    tensors: bool,
    seed: u64,
    output: Option<String>,
}

fn options() -> Result<Options, String> {
    let (mut ops, mut tensors, mut seed, mut output) = (None, false, 1, None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or_else(|| format!("{arg} needs a value\n{USAGE}"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{arg} {value}: {e}\n{USAGE}"));
        match arg.as_str() {
            "--ops" | "--tensors" => (ops, tensors) = (Some(number()?), arg == "--tensors"),
            "--seed" => seed = number()?,
            "-o" => output = Some(value),
            _ => return Err(format!("unknown argument {arg}\n{USAGE}")),
        }
    }
    let ops = ops.ok_or_else(|| format!("--ops or --tensors is missing\n{USAGE}"))?;
    let ops = usize::try_from(ops).map_err(|e| format!("{ops} operations: {e}"))?;
    Ok(Options { ops, tensors, seed, output })
}

fn run() -> Result<(), String> {
    let options = options()?;
    let result = match &options.output {
        Some(path) => File::create(path).and_then(|file| write(file, &options)),
        None => write(io::stdout().lock(), &options),
    };
    result.map_err(|e| format!("cannot write {}: {e}", options.output.as_deref().unwrap_or("to stdout")))
}

fn write(out: impl Write, options: &Options) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    match options.tensors {
        true => generate::write_tensor_module(&mut out, options.ops, options.seed)?,
        false => generate::write_module(&mut out, options.ops, options.seed)?,
    }
    out.flush()
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("gen-module: {message}");
            ExitCode::FAILURE
        }
    }
}
