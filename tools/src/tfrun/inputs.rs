//! Arguments from files: matches arrays with arguments, and checks their types and extents.

use std::path::Path;
use tensorforge::files::{ArrayFile, Stored};
use tensorforge::{Argument, Array, RunError, Signature};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::signature::{CallError, Given, Param, ParamType};
use tf_ir::text::did_you_mean;

/// An argument, and its origin.
pub(super) struct Value {
    pub(super) array: Array,
    pub(super) origin: String,
}

/// The given arguments of a function.
pub(super) struct Inputs<'s> {
    pub(super) signature: &'s Signature,
    pub(super) values: Vec<Option<Value>>,
}

impl<'s> Inputs<'s> {
    /// Reads the files of `--in`: whole files first, so that single arguments override them.
    pub(super) fn read(signature: &'s Signature, specs: &[String]) -> Result<Inputs<'s>, String> {
        let values = signature.params().iter().map(|_| None).collect();
        let mut inputs = Inputs { signature, values };
        let (named, whole): (Vec<_>, Vec<_>) = specs.iter().partition(|s| split(s).is_some());
        for file in whole {
            inputs.add_file(file)?;
        }
        let mut taken: Vec<usize> = Vec::new();
        for (name, what) in named.iter().filter_map(|spec| split(spec)) {
            let at = inputs.position(name)?;
            if taken.contains(&at) {
                return Err(format!("{} is given twice with --in", inputs.called(at)));
            }
            taken.push(at);
            let value = inputs.single(at, what)?;
            inputs.values[at] = Some(value);
        }
        Ok(inputs)
    }

    /// `argument 'x' of 'step'`
    fn called(&self, at: usize) -> String {
        format!("argument '{}' of '{}'", self.signature.params()[at].name, self.signature.name())
    }

    fn position(&self, name: &str) -> Result<usize, String> {
        let params = self.signature.params();
        if let Some(number) = name.strip_prefix('#') {
            let at = number.parse::<usize>().ok().filter(|at| *at < params.len());
            return at.ok_or_else(|| {
                format!(
                    "no argument '{name}': '{}' takes {} arguments, from #0 on",
                    self.signature.name(),
                    params.len()
                )
            });
        }
        let names = || params.iter().map(|p| p.name.as_str());
        names().position(|n| n == name).ok_or_else(|| {
            let all: Vec<&str> = names().collect();
            let (function, hint) = (self.signature.name(), did_you_mean(name, names()));
            format!("'{function}' has no argument '{name}'{hint}; it takes: {}", all.join(", "))
        })
    }

    /// Takes every array of a file whose name is an argument's name or position.
    fn add_file(&mut self, path: &str) -> Result<(), String> {
        let mut file = ArrayFile::open(path).map_err(|e| e.to_string())?;
        if file.is_single() {
            if self.signature.params().len() != 1 {
                let first = self.signature.params().first().map_or("NAME", |p| &p.name);
                return Err(format!(
                    "'{path}' holds one unnamed array: name its argument, as --in {first}={path}"
                ));
            }
            let stored = file.read("").map_err(|e| e.to_string())?;
            self.values[0] = Some(self.converted(0, stored, format!("'{path}'"))?);
            return Ok(());
        }
        let mut found = false;
        for at in 0..self.values.len() {
            let names = [self.signature.params()[at].name.clone(), format!("a{at}"), format!("arr_{at}")];
            let Some(name) = names.into_iter().find(|name| file.names().any(|n| n == name)) else { continue };
            let stored = file.read(&name).map_err(|e| e.to_string())?;
            self.values[at] = Some(self.converted(at, stored, format!("'{path}', array '{name}'"))?);
            found = true;
        }
        if found {
            return Ok(());
        }
        let there: Vec<&str> = file.names().take(20).collect();
        let wanted: Vec<&str> = self.signature.params().iter().map(|p| p.name.as_str()).collect();
        Err(format!(
            "'{path}' has no array for '{}': it has '{}', and the arguments are '{}'",
            self.signature.name(),
            there.join("', '"),
            wanted.join("', '")
        ))
    }

    /// A scalar, or the one array of a file, or `FILE:NAME`.
    fn single(&self, at: usize, what: &str) -> Result<Value, String> {
        let param = &self.signature.params()[at];
        if let Some(value) = number(param, what) {
            let array = Array::from_scalars(value.dtype(), &[], &[value]).map_err(|e| e.to_string())?;
            return Ok(Value { array, origin: format!("'{what}'") });
        }
        if is_scalar(param) && what.parse::<f64>().is_ok() && !Path::new(what).exists() {
            return Err(format!("{} is {}, which cannot represent {what}", self.called(at), param.r#type));
        }
        let (path, name) = match what.rsplit_once(':') {
            Some((path, name)) if !Path::new(what).exists() => (path, Some(name)),
            _ => (what, None),
        };
        let failed = |e: tensorforge::files::FileError| format!("{}: {e}", self.called(at));
        let mut file = ArrayFile::open(path).map_err(failed)?;
        let name = match (name, file.names().len()) {
            (Some(name), _) => name.to_string(),
            (None, 1) => file.names().next().unwrap_or_default().to_string(),
            (None, count) => {
                let there: Vec<&str> = file.names().take(20).collect();
                let there = there.join("', '");
                return Err(format!(
                    "{}: '{path}' holds {count} arrays: select one, as {path}:NAME; it has '{there}'",
                    self.called(at)
                ));
            }
        };
        let stored = file.read(&name).map_err(failed)?;
        let origin = if name.is_empty() { format!("'{path}'") } else { format!("'{path}', array '{name}'") };
        self.converted(at, stored, origin)
    }

    /// Checks the element type and rank against the argument's; extents are checked when all are known.
    fn converted(&self, at: usize, stored: Stored, origin: String) -> Result<Value, String> {
        let param = &self.signature.params()[at];
        let (dtype, rank) = match &param.r#type {
            ParamType::Scalar(dtype) => (*dtype, 0),
            ParamType::Tensor(tensor) => (tensor.dtype, tensor.extents.len()),
        };
        if !stored.stored_type().serves(dtype) || stored.extents().len() != rank {
            return Err(format!("{} is {}, but {origin} has {stored}", self.called(at), param.r#type));
        }
        let array = stored.into_array_of(dtype).map_err(|e| format!("{origin}: {e}"))?;
        Ok(Value { array, origin })
    }

    /// The arguments in order, checked against the signature.
    pub(super) fn arguments(&self) -> Result<Vec<Argument<'_>>, String> {
        let mut arguments = Vec::with_capacity(self.values.len());
        for (at, value) in self.values.iter().enumerate() {
            let Some(value) = value else {
                let r#type = &self.signature.params()[at].r#type;
                let name = &self.signature.params()[at].name;
                return Err(format!(
                    "{} ({type}) has no value: give it with --in {name}=FILE, or --random",
                    self.called(at)
                ));
            };
            arguments.push(match self.signature.params()[at].r#type {
                ParamType::Scalar(_) => {
                    Argument::Scalar(value.array.get_flat(0).expect("an array of rank 0 has an element"))
                }
                ParamType::Tensor(_) => Argument::from(&value.array),
            });
        }
        let given: Vec<Given<'_>> = arguments
            .iter()
            .map(|a| match a {
                Argument::Scalar(scalar) => Given::Scalar(*scalar),
                Argument::Tensor(view) => Given::Tensor(view.layout()),
            })
            .collect();
        self.signature.bind(&given).map_err(|error| self.explained(&error))?;
        Ok(arguments)
    }

    /// The mismatch, and the file it comes from.
    pub(super) fn explained(&self, error: &CallError) -> String {
        let argument = match error {
            CallError::ArgumentType { argument, .. }
            | CallError::Extent { argument, .. }
            | CallError::Number { argument, .. } => argument,
            _ => return error.to_string(),
        };
        let at = self.signature.params().iter().position(|p| p.name == *argument);
        match at.and_then(|at| self.values[at].as_ref()) {
            Some(value) => format!("{error}; it is from {}", value.origin),
            None => error.to_string(),
        }
    }
}

/// The error of a call, with the file if it is about an argument.
pub(super) fn run_error(inputs: &Inputs<'_>, error: tensorforge::Error) -> crate::front::Failure {
    match &error {
        tensorforge::Error::Run(RunError::Call(call)) => inputs.explained(call).into(),
        _ => error.into(),
    }
}

/// `NAME=FILE`; a name has no slash, so that paths may have equals signs.
fn split(spec: &str) -> Option<(&str, &str)> {
    spec.split_once('=').filter(|(name, _)| !name.contains('/') && !name.is_empty())
}

fn is_scalar(param: &Param) -> bool {
    param.tensor().is_none_or(|tensor| tensor.extents.is_empty())
}

/// A scalar for a scalar argument, unless the text is the name of a file.
fn number(param: &Param, text: &str) -> Option<Scalar> {
    let dtype = match &param.r#type {
        ParamType::Scalar(dtype) => *dtype,
        ParamType::Tensor(tensor) if tensor.extents.is_empty() => tensor.dtype,
        ParamType::Tensor(_) => return None,
    };
    if Path::new(text).exists() {
        return None;
    }
    match dtype {
        DType::Int(1) => match text {
            "1" | "true" | "True" => Some(Scalar::from_bool(true)),
            "0" | "false" | "False" => Some(Scalar::from_bool(false)),
            _ => None,
        },
        dtype if dtype.is_float() => text.parse().ok().map(|v| Scalar::from_f64(dtype, v)),
        dtype => {
            let value: i128 = text.parse().ok()?;
            let (least, greatest) = dtype.range()?;
            (least..=greatest).contains(&value).then(|| Scalar::from_bits(dtype, value as u64))
        }
    }
}
