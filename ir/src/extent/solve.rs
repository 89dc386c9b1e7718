//! Solves for extent symbols, given actual extents, as at the boundary of a call.

use super::{Extent, ExtentError, Symbol};
use std::collections::BTreeSet;
use std::fmt;

/// The solutions of an equation in one symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solution {
    /// Exactly this value.
    One(i64),
    /// Every value ≥ 0.
    Any,
    /// No integer ≥ 0.
    None,
}

/// The plan for finding the symbols of a signature from actual extents.
///
/// Created once from the declared extents of all arguments, in order; then [`BindingPlan::bind`] takes the
/// actual integers of each call, finds the symbols, and checks every extent that did not serve to find one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingPlan {
    declared: Vec<Extent>,
    symbols: Vec<Symbol>,
    steps: Vec<Binding>,
    checks: Vec<usize>,
    unbound: Vec<Symbol>,
}

/// The solution for one symbol: `(actual[equation] - rest) / factor`, with all symbols of `rest` and `factor`
/// known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Position among the declared extents.
    pub equation: usize,
    /// The coefficient of the symbol.
    pub factor: Extent,
    /// The remaining summand.
    pub rest: Extent,
}

/// The reason why actual extents do not fit the declared ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BindError {
    /// The counts of actual and declared extents differ.
    Count {
        /// Number of declared extents.
        declared: usize,
        /// Number of actual extents.
        actual: usize,
    },
    /// No value ≥ 0 of the symbol makes the declared extent the actual one.
    NoSolution {
        /// Position among the declared extents.
        equation: usize,
        /// The declared extent there.
        declared: Extent,
        /// The actual extent there.
        actual: i64,
        /// The symbol to be found.
        symbol: Symbol,
    },
    /// The declared extent has another value.
    Mismatch {
        /// Position among the declared extents.
        equation: usize,
        /// The declared extent there.
        declared: Extent,
        /// Its value.
        expected: i64,
        /// The actual extent there.
        actual: i64,
    },
    /// The declared extents do not determine the symbol: it occurs in none of them alone, or only as a
    /// factor of a product whose other factors are 0.
    Undetermined(Symbol),
    /// A declared extent could not be evaluated.
    Evaluation {
        /// Position among the declared extents.
        equation: usize,
        /// The error.
        error: ExtentError,
    },
}

fn solve(factor: i64, rest: i64, value: i64) -> Solution {
    let difference = i128::from(value) - i128::from(rest);
    let factor = i128::from(factor);
    if factor == 0 {
        return if difference == 0 { Solution::Any } else { Solution::None };
    }
    if difference % factor != 0 || difference / factor < 0 {
        return Solution::None;
    }
    i64::try_from(difference / factor).map_or(Solution::None, Solution::One)
}

impl BindingPlan {
    /// Plans how to find the symbols of the declared extents.
    ///
    /// Extents that are just a symbol come first, then those linear in one symbol not yet found; a symbol
    /// with a factor that is not constant is solved for only as a last resort.
    pub fn new(declared: &[Extent]) -> BindingPlan {
        let mut plan = BindingPlan {
            declared: declared.to_vec(),
            symbols: Vec::new(),
            steps: Vec::new(),
            checks: Vec::new(),
            unbound: Vec::new(),
        };
        let mut missing: BTreeSet<Symbol> = declared.iter().flat_map(Extent::symbols).collect();
        let mut open: Vec<usize> = (0..declared.len()).collect();
        while let Some((at, symbol, step)) = plan.next_step(&open, &missing) {
            open.remove(at);
            missing.remove(&symbol);
            plan.symbols.push(symbol);
            plan.steps.push(step);
        }
        plan.checks = open;
        plan.unbound = missing.into_iter().collect();
        plan
    }

    fn next_step(&self, open: &[usize], missing: &BTreeSet<Symbol>) -> Option<(usize, Symbol, Binding)> {
        let candidates = open.iter().enumerate().filter_map(|(at, &equation)| {
            let declared = &self.declared[equation];
            let mut unknown = declared.symbols().into_iter().filter(|s| missing.contains(s));
            let symbol = unknown.next()?;
            if unknown.next().is_some() {
                return None;
            }
            let (factor, rest) = declared.linear_in(&symbol)?;
            let effort = match factor.as_const() {
                _ if declared.as_symbol().is_some() => 0,
                Some(_) => 1,
                None => 2,
            };
            Some((effort, at, symbol, Binding { equation, factor, rest }))
        });
        candidates
            .min_by_key(|(effort, at, ..)| (*effort, *at))
            .map(|(_, at, symbol, step)| (at, symbol, step))
    }

    /// The declared extents the plan was made for.
    pub fn declared(&self) -> &[Extent] {
        &self.declared
    }

    /// The symbols that can be found, in the order of the values [`BindingPlan::bind`] returns.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// How each of [`BindingPlan::symbols`] is found, in that order.
    pub fn steps(&self) -> &[Binding] {
        &self.steps
    }

    /// The symbols that the declared extents do not determine.
    pub fn unbound(&self) -> &[Symbol] {
        &self.unbound
    }

    /// Positions of the declared extents that find no symbol and are checked instead.
    pub fn checks(&self) -> &[usize] {
        &self.checks
    }

    /// The values of [`BindingPlan::symbols`] for which every declared extent is the actual one.
    ///
    /// # Errors
    /// [`BindError`], if there are none or they are not determined.
    pub fn bind(&self, actual: &[i64]) -> Result<Vec<i64>, BindError> {
        if actual.len() != self.declared.len() {
            return Err(BindError::Count { declared: self.declared.len(), actual: actual.len() });
        }
        let mut values = Vec::with_capacity(self.symbols.len());
        for (step, symbol) in self.steps.iter().zip(&self.symbols) {
            values.push(self.solve_step(step, symbol, actual, &values)?);
        }
        for &equation in &self.checks {
            let declared = &self.declared[equation];
            if let Some(symbol) = self.unbound.iter().find(|s| declared.uses(s)) {
                return Err(BindError::Undetermined(symbol.clone()));
            }
            let expected = self.value(declared, equation, &values)?;
            if expected != actual[equation] {
                let (declared, actual) = (declared.clone(), actual[equation]);
                return Err(BindError::Mismatch { equation, declared, expected, actual });
            }
        }
        Ok(values)
    }

    fn solve_step(
        &self,
        step: &Binding,
        symbol: &Symbol,
        actual: &[i64],
        values: &[i64],
    ) -> Result<i64, BindError> {
        let equation = step.equation;
        let factor = self.value(&step.factor, equation, values)?;
        let rest = self.value(&step.rest, equation, values)?;
        match solve(factor, rest, actual[equation]) {
            Solution::One(value) => Ok(value),
            Solution::Any => Err(BindError::Undetermined(symbol.clone())),
            Solution::None => Err(BindError::NoSolution {
                equation,
                declared: self.declared[equation].clone(),
                actual: actual[equation],
                symbol: symbol.clone(),
            }),
        }
    }

    fn value(&self, extent: &Extent, equation: usize, values: &[i64]) -> Result<i64, BindError> {
        let lookup = |symbol: &Symbol| {
            // Values are found in the order of the symbols; later ones have no value yet.
            self.symbols.iter().position(|s| s == symbol).and_then(|at| values.get(at).copied())
        };
        extent.evaluate(lookup).map_err(|error| BindError::Evaluation { equation, error })
    }
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { declared, actual } => write!(f, "expected {declared} extents, got {actual}"),
            Self::NoSolution { declared, actual, symbol, .. } => {
                write!(f, "no '{symbol}' makes the extent '{declared}' equal to {actual}")
            }
            Self::Mismatch { declared, expected, actual, .. } => {
                write!(f, "the extent '{declared}' is {expected} here, but the argument has {actual}")
            }
            Self::Undetermined(symbol) => {
                write!(f, "the arguments do not determine the extent symbol '{symbol}'")
            }
            Self::Evaluation { error, .. } => error.fmt(f),
        }
    }
}

impl std::error::Error for BindError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(declared: &[&str]) -> BindingPlan {
        BindingPlan::new(&declared.iter().map(|t| t.parse().unwrap()).collect::<Vec<_>>())
    }

    fn bind(declared: &[&str], actual: &[i64]) -> Result<String, String> {
        let plan = plan(declared);
        let values = plan.bind(actual).map_err(|e| e.to_string())?;
        let pairs = plan.symbols().iter().zip(values).map(|(s, v)| format!("{s}={v}"));
        Ok(pairs.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn one_equation() {
        assert_eq!(solve(2, 1, 9), Solution::One(4));
        assert_eq!(solve(2, 1, 8), Solution::None);
        assert_eq!(solve(1, 3, 2), Solution::None, "symbols are not negative");
        assert_eq!(solve(-1, 7, 2), Solution::One(5));
        assert_eq!(solve(0, 5, 5), Solution::Any);
        assert_eq!(solve(0, 5, 6), Solution::None);
        assert_eq!(solve(2, -i64::MAX, i64::MAX), Solution::One(i64::MAX));
        assert_eq!(solve(1, -i64::MAX, i64::MAX), Solution::None);
    }

    #[test]
    fn symbols_are_found_in_a_workable_order() {
        assert_eq!(bind(&["2*n + m", "m", "3"], &[11, 5, 3]).unwrap(), "m=5 n=3");
        assert_eq!(bind(&["n*m", "n", "m + n"], &[12, 4, 7]).unwrap(), "n=4 m=3");
        assert_eq!(bind(&["n*m", "n"], &[12, 4]).unwrap(), "n=4 m=3");
        assert_eq!(bind(&["n floordiv 4 + k", "n"], &[5, 9]).unwrap(), "n=9 k=3");
        assert_eq!(bind(&[], &[]).unwrap(), "");
        assert_eq!(plan(&["n*m", "n", "m + n"]).checks(), [0]);
    }

    #[test]
    fn the_rest_is_checked() {
        let error = bind(&["n", "2*n + 1"], &[4, 8]).unwrap_err();
        assert_eq!(error, "the extent '2*n + 1' is 9 here, but the argument has 8");
        let error = bind(&["2*n"], &[7]).unwrap_err();
        assert_eq!(error, "no 'n' makes the extent '2*n' equal to 7");
        assert_eq!(
            bind(&["n", "n"], &[3, 4]).unwrap_err(),
            "the extent 'n' is 3 here, but the argument has 4"
        );
        assert_eq!(bind(&["5"], &[6]).unwrap_err(), "the extent '5' is 5 here, but the argument has 6");
        assert_eq!(bind(&["n"], &[]).unwrap_err(), "expected 1 extents, got 0");
        assert_eq!(bind(&["n"], &[-1]).unwrap_err(), "no 'n' makes the extent 'n' equal to -1");
        let error = bind(&["n", "n*n"], &[i64::MAX, 0]).unwrap_err();
        assert_eq!(error, "extent arithmetic overflows a 64-bit integer");
    }

    #[test]
    fn undetermined_symbols_are_named() {
        let both = plan(&["n + m", "k"]);
        assert_eq!(both.unbound().iter().map(Symbol::as_str).collect::<Vec<_>>(), ["m", "n"]);
        assert_eq!(both.bind(&[1, 2]).unwrap_err().to_string().split('\'').nth(1), Some("m"));
        let zero = bind(&["n*m", "n"], &[0, 0]).unwrap_err();
        assert_eq!(zero, "the arguments do not determine the extent symbol 'm'");
    }
}
