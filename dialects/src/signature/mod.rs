//! Program signatures: arguments and results, and the check of actual arrays against them.
//!
//! The interpreter and compiled code share this check, so that they reject the same calls with the same
//! messages.

mod error;
mod types;

#[cfg(test)]
mod tests;

pub use error::{CallError, SignatureError};
pub use types::{Param, ParamType, TensorType};

use crate::array::{Dims, Layout};
use crate::scalar::Scalar;
use crate::tensor::bounds::MAX_EXTENT;
use smallvec::SmallVec;
use std::fmt;
use tf_ir::extent::{BindError, BindingPlan, Extent, Symbol};

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultParam {
    /// Its name in errors.
    pub name: String,
    /// Its type; its extents are terms over the arguments' symbols.
    pub r#type: TensorType,
    /// The arguments whose memory it may reuse when they are donated, the best first.
    pub reuses: Vec<usize>,
}

/// The arguments and results of one entry of a program.
#[derive(Clone, Debug)]
pub struct Signature {
    name: String,
    // Its name in errors.
    title: String,
    /// The source location of the function; empty if unknown.
    place: String,
    params: Vec<Param>,
    results: Vec<ResultParam>,
    symbols: Vec<Symbol>,
    plan: BindingPlan,
    // The position in `symbols` of each symbol of the plan.
    places: Vec<usize>,
    // One per axis of each tensor argument, in order.
    rules: Vec<Rule>,
    // Extents that the program computes with.
    inner: Vec<Extent>,
    // The symbol of each scalar argument whose value is an extent.
    numbers: Vec<Option<Symbol>>,
    // Whether results may have extents that the program computes.
    binds: bool,
}

/// Values of extent symbols, in the order of [`Signature::symbols`].
pub type SymbolValues = SmallVec<[i64; 8]>;

/// An extent, with short forms for the common cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Constant(i64),
    /// The first occurrence of a symbol as a whole extent.
    Bind(usize),
    /// A later occurrence.
    Same(usize),
    Term,
}

/// An actual argument: the properties that a signature checks.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    /// A scalar.
    Scalar(Scalar),
    /// A tensor of this layout.
    Tensor(&'a Layout),
}

impl Signature {
    /// A signature.
    ///
    /// # Errors
    /// [`SignatureError`] if the arguments do not determine every symbol of the extents, or a result reuses
    /// the memory of anything but a tensor argument of the same size in bytes.
    pub fn new(name: &str, params: Vec<Param>, results: Vec<ResultParam>) -> Result<Self, SignatureError> {
        Self::with_numbers(name, params, results, Vec::new())
    }

    /// As [`Signature::new`], with the symbols that scalar arguments bind by their value: `numbers[i]` is the
    /// symbol of argument `i`.
    ///
    /// # Errors
    /// As for [`Signature::new`].
    pub fn with_numbers(
        name: &str,
        params: Vec<Param>,
        results: Vec<ResultParam>,
        numbers: Vec<Option<Symbol>>,
    ) -> Result<Self, SignatureError> {
        let signature = Self::unchecked(name, params, results, numbers)?;
        signature.results.iter().try_for_each(|r| signature.check_declared(r))?;
        Ok(signature)
    }

    /// As [`Signature::with_numbers`], for a program that computes extents: results may have symbols that the
    /// arguments do not determine. See [`Signature::is_known_before`].
    ///
    /// # Errors
    /// As for [`Signature::new`], except for such results.
    pub fn with_binds(
        name: &str,
        params: Vec<Param>,
        results: Vec<ResultParam>,
        numbers: Vec<Option<Symbol>>,
    ) -> Result<Self, SignatureError> {
        let signature = Signature { binds: true, ..Self::unchecked(name, params, results, numbers)? };
        signature.results.iter().try_for_each(|r| signature.check_declared(r))?;
        Ok(signature)
    }

    fn unchecked(
        name: &str,
        params: Vec<Param>,
        results: Vec<ResultParam>,
        numbers: Vec<Option<Symbol>>,
    ) -> Result<Self, SignatureError> {
        let declared = declared(&params, &numbers);
        let plan = BindingPlan::new(&declared);
        if let Some(symbol) = plan.unbound().first() {
            return Err(SignatureError::Undetermined { entry: name.to_owned(), symbol: symbol.clone() });
        }
        let mut symbols = plan.symbols().to_vec();
        symbols.sort_unstable();
        let place = |symbol: &Symbol| symbols.binary_search(symbol).ok();
        let places = plan.symbols().iter().filter_map(place).collect();
        let mut rules = Vec::with_capacity(declared.len());
        for extent in &declared {
            rules.push(match (extent.as_const(), extent.as_symbol().and_then(place)) {
                (Some(value), _) => Rule::Constant(value),
                (_, Some(k)) if rules.contains(&Rule::Bind(k)) => Rule::Same(k),
                (_, Some(k)) => Rule::Bind(k),
                _ => Rule::Term,
            });
        }
        Ok(Self {
            name: name.to_owned(),
            title: name.to_owned(),
            place: String::new(),
            params,
            results,
            symbols,
            plan,
            places,
            rules,
            inner: Vec::new(),
            numbers,
            binds: false,
        })
    }

    /// The same signature under another name in errors: the name of the function that this stage belongs to.
    pub fn with_title(self, title: &str) -> Self {
        Signature { title: title.to_owned(), ..self }
    }

    /// The same signature with a source location.
    pub fn with_place(self, place: String) -> Self {
        Signature { place, ..self }
    }

    /// The source location of the function, `file:line:column`; empty if unknown.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The name of the entry in errors.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The same signature of a program that also has tensors of these extents inside: a call is rejected if
    /// one of them is negative, above 2^48 or overflows. The extents of arguments and results are checked in
    /// any case.
    pub fn with_inner_extents(self, extents: Vec<Extent>) -> Self {
        Signature { inner: extents, ..self }
    }

    fn check_inner(&self, values: &[i64]) -> Result<(), CallError> {
        for extent in &self.inner {
            self.checked_extent(extent, values).map_err(|reason| CallError::InnerExtent {
                entry: self.title.clone(),
                extent: extent.clone(),
                reason,
            })?;
        }
        Ok(())
    }

    /// The value of an extent, if it is valid for tensors; else the reason why not.
    fn checked_extent(&self, extent: &Extent, values: &[i64]) -> Result<usize, String> {
        let value = match extent.as_const() {
            Some(value) => value,
            None => extent.evaluate(|s| self.value_of(s, values)).map_err(|error| error.to_string())?,
        };
        let inside = usize::try_from(value).ok().filter(|_| value <= MAX_EXTENT);
        inside.ok_or_else(|| format!("it would be {value}"))
    }

    /// A symbol of a result that the arguments do not determine.
    fn undetermined(&self, result: &ResultParam) -> Option<Symbol> {
        let mut used = result.r#type.extents.iter().flat_map(Extent::symbols);
        used.find(|symbol| self.symbols.binary_search(symbol).is_err())
    }

    /// True if the arguments determine the extents of result `at`; otherwise they are known only after the
    /// call.
    pub fn is_known_before(&self, at: usize) -> bool {
        self.undetermined(&self.results[at]).is_none()
    }

    fn check_declared(&self, result: &ResultParam) -> Result<(), SignatureError> {
        let (entry, name) = (self.title.clone(), result.name.clone());
        if let Some(symbol) = self.undetermined(result).filter(|_| !self.binds) {
            return Err(SignatureError::Undetermined { entry, symbol });
        }
        let fits = |at: &usize| {
            let taken = self.params.get(*at).filter(|p| !p.strided).and_then(|p| p.tensor());
            taken.is_some_and(|taken| {
                taken == &result.r#type || taken.size().is_some_and(|n| result.r#type.size() == Some(n))
            })
        };
        match result.reuses.iter().all(fits) {
            true => Ok(()),
            false => Err(SignatureError::TakesOver { entry, result: name }),
        }
    }

    /// The entry's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The arguments.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// The results.
    pub fn results(&self) -> &[ResultParam] {
        &self.results
    }

    /// The symbol that argument `at`, a scalar, binds by its value.
    pub fn number(&self, at: usize) -> Option<&Symbol> {
        self.numbers.get(at).and_then(Option::as_ref)
    }

    /// The symbols that occur in the arguments' extents, sorted by name.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Checks actual arguments against the declared ones: the values of the symbols.
    ///
    /// # Errors
    /// [`CallError`] names the first argument that does not fit, with both types.
    pub fn bind(&self, given: &[Given<'_>]) -> Result<SymbolValues, CallError> {
        if given.len() != self.params.len() {
            let (expected, found) = (self.params.len(), given.len());
            return Err(CallError::ArgumentCount { entry: self.title.clone(), expected, found });
        }
        let mut values = SymbolValues::from_elem(0, self.symbols.len());
        let mut rules = self.rules.iter();
        let mut terms = false;
        for (at, (param, given)) in self.params.iter().zip(given).enumerate() {
            match (&param.r#type, given) {
                (ParamType::Scalar(expected), Given::Scalar(found)) if *expected == found.dtype() => {
                    if self.number(at).is_some() {
                        self.bind_extent(at, found.to_i64(), rules.next(), &mut values)?;
                    }
                }
                (ParamType::Tensor(expected), Given::Tensor(found)) if expected.fits(found) => {
                    for (extent, rule) in found.extents().iter().zip(&mut rules) {
                        // An extent above i64::MAX fits no rule and no term.
                        let extent = i64::try_from(*extent).unwrap_or(-1);
                        let fits = match *rule {
                            Rule::Constant(value) => extent == value,
                            Rule::Bind(k) => {
                                values[k] = extent;
                                true
                            }
                            Rule::Same(k) => extent == values[k],
                            Rule::Term => {
                                terms = true;
                                true
                            }
                        };
                        if !fits || !(0..=MAX_EXTENT).contains(&extent) {
                            return Err(self.misfit(param, given, &values));
                        }
                    }
                }
                _ => return Err(self.misfit(param, given, &values)),
            }
        }
        let values = if terms { self.bind_terms(given)? } else { values };
        self.check_inner(&values)?;
        Ok(values)
    }

    /// Binds the symbol of a scalar argument to its value.
    fn bind_extent(
        &self,
        at: usize,
        value: i64,
        rule: Option<&Rule>,
        values: &mut SymbolValues,
    ) -> Result<(), CallError> {
        if !(0..=MAX_EXTENT).contains(&value) {
            return Err(self.bad_number(at, value, "extents range from 0 to 2^48".to_string()));
        }
        match rule {
            Some(Rule::Bind(k)) => values[*k] = value,
            Some(Rule::Same(k)) if values[*k] != value => {
                return Err(self.bad_number(
                    at,
                    value,
                    format!("another argument gives it the value {}", values[*k]),
                ));
            }
            _ => {}
        }
        Ok(())
    }

    fn bad_number(&self, at: usize, value: i64, reason: String) -> CallError {
        CallError::Number {
            entry: self.title.clone(),
            argument: self.params[at].name.clone(),
            symbol: self.numbers[at].clone().expect("the caller passes an argument that binds an extent"),
            value,
            reason,
        }
    }

    /// The general case: extents that are terms.
    fn bind_terms(&self, given: &[Given<'_>]) -> Result<SymbolValues, CallError> {
        let mut actual = Vec::with_capacity(self.rules.len());
        let mut owners = Vec::with_capacity(self.rules.len());
        for (at, given) in given.iter().enumerate() {
            match given {
                Given::Tensor(layout) => {
                    actual.extend(layout.extents().iter().map(|e| i64::try_from(*e).unwrap_or(-1)));
                    owners.extend((0..layout.rank()).map(|axis| (at, axis)));
                }
                Given::Scalar(scalar) if self.number(at).is_some() => {
                    actual.push(scalar.to_i64());
                    owners.push((at, 0));
                }
                Given::Scalar(_) => {}
            }
        }
        let found = self.plan.bind(&actual).map_err(|error| {
            let equation = match &error {
                BindError::NoSolution { equation, .. }
                | BindError::Mismatch { equation, .. }
                | BindError::Evaluation { equation, .. } => owners.get(*equation).copied(),
                BindError::Count { .. } | BindError::Undetermined(_) => None,
            };
            let (at, axis) = equation.unwrap_or((0, 0));
            if let (Some(_), Some(Given::Scalar(scalar))) = (self.number(at), given.get(at)) {
                return self.bad_number(at, scalar.to_i64(), error.to_string());
            }
            let argument = self.params.get(at).map_or(String::new(), |p| p.name.clone());
            CallError::Extent { entry: self.title.clone(), argument, axis, error }
        })?;
        let mut values = SymbolValues::from_elem(0, self.symbols.len());
        for (place, value) in self.places.iter().zip(found) {
            values[*place] = value;
        }
        Ok(values)
    }

    /// The extents of result `at` for these symbols.
    ///
    /// # Errors
    /// [`CallError::ResultExtent`] if one is negative, above 2^48 or does not fit.
    pub fn result_extents(&self, at: usize, values: &[i64]) -> Result<Dims, CallError> {
        let result = &self.results[at];
        let mut dims = Dims::with_capacity(result.r#type.extents.len());
        for (axis, extent) in result.r#type.extents.iter().enumerate() {
            dims.push(self.checked_extent(extent, values).map_err(|reason| CallError::ResultExtent {
                entry: self.title.clone(),
                result: result.name.clone(),
                axis,
                extent: extent.clone(),
                reason: match self.is_known_before(at) {
                    true => reason,
                    false => "the program computes it, so it is known only after the call".to_string(),
                },
            })?);
        }
        Ok(dims)
    }

    /// Checks the destination array of result `at`.
    ///
    /// # Errors
    /// [`CallError::ResultType`] names the result, with both types.
    pub fn check_result(&self, at: usize, found: &Layout, values: &[i64]) -> Result<(), CallError> {
        self.check_result_extents(at, found, &self.result_extents(at, values)?)
    }

    /// Checks the destination array of result `at`, which has these extents.
    ///
    /// # Errors
    /// As for [`Signature::check_result`].
    pub fn check_result_extents(&self, at: usize, found: &Layout, dims: &[usize]) -> Result<(), CallError> {
        let result = &self.results[at];
        if found.dtype() == result.r#type.dtype && found.extents() == dims {
            return Ok(());
        }
        Err(CallError::ResultType {
            entry: self.title.clone(),
            result: result.name.clone(),
            expected: result.r#type.to_string(),
            needed: Layout::dense(result.r#type.dtype, dims).map_or(String::new(), |l| l.to_string()),
            found: found.to_string(),
        })
    }

    fn value_of(&self, symbol: &Symbol, values: &[i64]) -> Option<i64> {
        values.get(self.symbols.binary_search(symbol).ok()?).copied()
    }

    fn misfit(&self, param: &Param, given: &Given<'_>, values: &[i64]) -> CallError {
        let known = self.symbols.iter().zip(values).filter(|(_, v)| **v > 0);
        let used = |s: &Symbol| param.tensor().is_some_and(|t| t.extents.iter().any(|e| e.uses(s)));
        let known = known.filter(|(s, _)| used(s)).map(|(s, v)| format!("{s} = {v}"));
        CallError::ArgumentType {
            entry: self.title.clone(),
            argument: param.name.clone(),
            expected: param.r#type.to_string(),
            found: given.to_string(),
            symbols: known.collect::<Vec<_>>().join(", "),
        }
    }
}

/// The extents of tensors and the symbols of scalars, argument by argument.
fn declared(params: &[Param], numbers: &[Option<Symbol>]) -> Vec<Extent> {
    let mut declared = Vec::new();
    for (at, param) in params.iter().enumerate() {
        match (&param.r#type, numbers.get(at)) {
            (ParamType::Tensor(tensor), _) => declared.extend(tensor.extents.iter().cloned()),
            (ParamType::Scalar(_), Some(Some(symbol))) => declared.push(Extent::from(symbol.clone())),
            (ParamType::Scalar(_), _) => {}
        }
    }
    declared
}

impl fmt::Display for Given<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.dtype().fmt(f),
            Self::Tensor(layout) => layout.fmt(f),
        }
    }
}
