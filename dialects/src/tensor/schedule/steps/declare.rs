//! The declaration of a step: a type whose fields are the arguments of its form.

use crate::tensor::schedule::LoopNames;
use crate::tensor::schedule::arguments::Value;
use crate::tensor::schedule::error::{PlanError, StepError};
use crate::tensor::schedule::plan::Plan;
use crate::tensor::schedule::spec::StepSpec;

/// A type of steps with its form.
pub(super) trait Declared: Sized {
    /// The form.
    const SPEC: &'static StepSpec;
    /// The arguments, in the order of the form.
    fn values(&self) -> Vec<Value>;
    /// The step of checked values.
    fn of(values: Vec<Value>) -> Option<Self>;
}

/// The effect of a step.
pub(super) trait Transform: Declared {
    /// Checks what the form does not express.
    ///
    /// # Errors
    /// The arguments do not fit each other.
    fn check(&self) -> Result<(), StepError> {
        Ok(())
    }

    /// Applies the step to a plan.
    ///
    /// # Errors
    /// The step names an unknown loop, or contradicts an earlier step.
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError>;

    /// The steps of this type that build a plan.
    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Self>;
}

/// Declares a type of steps: the fields with the arguments that they are in text, then the other entries of
/// its form.
macro_rules! step {
    (
        $(#[$doc:meta])*
        pub struct $name:ident { $($(#[$field_doc:meta])* $field:ident: $ty:ty = $arg:expr,)* }
        $($key:ident: $value:expr,)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $ty,)*
        }

        impl $crate::tensor::schedule::steps::declare::Declared for $name {
            const SPEC: &'static $crate::tensor::schedule::spec::StepSpec =
                &$crate::tensor::schedule::spec::StepSpec { args: &[$($arg),*], $($key: $value,)* };

            fn values(&self) -> Vec<$crate::tensor::schedule::arguments::Value> {
                vec![$($crate::tensor::schedule::arguments::ArgValue::value(&self.$field)),*]
            }

            fn of(values: Vec<$crate::tensor::schedule::arguments::Value>) -> Option<$name> {
                let mut values = values.into_iter();
                let step = $name {
                    $($field: $crate::tensor::schedule::arguments::ArgValue::of(values.next()?)?,)*
                };
                values.next().is_none().then_some(step)
            }
        }
    };
}

pub(super) use step;
