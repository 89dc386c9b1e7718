//! The context of a running pass: everything it gets besides its body.

use super::analysis::{Analyses, Analysis};
use super::info::{Failed, PassInfo};
use crate::body::Body;
use crate::diag::{Diagnostic, Severity};
use crate::location::Location;
use crate::rewrite::{Allowed, AllowedRules, Fuel, GreedyConfig, Refusal, RuleTrace};
use crate::symbol::SymbolTable;
use std::fmt::Write;

/// The argument of [`super::Pass::run`]: diagnostics, statistics, analyses, the symbols around the body.
pub struct PassContext<'a> {
    pub(super) info: &'static PassInfo,
    pub(super) analyses: &'a mut Analyses,
    pub(super) stats: &'a mut [u64],
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) trace: Option<String>,
    pub(super) explains: bool,
    pub(super) symbols: Option<&'a SymbolTable>,
    pub(super) fuel: Option<&'a Fuel>,
    pub(super) rules: &'a AllowedRules,
    pub(super) threads: usize,
}

impl<'a> PassContext<'a> {
    /// The symbols of the module that holds the body, as they were before the passes on its functions began;
    /// `None` for the outermost op.
    pub fn symbols(&self) -> Option<&'a SymbolTable> {
        self.symbols
    }

    /// Reports an error; return the result: `return Err(cx.error(…))`.
    pub fn error(&mut self, error: Diagnostic) -> Failed {
        self.diagnostics.push(error);
        Failed
    }

    /// Reports errors; as [`PassContext::error`].
    pub fn errors(&mut self, errors: impl IntoIterator<Item = Diagnostic>) -> Failed {
        self.diagnostics.extend(errors);
        Failed
    }

    /// Reports a warning.
    pub fn warning(&mut self, loc: Location, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(loc, message));
    }

    /// Reports a remark: what an optimization did or why it did not.
    pub fn remark(&mut self, loc: Location, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic { severity: Severity::Remark, ..Diagnostic::error(loc, message) });
    }

    /// Reports a remark once per run: for findings that recur in several rounds.
    pub fn remark_once(&mut self, loc: Location, message: &str) {
        if !self.diagnostics.iter().any(|known| known.loc == loc && known.message == message) {
            self.remark(loc, message);
        }
    }

    /// Reports candidates and their cost as a remark if the run explains its decisions; once for each
    /// location and text.
    pub fn explain(&mut self, loc: Location, message: impl FnOnce() -> String) {
        if self.explains {
            self.remark_once(loc, &message());
        }
    }

    /// True if the run explains its decisions.
    pub fn explains(&self) -> bool {
        self.explains
    }

    /// Adds to a statistic.
    ///
    /// # Panics
    /// If the pass does not declare it.
    pub fn count(&mut self, statistic: &str, n: u64) {
        let number = self.info.statistics.iter().position(|s| s.name == statistic);
        let number = number.unwrap_or_else(|| panic!("pass '{}' declares no '{statistic}'", self.info.name));
        self.stats[number] += n;
    }

    /// The analysis `A` of the body, computed if it is not valid now.
    pub fn analysis<A: Analysis>(&mut self, body: &Body) -> &mut A {
        self.analyses.get(body)
    }

    /// All analyses of the body.
    pub fn analyses(&mut self) -> &mut Analyses {
        self.analyses
    }

    /// Declares that the pass keeps `A` valid although it changes the body.
    pub fn preserve<A: Analysis>(&mut self) {
        self.analyses.preserve::<A>();
    }

    /// The budget of rewrites; `None`: no limit.
    pub fn fuel(&self) -> Option<&'a Fuel> {
        self.fuel
    }

    /// Takes one rewrite from the fuel; false if the pass must not do it.
    pub fn may_rewrite(&self) -> bool {
        self.fuel.is_none_or(|fuel| fuel.take())
    }

    /// The rules of the pass that this run may use (`--disable-rule`); query it only once nothing else
    /// prevents a rule. [`PassInfo::rules`] declares rules.
    pub fn allowed(&self) -> Allowed<'a> {
        self.rules.of(self.info.name)
    }

    /// Whether the rule of the pass may apply; as [`Allowed::allows`].
    ///
    /// # Panics
    /// If the pass does not declare it.
    pub fn allows(&self, rule: &str) -> bool {
        let declared = self.info.rules.iter().any(|r| r.name == rule);
        assert!(declared, "pass '{}' declares no rule '{rule}'", self.info.name);
        self.allowed().allows(rule)
    }

    /// The default configuration of the greedy driver, with this run's fuel and rules.
    pub fn greedy(&self) -> GreedyConfig<'a> {
        GreedyConfig { fuel: self.fuel, allowed: self.allowed(), ..GreedyConfig::default() }
    }

    /// The log of what the greedy driver tried, if `--trace-rules` requests it.
    pub fn rule_trace(&mut self) -> Option<TraceLog<'_>> {
        self.trace.as_mut().map(|text| TraceLog { text, pass: self.info.name })
    }

    /// The number of threads that a pass that owns the tree may use.
    pub fn threads(&self) -> usize {
        self.threads
    }
}

/// Writes the rewrites that the greedy driver tried as lines of text.
pub struct TraceLog<'a> {
    text: &'a mut String,
    pass: &'static str,
}

impl RuleTrace for TraceLog<'_> {
    fn tried(&mut self, pattern: &str, op: &str, _: Location, outcome: Result<(), &Refusal>) {
        let pass = self.pass;
        let _ = match outcome {
            Ok(()) => writeln!(self.text, "[{pass}] {pattern}: applied to '{op}'"),
            Err(why) if why.reason().is_empty() => writeln!(self.text, "[{pass}] {pattern}: not on '{op}'"),
            Err(why) => writeln!(self.text, "[{pass}] {pattern}: not on '{op}': {}", why.reason()),
        };
    }
}
