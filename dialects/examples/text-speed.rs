//! `text-speed FILE [TURNS]`: how long a text takes to parse, verify and print, per operation: the CPU time
//! of the thread where the system tells it (Linux), else wall time; the shortest of the turns.

use std::process::ExitCode;
use std::time::Instant;
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Sources;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};

fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::arith::register(&mut registry);
    tf_dialects::func::register(&mut registry);
    tf_dialects::math::register(&mut registry);
    Context::new(registry)
}

/// Ops in a body and the bodies in it.
fn count(body: &Body) -> usize {
    let ops = tf_ir::walk::preorder(body);
    ops.iter().map(|op| 1 + body.child(*op).map_or(0, count)).sum()
}

/// Nanoseconds this thread has run, in steps of a few milliseconds; 0 where the system does not tell.
fn cpu_time() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    stat.and_then(|s| s.split(' ').next()?.parse().ok()).unwrap_or(0)
}

/// The shortest time of `run`, in nanoseconds; what it gives is dropped after the clock was read.
fn best<T>(turns: usize, mut run: impl FnMut() -> T) -> u64 {
    let mut turn = || {
        let (cpu, wall) = (cpu_time(), Instant::now());
        let value = run();
        let wall = wall.elapsed().as_nanos() as u64;
        let cpu = cpu_time() - cpu;
        drop(value);
        // A short run lies between two steps of the clock, and mostly within one turn on the processor.
        if cpu == 0 { wall } else { wall.min(cpu) }
    };
    (0..turns).map(|_| turn()).min().unwrap_or_default()
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(file) = args.next() else {
        eprintln!("usage: text-speed FILE [TURNS]");
        return ExitCode::FAILURE;
    };
    let turns = args.next().and_then(|n| n.parse().ok()).unwrap_or(5);
    let text = match std::fs::read(&file) {
        Ok(text) => text,
        Err(e) => {
            eprintln!("{file}: {e}");
            return ExitCode::FAILURE;
        }
    };
    let ctx = context();
    let parsed = match parse_module(&ctx, &file, &text, &ParseOptions::default()) {
        Ok(parsed) => parsed.body,
        Err(errors) => {
            let mut sources = Sources::default();
            sources.add(&file, String::from_utf8_lossy(&text).into_owned());
            errors.iter().for_each(|e| eprint!("{}", sources.render(&ctx, e)));
            return ExitCode::FAILURE;
        }
    };
    let ops = count(&parsed);
    // A context of its own for each turn: what is interned by one is no help to the next.
    let parse = best(turns, || {
        let ctx = context();
        parse_module(&ctx, &file, &text, &ParseOptions::default())
    });
    let verify = best(turns, || tf_ir::verify::verify(&parsed));
    let printed = print_module(&parsed, &PrintOptions::default()).len();
    let print = best(turns, || print_module(&parsed, &PrintOptions::default()));
    println!("{ops} ops, {} bytes read, {printed} bytes written; ns per op:", text.len());
    for (what, time) in
        [("parse", parse), ("verify", verify), ("print", print), ("all", parse + verify + print)]
    {
        println!("{what:>8} {:7.1}", time as f64 / ops as f64);
    }
    ExitCode::SUCCESS
}
