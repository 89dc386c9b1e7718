//! Calls with shapes known beforehand: for bindings whose callers repeatedly pass small arrays of equal
//! shapes.

use crate::call::args::adapted;
use crate::call::executable::{Artifact, Entry, Target};
use crate::error::Error;
use tf_cpu::exec;
pub use tf_cpu::exec::Filling;
use tf_dialects::array::Layout;
use tf_dialects::scalar::Scalar;
use tf_dialects::signature::ParamType;

/// A call of a function with dense arrays of fixed extents: everything that follows from the extents is
/// computed and checked. [`Entry::prepare`] makes it.
#[derive(Debug)]
pub struct PreparedCall(exec::Prepared);

impl PreparedCall {
    /// The layouts of the results for these extents.
    pub fn results(&self) -> &[Layout] {
        self.0.results()
    }
}

impl Entry<'_> {
    /// Prepares a call with arrays of these layouts; `None` in the list is a scalar. Returns `None` if the
    /// function is not machine code of one piece or does not accept these layouts, if an array has gaps, or
    /// if an extent depends on a scalar: [`Entry::call`] then makes the call or reports the error.
    ///
    /// ```no_run
    /// # use tensorforge::{Device, Filling, Layout, DType, Session};
    /// # let text = "func.func @f(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
    /// #   %y = arith.addf %x, %x : tensor<?{n}xf32> return %y : tensor<?{n}xf32> }";
    /// let program = Session::new()?.compile_text(text, Device::cpu())?;
    /// let entry = program.entry("f")?;
    /// let layout = Layout::dense(DType::F32, &[2])?;
    /// let twice = entry.prepare(&[Some(layout)]).ok_or("it takes an array of two")?;
    /// let (x, mut y) = ([1.0f32, 2.0], [0.0f32; 2]);
    /// let argument = Filling::Array(bytemuck::bytes_of(&x));
    /// entry.call_prepared(&twice, &[argument], &mut [bytemuck::bytes_of_mut(&mut y)])?;
    /// assert_eq!(y, [2.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(&self, arguments: &[Option<Layout>]) -> Option<PreparedCall> {
        let Artifact::Machine(code, targets) = &self.compiled.code else { return None };
        match &targets[self.at] {
            Target::Whole(id) => code.prepare(*id, arguments).map(PreparedCall),
            Target::Staged(_) => None,
        }
    }

    /// The value converted to the type of the scalar parameter at `at`, if it is one and the conversion is
    /// lossless.
    pub fn number(&self, at: usize, value: Scalar) -> Option<Scalar> {
        let ParamType::Scalar(wanted) = self.signature().params().get(at)?.r#type else { return None };
        adapted(self.signature(), at, value).ok().filter(|value| value.dtype() == wanted)
    }

    /// Makes a prepared call on the elements of arrays, in the order of the signature.
    ///
    /// # Errors
    /// [`Error`]: the program stopped itself, reached a limit or was cancelled.
    ///
    /// # Panics
    /// If the call belongs to another program, or an argument or result differs from the prepared one in
    /// kind, size or alignment.
    pub fn call_prepared(
        &self,
        call: &PreparedCall,
        arguments: &[Filling<'_>],
        results: &mut [&mut [u8]],
    ) -> Result<(), Error> {
        let Artifact::Machine(code, _) = &self.compiled.code else {
            panic!("the call is prepared for another program");
        };
        Ok(code.call_prepared(&self.watch()?, &call.0, arguments, results)?)
    }
}
