//! Coverage of `--check-semantics` and `--bisect`: the answers that were compared, those left out, and why.

use std::collections::BTreeMap;
use std::fmt;
use tf_generate::LeftOut;

/// The comparisons, by function.
#[derive(Clone, Debug, Default)]
pub(super) struct Coverage {
    functions: BTreeMap<String, Compared>,
    machine: Machine,
}

/// Answers of one function.
#[derive(Clone, Debug, Default)]
struct Compared {
    around_passes: usize,
    of_machine_code: usize,
    left_out: Option<LeftOut>,
}

/// Whether machine code was compared.
#[derive(Clone, Debug, Default)]
enum Machine {
    /// The pipeline was not run to its end.
    #[default]
    NotReached,
    /// The pipeline ends before the memory stage.
    NotMade,
    /// At these levels of the instruction set.
    At(Vec<String>),
}

impl Coverage {
    /// Records the comparison of a function's answers around a pass; without any, the reason.
    pub(super) fn around_pass(&mut self, function: &str, answers: usize, left_out: Option<&LeftOut>) {
        let entry = self.functions.entry(function.to_string()).or_default();
        entry.around_passes += answers;
        entry.left_out = entry.left_out.take().or(left_out.cloned());
    }

    /// Records the comparison of answers of a function's machine code.
    pub(super) fn of_machine_code(&mut self, function: &str, answers: usize, left_out: Option<&LeftOut>) {
        let entry = self.functions.entry(function.to_string()).or_default();
        entry.of_machine_code += answers;
        entry.left_out = entry.left_out.take().or(left_out.cloned());
    }

    /// Records that the pipeline ended before the memory stage, so that no machine code is compared.
    pub(super) fn no_machine_code(&mut self) {
        self.machine = Machine::NotMade;
    }

    /// Records machine code for this level of the instruction set.
    pub(super) fn machine_code_at(&mut self, level: String) {
        match &mut self.machine {
            Machine::At(levels) if levels.contains(&level) => {}
            Machine::At(levels) => levels.push(level),
            _ => self.machine = Machine::At(vec![level]),
        }
    }

    /// True if no answers were compared at all.
    pub(super) fn is_empty(&self) -> bool {
        self.functions.values().all(|f| !f.is_compared())
    }
}

impl Compared {
    fn is_compared(&self) -> bool {
        self.around_passes + self.of_machine_code > 0
    }
}

/// Prints the coverage, one statement a line.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compared = self.functions.values().filter(|f| f.is_compared()).count();
        let passes: usize = self.functions.values().map(|f| f.around_passes).sum();
        let machine: usize = self.functions.values().map(|f| f.of_machine_code).sum();
        write!(f, "semantics: {compared} functions compared, {passes} answers around passes, ")?;
        match &self.machine {
            Machine::NotReached => writeln!(f, "none of machine code")?,
            Machine::NotMade => {
                writeln!(f, "none of machine code (the pipeline does not end at the memory stage)")?
            }
            Machine::At(levels) => writeln!(f, "{machine} of machine code ({})", levels.join(", "))?,
        }
        for (name, function) in &self.functions {
            match &function.left_out {
                Some(reason) if !function.is_compared() => {
                    writeln!(f, "semantics: '@{name}' is left out: {reason}")?
                }
                Some(reason) => writeln!(f, "semantics: '@{name}' is left out in part: {reason}")?,
                None => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn omissions_have_a_reason() {
        let mut coverage = Coverage::default();
        assert!(coverage.is_empty());
        coverage.around_pass("f", 4, None);
        coverage.around_pass("g", 0, Some(&LeftOut::TooLong(7)));
        coverage.of_machine_code("f", 2, None);
        coverage.machine_code_at("host".to_string());
        assert!(!coverage.is_empty());
        assert_eq!(
            coverage.to_string(),
            "semantics: 1 functions compared, 4 answers around passes, 2 of machine code (host)\n\
             semantics: '@g' is left out: it runs for more than 7 steps\n"
        );
    }
}
