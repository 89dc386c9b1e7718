//! One random instance of an op: a function in text, arguments for it, the result of NumPy.

use std::fmt;
use tensorforge::Array;
use tf_dialects::scalar::{DType, Scalar};
use tf_generate::{Random, special};

/// Extents that go wrong easily: nothing, one, less than a vector, a bit more than one or many.
const AWKWARD: [usize; 8] = [0, 1, 2, 3, 5, 17, 33, 1025];
/// Elements of the largest argument.
const MAX_ELEMENTS: usize = 1100;

/// Integers and floats of every width.
pub const ALL: [DType; 10] = [
    DType::I1,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::Index,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
];
pub const FLOATS: [DType; 4] = [DType::F16, DType::BF16, DType::F32, DType::F64];
pub const INTS: [DType; 6] = [DType::I1, DType::I8, DType::I16, DType::I32, DType::I64, DType::Index];

/// An op in the table: how to make an instance of it.
pub struct Row {
    pub name: String,
    pub dtypes: Vec<DType>,
    pub make: Box<dyn Fn(&mut Case)>,
}

/// A row from a function.
pub fn row(name: impl Into<String>, dtypes: &[DType], make: impl Fn(&mut Case) + 'static) -> Row {
    Row { name: name.into(), dtypes: dtypes.to_vec(), make: Box::new(make) }
}

/// An extent: a constant, or a symbol with this value.
#[derive(Clone, PartialEq, Debug)]
pub struct Extent {
    pub size: usize,
    /// Its text in a term.
    pub term: String,
}

impl Extent {
    pub fn fixed(size: usize) -> Extent {
        Extent { size, term: size.to_string() }
    }

    /// Its text in a shape.
    fn dim(&self) -> String {
        if self.term.parse::<usize>().is_ok() { self.term.clone() } else { format!("?{{{}}}", self.term) }
    }
}

/// A value of the function.
#[derive(Clone, Debug)]
pub struct Val {
    pub name: String,
    pub dtype: DType,
    /// `None` for a scalar.
    pub shape: Option<Vec<Extent>>,
}

impl Val {
    pub fn extents(&self) -> &[Extent] {
        self.shape.as_deref().unwrap_or_default()
    }

    pub fn rank(&self) -> usize {
        self.extents().len()
    }

    pub fn sizes(&self) -> Vec<usize> {
        self.extents().iter().map(|e| e.size).collect()
    }

    pub fn ty(&self) -> String {
        ty(self.dtype, self.shape.as_deref())
    }
}

/// The value, as an operand.
impl fmt::Display for Val {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The text of a type.
pub fn ty(dtype: DType, shape: Option<&[Extent]>) -> String {
    match shape {
        None => dtype.to_string(),
        Some(shape) => {
            let dims: String = shape.iter().map(|e| format!("{}x", e.dim())).collect();
            format!("tensor<{dims}{dtype}>")
        }
    }
}

/// The text of a list.
pub fn list<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

/// An instance while it is made.
pub struct Case {
    pub random: Random,
    /// The element type of this instance.
    pub dtype: DType,
    /// No infinities, NaN or extremes: for references that compute in another precision.
    pub tame: bool,
    pub args: Vec<Array>,
    params: Vec<String>,
    body: Vec<String>,
    results: Vec<Val>,
    /// The result in NumPy: an expression over the arguments `a`, `b` …
    pub numpy: Option<String>,
    /// Rounded operations on the way to an element of the result.
    pub roundings: usize,
    next: usize,
}

impl Case {
    pub fn new(seed: u64, dtype: DType, tame: bool) -> Case {
        Case {
            random: Random::new(seed),
            dtype,
            tame,
            args: Vec::new(),
            params: Vec::new(),
            body: Vec::new(),
            results: Vec::new(),
            numpy: None,
            roundings: 1,
            next: 0,
        }
    }

    /// An awkward extent, at most `most`: a constant, or a symbol.
    pub fn extent(&mut self, most: usize) -> Extent {
        let fitting: Vec<usize> = AWKWARD.into_iter().filter(|n| *n <= most).collect();
        // The large ones are rare: they are slow.
        let size = match self.random.pick(&fitting).copied().unwrap_or(0) {
            n if n > 100 && !self.random.chance(30) => 4,
            n => n,
        };
        self.named(size)
    }

    /// An extent of this size: a constant, or a symbol, which is the same for equal sizes.
    pub fn named(&mut self, size: usize) -> Extent {
        if self.random.chance(50) { Extent::fixed(size) } else { Extent { size, term: format!("n{size}") } }
    }

    /// A shape whose rank lies in `ranks`.
    pub fn shape(&mut self, ranks: std::ops::RangeInclusive<usize>) -> Vec<Extent> {
        let rank = self.random.within(*ranks.start() as i64, *ranks.end() as i64) as usize;
        let mut shape = Vec::new();
        let mut left = MAX_ELEMENTS;
        for _ in 0..rank {
            let extent = self.extent(left);
            left /= extent.size.max(1);
            shape.push(extent);
        }
        self.random.shuffle(&mut shape);
        shape
    }

    fn element(&mut self, dtype: DType) -> Scalar {
        match (self.tame, dtype) {
            (false, _) => special(&mut self.random, dtype),
            (true, DType::Int(1)) => Scalar::from_bits(dtype, self.random.bits() & 1),
            (true, _) if dtype.is_float() => {
                Scalar::from_f64(dtype, self.random.within(-64, 64) as f64 / 16.0)
            }
            (true, _) => Scalar::from_i64(dtype, self.random.within(-9, 9)),
        }
    }

    /// An argument: a tensor of this type and shape.
    pub fn tensor_of(&mut self, dtype: DType, shape: &[Extent]) -> Val {
        let sizes: Vec<usize> = shape.iter().map(|e| e.size).collect();
        let count = sizes.iter().product();
        let elements: Vec<Scalar> = (0..count).map(|_| self.element(dtype)).collect();
        self.argument(dtype, shape, &elements)
    }

    /// An argument with these elements.
    pub fn argument(&mut self, dtype: DType, shape: &[Extent], elements: &[Scalar]) -> Val {
        let sizes: Vec<usize> = shape.iter().map(|e| e.size).collect();
        let array = Array::from_scalars(dtype, &sizes, elements).expect("as many elements as the shape has");
        let name = format!("%arg_{}", char::from(b'a' + self.args.len() as u8));
        self.args.push(array);
        let value = Val { name, dtype, shape: Some(shape.to_vec()) };
        self.params.push(format!("{value}: {}", value.ty()));
        value
    }

    /// An argument of the instance's element type.
    pub fn tensor(&mut self, ranks: std::ops::RangeInclusive<usize>) -> Val {
        let shape = self.shape(ranks);
        self.tensor_of(self.dtype, &shape)
    }

    /// A scalar that is read from an argument of rank 0.
    pub fn scalar(&mut self, dtype: DType) -> Val {
        let tensor = self.tensor_of(dtype, &[]);
        self.define(dtype, None, |_| format!("tensor.at {tensor}[] : {}", tensor.ty()))
    }

    /// Some axes of a tensor.
    pub fn axes(&mut self, rank: usize) -> Vec<usize> {
        (0..rank).filter(|_| self.random.chance(55)).collect()
    }

    /// One op with one result.
    pub fn define(&mut self, dtype: DType, shape: Option<&[Extent]>, op: impl FnOnce(&str) -> String) -> Val {
        let result = Val { name: format!("%r{}", self.next), dtype, shape: shape.map(<[Extent]>::to_vec) };
        self.next += 1;
        let ty = result.ty();
        self.body.push(format!("{result} = {}", op(&ty)));
        result
    }

    /// One op with several results.
    pub fn define_all(
        &mut self,
        types: &[(DType, Vec<Extent>)],
        op: impl FnOnce(&str) -> String,
    ) -> Vec<Val> {
        let name = format!("%r{}", self.next);
        self.next += 1;
        let value = |(i, (dtype, shape)): (usize, &(DType, Vec<Extent>))| {
            let name = if types.len() == 1 { name.clone() } else { format!("{name}#{i}") };
            Val { name, dtype: *dtype, shape: Some(shape.clone()) }
        };
        let values: Vec<Val> = types.iter().enumerate().map(value).collect();
        let words: Vec<String> = values.iter().map(Val::ty).collect();
        let names = if types.len() == 1 { name } else { format!("{name}:{}", types.len()) };
        self.body.push(format!("{names} = {}", op(&words.join(", "))));
        values
    }

    /// The results of the function.
    pub fn give(&mut self, values: &[Val]) {
        self.results.extend_from_slice(values);
    }

    /// The function.
    pub fn function(&self, name: &str) -> String {
        let names: Vec<String> = self.results.iter().map(Val::to_string).collect();
        let types: Vec<String> = self.results.iter().map(Val::ty).collect();
        let (names, types) = (names.join(", "), types.join(", "));
        format!(
            "func.func @{name}({}) -> ({types}) attributes {{tf.numerics = \"strict\"}} {{\n  {}\n  return {names} : {types}\n}}\n",
            self.params.join(", "),
            self.body.join("\n  "),
        )
    }
}
