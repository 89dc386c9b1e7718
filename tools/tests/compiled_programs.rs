//! Random programs compiled for the processor match the interpreter: a quick sample of `./x fuzz programs`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use tensorforge::Level;
use tensorforge_tools::fuzz::programs::{Report, Setup, compare, mapped, setups};
use tf_generate::Config;

const PROGRAMS: u64 = 100;
/// Programs to a module: compiling them together takes a third of the time.
const BATCH: u64 = 25;

/// Programs at each level of code but the machine's own.
const SAMPLE: u64 = BATCH;

#[test]
fn compiled_programs_match_the_interpreter() {
    let report = compared(PROGRAMS, &setups(Level::Host));
    assert!(report.programs * 100 >= PROGRAMS * 90, "{report}");
    // Four setups, up to three inputs each.
    assert!(report.compared >= 8 * PROGRAMS && report.completed >= 5 * PROGRAMS, "{report}");
    assert!(report.open * 4 <= report.compared, "flags leave too much open: {report}");
}

#[test]
fn they_do_so_at_each_level_of_code() {
    for level in Level::tested().into_iter().filter(|level| *level != Level::Host) {
        // Reference code has no vectors, and flags change nothing that depends on the level.
        let setups: Vec<Setup> =
            setups(level).into_iter().filter(|setup| setup.name.starts_with("st")).collect();
        assert_eq!(setups.len(), 2);
        let report = compared(SAMPLE, &setups);
        assert!(report.compared >= 3 * SAMPLE, "{level}: {report}");
    }
}

#[test]
fn programs_as_kernels_match_the_interpreter() {
    let report = compared(PROGRAMS, &mapped());
    assert!(report.programs * 100 >= PROGRAMS * 90, "{report}");
    assert!(report.compared >= 4 * PROGRAMS && report.completed >= 2 * PROGRAMS, "{report}");
}

/// Compares programs in these setups; none may have a fault.
fn compared(programs: u64, setups: &[Setup]) -> Report {
    let (next, all) = (AtomicU64::new(0), Mutex::new(Report::default()));
    let work = || {
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= programs {
                return;
            }
            let config = Config::for_machine_code();
            let report = compare(first..(first + BATCH).min(programs), setups, &config);
            all.lock().expect("no thread has panicked").add(report);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let spawned = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
            spawned.expect("a thread can be started");
        }
    });
    let report = all.into_inner().expect("no thread has panicked");
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    println!("{report}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    report
}
