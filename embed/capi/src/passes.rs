//! Passes of the caller.

use crate::failure::Failure;
use crate::ir::{Module, Op};
use crate::text::{optional, required};
use std::ffi::{c_char, c_void};
use std::sync::Arc;
use tensorforge::SessionBuilder;
use tensorforge::ir::body::Body;
use tensorforge::ir::builtin;
use tensorforge::ir::diag::Diagnostic;
use tensorforge::ir::location::Location;
use tensorforge::ir::pass::{
    Anchor, Changed, Failed, Growth, Pass, PassContext, PassInfo, PassResult, Scope,
};
use tensorforge::ir::verify::verify;

/// The result of a pass's function.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassOutcome {
    /// The module is unchanged.
    Unchanged = 0,
    /// The module may have changed.
    Changed = 1,
    /// The pass failed: tf_pass_error has reported the reason.
    Failed = 2,
}

/// The function of a pass; returns a tf_pass_outcome. The module belongs to the compiler, and handles are
/// valid during this call only. Pipelines may run on several threads, each with a separate module.
pub type PassFunction = Option<unsafe extern "C" fn(user: *mut c_void, module: *mut Module) -> i32>;

/// A pass of the caller, on modules, for tf_session_options: all members are there in every version.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PassOptions {
    /// Its name in pipelines: "my-pass".
    pub name: *const c_char,
    /// A description in one sentence; may be NULL.
    pub summary: *const c_char,
    /// The function that it runs.
    pub run: PassFunction,
    /// Passed to the function.
    pub user: *mut c_void,
    /// Called with `user` when the session is freed; may be NULL.
    pub release: Option<unsafe extern "C" fn(user: *mut c_void)>,
}

/// The caller's pointer, released at the end.
pub(crate) struct User {
    pub(crate) user: *mut c_void,
    pub(crate) release: Option<unsafe extern "C" fn(user: *mut c_void)>,
}

// SAFETY: the header documents that the function may be called on several threads.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

impl Drop for User {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: the caller passed both for this; it happens once.
            unsafe { release(self.user) };
        }
    }
}

/// A pass that calls a C function.
struct Foreign {
    name: &'static str,
    run: unsafe extern "C" fn(user: *mut c_void, module: *mut Module) -> i32,
    user: Arc<User>,
}

impl Pass for Foreign {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let lent = builtin::module(body.ctx(), Location::UNKNOWN);
        let mut module = Module::new(std::mem::replace(body, lent));
        // SAFETY: the caller passed both for this; a C function does not unwind.
        let outcome = unsafe { (self.run)(self.user.user, &mut module) };
        let (left, said) = module.into_parts();
        *body = left;
        let said_nothing = said.is_empty();
        cx.errors(said);
        let own = |text: String| Diagnostic::error(body.loc(body.root()), text);
        match outcome {
            _ if outcome == PassOutcome::Unchanged as i32 && said_nothing => Ok(Changed::No),
            _ if outcome == PassOutcome::Changed as i32 && said_nothing => {
                verify(body).map(|()| Changed::Yes).map_err(|errors| {
                    let left = format!("the pass '{}' left invalid IR", self.name);
                    cx.errors(errors.into_iter().map(|e| e.note(Location::UNKNOWN, left.clone())))
                })
            }
            _ if !(0..=2).contains(&outcome) => Err(cx.error(own(format!(
                "the pass '{}' returned {outcome}, which is not a tf_pass_outcome",
                self.name
            )))),
            _ if said_nothing => Err(cx.error(own(format!(
                "the pass '{}' failed without an error: report one with tf_pass_error",
                self.name
            )))),
            _ => Err(Failed),
        }
    }
}

/// Adds a pass to a session.
///
/// # Safety
/// The texts are readable; function and release may be called with `user`, on any thread.
pub(crate) unsafe fn add(builder: SessionBuilder, pass: &PassOptions) -> Result<SessionBuilder, Failure> {
    // SAFETY: promised by the caller.
    let (name, summary) = unsafe {
        (
            required(pass.name, "the name of a pass")?,
            optional(pass.summary, "the summary of a pass")?.unwrap_or(""),
        )
    };
    let sound = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if !sound {
        return Err(format!("'{name}' is not a valid pass name: use small letters, digits and '-'").into());
    }
    let run = pass.run.ok_or_else(|| format!("the pass '{name}' has no function"))?;
    let user = Arc::new(User { user: pass.user, release: pass.release });
    // Like the descriptions of built-in passes, this one lives as long as the process: a few hundred bytes.
    let info: &'static PassInfo = Box::leak(Box::new(PassInfo {
        name: name.to_string().leak(),
        title: name.to_string().leak(),
        summary: summary.to_string().leak(),
        docs: "",
        anchor: Anchor::Op(builtin::Module::NAME),
        scope: Scope::Tree,
        options: &[],
        statistics: &[],
        rules: &[],
        growth: Growth::NONE,
        make: |_| Err("the session creates passes of the caller".to_string()),
    }));
    Ok(builder.extended(move |_, passes| {
        let (user, name) = (user.clone(), info.name);
        passes.pass_made_by(info, move |_| Ok(Box::new(Foreign { name, run, user: user.clone() })));
    }))
}

/// Reports an error of the program while a pass of the caller runs: the pass fails, with the location of this
/// operation, or without a location if it is none.
///
/// # Safety
/// `module` is the pass's argument, `message` a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_pass_error(module: *mut Module, op: Op, message: *const c_char) {
    // SAFETY: promised by the caller.
    let Some(module) = (unsafe { module.as_mut() }) else { return };
    // SAFETY: promised by the caller.
    let message = unsafe { required(message, "the error message of a pass") };
    let message = message.map_or_else(|wrong| wrong, str::to_string);
    module.fail(op, message);
}
