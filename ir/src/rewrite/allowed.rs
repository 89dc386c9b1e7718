//! Enabling and disabling rules and decisions by name.
//!
//! Every rewrite has a name `GROUP.RULE`: `canonicalize.sub-self` is a pattern, `fold.arith.addi` the fold of
//! an op, `choose-fusion.merge` a decision of a pass. A disabled rule changes no op on any thread, so that a
//! wrong or expensive rewrite is found by disabling it.

use crate::text::did_you_mean;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// A rewrite or decision of a pass that a run may disable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSpec {
    /// Name within the pass: `merge`.
    pub name: &'static str,
    /// Its effect.
    pub help: &'static str,
}

/// A known rule, with its full name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct KnownRule {
    /// `GROUP.RULE`.
    pub name: String,
    /// Its effect.
    pub help: String,
}

/// The rules a run may use: all but the disabled ones.
#[derive(Debug, Default)]
pub struct AllowedRules {
    left_out: BTreeSet<String>,
    queried: Option<Mutex<BTreeSet<String>>>,
}

impl AllowedRules {
    /// All rules but those named.
    ///
    /// # Errors
    /// If none of the known ones has a name, with the nearest that is known.
    pub fn without(names: &[String], known: &[KnownRule]) -> Result<AllowedRules, String> {
        let unknown = names.iter().find(|name| !known.iter().any(|rule| rule.name == **name));
        if let Some(name) = unknown {
            let hint = did_you_mean(name, known.iter().map(|rule| rule.name.as_str()));
            return Err(format!("there is no rule '{name}'{hint}"));
        }
        Ok(AllowedRules { left_out: names.iter().cloned().collect(), queried: None })
    }

    /// The same, recording which rules are queried.
    pub fn recorded(mut self) -> AllowedRules {
        self.queried = Some(Mutex::default());
        self
    }

    /// True if queried rules are recorded.
    pub fn is_recorded(&self) -> bool {
        self.queried.is_some()
    }

    /// The names of the rules that would have applied so far, if that is recorded, in alphabetical order.
    pub fn queried(&self) -> Vec<String> {
        let Some(queried) = &self.queried else { return Vec::new() };
        queried.lock().unwrap_or_else(|e| e.into_inner()).iter().cloned().collect()
    }

    /// The rules of one group.
    pub fn of(&self, group: &'static str) -> Allowed<'_> {
        Allowed { rules: (!self.left_out.is_empty() || self.queried.is_some()).then_some(self), group }
    }

    fn record(&self, name: String) {
        if let Some(queried) = &self.queried {
            queried.lock().unwrap_or_else(|e| e.into_inner()).insert(name);
        }
    }
}

/// The rules of a group; query them right before they would apply.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowed<'a> {
    /// `None` if all are allowed and queries are not recorded.
    rules: Option<&'a AllowedRules>,
    group: &'static str,
}

impl<'a> Allowed<'a> {
    /// Whether the rule may apply; query it only once nothing else prevents the rule.
    #[inline]
    pub fn allows(self, rule: &str) -> bool {
        self.applies(rule);
        !self.leaves_out(rule)
    }

    /// True if the rule is disabled, for rules that find out whether they apply by applying.
    #[inline]
    pub fn leaves_out(self, rule: &str) -> bool {
        self.rules
            .is_some_and(|rules| !rules.left_out.is_empty() && rules.left_out.contains(&self.full_name(rule)))
    }

    /// Records that the rule applies.
    #[inline]
    pub fn applies(self, rule: &str) {
        if let Some(rules) = self.rules.filter(|rules| rules.queried.is_some()) {
            rules.record(self.full_name(rule));
        }
    }

    /// Runs a rewrite that counts its applications, unless it is disabled.
    pub fn counted(self, rule: &str, rewrite: impl FnOnce() -> u64) -> u64 {
        if self.leaves_out(rule) {
            return 0;
        }
        let count = rewrite();
        if count > 0 {
            self.applies(rule);
        }
        count
    }

    #[cold]
    fn full_name(self, rule: &str) -> String {
        format!("{}.{rule}", self.group)
    }

    /// The rules of another group.
    pub fn group(self, group: &'static str) -> Allowed<'a> {
        Allowed { group, ..self }
    }
}
