//! Compile times: milliseconds of each phase for the programs of `models`, the fastest of a few runs of each,
//! each in a new session.
//!
//! Usage: `compile-times [--runs N] [--target LEVEL,…] [--peers NAME=PYTHON,…] [--text NAME] [FILTER]`;
//! `--text` prints a program instead, `--peers` compiles the same programs with other compilers in turn
//! (`bench/peers/compile_times.py`).

use std::time::{Duration, Instant};
use tensorforge::{Device, Level, Session};
use tensorforge_bench::models;
use tensorforge_bench::peer::{Peer, peers_of};

type Failure = Box<dyn std::error::Error>;

fn programs() -> Result<Vec<(&'static str, String)>, Failure> {
    Ok(vec![
        ("sines100", models::sines(100)),
        ("sines400", models::sines(400)),
        ("exp100", models::chain("exp", 100)),
        ("tanh100", models::chain("tanh", 100)),
        ("transformer", models::transformer()?.to_text()),
        ("lstm", models::lstm()?.to_text()),
        ("nbody", models::NBODY.to_string()),
    ])
}

struct Options {
    runs: usize,
    levels: Vec<Level>,
    peers: Vec<Peer>,
    filter: String,
}

fn main() -> Result<(), Failure> {
    let mut options =
        Options { runs: 3, levels: vec![Level::Host], peers: Vec::new(), filter: String::new() };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--runs" => options.runs = args.next().ok_or("--runs takes a count")?.parse()?,
            "--target" => {
                let names = args.next().ok_or("--target takes levels")?;
                options.levels = names.split(',').map(level).collect::<Result<_, _>>()?;
            }
            "--peers" => options.peers = peers_of("compile_times.py", args.next())?,
            "--text" => {
                let name = args.next().ok_or("--text takes a name")?;
                let found = programs()?.into_iter().find(|(known, _)| *known == name);
                print!("{}", found.ok_or("no such program")?.1);
                return Ok(());
            }
            _ => options.filter = arg,
        }
    }
    let (filter, levels) = (options.filter.clone(), options.levels.clone());
    for (name, text) in programs()?.iter().filter(|(name, _)| name.contains(&filter)) {
        for &level in &levels {
            compare(name, text, level, &mut options)?;
        }
    }
    Ok(())
}

fn level(name: &str) -> Result<Level, Failure> {
    let level = Level::named(name)?;
    if level.runs_here() { Ok(level) } else { Err(format!("this machine cannot run {level}").into()) }
}

/// Prints a line on one program at one level.
fn compare(name: &str, text: &str, level: Level, options: &mut Options) -> Result<(), Failure> {
    let mut fastest: Option<(Duration, Vec<(String, Duration)>)> = None;
    let mut theirs: Vec<Option<f64>> = vec![None; options.peers.len()];
    // In turns, because the machine's speed varies over time.
    for _ in 0..options.runs {
        let (taken, phases) = compiled(name, text, level)?;
        if fastest.as_ref().is_none_or(|(least, _)| taken < *least) {
            fastest = Some((taken, phases));
        }
        for (peer, best) in options.peers.iter_mut().zip(&mut theirs) {
            let time = peer.fastest(&format!("{name}:{level}"), 1)?;
            *best = [*best, time].into_iter().flatten().reduce(f64::min);
        }
    }
    let Some((taken, phases)) = fastest else { return Ok(()) };
    print!("{name:<12} {level:<10} {:>8.1} ms", taken.as_secs_f64() * 1e3);
    for (peer, best) in options.peers.iter().zip(theirs) {
        match best {
            Some(best) => print!(
                ", {} {:.1} ms (ours is {:.2} of it)",
                peer.name(),
                best * 1e3,
                taken.as_secs_f64() / best
            ),
            None => print!(", {} none", peer.name()),
        }
    }
    print!(":");
    phases.iter().for_each(|(phase, time)| print!(" {phase} {:.1}", time.as_secs_f64() * 1e3));
    println!();
    Ok(())
}

/// The time for compiling a program in a new session, in total and by phase.
fn compiled(name: &str, text: &str, level: Level) -> Result<(Duration, Vec<(String, Duration)>), Failure> {
    let session = Session::new()?;
    let module = session.parse(name, text)?;
    let start = Instant::now();
    let executable = session.compile_module(&module, Device::cpu().with_level(level))?;
    Ok((start.elapsed(), executable.phases().to_vec()))
}
