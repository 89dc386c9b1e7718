//! Decides which results may reuse the memory of donated arguments.

use super::code::{Buffer, Command, Host, HostArgument, LaunchArgument, LaunchPlan, Shown};

impl Host {
    /// True if a result may be written to the memory of an argument, both given by their indices in
    /// [`Host::arguments`]: on every path, all reads of the argument come before all writes of the result.
    /// The caller compares their sizes.
    pub fn may_donate(&self, result: usize, argument: usize) -> bool {
        let (Some(new), Some(old)) = (self.memory_slot(result), self.memory_slot(argument)) else {
            return false;
        };
        let carries = |command: &Command| match command {
            Command::MoveMemory(moves) => {
                moves.iter().any(|(from, to)| [*from, *to].iter().any(|b| *b == new || *b == old))
            }
            _ => false,
        };
        // Loop-carried memory has several names.
        if new == old || self.commands.iter().any(carries) {
            return false;
        }
        let uses = |buffer| (0..self.commands.len()).filter(move |at| uses(&self.commands[*at], buffer));
        let (Some(mut first), Some(mut last)) = (uses(new).next(), uses(old).next_back()) else {
            return true;
        };
        let shared = first == last && self.is_in_place(&self.commands[first], new, old);
        // A loop repeats the commands inside it.
        for (at, command) in self.commands.iter().enumerate() {
            if let Command::Jump(to) = command
                && *to <= at
            {
                if (*to..=at).contains(&first) {
                    first = *to;
                }
                if (*to..=at).contains(&last) {
                    last = at;
                }
            }
        }
        last < first || first == last && shared
    }

    fn memory_slot(&self, argument: usize) -> Option<Buffer> {
        match self.arguments.get(argument)? {
            HostArgument::Memory(..) => self.argument_slots.get(argument).copied(),
            HostArgument::Scalar(..) => None,
        }
    }

    /// Whether a command that reads one memory and writes the other also works if both are the same.
    fn is_in_place(&self, command: &Command, new: Buffer, old: Buffer) -> bool {
        match command {
            Command::Copy { from, to, .. } => (*from, *to) == (old, new),
            Command::Launch(plan) => {
                let places = |buffer| {
                    let is =
                        move |a: &LaunchArgument| matches!(a, LaunchArgument::Memory(b, _) if *b == buffer);
                    (0u32..)
                        .zip(&plan.arguments)
                        .filter(move |(_, a)| is(a))
                        .map(|(at, _)| at)
                        .collect::<Vec<u32>>()
                };
                match (places(new).as_slice(), places(old).as_slice()) {
                    ([new], [old]) => self.kernels[plan.kernel as usize].in_place.contains(&(*old, *new)),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

fn launches_with(plan: &LaunchPlan, buffer: Buffer) -> bool {
    plan.arguments.iter().any(|argument| matches!(argument, LaunchArgument::Memory(b, _) if *b == buffer))
}

pub(super) fn uses(command: &Command, buffer: Buffer) -> bool {
    match command {
        Command::Load { element, .. } | Command::Store { element, .. } => element.buffer == buffer,
        Command::Copy { from, to, .. } => *from == buffer || *to == buffer,
        Command::Launch(plan) => launches_with(plan, buffer),
        Command::Print(plan) => {
            plan.values.iter().any(|(_, shown)| matches!(shown, Shown::Memory(b, _) if *b == buffer))
        }
        Command::MoveMemory(moves) => moves.iter().any(|(from, to)| *from == buffer || *to == buffer),
        Command::Allocate { buffer: own, .. }
        | Command::Release(own)
        | Command::Constant { buffer: own, .. } => *own == buffer,
        Command::Compute { .. }
        | Command::Move(_)
        | Command::Jump(_)
        | Command::Unless(..)
        | Command::Trips { .. }
        | Command::Next { .. }
        | Command::Step { .. }
        | Command::Trap { .. }
        | Command::Return => false,
    }
}
