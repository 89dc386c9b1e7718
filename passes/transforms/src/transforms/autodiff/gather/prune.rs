//! Removes redundant conditions, so that the gradient of a plain read has no guards, and sums have one bound
//! on each side if one suffices.

use super::invert::Inverse;
use super::linear::{Form, System};

/// All quantities of an inverse as unknowns, in one row: coordinates, quotients, summed unknowns, parameters.
struct Layout {
    axes: usize,
    quotients: usize,
    free: usize,
    params: usize,
}

impl Layout {
    fn width(&self) -> usize {
        self.axes + self.quotients + self.free + self.params
    }

    /// A form whose only known quantity is the constant, from coefficients by position.
    fn form(&self, parts: impl Iterator<Item = (usize, i128)>, constant: i128) -> Form {
        let mut form = Form::constant(constant, self.width(), 1);
        parts.for_each(|(place, c)| form.unknown[place] += c);
        form
    }

    /// From a form over (coordinates, parameters, 1).
    fn of_element(&self, known: &[i128]) -> Form {
        let place = |i: usize| if i < self.axes { i } else { self.quotients + self.free + i };
        let (last, rest) = known.split_last().expect("the constant is always there");
        self.form(rest.iter().enumerate().map(|(i, c)| (place(i), *c)), *last)
    }

    /// From a form over (unknowns; quotients, parameters, 1).
    fn of_point(&self, form: &Form) -> Form {
        let unknown = form.unknown.iter().enumerate().map(|(k, c)| (self.axes + self.quotients + k, *c));
        let (last, rest) = form.known.split_last().expect("the constant is always there");
        let place = |i: usize| if i < self.quotients { self.axes + i } else { self.axes + self.free + i };
        self.form(unknown.chain(rest.iter().enumerate().map(|(i, c)| (place(i), *c))), *last)
    }
}

impl Inverse {
    /// Drops the conditions that follow from the rest and from `facts`. Facts are forms over the element's
    /// coordinates, the parameters and 1 (all as known quantities) that are ≥ 0 for every element.
    pub fn prune(&mut self, facts: &[Form], axes: usize, params: usize) {
        let layout = Layout { axes, quotients: self.quotients.len(), free: self.ranges.len(), params };
        let mut given: Vec<Form> = facts.iter().map(|f| layout.of_element(&f.known)).collect();
        for (i, quotient) in self.quotients.iter().enumerate() {
            let mut exact = layout.of_element(&quotient.form.known);
            exact.unknown[axes + i] -= quotient.divisor;
            given.extend(both(exact));
        }
        for zero in &self.zeros {
            given.extend(both(layout.of_element(&zero.known)));
        }
        drop_implied(&mut self.guards, &mut given, 0, &layout);
        for range in &mut self.ranges {
            // The rows of both sides imply each other's bounds.
            let upper: Vec<Form> = range.upper.iter().map(|f| layout.of_point(f)).collect();
            let before = given.len();
            given.extend(upper);
            drop_implied(&mut range.lower, &mut given, 1, &layout);
            let lower: Vec<Form> = range.lower.iter().map(|f| layout.of_point(f)).collect();
            given.truncate(before);
            given.extend(lower);
            drop_implied(&mut range.upper, &mut given, 1, &layout);
        }
    }
}

/// Both conditions of an equality.
fn both(form: Form) -> [Form; 2] {
    let negative = form.times(-1).unwrap_or_else(|_| Form::zero(form.unknown.len(), form.known.len()));
    [form, negative]
}

/// Drops rows that follow from `given` and the other rows, but keeps at least `least` rows; adds the
/// remaining rows to `given`.
fn drop_implied(rows: &mut Vec<Form>, given: &mut Vec<Form>, least: usize, layout: &Layout) {
    let mut i = 0;
    while i < rows.len() {
        let others = rows.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, f)| layout.of_point(f));
        let premises: Vec<Form> = given.iter().cloned().chain(others).collect();
        if rows.len() > least && follows(&premises, &layout.of_point(&rows[i])) {
            rows.remove(i);
        } else {
            i += 1;
        }
    }
    given.extend(rows.iter().map(|f| layout.of_point(f)));
}

/// True if `form ≥ 0` follows from all `premises ≥ 0`, as far as rational elimination can tell within its
/// limits.
fn follows(premises: &[Form], form: &Form) -> bool {
    refute(premises, form).unwrap_or(false)
}

/// True if the conditions are infeasible, as far as rational elimination can tell within its limits. The
/// forms' known quantity is 1.
pub fn is_impossible(conditions: &[Form]) -> bool {
    let Some(first) = conditions.first() else { return false };
    follows(conditions, &Form::constant(-1, first.unknown.len(), 1))
}

fn refute(premises: &[Form], form: &Form) -> Result<bool, super::Unsolved> {
    let mut system = System::new();
    for premise in premises {
        system.require(premise.clone())?;
    }
    let minus_one = Form::constant(-1, form.unknown.len(), 1);
    system.require(minus_one.plus(form, -1)?)?;
    let mut left: Vec<usize> = (0..form.unknown.len()).collect();
    loop {
        if system.rows().iter().any(|r| r.as_constant().is_some_and(|c| c < 0)) {
            return Ok(true);
        }
        let cost = |k: &usize| {
            let count = |sign: i128| system.rows().iter().filter(|r| r.unknown[*k].signum() == sign).count();
            count(1) * count(-1)
        };
        let Some(next) = left.iter().copied().min_by_key(cost) else { return Ok(false) };
        left.retain(|k| *k != next);
        system.eliminate(next)?;
    }
}
