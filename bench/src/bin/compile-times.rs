//! What compiling costs: milliseconds of each phase for the programs of `models`, the fastest of a few runs of each, each in
//! a new session.
//!
//! Usage: `compile-times [--runs N] [--text NAME] [FILTER]`; `--text` prints a program instead.

use std::time::{Duration, Instant};
use tensorforge::{Device, Session};
use tensorforge_bench::models;

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

fn main() -> Result<(), Failure> {
    let (mut runs, mut filter) = (3, String::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--runs" => runs = args.next().ok_or("--runs takes a number")?.parse()?,
            "--text" => {
                let name = args.next().ok_or("--text takes a name")?;
                let found = programs()?.into_iter().find(|(known, _)| *known == name);
                print!("{}", found.ok_or("no such program")?.1);
                return Ok(());
            }
            _ => filter = arg,
        }
    }
    for (name, text) in programs()?.iter().filter(|(name, _)| name.contains(&filter)) {
        let mut fastest: Option<(Duration, Vec<(String, Duration)>)> = None;
        for _ in 0..runs {
            let session = Session::new()?;
            let module = session.parse(name, text)?;
            let start = Instant::now();
            let executable = session.compile_module(&module, Device::cpu())?;
            let taken = start.elapsed();
            if fastest.as_ref().is_none_or(|(least, _)| taken < *least) {
                fastest = Some((taken, executable.phases().to_vec()));
            }
        }
        let Some((taken, phases)) = fastest else { continue };
        print!("{name:<12} {:>8.1} ms:", taken.as_secs_f64() * 1e3);
        phases.iter().for_each(|(phase, time)| print!(" {phase} {:.1}", time.as_secs_f64() * 1e3));
        println!();
    }
    Ok(())
}
