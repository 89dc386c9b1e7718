//! How strong the suite is: each rule of `tfopt rules` left out in turn should turn a test red.
//!
//! A first run of the suite records which rules apply in which test. A rule is then left out in those tests
//! only, until one fails: in the others nothing would change.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use tf_harness::{Outcome, Suite, on_all_cores};

/// The share of all rules, in percent, that has to be noticed.
const WANTED: usize = 90;

/// What leaving out a rule did.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Noticed {
    /// This test fails.
    By(PathBuf),
    /// The count of tests that apply the rule and pass without it.
    Not(usize),
    /// It applies in no test.
    Never,
}

/// The names that `tfopt rules` lists, those that begin with one of `filters` (all, without one).
fn rules(filters: &[String]) -> Result<Vec<String>, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_tfopt")).arg("rules").args(filters).output();
    let output = output.map_err(|e| format!("tfopt cannot be run: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    // An entry begins at two spaces; continuation lines are indented further.
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    Ok(names.filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect())
}

/// For each rule the tests in which it applies, those with the fewest rules first.
fn applications(suite: &Suite, scratch: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>, String> {
    let mut files = suite.files()?;
    // Tests of the options themselves.
    files.retain(|file| {
        let text = fs::read_to_string(suite.root().join(file)).unwrap_or_default();
        !text.contains("--record-rules")
    });
    let records = on_all_cores(files.len(), |number| {
        let record = scratch.join(format!("rules-{number}"));
        let _ = fs::remove_file(&record);
        let option = format!("--record-rules={}", record.display());
        let suite = suite.clone().scratch(scratch.join(format!("record-{number}")));
        match suite.tool_option("tfopt", &option).run_file(&files[number]) {
            Outcome::Fail(report) => Err(format!("fails with all rules:\n{report}")),
            _ => Ok(fs::read_to_string(&record).unwrap_or_default()),
        }
    });
    let mut tests: Vec<(usize, PathBuf, Vec<String>)> = Vec::new();
    for (file, record) in files.into_iter().zip(records) {
        let mut names: Vec<String> = record?.lines().map(str::to_string).collect();
        names.sort();
        names.dedup();
        tests.push((names.len(), file, names));
    }
    tests.sort();
    let mut found: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for (_, file, names) in tests {
        names.into_iter().for_each(|name| found.entry(name).or_default().push(file.clone()));
    }
    Ok(found)
}

/// Leaves a rule out in the tests in which it applies, until one fails.
fn leave_out(suite: &Suite, scratch: &Path, rule: &str, tests: &[PathBuf]) -> Noticed {
    let suite = suite.clone().scratch(scratch.join(rule));
    let suite = suite.tool_option("tfopt", &format!("--disable-rule={rule}"));
    let fails = |file: &&PathBuf| matches!(suite.run_file(file), Outcome::Fail(_));
    let noticed = match tests.iter().find(fails) {
        Some(file) => Noticed::By(file.clone()),
        None if tests.is_empty() => Noticed::Never,
        None => Noticed::Not(tests.len()),
    };
    // The leftovers of the failed test are not needed.
    let _ = fs::remove_dir_all(scratch.join(rule));
    noticed
}

/// Runs the campaign on the rules whose names begin with one of `filters`, and prints its findings.
pub fn campaign(suite: &Suite, scratch: &Path, filters: &[String]) -> ExitCode {
    match run(suite, scratch, filters) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(suite: &Suite, scratch: &Path, filters: &[String]) -> Result<bool, String> {
    let start = Instant::now();
    fs::create_dir_all(scratch).map_err(|e| format!("cannot make {}: {e}", scratch.display()))?;
    let rules = rules(filters)?;
    let tests = applications(suite, scratch)?;
    let none = Vec::new();
    let found = on_all_cores(rules.len(), |number| {
        let rule = &rules[number];
        leave_out(suite, scratch, rule, tests.get(rule).unwrap_or(&none))
    });
    for (rule, noticed) in rules.iter().zip(&found) {
        match noticed {
            Noticed::By(file) => println!("red    {rule}: {}", file.display()),
            Noticed::Not(count) => {
                println!("GREEN  {rule}: applies in {count} tests, and none fails without it")
            }
            Noticed::Never => println!("UNUSED {rule}: applies in no test"),
        }
    }
    let red = found.iter().filter(|noticed| matches!(noticed, Noticed::By(_))).count();
    let never = found.iter().filter(|noticed| **noticed == Noticed::Never).count();
    println!(
        "{red} of {} rules turn a test red when they are left out; {never} apply in none ({:.0} s)",
        rules.len(),
        start.elapsed().as_secs_f64()
    );
    Ok(red * 100 >= rules.len() * WANTED)
}
