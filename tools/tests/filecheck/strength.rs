//! How strong the suite is: changed lines of outputs that a test should notice.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use tf_harness::{Campaign, Sampling, Suite};

/// Changes, if the command line does not specify another count.
const TRIALS: usize = 1000;

/// Reads `[N] [--seed=S] [--list] [--by-line] [FILTER]…`; true if the unnoticed changes are listed.
fn options(args: &[String]) -> Result<(Campaign, bool), String> {
    let mut campaign = Campaign { trials: TRIALS, seed: 0, sampling: Sampling::Outputs, filters: Vec::new() };
    let mut is_listed = false;
    for (at, arg) in args.iter().enumerate() {
        if let Some(seed) = arg.strip_prefix("--seed=") {
            campaign.seed = seed.parse().map_err(|_| format!("--seed={seed} is not an integer"))?;
        } else if arg == "--list" {
            is_listed = true;
        } else if arg == "--by-line" {
            campaign.sampling = Sampling::Lines;
        } else if arg.starts_with('-') {
            return Err(format!("unknown option {arg}: [N] [--seed=S] [--list] [--by-line] [FILTER]..."));
        } else if let (0, Ok(trials)) = (at, arg.parse()) {
            campaign.trials = trials;
        } else {
            campaign.filters.push(arg.clone());
        }
    }
    Ok((campaign, is_listed))
}

/// Runs the campaign that the command line specifies, and prints its figures.
pub fn campaign(suite: &Suite, scratch: &Path, args: &[String]) -> ExitCode {
    let start = Instant::now();
    let found =
        options(args).and_then(|(campaign, is_listed)| Ok((campaign.run(suite, scratch)?, is_listed)));
    match found {
        Ok((report, is_listed)) => {
            if is_listed {
                report.unnoticed().iter().for_each(|line| println!("{line}"));
            }
            println!("{report} ({:.0} s)", start.elapsed().as_secs_f64());
            if report.is_enough() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
