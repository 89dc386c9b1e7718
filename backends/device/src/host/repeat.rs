//! The part of a host function that is recorded and replayed: its commands up to the first that reads from
//! the device or writes host scalars to it.
//!
//! Such commands follow from the extents and scalars of the call. The remaining commands run at each call,
//! from the end of the recording: for example the load of the status that kernels write when they trap.

use super::code::{Buffer, Command, Host, Recorded};
use super::failure::RunFailure;
use super::loaded::{Given, Loaded};
use super::run::{Held, Run};
use crate::error::DeviceError;
use crate::runtime::{Memory, Oversight, Recording, Stream};

/// The start of the commands after the recorded ones.
pub(super) struct Rest {
    scalars: Vec<u64>,
    buffers: Vec<Option<Memory>>,
}

/// True if elements move between the host and the device.
fn talks(command: &Command) -> bool {
    matches!(command, Command::Load { .. } | Command::Store { .. } | Command::Print(_))
}

/// The target of a command's jump, if it has one.
fn target(command: &Command) -> Option<usize> {
    match command {
        Command::Jump(to) | Command::Unless(_, to) | Command::Next { end: to, .. } => Some(*to),
        _ => None,
    }
}

/// How many commands run before the first that transfers elements, on every path: no later command jumps to
/// one of them except to their end, and they jump nowhere beyond their end.
fn before_talk(commands: &[Command]) -> usize {
    let mut end = commands.iter().position(talks).unwrap_or(commands.len());
    loop {
        let cuts = |(at, command): (usize, &Command)| {
            let to = target(command)?;
            match (at < end, to < end) {
                (true, false) if to > end => Some(at),
                (false, true) => Some(to),
                _ => None,
            }
        };
        match commands.iter().enumerate().filter_map(cuts).min() {
            Some(cut) => end = cut,
            None => return end,
        }
    }
}

impl Recorded {
    /// The part of these commands that is recorded; nothing if that does not pay or if memory changes its
    /// slot within it.
    pub(super) fn of(commands: &[Command]) -> Recorded {
        let end = before_talk(commands);
        let (first, rest) = commands.split_at(end);
        if !first.iter().any(|command| matches!(command, Command::Launch(_))) {
            return Recorded::default();
        }
        if rest.is_empty() {
            return Recorded { commands: end, kept: Vec::new() };
        }
        let repeated = |at: usize| {
            let back =
                |(from, command): (usize, &Command)| target(command).is_some_and(|to| to <= at && at < from);
            first.iter().enumerate().any(back)
        };
        let moved = |buffer: Buffer| {
            commands.iter().any(|command| match command {
                Command::MoveMemory(moves) => moves.iter().any(|(from, to)| [*from, *to].contains(&buffer)),
                _ => false,
            })
        };
        let mut kept = Vec::new();
        for (at, command) in first.iter().enumerate() {
            let Command::Allocate { buffer, .. } = command else { continue };
            if !rest.iter().any(|command| super::donation::uses(command, *buffer)) {
                continue;
            }
            if repeated(at) || moved(*buffer) {
                return Recorded::default();
            }
            kept.push(at);
        }
        // Loop-carried memory has slots that no command allocates.
        if rest.iter().any(|command| matches!(command, Command::MoveMemory(_)))
            && first.iter().any(|command| matches!(command, Command::MoveMemory(_)))
        {
            return Recorded::default();
        }
        Recorded { commands: end, kept }
    }
}

impl Host {
    /// The recorded part, if calls can be recorded.
    pub(super) fn recorded(&self) -> Option<&Recorded> {
        Some(&self.recorded).filter(|recorded| recorded.commands > 0)
    }
}

/// The outcome of a recording that failed: the call fails only if the device can do nothing more.
fn unrecorded<T>(error: DeviceError) -> Result<Option<T>, RunFailure> {
    if error.is_final() { Err(RunFailure::of(error, String::new())) } else { Ok(None) }
}

impl Loaded {
    /// Records the first commands of a call; returns the start of the remaining ones, if there are any.
    /// Memory that these need is added to `own`. Nothing if the device cannot record them: a call that is
    /// not recorded is slower, but has the same results.
    ///
    /// # Errors
    /// As [`Loaded::run`]. The stream then no longer records.
    pub(super) fn record(
        &self,
        stream: Stream,
        symbols: &[i64],
        (arguments, own): (&[Given], &mut Vec<Memory>),
        oversight: Oversight<'_>,
    ) -> Result<Option<(Recording, Option<Rest>)>, RunFailure> {
        let host = self.host();
        let recorded = &host.recorded;
        let mut run = Run::new(self, stream, oversight);
        run.begin(symbols, arguments)?;
        for at in &recorded.kept {
            if let Command::Allocate { buffer, shape, missing, place } = &host.commands[*at] {
                let memory = run.allocate(*shape, missing, *place)?;
                own.push(memory);
                run.buffers[*buffer as usize] = Some(Held::Given(memory));
            }
        }
        if let Err(error) = self.runtime().begin_recording(stream) {
            return unrecorded(error);
        }
        let ran = run.commands(0, recorded.commands);
        let is_whole = recorded.commands == host.commands.len();
        let held = |held: &Option<Held>| held.as_ref().map(Held::memory);
        let rest = || Rest { scalars: run.scalars.clone(), buffers: run.buffers.iter().map(held).collect() };
        let rest = (!is_whole).then(rest);
        let ended = run.end();
        // Also after a failure: the stream must stop recording.
        let made = self.runtime().end_recording(stream);
        match (ran.and(ended), made) {
            (Ok(()), Ok(recording)) => Ok(Some((recording, rest))),
            (Ok(()), Err(error)) => unrecorded(error),
            (Err(failure), made) => {
                made.into_iter().for_each(|recording| self.runtime().forget(recording));
                match failure {
                    RunFailure::Device { error, .. } => unrecorded(error),
                    failure => Err(failure),
                }
            }
        }
    }

    /// Runs the commands after the recorded ones.
    ///
    /// # Errors
    /// As [`Loaded::run`].
    pub(super) fn go_on(
        &self,
        stream: Stream,
        symbols: &[i64],
        (arguments, rest): (&[Given], &Rest),
        oversight: Oversight<'_>,
    ) -> Result<(), RunFailure> {
        let mut run = Run::new(self, stream, oversight);
        run.begin(symbols, arguments)?;
        run.scalars.clone_from(&rest.scalars);
        run.buffers = rest.buffers.iter().map(|memory| memory.map(Held::Given)).collect();
        let host = self.host();
        let ran = run.commands(host.recorded.commands, host.commands.len());
        ran.and(run.end())
    }
}
