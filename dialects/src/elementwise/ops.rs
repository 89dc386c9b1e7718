//! Generates the Rust API of a dialect from its table rows: a type per op, and a function that builds it.
//! Modules that invoke [`ops`] import the names below.

pub(crate) use crate::arith::{CmpF, CmpI};
pub(crate) use tf_ir::attr::ToAttribute;
pub(crate) use tf_ir::body::Value;
pub(crate) use tf_ir::builder::{Builder, Emit};
pub(crate) use tf_ir::opref::OpRef;
pub(crate) use tf_ir::types::Type;
pub(crate) use tf_ir::{OpDef, OpKind};

/// For each row a type (`Addf`) and a function (`addf`), which takes the operands, infers the type of the
/// result and returns the result. Comparisons take their predicate first, conversions their result type last;
/// ops with two results return both.
macro_rules! ops {
    ($dialect:literal; $(
        $ty:ident $name:ident: $kind:ident $(($cast:ident))?, $cost:literal, $by:ident($($f:path),+)
            $(.$law:ident($($arg:expr),*))*;
    )*) => { $(
        #[doc = concat!("`", $dialect, ".", stringify!($name), "`.")]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $ty;

        impl $ty {
            /// The full name of the op.
            pub const NAME: &'static str = concat!($dialect, ".", stringify!($name));
            /// The kind of the op; can be used in patterns.
            pub const KIND: OpKind = OpKind::of(Self::NAME);
        }

        impl OpDef for $ty {
            const NAME: &'static str = Self::NAME;
            type View<'a> = OpRef<'a>;

            fn view(op: OpRef<'_>) -> OpRef<'_> {
                op
            }
        }

        function!(concat!("Builds `", $dialect, ".", stringify!($name), "`."), $ty $name $kind);
    )* };
}
pub(crate) use ops;

/// The function of a row, by its kind.
macro_rules! function {
    ($doc:expr, $ty:ident $name:ident IntUnary) => { function!($doc, $ty $name (x) -> same_type); };
    ($doc:expr, $ty:ident $name:ident FloatUnary) => { function!($doc, $ty $name (x) -> same_type); };
    ($doc:expr, $ty:ident $name:ident FloatTest) => { function!($doc, $ty $name (x) -> truth_values); };
    ($doc:expr, $ty:ident $name:ident IntBinary) => { function!($doc, $ty $name (x, y) -> same_type); };
    ($doc:expr, $ty:ident $name:ident FloatBinary) => { function!($doc, $ty $name (x, y) -> same_type); };
    ($doc:expr, $ty:ident $name:ident FloatInt) => { function!($doc, $ty $name (x, n) -> same_type); };
    ($doc:expr, $ty:ident $name:ident FloatTernary) => { function!($doc, $ty $name (x, y, z) -> same_type); };
    ($doc:expr, $ty:ident $name:ident Words) => { function!($doc, $ty $name (x, y) -> same_type); };
    ($doc:expr, $ty:ident $name:ident WordsToFloat) => { function!($doc, $ty $name (x, y) -> single_floats); };
    ($doc:expr, $ty:ident $name:ident Select) => {
        #[doc = $doc]
        pub fn $name(b: &mut impl Emit, condition: Value, x: Value, y: Value) -> Value {
            let ty = same_type(b.body(), x);
            b.emit($ty, &[condition, x, y], ty, &[])
        }
    };
    ($doc:expr, $ty:ident $name:ident Cast) => {
        #[doc = $doc]
        pub fn $name(b: &mut impl Emit, x: Value, to: Type) -> Value {
            b.emit($ty, &[x], to, &[])
        }
    };
    ($doc:expr, $ty:ident $name:ident IntCompare) => { function!($doc, $ty $name by CmpI); };
    ($doc:expr, $ty:ident $name:ident FloatCompare) => { function!($doc, $ty $name by CmpF); };
    ($doc:expr, $ty:ident $name:ident AddExtended) => { function!($doc, $ty $name (x, y) -> same_type, truth_values); };
    ($doc:expr, $ty:ident $name:ident MulExtended) => { function!($doc, $ty $name (x, y) -> same_type, same_type); };
    ($doc:expr, $ty:ident $name:ident FloatPair) => { function!($doc, $ty $name (x) -> same_type, same_type); };
    ($doc:expr, $ty:ident $name:ident ($x:ident $(, $more:ident)*) -> $result:ident) => {
        #[doc = $doc]
        pub fn $name(b: &mut impl Emit, $x: Value $(, $more: Value)*) -> Value {
            let ty = $result(b.body(), $x);
            b.emit($ty, &[$x $(, $more)*], ty, &[])
        }
    };
    ($doc:expr, $ty:ident $name:ident ($x:ident $(, $more:ident)*) -> $first:ident, $second:ident) => {
        #[doc = $doc]
        pub fn $name(b: &mut Builder<'_>, $x: Value $(, $more: Value)*) -> [Value; 2] {
            let types = [$first(b.body, $x), $second(b.body, $x)];
            let op = b.op($ty, &[$x $(, $more)*], &types, &[]);
            [b.body.result(op, 0), b.body.result(op, 1)]
        }
    };
    ($doc:expr, $ty:ident $name:ident by $predicate:ident) => {
        #[doc = $doc]
        pub fn $name(b: &mut impl Emit, predicate: $predicate, x: Value, y: Value) -> Value {
            let (ty, predicate) = (truth_values(b.body(), x), predicate.to_attribute(b.body().ctx()));
            b.emit($ty, &[x, y], ty, &[("predicate", predicate)])
        }
    };
}
pub(crate) use function;

/// The type of a value.
pub(crate) fn same_type(body: &tf_ir::body::Body, x: Value) -> Type {
    body.ty(x)
}

/// `i1`, in the shape of a value.
pub(crate) fn truth_values(body: &tf_ir::body::Body, x: Value) -> Type {
    let ctx = body.ctx();
    ctx.with_elem(body.ty(x), ctx.i1())
}

/// `f32`, in the shape of a value.
pub(crate) fn single_floats(body: &tf_ir::body::Body, x: Value) -> Type {
    let ctx = body.ctx();
    ctx.with_elem(body.ty(x), ctx.f32())
}
