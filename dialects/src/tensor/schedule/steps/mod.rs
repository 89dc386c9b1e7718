//! The steps, a file each: its declaration, its checks, its effect on a plan, and the steps that build a
//! plan. [`Step`] is any of them, and [`Step::specs`] the table of their forms.
//!
//! A new step is a file here and a line in the table below.

mod declare;

use super::arguments::{Arguments, Value};
use super::error::{PlanError, StepError};
use super::spec::{ArgKind, StepSpec};
use super::{LoopNames, Plan, base};
use declare::{Declared, Transform};
use std::fmt;

/// Declares the table of steps.
macro_rules! steps {
    ($($module:ident::$name:ident,)*) => {
        $(mod $module;
        pub use $module::$name;)*

        /// A step of a schedule.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Step {
            $(#[doc = concat!("The step `", stringify!($module), "`.")] $name($name),)*
        }

        impl Step {
            /// The forms of all steps, in the order in which [`Plan::steps`] writes them.
            pub const SPECS: &[&StepSpec] = &[$($name::SPEC),*];

            /// The form of the step.
            pub fn spec(&self) -> &'static StepSpec {
                match self {
                    $(Step::$name(_) => $name::SPEC,)*
                }
            }

            /// The arguments, in the order of the form.
            pub fn values(&self) -> Vec<Value> {
                match self {
                    $(Step::$name(step) => step.values(),)*
                }
            }

            /// The step of values that fit the form; `None` if they do not.
            fn of_values(spec: &'static StepSpec, values: Vec<Value>) -> Option<Step> {
                match spec.word {
                    $(word if word == $name::SPEC.word => $name::of(values).map(Step::$name),)*
                    _ => None,
                }
            }

            /// Checks what the form does not express.
            fn check(&self) -> Result<(), StepError> {
                match self {
                    $(Step::$name(step) => step.check(),)*
                }
            }
        }

        impl Plan {
            /// Adds a step to the plan.
            ///
            /// # Errors
            /// The step names an unknown loop, or contradicts an earlier step.
            pub fn apply(&mut self, step: &Step, names: &LoopNames) -> Result<(), PlanError> {
                match step {
                    $(Step::$name(step) => step.apply(self, names)?,)*
                }
                self.check(names)
            }

            /// The steps that build this plan.
            pub fn steps(&self, names: &LoopNames) -> Vec<Step> {
                let mut steps = Vec::new();
                $(steps.extend($name::of_plan(self, names).into_iter().map(Step::$name));)*
                steps
            }
        }

        $(impl From<$name> for Step {
            fn from(step: $name) -> Step {
                Step::$name(step)
            }
        })*
    };
}

steps! {
    rfactor::Rfactor,
    split::Split,
    time::Time,
    order::Order,
    map::Map,
    parallel::Parallel,
    stage::Stage,
    place::Place,
    join::Join,
    vectorize::Vectorize,
    jam::Jam,
    mma::Mma,
    unroll::Unroll,
    prefetch::Prefetch,
    stream::Stream,
}

impl Step {
    /// The keyword of the step.
    pub fn word(&self) -> &'static str {
        self.spec().word
    }

    /// The form of a keyword.
    ///
    /// # Errors
    /// No step has it.
    pub fn spec_of(word: &str) -> Result<&'static StepSpec, StepError> {
        let found = Step::SPECS.iter().find(|spec| spec.word == word).copied();
        let known = || Step::SPECS.iter().map(|spec| spec.word).collect();
        found.ok_or_else(|| StepError::Unknown { step: word.to_string(), known: known() })
    }

    /// Builds a step from its keyword and arguments.
    ///
    /// # Errors
    /// The arguments do not fit. The message describes the expected ones.
    pub fn of(word: &str, arguments: Arguments) -> Result<Step, StepError> {
        let spec = Step::spec_of(word)?;
        if let Some((name, _)) = arguments.named.iter().find(|(name, _)| spec.arg(name).is_none()) {
            return Err(Step::no_option(spec, name));
        }
        Step::of_params(spec, spec.assign(arguments)?)
    }

    /// The error about an option that only other steps have.
    pub(super) fn no_option(spec: &StepSpec, option: &str) -> StepError {
        let others = Step::SPECS.iter().filter(|spec| spec.has_option(option)).map(|spec| spec.word);
        StepError::NoOption { step: spec.word, option: option.to_string(), others: others.collect() }
    }

    /// The step of values in the order of the form.
    ///
    /// # Errors
    /// As [`Step::of`].
    pub(super) fn of_params(spec: &'static StepSpec, values: Vec<Value>) -> Result<Step, StepError> {
        if values.len() != spec.args.len() {
            return Err(spec.form());
        }
        spec.check(&values)?;
        let step = Step::of_values(spec, values).ok_or_else(|| spec.form())?;
        step.check().map(|()| step)
    }

    /// Checks a step that code has built against the rules of parsed text.
    ///
    /// # Errors
    /// A value out of range, a duplicate name, or any other argument that the step does not accept.
    pub fn checked(self) -> Result<Step, StepError> {
        Step::of_params(self.spec(), self.values())
    }

    /// The names of loops in the arguments.
    pub fn loops(&self) -> Vec<String> {
        self.spec().loops(&self.values()).map(str::to_string).collect()
    }

    /// True if it names this loop or a part of it.
    pub fn names(&self, name: &str) -> bool {
        self.spec().loops(&self.values()).any(|own| base(own) == name)
    }

    /// True if the step applies to the compute of a tile of loops with these names.
    pub fn fits_tile(&self, names: &LoopNames) -> bool {
        self.spec().in_tile && self.spec().loops(&self.values()).all(|own| names.has(own))
    }

    /// Renames the loops; indices of parts stay.
    #[must_use]
    pub fn renamed(self, mut name: impl FnMut(&str) -> String) -> Step {
        self.with_loops(|own| match own.split_once('.') {
            Some((base, part)) => *own = format!("{}.{part}", name(base)),
            None => *own = name(own),
        })
    }

    /// The same step on loops without splits: `unroll(k, 4)` for `unroll(k.1, 4)`.
    #[must_use]
    pub fn of_whole_loops(self) -> Step {
        self.with_loops(|own| *own = base(own).to_string())
    }

    fn with_loops(self, change: impl FnMut(&mut String)) -> Step {
        let (spec, mut values) = (self.spec(), self.values());
        spec.rename(&mut values, change);
        // Names that coincide after the change are not checked here: a plan reports them.
        Step::of_values(spec, values).unwrap_or(self)
    }
}

/// `split(i, [252, 6], tail = peel)`
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (spec, values) = (self.spec(), self.values());
        write!(f, "{}(", spec.word)?;
        let mut list = Vec::new();
        let listed = spec.args.iter().zip(&values).filter(|(arg, _)| arg.is_listed());
        listed.for_each(|(_, value)| list.extend(value.numbers().iter().map(i64::to_string)));
        let mut next = "";
        for (arg, value) in spec.args.iter().zip(&values).filter(|(_, value)| !value.is_empty()) {
            if arg.is_listed() && list.is_empty() {
                continue;
            }
            f.write_str(next)?;
            next = if matches!(arg.kind, ArgKind::Leader) { ": " } else { ", " };
            match (arg.kind, value) {
                _ if arg.is_listed() => write!(f, "[{}]", std::mem::take(&mut list).join(", "))?,
                (ArgKind::Location(words), Value::Names(names)) => match names.first() {
                    Some(name) if !words.contains(&name.as_str()) => write!(f, "at = {name}")?,
                    name => f.write_str(name.map_or("", String::as_str))?,
                },
                _ if arg.is_option => write!(f, "{} = {value}", arg.name)?,
                _ => write!(f, "{value}")?,
            }
        }
        f.write_str(")")
    }
}
