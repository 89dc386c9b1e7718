//! Random arguments from a seed.

use super::inputs::{Inputs, Value};
use tensorforge::Array;
use tf_dialects::array::element_bytes;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::{Param, ParamType};
use tf_generate::Random;
use tf_ir::extent::{BindingPlan, Extent, Symbol};
use tf_ir::text::did_you_mean;

/// The range of extent symbols without a given value.
const EXTENTS: (i64, i64) = (1, 32);

/// Attempts to draw symbols until no extent is negative.
const TRIES: usize = 64;

/// The values of symbols.
type Symbols = Vec<(Symbol, i64)>;

impl Inputs<'_> {
    /// Fills in the missing arguments. Extents follow from the given arguments, from `dims`, or from the
    /// seed.
    pub(super) fn fill(&mut self, seed: u64, dims: &[(String, i64)]) -> Result<(), String> {
        let known = self.known_symbols(dims)?;
        let signature = self.signature;
        let missing: Vec<usize> = (0..self.values.len()).filter(|at| self.values[*at].is_none()).collect();
        let (shapes, symbols) = self.shapes(&missing, &known, &mut Random::new(seed))?;
        for (at, extents) in missing.into_iter().zip(shapes) {
            let param = &signature.params()[at];
            // Each argument has a separate random sequence: whether another one is given changes nothing.
            let mut random = Random::new(seed ^ (at as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93));
            let array = match signature.number(at).and_then(|symbol| value_of(&symbols, symbol)) {
                Some(extent) => {
                    let number = Scalar::from_i64(dtype(param), extent);
                    Array::from_scalars(dtype(param), &[], &[number]).map_err(|e| e.to_string())
                }
                None => array(dtype(param), &extents, &mut random),
            };
            let array =
                array.map_err(|e| format!("argument '{}' of '{}': {e}", param.name, signature.name()))?;
            self.values[at] = Some(Value { array, origin: format!("--random, seed {seed}") });
        }
        Ok(())
    }

    /// The symbols that `dims` and the arguments given determine.
    fn known_symbols(&self, dims: &[(String, i64)]) -> Result<Symbols, String> {
        let (mut declared, mut actual, mut owners) = (Vec::new(), Vec::new(), Vec::new());
        for (name, value) in dims {
            let symbols = || self.signature.symbols().iter().map(Symbol::as_str);
            let Some(symbol) = self.signature.symbols().iter().find(|s| s.as_str() == name) else {
                let all: Vec<&str> = symbols().collect();
                let hint = did_you_mean(name, symbols());
                let function = self.signature.name();
                let all = if all.is_empty() { "none".to_string() } else { all.join(", ") };
                return Err(format!("'{function}' has no extent '{name}'{hint}; it has: {all}"));
            };
            declared.push(Extent::from(symbol.clone()));
            actual.push(*value);
            owners.push(format!("--dim {name}={value}"));
        }
        for (at, (param, value)) in self.signature.params().iter().zip(&self.values).enumerate() {
            if let (Some(symbol), Some(value)) = (self.signature.number(at), value) {
                declared.push(Extent::from(symbol.clone()));
                actual.push(value.array.get_flat(0).map_or(-1, Scalar::to_i64));
                owners.push(format!("argument '{}', {}", param.name, value.origin));
            }
            let (Some(tensor), Some(value)) = (param.tensor(), value) else { continue };
            for (extent, found) in tensor.extents.iter().zip(value.array.extents()) {
                declared.push(extent.clone());
                actual.push(i64::try_from(*found).map_err(|_| "an extent does not fit 64 bits".to_string())?);
                owners.push(format!("argument '{}', {}", param.name, value.origin));
            }
        }
        // Equations that do not determine a symbol can only be checked when all are known.
        let symbols = BindingPlan::new(&declared).unbound().to_vec();
        let decided = |e: &Extent| !symbols.iter().any(|s| e.uses(s));
        let kept: Vec<usize> = (0..declared.len()).filter(|at| decided(&declared[*at])).collect();
        let declared: Vec<Extent> = kept.iter().map(|at| declared[*at].clone()).collect();
        let actual: Vec<i64> = kept.iter().map(|at| actual[*at]).collect();
        let plan = BindingPlan::new(&declared);
        let values = plan.bind(&actual).map_err(|error| {
            let at = equation(&error).map_or(String::new(), |e| format!("{}: ", owners[kept[e]]));
            format!("{at}{error}")
        })?;
        Ok(plan.symbols().iter().cloned().zip(values).collect())
    }

    /// The extents of some arguments, with the other symbols drawn.
    fn shapes(
        &self,
        missing: &[usize],
        known: &Symbols,
        random: &mut Random,
    ) -> Result<(Vec<Vec<usize>>, Symbols), String> {
        let mut failed = String::new();
        for _ in 0..TRIES {
            let mut symbols = known.clone();
            for symbol in self.signature.symbols() {
                let drawn = random.within(EXTENTS.0, EXTENTS.1);
                if !symbols.iter().any(|(s, _)| s == symbol) {
                    symbols.push((symbol.clone(), drawn));
                }
            }
            let params = missing.iter().map(|at| &self.signature.params()[*at]);
            match params.map(|param| extents(param, &symbols)).collect::<Result<_, String>>() {
                Ok(shapes) => return Ok((shapes, symbols)),
                Err(error) => failed = error,
            }
        }
        Err(format!("found no extents for --random: {failed}; set some with --dim NAME=N"))
    }
}

/// The extent that a binding error is about.
fn equation(error: &tf_ir::extent::BindError) -> Option<usize> {
    use tf_ir::extent::BindError;
    match error {
        BindError::NoSolution { equation, .. }
        | BindError::Mismatch { equation, .. }
        | BindError::Evaluation { equation, .. } => Some(*equation),
        BindError::Count { .. } | BindError::Undetermined(_) => None,
    }
}

fn value_of(symbols: &Symbols, symbol: &Symbol) -> Option<i64> {
    symbols.iter().find(|(s, _)| s == symbol).map(|(_, value)| *value)
}

fn dtype(param: &Param) -> DType {
    match &param.r#type {
        ParamType::Scalar(dtype) => *dtype,
        ParamType::Tensor(tensor) => tensor.dtype,
    }
}

fn extents(param: &Param, symbols: &Symbols) -> Result<Vec<usize>, String> {
    let value = |symbol: &Symbol| value_of(symbols, symbol);
    let terms = param.tensor().map_or(&[][..], |t| &t.extents);
    let evaluated = terms.iter().map(|term| {
        let found = term.evaluate(value).map_err(|e| e.to_string())?;
        usize::try_from(found)
            .map_err(|_| format!("extent '{term}' of argument '{}' would be {found}", param.name))
    });
    evaluated.collect()
}

fn array(dtype: DType, extents: &[usize], random: &mut Random) -> Result<Array, String> {
    let mut array = Array::zeros(dtype, extents).map_err(|e| e.to_string())?;
    let size = element_bytes(dtype).unwrap_or(1);
    for element in array.bytes_mut().chunks_exact_mut(size) {
        let value = match dtype {
            DType::Int(1) => Scalar::from_bool(random.chance(50)),
            // 24 bits, so that f32 represents every value exactly.
            dtype if dtype.is_float() => {
                Scalar::from_f64(dtype, (random.bits() >> 40) as f64 / f64::from(1 << 23) - 1.0)
            }
            dtype => Scalar::from_i64(dtype, random.within(0, 9)),
        };
        element.copy_from_slice(&value.bits().to_le_bytes()[..size]);
    }
    Ok(array)
}
