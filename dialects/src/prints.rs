//! The output of programs that print: the text with its values, and the receiver. A library prints nothing by
//! itself.

use crate::array::Array;
use crate::scalar::{DType, element_type};
use crate::stops::NUMBER;
use std::fmt;
use std::sync::Arc;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

/// The output of a print operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed<'a> {
    /// The text with its values.
    pub text: &'a str,
    /// The source location of the operation, `file:line:column`; empty if unknown.
    pub place: &'a str,
}

/// The function that receives the output.
type Sink = dyn Fn(Printed<'_>) + Send + Sync;

/// The receiver of the output of programs; clones share it. The default discards the output.
#[derive(Clone, Default)]
pub struct Printer(Option<Arc<Sink>>);

impl Printer {
    /// A function that receives the output, on the thread of the call.
    pub fn new(sink: impl Fn(Printed<'_>) + Send + Sync + 'static) -> Printer {
        Printer(Some(Arc::new(sink)))
    }

    /// True if there is a receiver: without one, the text need not be built.
    pub fn listens(&self) -> bool {
        self.0.is_some()
    }

    /// Passes the output to the receiver.
    pub fn print(&self, printed: Printed<'_>) {
        if let Some(sink) = &self.0 {
            sink(printed);
        }
    }
}

impl fmt::Debug for Printer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.listens() { "Printer" } else { "Printer(nobody)" })
    }
}

/// The text with its placeholders replaced by values: scalars (arrays of rank 0) without their type, other
/// arrays with it.
pub fn filled(text: &str, values: &[Array]) -> String {
    let mut values = values.iter();
    let mut out = String::new();
    for (i, part) in text.split(NUMBER).enumerate() {
        if i > 0 {
            match values.next() {
                Some(value) if value.extents().is_empty() => {
                    out.push_str(&value.get_flat(0).map_or_else(String::new, |scalar| scalar.to_string()));
                }
                Some(value) => out.push_str(&value.to_string()),
                None => out.push_str(NUMBER),
            }
        }
        out.push_str(part);
    }
    out
}

/// The text of an op that shows values.
pub fn words(op: OpRef<'_>) -> &str {
    op.attr("text").and_then(|a| op.ctx().attr_str(a)).unwrap_or_default()
}

/// The element types of an op's shown operands, from operand `first` on; the attribute `unsigned` lists the
/// unsigned ones, by position counted from `first`.
///
/// # Errors
/// The text lacks a placeholder for an operand, an operand has no elements that can be shown, or a position
/// is not an integer.
pub fn elements(op: OpRef<'_>, first: usize) -> Result<Vec<DType>, Diagnostic> {
    let text = words(op);
    let unsigned = op.attr("unsigned").and_then(|a| op.ctx().attr_i64s(a)).unwrap_or_default();
    if text.contains("{:") {
        return Err(op.error(
            "has '{:' in its text: the placeholder of a value is '{}', with nothing between the \
                braces",
        ));
    }
    let (places, values) = (text.matches(NUMBER).count(), op.operand_count() - first);
    if places != values {
        return Err(op.error(format_args!(
            "has {places} placeholders '{NUMBER}' in its text for {values} values: write one for each value"
        )));
    }
    let mut found = Vec::with_capacity(values);
    for value in op.operands().skip(first) {
        let ty = op.body().ty(value);
        found.push(element(op.ctx(), ty).ok_or_else(|| {
            op.error(format_args!("prints scalars and tensors, not {}", type_to_string(op.ctx(), ty)))
        })?);
    }
    for position in unsigned {
        match usize::try_from(position).ok().and_then(|at| found.get_mut(at)) {
            Some(dtype @ DType::Int(2..)) => *dtype = dtype.unsigned(),
            Some(other) => {
                return Err(
                    op.error(format_args!("marks value {position} as unsigned, but its type is {other}"))
                );
            }
            None => {
                return Err(
                    op.error(format_args!("marks value {position} as unsigned, but has {values} values"))
                );
            }
        }
    }
    Ok(found)
}

/// The element type of a value that arrays can hold.
fn element(ctx: &Context, ty: Type) -> Option<DType> {
    element_type(ctx, ty).filter(|dtype| !matches!(dtype, DType::Int(n) if ![1, 8, 16, 32, 64].contains(n)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn values_replace_placeholders() {
        let scalar = Array::from_slice(&[], &[0.1f32]).unwrap();
        let vector = Array::from_slice(&[2], &[1i32, -2]).unwrap();
        assert_eq!(filled("a {}, b {}!", &[scalar.clone(), vector]), "a 0.1, b i32[2] [ 1, -2]!");
        assert_eq!(filled("{} {}", &[scalar]), "0.1 {}");
    }

    #[test]
    fn a_printer_gets_the_text_and_is_absent_by_default() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let to = heard.clone();
        let printer = Printer::new(move |p| to.lock().unwrap().push(format!("{}@{}", p.text, p.place)));
        printer.clone().print(Printed { text: "x", place: "a.rs:1:2" });
        Printer::default().print(Printed { text: "y", place: "" });
        assert_eq!(*heard.lock().unwrap(), ["x@a.rs:1:2"]);
        assert!(printer.listens() && !Printer::default().listens());
    }
}
