//! Times `tfopt` against `mlir-opt` on the same generated modules, one thread each, in alternating runs.
//!
//! `compare-core [--sizes 10000,100000,1000000] [--turns 5] [--seed 1] [--tfopt PATH] [--mlir-opt PATH]`
//!
//! Prints tables in Markdown: wall times of whole processes (smallest and median) and their ratios, of the
//! pass alone (the difference to parse + verify + print), how the time per operation grows with the module,
//! the peak memory per operation above that of an empty module, and how many operations each tool leaves, so
//! that neither wins by doing less.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use tensorforge_bench::generate::{self, OPS_PER_FUNCTION};
use wait4::Wait4;

const USAGE: &str =
    "usage: compare-core [--sizes N,N…] [--turns N] [--seed N] [--tfopt PATH] [--mlir-opt PATH]";
const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

/// The timed runs: a name and the pass flags. The first is the baseline of the others.
const RUNS: [(&str, &[&str]); 3] =
    [("parse + verify + print", &[]), ("--canonicalize", &["--canonicalize"]), ("--cse", &["--cse"])];

struct Options {
    sizes: Vec<usize>,
    turns: usize,
    seed: u64,
    tools: [PathBuf; 2],
}

fn options() -> Result<Options, String> {
    let sibling = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join("tfopt")));
    let mut options = Options {
        sizes: vec![10_000, 100_000, 1_000_000],
        turns: 5,
        seed: 1,
        tools: [sibling.unwrap_or_else(|| "tfopt".into()), MLIR_OPT.into()],
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or_else(|| format!("{arg} needs a value\n{USAGE}"))?;
        let number = |text: &str| text.parse::<usize>().map_err(|e| format!("{arg} {text}: {e}\n{USAGE}"));
        match arg.as_str() {
            "--sizes" => options.sizes = value.split(',').map(number).collect::<Result<_, _>>()?,
            "--turns" => options.turns = number(&value)?.max(1),
            "--seed" => options.seed = number(&value)? as u64,
            "--tfopt" => options.tools[0] = value.into(),
            "--mlir-opt" => options.tools[1] = value.into(),
            _ => return Err(format!("unknown argument {arg}\n{USAGE}")),
        }
    }
    for (tool, install) in options.tools.iter().zip([
        "cargo build --release -p tensorforge-tools --bin tfopt",
        "sudo apt-get install -y mlir-22-tools",
    ]) {
        if !tool.is_file() {
            return Err(format!("{} is missing; make it with: {install}", tool.display()));
        }
    }
    Ok(options)
}

/// One run of a tool.
#[derive(Debug, Clone, Copy)]
struct Sample {
    wall: Duration,
    /// Peak resident memory in bytes.
    memory: u64,
}

fn run(tool: &Path, flags: &[&str], input: &Path, output: &Path) -> Result<Sample, String> {
    let mut command = Command::new(tool);
    command.args(flags).arg("--mlir-disable-threading").arg(input).arg("-o").arg(output).stdin(Stdio::null());
    let failed = |e: std::io::Error| format!("{}: {e}", tool.display());
    let start = Instant::now();
    let usage = command.spawn().map_err(failed)?.wait4().map_err(failed)?;
    let wall = start.elapsed();
    if !usage.status.success() {
        return Err(format!("{command:?}: {}", usage.status));
    }
    Ok(Sample { wall, memory: usage.rusage.maxrss })
}

/// The samples of both tools on one module, in alternating order.
fn alternate(options: &Options, flags: &[&str], input: &Path) -> Result<[Vec<Sample>; 2], String> {
    let mut samples = [Vec::new(), Vec::new()];
    for turn in 0..options.turns {
        for k in 0..2 {
            let tool = (turn + k) % 2;
            samples[tool].push(run(&options.tools[tool], flags, input, Path::new("/dev/null"))?);
        }
    }
    Ok(samples)
}

/// Smallest and median wall time in seconds, and the smallest peak memory in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Summary {
    min: f64,
    median: f64,
    memory: f64,
}

fn summary(samples: &[Sample]) -> Summary {
    let mut walls: Vec<f64> = samples.iter().map(|s| s.wall.as_secs_f64()).collect();
    walls.sort_by(f64::total_cmp);
    let middle = walls.len() / 2;
    let median = if walls.len() % 2 == 1 { walls[middle] } else { (walls[middle - 1] + walls[middle]) / 2.0 };
    let memory = samples.iter().map(|s| s.memory).min().unwrap_or(0) as f64;
    Summary { min: walls[0], median, memory }
}

/// The operations (constants and returns included, functions not) in a module that a tool printed.
fn count_ops(module: &Path) -> std::io::Result<usize> {
    let mut count = 0;
    for line in BufReader::new(File::open(module)?).lines() {
        let line = line?;
        let text = line.trim_start();
        count += usize::from(text.starts_with('%') || text.starts_with("return"));
    }
    Ok(count)
}

/// The measurements at one size: for each of `RUNS`, both tools' summaries and the operations they leave.
struct Row {
    ops: usize,
    runs: Vec<[(Summary, usize); 2]>,
}

fn measure(options: &Options, ops: usize, folder: &Path) -> Result<Row, String> {
    let input = folder.join("in.mlir");
    let output = folder.join("out.mlir");
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let mut file = BufWriter::new(File::create(&input).map_err(failed)?);
    generate::write_module(&mut file, ops, options.seed).and_then(|()| file.flush()).map_err(failed)?;
    let ops = ops.div_ceil(OPS_PER_FUNCTION) * OPS_PER_FUNCTION;
    let mut runs = Vec::new();
    for (_, flags) in RUNS {
        let mut left = [0; 2];
        // Also brings program and input into the page cache.
        for (tool, left) in options.tools.iter().zip(&mut left) {
            run(tool, flags, &input, &output)?;
            *left = count_ops(&output).map_err(failed)?;
        }
        let [a, b] = alternate(options, flags, &input)?;
        runs.push([(summary(&a), left[0]), (summary(&b), left[1])]);
    }
    Ok(Row { ops, runs })
}

fn report(options: &Options, base: [Summary; 2], smallest: &Row, rows: &[Row]) {
    println!("tfopt: {}\nmlir-opt: {}", options.tools[0].display(), options.tools[1].display());
    println!("seed {}, {} alternating turns; times in ms, min / median\n", options.seed, options.turns);
    println!(
        "| operations | run | tfopt | mlir-opt | times faster (min) | (median) | left by tfopt | by mlir-opt |"
    );
    println!("|---:|---|---:|---:|---:|---:|---:|---:|");
    let time = |s: Summary| format!("{:.1} / {:.1}", s.min * 1e3, s.median * 1e3);
    let line = |ops: usize, name: &str, a: Summary, b: Summary, left: [String; 2]| {
        // A pass may seem to take negative time: it leaves less to print.
        let ratio = |a: f64, b: f64| if a > 0.0 && b > 0.0 { format!("{:.2}", b / a) } else { "–".into() };
        let [min, median] = [ratio(a.min, b.min), ratio(a.median, b.median)];
        let (a, b, [a_left, b_left]) = (time(a), time(b), left);
        println!("| {ops} | {name} | {a} | {b} | {min} | {median} | {a_left} | {b_left} |");
    };
    line(0, "empty module", base[0], base[1], Default::default());
    for row in rows {
        let plain = [row.runs[0][0].0, row.runs[0][1].0];
        for (index, ((name, _), [(a, a_left), (b, b_left)])) in RUNS.iter().zip(&row.runs).enumerate() {
            line(row.ops, name, *a, *b, [a_left.to_string(), b_left.to_string()]);
            if index > 0 {
                let [a, b] = [(a, plain[0]), (b, plain[1])].map(|(with, without)| Summary {
                    min: with.min - without.min,
                    median: with.median - without.median,
                    memory: 0.0,
                });
                line(row.ops, &format!("{name}, the pass alone"), a, b, Default::default());
            }
        }
    }
    println!("\n| operations | run | tfopt µs/op | mlir-opt µs/op | tfopt bytes/op | mlir-opt bytes/op |");
    println!("|---:|---|---:|---:|---:|---:|");
    let per_op =
        |row: &Row, run: usize, tool: usize| (row.runs[run][tool].0.min - base[tool].min) / row.ops as f64;
    // Only the memory that more operations take: the code of a pass that the first operations load is not
    // counted.
    let bytes = |row: &Row, run: usize, tool: usize| {
        let more = row.runs[run][tool].0.memory - smallest.runs[run][tool].0.memory;
        more / row.ops.saturating_sub(smallest.ops).max(1) as f64
    };
    for row in rows {
        for (index, (name, _)) in RUNS.iter().enumerate() {
            let [ta, tb] = [0, 1].map(|tool| per_op(row, index, tool) * 1e6);
            let [ma, mb] = [0, 1].map(|tool| bytes(row, index, tool));
            println!("| {} | {name} | {ta:.3} | {tb:.3} | {ma:.0} | {mb:.0} |", row.ops);
        }
    }
    if let [first, .., last] = rows {
        println!("\nGrowth of the time per operation from {} to {}:", first.ops, last.ops);
        for (index, (name, _)) in RUNS.iter().enumerate() {
            let [a, b] = [0, 1].map(|tool| per_op(last, index, tool) / per_op(first, index, tool));
            println!("- {name}: tfopt {a:.2}, mlir-opt {b:.2}");
        }
    }
}

fn compare(options: &Options, folder: &Path) -> Result<(), String> {
    let empty = folder.join("empty.mlir");
    fs::write(&empty, "module {\n}\n").map_err(|e| format!("{}: {e}", empty.display()))?;
    alternate(options, &[], &empty)?;
    let base = alternate(options, &[], &empty)?.map(|samples| summary(&samples));
    let smallest = measure(options, OPS_PER_FUNCTION, folder)?;
    let rows: Vec<Row> =
        options.sizes.iter().map(|&ops| measure(options, ops, folder)).collect::<Result<_, _>>()?;
    report(options, base, &smallest, &rows);
    Ok(())
}

fn main() -> ExitCode {
    let folder = std::env::temp_dir().join(format!("compare-core-{}", std::process::id()));
    let result = options().and_then(|options| {
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let result = compare(&options, &folder);
        // Leftover temporary files do not change the figures.
        let _ = fs::remove_dir_all(&folder);
        result
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("compare-core: {message}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_of_sorted_samples() {
        let sample = |ms, memory| Sample { wall: Duration::from_millis(ms), memory };
        let of = |list: &[Sample]| summary(list);
        let odd = of(&[sample(30, 9), sample(10, 7), sample(20, 8)]);
        assert_eq!(odd, Summary { min: 0.01, median: 0.02, memory: 7.0 });
        assert_eq!(of(&[sample(40, 1), sample(10, 1), sample(20, 1), sample(30, 1)]).median, 0.025);
    }
}
