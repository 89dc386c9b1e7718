//! Calls with named arguments.

use crate::call::args::{IntoArgument, Passed};
use crate::call::executable::{Entry, Executable};
use crate::call::results::Results;
use crate::error::Error;
use tf_dialects::signature::Signature;
use tf_ir::text::did_you_mean;

/// Arguments by the names of the program's inputs, in any order.
#[derive(Debug, Default)]
pub struct Named<'a>(Vec<(String, Passed<'a>)>);

impl<'a> Named<'a> {
    /// No arguments.
    pub fn new() -> Named<'a> {
        Named::default()
    }

    /// Adds an argument.
    pub fn with(mut self, name: impl Into<String>, value: impl IntoArgument<'a>) -> Named<'a> {
        self.0.push((name.into(), value.into_argument()));
        self
    }

    /// The arguments in the order of the signature.
    fn in_order(self, signature: &Signature) -> Result<Vec<Passed<'a>>, Error> {
        let title = signature.title();
        let names = || signature.params().iter().map(|param| &*param.name);
        let mut found: Vec<Option<Passed<'a>>> = names().map(|_| None).collect();
        for (name, value) in self.0 {
            let Some(at) = names().position(|known| known == name) else {
                let (hint, known) = (did_you_mean(&name, names()), names().collect::<Vec<_>>().join("', '"));
                return Err(Error::Arguments(format!(
                    "'{title}' has no argument '{name}'{hint} (it has '{known}')"
                )));
            };
            if found[at].replace(value).is_some() {
                return Err(Error::Arguments(format!("the argument '{name}' of '{title}' is given twice")));
            }
        }
        let missing: Vec<&str> =
            names().zip(&found).filter(|(_, f)| f.is_none()).map(|(name, _)| name).collect();
        if !missing.is_empty() {
            let missing = missing.join("', '");
            return Err(Error::Arguments(format!("'{title}' is called without its argument '{missing}'")));
        }
        Ok(found.into_iter().flatten().collect())
    }
}

impl Executable {
    /// Calls the first function with named arguments.
    ///
    /// ```
    /// # use tensorforge::*;
    /// # let program = Program::trace("f", |p| p.input::<f32>("x", [p.dim("n")]) * p.scalar::<f32>("rate"))?;
    /// # let exe = Session::new()?.compile(&program, &Device::interp())?;
    /// let x = Array::from_slice(&[2], &[1.0f32, 2.0])?;
    /// let y: Array = exe.call_named(Named::new().with("rate", 0.5).with("x", &x))?;
    /// assert_eq!(y.as_slice::<f32>()?, [0.5, 1.0]);
    /// let error = exe.call_named::<Array>(Named::new().with("rat", 0.5)).unwrap_err();
    /// assert!(error.to_string().contains("has no argument 'rat'; did you mean 'rate'?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Arguments`] if the names do not match those of the inputs; and as [`Executable::call`].
    pub fn call_named<'a, R: Results>(&self, arguments: Named<'a>) -> Result<R, Error> {
        self.call(arguments.in_order(self.signature())?)
    }
}

impl Entry<'_> {
    /// Calls it with named arguments; see [`Executable::call_named`].
    ///
    /// # Errors
    /// As [`Executable::call_named`].
    pub fn call_named<'a, R: Results>(&self, arguments: Named<'a>) -> Result<R, Error> {
        self.call(arguments.in_order(self.signature())?)
    }
}
