//! Random groups under random schedules, as machine code: the interpreter's answer for any number of threads.

use super::{batches, number, sessions};
use crate::common::groups;
use std::sync::atomic::{AtomicU64, Ordering};
use tensorforge::{Array, Device, Level};
use tf_generate::Random;

/// An argument for a tensor that a group reads, with `n` for the unknown length.
fn argument(text: &str, name: &str, seed: u64, n: i64) -> Array {
    let ty = text.split_once(&format!("{name}: tensor<")).and_then(|(_, rest)| rest.split_once("xi32>"));
    let (dims, _) = ty.expect("a group reads a tensor of integers");
    // As in `?{4 * n + 5}`.
    let extent = |dim: &str| match dim.strip_prefix("?{").and_then(|dim| dim.split_once('n')) {
        Some((times, more)) => {
            let times = times.trim_end_matches(" * ").parse().unwrap_or(1);
            n * times + more.trim_end_matches('}').trim_start_matches(" + ").parse().unwrap_or(0)
        }
        None => dim.parse().expect("an extent"),
    };
    let extents: Vec<usize> = dims.split('x').map(|dim| extent(dim) as usize).collect();
    let mut random = Random::new(seed);
    let values: Vec<i32> = (0..extents.iter().product()).map(|_| random.bits() as i32).collect();
    Array::from_slice(&extents, &values).expect("as many as the extents say")
}

/// Compares the groups of some seeds; gives how many answers there were.
fn compare(seeds: std::ops::Range<u64>) -> u64 {
    let (start, mut count) = (seeds.start, 0);
    let folder = std::env::temp_dir().join(format!("tf-scheduled-groups-{}-{start}", std::process::id()));
    let sessions = sessions(&folder, 3);
    let (mut all, mut subjects) = (String::new(), Vec::new());
    for seed in seeds {
        let text = groups::text(seed);
        // A text that is not valid is not asked for here.
        let Ok(exe) = sessions[0].compile_text(&text, Device::interp()) else { continue };
        let run = |n: u64| {
            let args = vec![argument(&text, "%x", seed, n as i64), argument(&text, "%w", seed + 1, n as i64)];
            let wanted: Vec<Array> =
                exe.call(&args[..]).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
            (args, wanted)
        };
        let runs = [seed % 23, seed % 5].map(run);
        all += &text.replace("@main", &format!("@p{seed}"));
        subjects.push((seed, text, runs));
    }
    let level = if (start / super::BATCH).is_multiple_of(2) { Level::Host } else { Level::tested()[0] };
    let device = Device::cpu().with_level(level);
    for session in &sessions {
        let exe = session.compile_text(&all, &device).unwrap_or_else(|e| panic!("seeds from {start}: {e}"));
        for (seed, text, runs) in &subjects {
            let entry = exe.entry(&format!("p{seed}")).expect("it was compiled");
            for (args, wanted) in runs {
                let found: Vec<Array> =
                    entry.call(&args[..]).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
                assert!(found == *wanted, "seed {seed} at {level}: {found:?}, not {wanted:?}\n{text}");
                count += 1;
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    count
}

#[test]
fn groups_answer_the_same_under_any_schedule() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 60));
    let answers = AtomicU64::new(0);
    batches(first, cases, |seeds| {
        answers.fetch_add(compare(seeds), Ordering::Relaxed);
    });
    let answers = answers.into_inner();
    println!("{answers} answers");
    // Two runs by two programs.
    assert!(answers * 20 >= cases * 4 * 19, "{answers} answers of {cases} groups");
}
