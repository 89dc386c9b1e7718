//! Runs one command of a test and reports on it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::scratch::TestDir;

/// How much of each output a report shows, in bytes.
const TAIL: u64 = 8 * 1024;
/// Exit statuses above this are bash's: not executable, not found, ended by a signal.
const LAST_ORDINARY_STATUS: i32 = 125;

/// How a command ended.
#[derive(Debug)]
pub(crate) enum Ending {
    /// Status 0 of every part of the pipeline that counts.
    Success,
    /// An ordinary failure, as `XFAIL` accepts it.
    Failure(String),
    /// A signal, a missing program, the time limit: never expected.
    Broken(String),
}

/// Runs `command` with bash in the test's folder; the error is the reason why bash could not be run.
pub(crate) fn run(command: &str, dir: &TestDir, path: &OsStr, limit: Duration) -> Result<Ending, String> {
    // The trap records the status of each part of a failed pipeline: `tool | FileCheck` hides the tool's
    // crash.
    let script =
        format!("set -Eeuo pipefail\ntrap 'printf \"%s \" \"${{PIPESTATUS[@]}}\" >\"$1\"' ERR\n{command}\n");
    let create = |p: &Path| File::create(p).map_err(|e| format!("cannot write {}: {e}", p.display()));
    // What an earlier command of this test left must not be read as this one's.
    let _ = fs::remove_file(&dir.statuses);
    let mut child = Command::new("bash")
        .args(["-c", &script, "bash"])
        .arg(&dir.statuses)
        .current_dir(&dir.work)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(create(&dir.stdout)?)
        .stderr(create(&dir.stderr)?)
        .process_group(0)
        .spawn()
        .map_err(|e| format!("cannot run bash, which runs the `RUN:` lines: {e}"))?;
    let group = child.id();
    let (done, watched) = mpsc::channel::<()>();
    let watchdog = thread::spawn(move || {
        let late = watched.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout);
        if late {
            let kill = format!("kill -KILL -- -{group}");
            // If it cannot be run, the test hangs as it would have without a limit.
            let _ = Command::new("bash").args(["-c", &kill]).stderr(Stdio::null()).status();
        }
        late
    });
    let status = child.wait().map_err(|e| format!("cannot wait for bash: {e}"))?;
    drop(done);
    let late = watchdog.join().unwrap_or(false);
    Ok(judge(status, late.then_some(limit), &dir.statuses))
}

fn judge(status: ExitStatus, late: Option<Duration>, statuses: &Path) -> Ending {
    if let Some(limit) = late {
        return Ending::Broken(format!("ended: over its time limit of {} s", limit.as_secs_f64()));
    }
    if status.success() {
        return Ending::Success;
    }
    let parts = fs::read_to_string(statuses).unwrap_or_default();
    let codes: Vec<i32> = parts.split_whitespace().filter_map(|s| s.parse().ok()).collect();
    let mut text = match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit status {code}{}", meaning(code)),
        (None, signal) => format!("bash was ended by signal {}", signal.unwrap_or(0)),
    };
    if codes.len() > 1 {
        let list: Vec<String> = codes.iter().map(|&c| format!("{c}{}", meaning(c))).collect();
        text += &format!("; the pipeline's commands: {}", list.join(", "));
    }
    let broken = codes.iter().chain(&status.code()).any(|&c| c > LAST_ORDINARY_STATUS && !is_closed_pipe(c));
    if broken || status.code().is_none() { Ending::Broken(text) } else { Ending::Failure(text) }
}

/// 128 + SIGPIPE: a reader that stopped early, such as `head`, not a crash.
fn is_closed_pipe(code: i32) -> bool {
    code == 141
}

fn meaning(code: i32) -> String {
    match code {
        126 => " (not executable)".into(),
        127 => " (command not found)".into(),
        141 => " (closed pipe)".into(),
        c if c > 128 => format!(" (ended by signal {})", c - 128),
        _ => String::new(),
    }
}

/// The end of an output file, for a report: empty when nothing was written.
pub(crate) fn tail(path: &Path) -> String {
    let read = || -> std::io::Result<(String, bool)> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut bytes = Vec::new();
        file.take(TAIL).read_to_end(&mut bytes)?;
        Ok((String::from_utf8_lossy(&bytes).into_owned(), length > TAIL))
    };
    match read() {
        Err(error) => format!("<cannot be read: {error}>"),
        Ok((text, true)) => format!("…{}", text.split_once('\n').map_or(text.as_str(), |(_, rest)| rest)),
        Ok((text, false)) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn ending(name: &str, command: &str) -> (Ending, String) {
        let root = std::env::temp_dir().join(format!("tf-exec-{}-{name}", std::process::id()));
        let dir = Scratch::new(&root).test(Path::new(name)).unwrap();
        let path = std::env::var_os("PATH").unwrap();
        let ending = run(command, &dir, &path, Duration::from_millis(1500)).unwrap();
        let out = tail(&dir.stdout) + &tail(&dir.stderr);
        fs::remove_dir_all(&root).unwrap();
        (ending, out)
    }

    #[test]
    fn a_failure_anywhere_counts() {
        assert!(matches!(ending("ok", "true | true").0, Ending::Success));
        for (name, command) in
            [("pipe", "false | cat"), ("list", "false; true"), ("unset", "echo $nothing_here")]
        {
            assert!(matches!(ending(name, command).0, Ending::Failure(_)), "{command}");
        }
    }

    #[test]
    fn crashes_and_missing_programs_are_broken() {
        for (name, command, part) in [
            ("crash", "bash -c 'kill -SEGV $$'", "ended by signal 11"),
            ("hidden", "bash -c 'kill -ABRT $$' | false", "134 (ended by signal 6), 1"),
            ("missing", "no-such-program-here", "command not found"),
        ] {
            let (ending, _) = ending(name, command);
            let Ending::Broken(text) = ending else { panic!("{command}: {ending:?}") };
            assert!(text.contains(part), "{command}: {text}");
        }
    }

    #[test]
    fn a_reader_that_stops_early_is_an_ordinary_failure() {
        assert!(matches!(ending("head", "yes | head -n 1").0, Ending::Failure(_)));
    }

    #[test]
    fn the_time_limit_ends_the_whole_group() {
        let started = std::time::Instant::now();
        let (ending, _) = ending("late", "sleep 60 | sleep 61");
        assert!(matches!(&ending, Ending::Broken(t) if t.contains("time limit of 1.5 s")), "{ending:?}");
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn long_output_is_cut_at_a_line() {
        let (_, out) = ending("long", "seq 1 10000");
        assert!(out.starts_with('…') && out.ends_with("\n10000\n") && out.len() < 9000, "{:.40}", out);
        assert!(out[3..].lines().next().unwrap().parse::<u32>().unwrap() > 1000);
    }
}
