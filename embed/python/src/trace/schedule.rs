//! Python bindings of schedules. The class has a method for each step, from the table of their forms.

use crate::error::TraceError;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple};
use tf_dialects::tensor::schedule::{Arg, ArgKind, Arguments, MemberLayout, Step, StepSpec, Value};

/// A schedule of loops, step by step.
#[pyclass(frozen, module = "tensorforge")]
#[derive(Clone)]
pub(crate) struct Schedule(pub(super) tensorforge::Schedule);

#[pymethods]
impl Schedule {
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&str>) -> Schedule {
        Schedule(text.map_or_else(tensorforge::Schedule::new, tensorforge::Schedule::text))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Schedule('{}')", self.0)
    }

    /// These steps, then those of another schedule.
    fn then(&self, other: &Schedule) -> Schedule {
        Schedule(self.0.clone().then(other.0.clone()))
    }
}

/// Adds a method for each step to the class.
///
/// # Errors
/// Python cannot build the methods.
pub(crate) fn add_steps(py: Python<'_>) -> PyResult<()> {
    let (class, functools) = (py.get_type::<Schedule>(), py.import("functools")?);
    let append = PyCFunction::new_closure(py, Some(c"step"), None, |args, named| with_step(args, named))?;
    for spec in Step::SPECS {
        let partial = functools.call_method1("partialmethod", (&append, spec.word))?;
        // The function that the class gives out: text on the partial method itself is not found by `help`.
        let method = partial.call_method1("__get__", (py.None(), &class))?;
        method.setattr("__name__", spec.word)?;
        method.setattr("__doc__", format!("{} It takes {}.", spec.summary, spec.takes))?;
        class.setattr(spec.word, method)?;
    }
    Ok(())
}

/// A schedule, the keyword of a step and its arguments: the schedule with the step.
fn with_step(args: &Bound<'_, PyTuple>, named: Option<&Bound<'_, PyDict>>) -> PyResult<Schedule> {
    let first = args.get_item(0)?;
    let schedule = first.cast::<Schedule>()?.get().clone();
    let word: String = args.get_item(1)?.extract()?;
    let spec = Step::spec_of(&word).map_err(|error| TraceError::new_err(error.to_string()))?;
    let mut given = Arguments::default();
    for item in args.iter().skip(2).filter(|item| !item.is_none()) {
        positional(&item, &mut given)?;
    }
    for (key, value) in named.into_iter().flatten().filter(|(_, value)| !value.is_none()) {
        let key: String = key.extract()?;
        // Python reserves the word 'in'.
        let key = if key == "space" { "in".to_string() } else { key };
        let value = spec.arg(&key).map_or(Ok(Value::Names(Vec::new())), |arg| value_of(arg, &value))?;
        given.named.push((key, value));
    }
    complete(spec, &mut given);
    let made = schedule.0.with(&word, given);
    match made.wrong() {
        Some(why) => Err(TraceError::new_err(why)),
        None => Ok(Schedule(made)),
    }
}

/// Adds an argument without a name: a name, an integer, or a list of integers.
fn positional(item: &Bound<'_, PyAny>, given: &mut Arguments) -> PyResult<()> {
    if let Ok(name) = item.extract::<String>() {
        given.names.push(name);
    } else if let Ok(number) = item.extract::<i64>() {
        given.numbers.push(number);
    } else if let Ok(numbers) = item.extract::<Vec<i64>>() {
        given.numbers.extend(numbers);
    } else {
        let why = format!("a step takes names, integers and lists of integers, not {}", item.repr()?);
        return Err(PyTypeError::new_err(why));
    }
    Ok(())
}

/// The value of an argument that is given by name.
fn value_of(arg: &Arg, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    Ok(match arg.kind {
        ArgKind::Number(_) | ArgKind::Item(_) | ArgKind::Items(_) => Value::Numbers(
            value.extract::<i64>().map_or_else(|_| value.extract(), |number| Ok(vec![number]))?,
        ),
        ArgKind::Layout => {
            let layout = MemberLayout::parse(&value.extract::<String>()?);
            Value::Layout(Some(layout.map_err(|error| TraceError::new_err(error.to_string()))?))
        }
        _ => Value::Names(value.extract::<String>().map_or_else(|_| value.extract(), |name| Ok(vec![name]))?),
    })
}

/// Makes the first name that of the leading loop, and adds the first keyword if there is none.
fn complete(spec: &StepSpec, given: &mut Arguments) {
    for arg in spec.args {
        let is_named = given.named.iter().any(|(name, _)| name == arg.name);
        match arg.kind {
            ArgKind::Leader if !is_named && !given.names.is_empty() => {
                given.leader = Some(given.names.remove(0));
            }
            ArgKind::Word(words) if !arg.is_option && !is_named => {
                let is_there = given.names.last().is_some_and(|name| words.known.contains(&name.as_str()));
                given.names.extend(words.known.first().filter(|_| !is_there).map(|word| word.to_string()));
            }
            _ => {}
        }
    }
}
