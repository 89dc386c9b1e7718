//! The text of a program after each pass.

use crate::error::Error;
use crate::session::Session;
use crate::session::device::Device;
use std::sync::{Arc, Mutex, PoisonError};
use tf_ir::body::Body;
use tf_ir::pass::{Event, Instrumentation, PassPoint, Token};
use tf_ir::text::{PrintOptions, print_module};

/// Records the text after each pass that changed the program.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<(String, String)>>>);

impl Instrumentation for Recorder {
    fn needs_whole(&self) -> bool {
        true
    }

    fn after(&self, at: &PassPoint<'_>, _token: Token, _emit: &mut dyn FnMut(Event)) {
        let text = print_module(at.root.unwrap_or(at.body), &PrintOptions::default());
        let mut stages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if stages.last().is_none_or(|(_, last)| *last != text) {
            stages.push((at.step.info.name.to_string(), text));
        }
    }
}

impl Session {
    /// The program as text, then after each pass of the device's pipeline that changed it, with the pass's
    /// name.
    ///
    /// ```
    /// # use tensorforge::{Device, Session};
    /// let session = Session::new()?;
    /// let text = "func.func @f(%x: i32) -> i32 {
    ///     %c = arith.constant 0 : i32
    ///     %y = arith.addi %x, %c : i32
    ///     return %y : i32
    /// }";
    /// let module = session.parse("f", text)?;
    /// let stages = session.stages(&module, &Device::interp().with_pipeline("cse,canonicalize"))?;
    /// let names: Vec<&str> = stages.iter().map(|(name, _)| name.as_str()).collect();
    /// assert_eq!(names, ["program", "canonicalize"]);
    /// assert!(!stages[1].1.contains("addi"));
    /// # Ok::<(), tensorforge::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Session::run_passes`].
    pub fn stages(&self, module: &Body, device: &Device) -> Result<Vec<(String, String)>, Error> {
        let mut module = module.duplicate();
        let recorder = Recorder::default();
        let program = print_module(&module, &PrintOptions::default());
        recorder.0.lock().unwrap_or_else(PoisonError::into_inner).push(("program".to_string(), program));
        self.describe_target(&mut module, device, self.schedules());
        drop(self.run_passes_watched(
            &mut module,
            &self.pipeline(device)?,
            vec![Box::new(recorder.clone())],
        )?);
        Ok(std::mem::take(&mut *recorder.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
