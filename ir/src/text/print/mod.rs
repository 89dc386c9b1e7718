//! The printer of IR: bodies, ops, types and attributes to one string.

mod affine;
mod attrs;
mod dense;
mod floats;
mod locs;
mod names;
mod op;
mod region;
mod types;

pub use names::ValueNames;

use super::options::PrintOptions;
use super::string::{write_escaped, write_keyword_or_string};
use crate::attr::Attribute;
use crate::body::{Body, Value};
use crate::context::Context;
use crate::types::Type;
use names::Numbering;
use std::fmt::Write;
use std::io;
use std::ops::Range;

/// Writes text; an [`super::Assembly`] prints its op through this.
pub struct Printer<'a> {
    pub(super) out: String,
    ctx: &'a Context,
    opts: PrintOptions,
    /// The body whose ops are printed; its values have names in `names`.
    body: Option<&'a Body>,
    names: Numbering,
    indent: usize,
    default_dialects: Vec<&'a str>,
    /// Texts of types that were printed before, by handle: ranges of `type_texts`.
    types: Vec<Range<u32>>,
    type_texts: String,
    aliases: locs::Aliases,
    sink: Option<Sink<'a>>,
}

/// A writer that receives the text in pieces.
struct Sink<'a> {
    to: &'a mut dyn io::Write,
    result: io::Result<()>,
}

/// Length of text from which the sink receives a piece.
const PIECE: usize = 1 << 16;

/// The text of a module, or of any other body.
pub fn print_module(body: &Body, opts: &PrintOptions) -> String {
    let mut out = print_body(body, opts);
    out.push('\n');
    out
}

/// The text of a parsed module with its resources.
pub fn print_parsed(parsed: &super::Parsed, opts: &PrintOptions) -> String {
    let mut out = print_module(&parsed.body, opts);
    if !parsed.resources.is_empty() {
        out.push('\n');
        parsed.resources.write(&mut out);
    }
    out
}

/// As [`print_parsed`], to a writer, with little of the text in memory at a time.
///
/// # Errors
/// Errors of the writer.
pub fn print_parsed_to(
    parsed: &super::Parsed,
    opts: &PrintOptions,
    to: &mut dyn io::Write,
) -> io::Result<()> {
    let body = &parsed.body;
    let mut printer = Printer::new(body.ctx(), opts);
    printer.sink = Some(Sink { to, result: Ok(()) });
    printer.root(body);
    printer.out.push('\n');
    if !parsed.resources.is_empty() {
        printer.out.push('\n');
        parsed.resources.write(&mut printer.out);
    }
    printer.flush_to_sink();
    printer.sink.map_or(Ok(()), |sink| sink.result)
}

/// Appends bytes in hexadecimal.
pub(super) fn write_hex(out: &mut String, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.reserve(2 * bytes.len());
    for b in bytes {
        out.push(DIGITS[*b as usize >> 4] as char);
        out.push(DIGITS[*b as usize & 15] as char);
    }
}

/// The text of a body's root op, without a line end.
pub fn print_body(body: &Body, opts: &PrintOptions) -> String {
    let mut printer = Printer::new(body.ctx(), opts);
    printer.out.reserve(BYTES_PER_OP * ops(body));
    printer.root(body);
    printer.out
}

/// The average length of an op's text.
const BYTES_PER_OP: usize = 44;

/// The approximate number of ops in a body and the bodies in it.
fn ops(body: &Body) -> usize {
    let inner: usize = body.child_ops().into_iter().filter_map(|op| body.child(op)).map(ops).sum();
    body.op_bound() + inner
}

/// The text of a type.
pub fn type_to_string(ctx: &Context, ty: Type) -> String {
    let mut printer = Printer::new(ctx, &PrintOptions::default());
    printer.write_type(ty);
    printer.out
}

/// The text of an attribute.
pub fn attr_to_string(ctx: &Context, attr: Attribute) -> String {
    let mut printer = Printer::new(ctx, &PrintOptions::default());
    printer.attr(attr);
    printer.out
}

impl std::fmt::Write for Printer<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.out.push_str(text);
        Ok(())
    }
}

impl<'a> Printer<'a> {
    fn new(ctx: &'a Context, opts: &PrintOptions) -> Printer<'a> {
        Printer {
            out: String::new(),
            ctx,
            opts: *opts,
            body: None,
            names: Numbering::default(),
            indent: 0,
            default_dialects: vec!["builtin"],
            types: Vec::new(),
            type_texts: String::new(),
            aliases: locs::Aliases::default(),
            sink: None,
        }
    }

    /// Passes the text so far to the sink, if there is one.
    #[cold]
    fn flush_to_sink(&mut self) {
        let Some(sink) = &mut self.sink else { return };
        if sink.result.is_ok() {
            sink.result = sink.to.write_all(self.out.as_bytes());
        }
        self.out.clear();
    }

    /// Ends a line, and passes the text so far to the sink if it is long.
    #[inline]
    fn end_line(&mut self) {
        self.out.push('\n');
        if self.out.len() >= PIECE && self.sink.is_some() {
            self.flush_to_sink();
        }
    }

    /// The context.
    pub fn ctx(&self) -> &'a Context {
        self.ctx
    }

    /// The options in force.
    pub fn options(&self) -> &PrintOptions {
        &self.opts
    }

    /// Writes text verbatim.
    #[inline]
    pub fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Writes an integer.
    #[inline]
    pub fn integer(&mut self, value: impl itoa::Integer) {
        self.out.push_str(itoa::Buffer::new().format(value));
    }

    /// Writes `"text"` with escapes.
    pub fn string(&mut self, text: &str) {
        self.out.push('"');
        write_escaped(&mut self.out, text);
        self.out.push('"');
    }

    /// Writes a name bare if it is a bare identifier, else quoted.
    pub fn keyword_or_string(&mut self, name: &str) {
        write_keyword_or_string(&mut self.out, name);
    }

    /// Writes `@name`.
    pub fn symbol_name(&mut self, name: &str) {
        self.out.push('@');
        write_keyword_or_string(&mut self.out, name);
    }

    /// Goes to the next line, at the current indentation.
    pub fn newline(&mut self) {
        self.out.push('\n');
        self.indentation();
    }

    #[inline]
    fn indentation(&mut self) {
        const SPACES: &str = "                                                                ";
        let mut left = self.indent;
        while left > SPACES.len() {
            self.out.push_str(SPACES);
            left -= SPACES.len();
        }
        self.out.push_str(&SPACES[..left]);
    }

    /// Writes items with commas between them.
    pub fn commas<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        for (i, item) in items.into_iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            write(self, item);
        }
    }

    /// Writes a single item directly, and any other number of items as a list in square brackets.
    pub fn one_or_list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        if let [one] = items {
            return write(self, one);
        }
        self.text("[");
        self.commas(items, write);
        self.text("]");
    }

    /// Writes `%value`.
    #[inline]
    pub fn value(&mut self, value: Value) {
        self.names.write(&mut self.out, value);
    }

    /// Writes `%a, %b`.
    pub fn values(&mut self, values: impl IntoIterator<Item = Value>) {
        self.commas(values, Self::value);
    }

    /// The type of a value of the body that is printed.
    pub fn type_of(&self, value: Value) -> Type {
        self.body.expect("values are printed within a body").ty(value)
    }

    /// Writes the types of values: `i32, f32`.
    pub fn value_types(&mut self, values: impl IntoIterator<Item = Value>) {
        self.commas(values, |p, v| p.ty(p.type_of(v)));
    }

    /// Writes `i32, f32`.
    pub fn types(&mut self, types: impl IntoIterator<Item = Type>) {
        self.commas(types, Self::ty);
    }

    /// Writes the types after an arrow: `i32`, `(i32, f32)` or `()`.
    pub fn result_types(&mut self, types: &[Type]) {
        if let [single] = types
            && !matches!(self.ctx.type_data(*single), crate::types::TypeData::Function { .. })
        {
            return self.ty(*single);
        }
        self.text("(");
        self.types(types.iter().copied());
        self.text(")");
    }

    /// Writes ` -> types`, or nothing for no types.
    pub fn optional_arrow_types(&mut self, types: &[Type]) {
        if !types.is_empty() {
            self.text(" -> ");
            self.result_types(types);
        }
    }

    /// Writes `(i32, f32) -> i1`.
    pub fn functional_type(&mut self, inputs: &[Type], results: &[Type]) {
        self.text("(");
        self.types(inputs.iter().copied());
        self.text(") -> ");
        self.result_types(results);
    }

    /// Writes `[n, 2*m + 1]`.
    pub fn extents(&mut self, extents: &[crate::extent::Extent]) {
        self.text("[");
        self.commas(extents, |p, extent| {
            let _ = write!(p.out, "{extent}");
        });
        self.text("]");
    }

    /// Writes `a, b` without the types of 64-bit elements, as in arrays.
    pub fn attrs(&mut self, attrs: &[Attribute]) {
        self.commas(attrs.iter().copied(), Self::array_element);
    }
}
