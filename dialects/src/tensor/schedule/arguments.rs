//! The arguments of steps: their assignment to the parameters that a step declares, and their checks.

use super::error::StepError;
use super::spec::{Arg, ArgKind, StepSpec, Words};
use super::{By, MemberLayout, Place, Space, Tail};
use rustc_hash::FxHashSet;
use std::fmt;

/// The value of an argument; an absent one is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Names and keywords.
    Names(Vec<String>),
    /// Integers.
    Numbers(Vec<i64>),
    /// A layout.
    Layout(Option<MemberLayout>),
}

impl Value {
    /// True for an absent argument.
    pub fn is_empty(&self) -> bool {
        match self {
            Value::Names(names) => names.is_empty(),
            Value::Numbers(numbers) => numbers.is_empty(),
            Value::Layout(layout) => layout.is_none(),
        }
    }

    /// The names, of an argument that has any.
    pub(super) fn names(&self) -> &[String] {
        if let Value::Names(names) = self { names } else { &[] }
    }

    /// The integers, of an argument that has any.
    pub(super) fn numbers(&self) -> &[i64] {
        if let Value::Numbers(numbers) = self { numbers } else { &[] }
    }
}

/// The text of the value.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Names(names) => f.write_str(&names.join(", ")),
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                f.write_str(&numbers.join(", "))
            }
            Value::Layout(layout) => layout.iter().try_for_each(|layout| layout.fmt(f)),
        }
    }
}

/// The arguments of a step before they are assigned to its parameters.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    /// The name before a colon.
    pub leader: Option<String>,
    /// The other names, in order.
    pub names: Vec<String>,
    /// The integers, in order.
    pub numbers: Vec<i64>,
    /// The arguments that are given by name.
    pub named: Vec<(String, Value)>,
}

impl StepSpec {
    /// The arguments of the step in the order of [`StepSpec::args`].
    ///
    /// # Errors
    /// There are more or fewer of them than the step takes, or an argument has an invalid value.
    pub(super) fn assign(&self, mut given: Arguments) -> Result<Vec<Value>, StepError> {
        let mut last = self.last_word(&mut given);
        let mut names = given.names.into_iter();
        let mut numbers = given.numbers.into_iter();
        let mut values = Vec::new();
        for arg in self.args {
            let at = given.named.iter().position(|(name, _)| name == arg.name);
            let value = match (at, arg.kind) {
                (Some(at), _) => given.named.swap_remove(at).1,
                (None, ArgKind::Layout) => Value::Layout(None),
                (None, ArgKind::Number(_) | ArgKind::Item(_)) if !arg.is_option => {
                    Value::Numbers(numbers.next().into_iter().collect())
                }
                (None, ArgKind::Items(_)) => Value::Numbers(numbers.by_ref().collect()),
                (None, ArgKind::Number(_)) => Value::Numbers(Vec::new()),
                (None, ArgKind::Leader) => Value::Names(given.leader.take().into_iter().collect()),
                (None, ArgKind::Word(_) | ArgKind::Location(_)) if !arg.is_option => {
                    Value::Names(last.take().into_iter().collect())
                }
                (None, ArgKind::Loop) if !arg.is_option => Value::Names(names.next().into_iter().collect()),
                (None, ArgKind::Loops | ArgKind::Members) => Value::Names(names.by_ref().collect()),
                (None, _) => Value::Names(Vec::new()),
            };
            values.push(value);
        }
        if names.next().is_some() || numbers.next().is_some() || last.is_some() || given.leader.is_some() {
            return Err(self.form());
        }
        Ok(values)
    }

    /// Takes the last name if the step has a keyword there.
    fn last_word(&self, given: &mut Arguments) -> Option<String> {
        let arg = self.args.iter().find(|arg| arg.keywords().is_some() && !arg.is_option)?;
        let is_there = |name: &String| arg.keywords().is_some_and(|words| words.contains(&name.as_str()));
        let is_named = given.named.iter().any(|(name, _)| name == arg.name);
        if is_named || !given.names.last().is_some_and(is_there) { None } else { given.names.pop() }
    }

    /// Checks that the values are those of the parameters.
    ///
    /// # Errors
    /// One is not.
    pub(super) fn check(&self, values: &[Value]) -> Result<(), StepError> {
        let mut seen = FxHashSet::default();
        for (arg, value) in self.args.iter().zip(values) {
            let is_main = !arg.is_option && arg.keywords().is_none();
            if let Some(twice) = value.names().iter().find(|name| is_main && !seen.insert(name.as_str())) {
                return Err(StepError::Twice { step: self.word, name: twice.clone() });
            }
        }
        for (arg, value) in self.args.iter().zip(values) {
            self.check_value(arg, value)?;
        }
        Ok(())
    }

    fn check_value(&self, arg: &Arg, value: &Value) -> Result<(), StepError> {
        if value.is_empty() {
            return if arg.is_optional { Ok(()) } else { Err(self.form()) };
        }
        let fits = match (arg.kind, value) {
            (ArgKind::Loops | ArgKind::Members, Value::Names(_)) => true,
            (ArgKind::Items(_), Value::Numbers(_)) | (ArgKind::Layout, Value::Layout(_)) => true,
            (ArgKind::Number(_) | ArgKind::Item(_), Value::Numbers(numbers)) => numbers.len() == 1,
            (ArgKind::Items(_) | ArgKind::Number(_) | ArgKind::Item(_) | ArgKind::Layout, _) => false,
            (_, value) => value.names().len() == 1,
        };
        if !fits {
            return Err(self.form());
        }
        let outside = |number: &&i64| !(1..=arg.most().unwrap_or(i64::MAX)).contains(*number);
        if let Some(number) = value.numbers().iter().find(outside) {
            let most = arg.most().filter(|most| *most != i64::MAX);
            let of = if arg.is_option { arg.name } else { self.word };
            return Err(StepError::Range { of, value: *number, most });
        }
        match (arg.kind, value.names()) {
            (ArgKind::Word(words), [word]) => self.check_word(arg, words, word),
            _ => Ok(()),
        }
    }

    fn check_word(&self, arg: &Arg, words: Words, word: &str) -> Result<(), StepError> {
        if words.known.contains(&word) {
            return Ok(());
        }
        if !arg.is_option {
            return Err(self.form());
        }
        let why = words.refused.iter().find(|(own, _)| *own == word).map(|(_, why)| *why);
        let (step, option, word) = (self.word, arg.name, word.to_string());
        Err(StepError::Word { step, option, word, why, known: words.known })
    }

    /// The names of loops in the values.
    pub(super) fn loops<'v>(&'v self, values: &'v [Value]) -> impl Iterator<Item = &'v str> {
        let all = self.args.iter().zip(values);
        all.flat_map(|(arg, value)| value.names().iter().filter(|name| arg.is_loop(name)).map(String::as_str))
    }

    /// Changes each name of a loop in the values.
    pub(super) fn rename(&self, values: &mut [Value], mut change: impl FnMut(&mut String)) {
        for (arg, value) in self.args.iter().zip(values) {
            if let Value::Names(names) = value {
                names.iter_mut().filter(|name| arg.is_loop(name)).for_each(&mut change);
            }
        }
    }
}

/// A type of a field of a step.
pub(super) trait ArgValue: Sized {
    /// The value of the argument.
    fn value(&self) -> Value;
    /// The field of a checked value.
    fn of(value: Value) -> Option<Self>;
}

impl ArgValue for Vec<String> {
    fn value(&self) -> Value {
        Value::Names(self.clone())
    }

    fn of(value: Value) -> Option<Vec<String>> {
        if let Value::Names(names) = value { Some(names) } else { None }
    }
}

impl ArgValue for Vec<i64> {
    fn value(&self) -> Value {
        Value::Numbers(self.clone())
    }

    fn of(value: Value) -> Option<Vec<i64>> {
        if let Value::Numbers(numbers) = value { Some(numbers) } else { None }
    }
}

impl ArgValue for Option<MemberLayout> {
    fn value(&self) -> Value {
        Value::Layout(self.clone())
    }

    fn of(value: Value) -> Option<Option<MemberLayout>> {
        if let Value::Layout(layout) = value { Some(layout) } else { None }
    }
}

/// A type whose values are one name or keyword, or one integer: `required` and `optional` fields.
macro_rules! single {
    ($($ty:ty: $variant:ident, |$own:ident| $to:expr, |$item:ident| $from:expr;)*) => {
        $(impl ArgValue for Option<$ty> {
            fn value(&self) -> Value {
                Value::$variant(self.iter().map(|$own| $to).collect())
            }

            fn of(value: Value) -> Option<Option<$ty>> {
                let Value::$variant(items) = value else { return None };
                match items.into_iter().next() {
                    None => Some(None),
                    Some($item) => $from.map(Some),
                }
            }
        }

        impl ArgValue for $ty {
            fn value(&self) -> Value {
                let $own = self;
                Value::$variant(vec![$to])
            }

            fn of(value: Value) -> Option<$ty> {
                <Option<$ty> as ArgValue>::of(value).flatten()
            }
        })*
    };
}

single! {
    String: Names, |name| name.clone(), |name| Some(name);
    i64: Numbers, |number| *number, |number| Some(number);
    Tail: Names, |tail| tail.word().to_string(), |word| Tail::of_word(&word);
    Place: Names, |place| place.word().to_string(), |word| Place::of_word(&word);
    By: Names, |by| by.word().to_string(), |word| By::of_word(&word);
    Space: Names, |space| space.word().to_string(), |word| Space::of_word(&word);
}
