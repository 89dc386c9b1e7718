//! Structures of values: the results of closures, the state of loops, the results of programs.

use crate::trace::state::{Shared, Traced, Val};
use crate::types::dim::Dim;
use crate::types::elem::Number;
use crate::types::tensor::{Arg, Operand, Tensor};
use std::rc::Rc;

/// Values in a structure: a [`Tensor`], a Rust scalar, a tuple, an array, a vector, or a struct of these made
/// by [`crate::values!`].
///
/// The results of loops and computes have the type [`Values::Traced`], in which tensors replace Rust scalars.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a result of traced code",
    label = "does not consist of tensors and scalars",
    note = "closures of programs, loops and computes return tensors, scalars, extents, or tuples, arrays \
            and vectors of these",
    note = "a struct of tensors becomes one by `#[derive(tensorforge::Values)]`"
)]
pub trait Values {
    /// The same structure of tensors.
    type Traced: Values<Traced = Self::Traced>;

    /// Appends the values, in order.
    #[doc(hidden)]
    fn collect(&self, out: &mut Vec<Arg>);

    /// The same structure with other values from `next`, in order.
    #[doc(hidden)]
    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Self::Traced;

    /// The values, in order.
    #[doc(hidden)]
    fn args(&self) -> Vec<Arg> {
        let mut out = Vec::new();
        self.collect(&mut out);
        out
    }
}

/// Builds structures of traced values.
pub(crate) trait Rebuild: Values {
    /// The same structure with these values; poisoned after an error.
    fn rebuilt(&self, shared: &Rc<Shared>, made: Traced<Vec<Val>>) -> Self::Traced {
        let mut made = made.ok().map(Vec::into_iter);
        self.rebuild(&mut || match made.as_mut().and_then(Iterator::next) {
            Some(val) => Tensor::of(shared, Ok(val)),
            None => Tensor::poison(shared),
        })
    }
}

impl<V: Values + ?Sized> Rebuild for V {}

impl Values for Tensor {
    type Traced = Tensor;

    fn collect(&self, out: &mut Vec<Arg>) {
        out.push(self.arg());
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Tensor {
        next()
    }
}

impl<V: Values> Values for &V {
    type Traced = V::Traced;

    fn collect(&self, out: &mut Vec<Arg>) {
        (**self).collect(out);
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> V::Traced {
        (**self).rebuild(next)
    }
}

macro_rules! single_values {
    ($($type:ty),*) => {
        $(impl Values for $type {
            type Traced = Tensor;

            fn collect(&self, out: &mut Vec<Arg>) {
                out.push((*self).arg());
            }

            fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Tensor {
                next()
            }
        })*
    };
}
single_values!(
    Number,
    bool,
    i8,
    i16,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
    usize,
    half::f16,
    half::bf16,
    f32,
    f64,
    Dim<'_>
);

impl<V: Values> Values for Vec<V> {
    type Traced = Vec<V::Traced>;

    fn collect(&self, out: &mut Vec<Arg>) {
        self.iter().for_each(|v| v.collect(out));
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Self::Traced {
        self.iter().map(|v| v.rebuild(next)).collect()
    }
}

impl<V: Values, const N: usize> Values for [V; N] {
    type Traced = [V::Traced; N];

    fn collect(&self, out: &mut Vec<Arg>) {
        self.iter().for_each(|v| v.collect(out));
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Self::Traced {
        self.each_ref().map(|v| v.rebuild(next))
    }
}

macro_rules! tuple_values {
    ($($($name:ident)*;)*) => {
        $(
            #[allow(non_snake_case)]
            impl<$($name: Values),*> Values for ($($name,)*) {
                type Traced = ($($name::Traced,)*);

                fn collect(&self, out: &mut Vec<Arg>) {
                    let ($($name,)*) = self;
                    $($name.collect(out);)*
                }

                fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Self::Traced {
                    let ($($name,)*) = self;
                    ($($name.rebuild(next),)*)
                }
            }
        )*
    };
}
tuple_values! {
    A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H;
    A B C D E F G H I; A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}

impl Values for () {
    type Traced = ();

    fn collect(&self, _out: &mut Vec<Arg>) {}

    fn rebuild(&self, _next: &mut dyn FnMut() -> Tensor) {}
}

/// A structure of values that are inputs of a program; made by `derive(Inputs)`.
///
/// ```
/// # extern crate tf_frontend as tensorforge;
/// use tensorforge::{Inputs, Program, Tensor, Values};
///
/// #[derive(Values, Inputs)]
/// struct Fluid {
///     #[input(f32, h, w)]
///     density: Tensor,
///     #[input(f32, 2, h, w)]
///     velocity: Tensor,
/// }
///
/// let program = Program::trace("decay", |p| {
///     let fluid: Fluid = p.inputs("fluid");
///     Fluid { density: fluid.density * 0.9, velocity: fluid.velocity }
/// })?;
/// assert_eq!(program.inputs(), ["fluid.density", "fluid.velocity"]);
/// # Ok::<(), tensorforge::TraceError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a structure of inputs",
    label = "does not declare its inputs",
    note = "a struct becomes one by `#[derive(tensorforge::Values, tensorforge::Inputs)]`, with the type \
            and shape of each field: `#[input(f32, n, 3)]`",
    note = "a single tensor is taken by `p.input::<f32>(\"x\", (n, 3))`"
)]
pub trait Inputs: Sized {
    /// Declares the inputs; their names start with `prefix` and a dot.
    fn inputs(p: &crate::Tracer, prefix: &str) -> Self;
}

impl crate::Tracer {
    /// A structure of inputs; their names start with `name` and a dot.
    pub fn inputs<T: Inputs>(&self, name: &str) -> T {
        T::inputs(self, name)
    }
}

/// Implements [`Values`](crate::Values) for structs of traced values, for use as loop state and as results;
/// `derive(Values)` does the same.
///
/// ```
/// use tf_frontend::{Program, Tensor, values};
///
/// struct Body {
///     position: Tensor,
///     velocity: Tensor,
/// }
/// values!(Body { position, velocity });
///
/// let program = Program::trace("fall", |p| {
///     let n = p.dim("n");
///     let position = p.input::<f32>("position", [n]);
///     let velocity = p.input::<f32>("velocity", [n]);
///     p.for_(0, 10, Body { position, velocity }, |_, body| Body {
///         position: &body.position + &body.velocity * 0.1,
///         velocity: body.velocity - 0.981,
///     })
/// });
/// assert!(program.is_ok());
/// ```
#[macro_export]
macro_rules! values {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::Values for $name {
            type Traced = $name;

            fn collect(&self, out: &mut ::std::vec::Vec<$crate::Arg>) {
                $($crate::Values::collect(&self.$field, out);)*
            }

            fn rebuild(&self, next: &mut dyn FnMut() -> $crate::Tensor) -> $name {
                $name { $($field: $crate::Values::rebuild(&self.$field, next)),* }
            }
        }
    };
}
