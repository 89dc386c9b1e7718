//! The results of a kernel: the memory that it has written, as tensors.

use super::memory::Memory;
use crate::types::tensor::Tensor;

/// The result of a kernel's closure: [`Memory`] that it has written, or a tuple, an array or a vector of such
/// results. The launch returns the same structure of tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a result of a kernel",
    label = "does not consist of memory that the kernel writes",
    note = "a kernel returns memory from `k.write::<f32>([n])` or `k.change(&x)`, or several of these: `(y, \
            z)`"
)]
pub trait Written {
    /// The same structure of tensors.
    type Tensors;

    /// Appends the memory, in order.
    #[doc(hidden)]
    fn collect<'a>(&'a self, out: &mut Vec<&'a Memory>);

    /// The same structure with tensors from `next`, in order.
    #[doc(hidden)]
    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Self::Tensors;
}

impl Written for Memory {
    type Tensors = Tensor;

    fn collect<'a>(&'a self, out: &mut Vec<&'a Memory>) {
        out.push(self);
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Tensor {
        next()
    }
}

impl<W: Written> Written for Vec<W> {
    type Tensors = Vec<W::Tensors>;

    fn collect<'a>(&'a self, out: &mut Vec<&'a Memory>) {
        self.iter().for_each(|w| w.collect(out));
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Self::Tensors {
        self.iter().map(|w| w.rebuild(next)).collect()
    }
}

impl<W: Written, const N: usize> Written for [W; N] {
    type Tensors = [W::Tensors; N];

    fn collect<'a>(&'a self, out: &mut Vec<&'a Memory>) {
        self.iter().for_each(|w| w.collect(out));
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Self::Tensors {
        self.each_ref().map(|w| w.rebuild(next))
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {
        $(
            #[allow(non_snake_case)]
            impl<$($name: Written),*> Written for ($($name,)*) {
                type Tensors = ($($name::Tensors,)*);

                fn collect<'a>(&'a self, out: &mut Vec<&'a Memory>) {
                    let ($($name,)*) = self;
                    $($name.collect(out);)*
                }

                fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Self::Tensors {
                    let ($($name,)*) = self;
                    ($($name.rebuild(next),)*)
                }
            }
        )*
    };
}
tuples! { A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; }
