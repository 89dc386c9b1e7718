//! Worker processes, which run files one after the other; a thread watches each of them.

use super::options::Options;
use super::outcome::{Kind, Outcome};
use super::worker::END;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};

/// Runs every file; returns the outcomes in the order of the files.
pub(super) fn run(options: &Options, files: &[PathBuf]) -> Result<Vec<Outcome>, String> {
    let queue: Mutex<VecDeque<(usize, &PathBuf)>> = Mutex::new(files.iter().enumerate().collect());
    let done: Mutex<Vec<(usize, Vec<Outcome>)>> = Mutex::default();
    let failure: Mutex<Option<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.min(files.len()) {
            scope.spawn(|| {
                let mut worker = None;
                while let Some((at, file)) = next(&queue) {
                    match one(options, &mut worker, file) {
                        Ok(outcomes) => lock(&done).push((at, outcomes)),
                        Err(message) => {
                            *lock(&failure) = Some(message);
                            return;
                        }
                    }
                }
            });
        }
    });
    if let Some(message) = lock(&failure).take() {
        return Err(message);
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().flat_map(|(_, outcomes)| outcomes).collect())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn next<'f>(queue: &Mutex<VecDeque<(usize, &'f PathBuf)>>) -> Option<(usize, &'f PathBuf)> {
    lock(queue).pop_front()
}

/// A worker process; its lines arrive through a channel, so that waiting for them can time out.
struct Worker {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl Worker {
    fn start(options: &Options) -> Result<Worker, String> {
        let program = std::env::current_exe().map_err(|e| format!("cannot find this program: {e}"))?;
        let mut child = Command::new(program)
            .arg("--worker")
            .args(&options.shared)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("cannot start a worker: {e}"))?;
        let stdin = child.stdin.take().ok_or("a worker has no stdin")?;
        let stdout = child.stdout.take().ok_or("a worker has no stdout")?;
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Worker { child, stdin, lines })
    }

    fn end(mut self) {
        // Killing fails if the worker has already ended; the wait follows in both cases.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs one file in the worker, which is started if there is none.
fn one(options: &Options, worker: &mut Option<Worker>, file: &Path) -> Result<Vec<Outcome>, String> {
    let mut running = match worker.take() {
        Some(running) => running,
        None => Worker::start(options)?,
    };
    let name = file.to_string_lossy().into_owned();
    let mut found = Vec::new();
    let mut ended = writeln!(running.stdin, "{name}").and_then(|()| running.stdin.flush()).is_err();
    while !ended {
        match running.lines.recv_timeout(options.timeout) {
            Ok(line) if line == END => {
                *worker = Some(running);
                return Ok(found);
            }
            Ok(line) => found.extend(Outcome::parse(&line)),
            Err(RecvTimeoutError::Timeout) => {
                running.end();
                let seconds = options.timeout.as_secs();
                found.push(Outcome::new(&name, Kind::Timeout, &format!("more than {seconds} s")));
                return Ok(found);
            }
            Err(RecvTimeoutError::Disconnected) => ended = true,
        }
    }
    let status = running.child.wait().map_or_else(|e| e.to_string(), |status| status.to_string());
    found.push(Outcome::new(&name, Kind::Crash, &status));
    Ok(found)
}
