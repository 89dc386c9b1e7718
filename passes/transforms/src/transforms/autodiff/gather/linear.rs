//! Linear forms over unknowns (indices to sum over) and known quantities (the element whose derivative is
//! computed, extents, the constant 1), and systems of conditions `form ≥ 0` on them.

use super::Unsolved;
use super::matrix::{add_product, gcd};

/// `Σ unknown[i]·x_i + Σ known[j]·w_j`. The last known quantity is 1 by convention: `known` is never empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form {
    /// Coefficients of the unknowns.
    pub unknown: Vec<i128>,
    /// Coefficients of the known quantities; the last is the constant.
    pub known: Vec<i128>,
}

impl Form {
    /// The form 0.
    pub fn zero(unknowns: usize, knowns: usize) -> Form {
        Form { unknown: vec![0; unknowns], known: vec![0; knowns] }
    }

    /// The form that is one unknown.
    pub fn unknown(i: usize, unknowns: usize, knowns: usize) -> Form {
        let mut form = Form::zero(unknowns, knowns);
        form.unknown[i] = 1;
        form
    }

    /// The form that is one known quantity.
    pub fn known(j: usize, unknowns: usize, knowns: usize) -> Form {
        let mut form = Form::zero(unknowns, knowns);
        form.known[j] = 1;
        form
    }

    /// The constant form.
    pub fn constant(value: i128, unknowns: usize, knowns: usize) -> Form {
        let mut form = Form::zero(unknowns, knowns);
        form.known[knowns - 1] = value;
        form
    }

    /// The constant part.
    pub fn constant_part(&self) -> i128 {
        self.known[self.known.len() - 1]
    }

    /// True if no unknown occurs.
    pub fn is_known(&self) -> bool {
        self.unknown.iter().all(|c| *c == 0)
    }

    /// The value of a constant form.
    pub fn as_constant(&self) -> Option<i128> {
        let (last, rest) = self.known.split_last().expect("the constant is always there");
        (self.is_known() && rest.iter().all(|c| *c == 0)).then_some(*last)
    }

    /// `self + factor * other`.
    ///
    /// # Errors
    /// [`Unsolved::TooLarge`].
    pub fn plus(&self, other: &Form, factor: i128) -> Result<Form, Unsolved> {
        let sum = |a: &[i128], b: &[i128]| {
            a.iter().zip(b).map(|(a, b)| add_product(*a, *b, factor)).collect::<Result<Vec<_>, _>>()
        };
        Ok(Form { unknown: sum(&self.unknown, &other.unknown)?, known: sum(&self.known, &other.known)? })
    }

    /// `self` times a constant.
    ///
    /// # Errors
    /// [`Unsolved::TooLarge`].
    pub fn times(&self, factor: i128) -> Result<Form, Unsolved> {
        Form::zero(self.unknown.len(), self.known.len()).plus(self, factor)
    }

    /// The form with each unknown and each known quantity (except the constant) replaced by a form.
    ///
    /// # Errors
    /// [`Unsolved::TooLarge`].
    pub fn substitute(&self, unknowns: &[Form], knowns: &[Form]) -> Result<Form, Unsolved> {
        let model = unknowns.iter().chain(knowns).next().expect("something is substituted");
        let mut sum = Form::constant(self.constant_part(), model.unknown.len(), model.known.len());
        for (c, form) in self.unknown.iter().zip(unknowns).chain(self.known.iter().zip(knowns)) {
            if *c != 0 {
                sum = sum.plus(form, *c)?;
            }
        }
        Ok(sum)
    }

    /// The value at integers; `known` excludes the constant.
    ///
    /// # Errors
    /// [`Unsolved::TooLarge`].
    pub fn evaluate(&self, unknown: &[i128], known: &[i128]) -> Result<i128, Unsolved> {
        let parts = self.unknown.iter().zip(unknown).chain(self.known.iter().zip(known));
        parts.clone().try_fold(self.constant_part(), |sum, (c, x)| add_product(sum, *c, *x))
    }

    /// `form ≥ 0` in its tightest integer form: the coefficients divided by their common divisor, the
    /// constant rounded down (all quantities are integers).
    fn tightened(mut self) -> Form {
        let last = self.known.len() - 1;
        let divisor = gcd(self.unknown.iter().chain(&self.known[..last]).copied());
        if divisor > 1 {
            self.unknown.iter_mut().for_each(|c| *c /= divisor);
            self.known[..last].iter_mut().for_each(|c| *c /= divisor);
            self.known[last] = self.known[last].div_euclid(divisor);
        }
        self
    }

    /// The coefficients without the constant.
    fn direction(&self) -> (&[i128], &[i128]) {
        (&self.unknown, &self.known[..self.known.len() - 1])
    }
}

/// A conjunction of conditions `form ≥ 0`.
#[derive(Clone, Default, Debug)]
pub struct System {
    /// The conditions, each in its tightest form, with at most one per direction.
    rows: Vec<Form>,
}

impl System {
    /// No conditions.
    pub fn new() -> System {
        System::default()
    }

    /// The conditions.
    pub fn rows(&self) -> &[Form] {
        &self.rows
    }

    /// Adds `form ≥ 0`; of two conditions of one direction the stronger stays.
    ///
    /// # Errors
    /// [`Unsolved::TooMany`].
    pub fn require(&mut self, form: Form) -> Result<(), Unsolved> {
        let form = form.tightened();
        if form.as_constant().is_some_and(|c| c >= 0) {
            return Ok(());
        }
        if let Some(row) = self.rows.iter_mut().find(|row| row.direction() == form.direction()) {
            if form.constant_part() < row.constant_part() {
                *row = form;
            }
            return Ok(());
        }
        if self.rows.len() >= MOST_ROWS {
            return Err(Unsolved::TooMany);
        }
        self.rows.push(form);
        Ok(())
    }

    /// Fourier-Motzkin elimination of unknown `i`, exact over the rationals. Removes the conditions on it,
    /// which become its lower and upper bounds, and adds their pairwise implications to the system.
    ///
    /// # Errors
    /// [`Unsolved`].
    pub fn eliminate(&mut self, i: usize) -> Result<Range, Unsolved> {
        let mut range = Range::default();
        let mut rest = System::new();
        for row in std::mem::take(&mut self.rows) {
            match row.unknown[i].signum() {
                1 => range.lower.push(row),
                -1 => range.upper.push(row),
                _ => rest.require(row)?,
            }
        }
        for low in &range.lower {
            for high in &range.upper {
                let scaled = low.times(-high.unknown[i])?;
                rest.require(scaled.plus(high, low.unknown[i])?)?;
            }
        }
        *self = rest;
        Ok(range)
    }
}

/// With more rows than this, a gather does not pay off.
const MOST_ROWS: usize = 256;

/// The bounds of one unknown: it has a positive coefficient in the lower bounds and a negative one in the
/// upper bounds.
#[derive(Clone, Default, Debug)]
pub struct Range {
    /// Lower bounds, as `form ≥ 0`.
    pub lower: Vec<Form>,
    /// Upper bounds, as `form ≥ 0`.
    pub upper: Vec<Form>,
}
