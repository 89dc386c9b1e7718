//! Other compilers, each in a separate process: a line requests a program, and a line answers with its time.

use std::io::{BufRead, BufReader, Error, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A Python script of `bench/peers` that runs programs with one library.
pub struct Peer {
    name: String,
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// The peers of the option `--peers NAME=PYTHON,…`, which `script` runs.
///
/// # Errors
/// The option is misspelt, or a Python cannot be started.
pub fn peers_of(script: &str, option: Option<String>) -> Result<Vec<Peer>, Error> {
    let usage = || Error::other("--peers takes NAME=PYTHON,…");
    let option = option.ok_or_else(usage)?;
    let pairs = option.split(',').map(|peer| peer.split_once('=').ok_or_else(usage));
    pairs.map(|pair| pair.and_then(|(name, python)| Peer::start(script, name, python))).collect()
}

impl Peer {
    fn start(script: &str, name: &str, python: &str) -> Result<Peer, Error> {
        let script = format!("{}/peers/{script}", env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new(python);
        let mut child = command.args([&script, name]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let ask = child.stdin.take().ok_or_else(|| Error::other("the peer has no stdin"))?;
        let answers = child.stdout.take().ok_or_else(|| Error::other("the peer has no stdout"))?;
        Ok(Peer { name: name.to_string(), child, ask, answers: BufReader::new(answers) })
    }

    /// Its name in the option.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Seconds of the fastest of some calls; `None` if the peer has no such program.
    ///
    /// # Errors
    /// The process has ended.
    pub fn fastest(&mut self, case: &str, calls: usize) -> Result<Option<f64>, Error> {
        writeln!(self.ask, "{case} {calls}")?;
        self.ask.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        Ok(line.trim().parse().ok())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
