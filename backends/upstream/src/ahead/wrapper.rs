//! The C functions of an entry, in upstream MLIR: they check arguments, lay out the words, call, and report
//! errors.

use super::ENTRY;
use super::header::dtype_number;
use super::names::Names;
use super::term::{Known, term};
use super::writer::{FunctionWriter, Strings};
use tf_abi::call::STOP_WORD;
use tf_dialects::array::element_bytes;
use tf_dialects::scalar::DType;
use tf_dialects::signature::{ParamType, Signature, TensorType};
use tf_ir::extent::{BindingPlan, Extent};

const PTR: &str = "!llvm.ptr";
const INTERNAL: &str = "attributes {llvm.linkage = #llvm.linkage<internal>}";

/// Writes the functions of an entry: binding of its symbols, extents of its results, the call.
pub(super) fn functions(
    signature: &Signature,
    names: &Names,
    sites: usize,
    strings: &mut Strings,
    out: &mut String,
) {
    let entry = Wrapper { signature, names, tensors: Tensor::all(signature) };
    entry.bind(strings, out);
    entry.extents(strings, out);
    entry.call(sites, strings, out);
}

/// A tensor argument or result.
struct Tensor<'a> {
    r#type: &'a TensorType,
    /// The value that points to its descriptor.
    value: String,
    /// Its name and type in messages.
    what: String,
}

impl<'a> Tensor<'a> {
    fn all(signature: &'a Signature) -> [Vec<Tensor<'a>>; 2] {
        let what = |kind: &str, name: &str, r#type: &TensorType| {
            format!("{kind} '{name}' of '{}' is {type}", signature.name())
        };
        let params = signature.params().iter().enumerate().filter_map(|(at, p)| {
            let r#type = p.tensor()?;
            Some(Tensor { r#type, value: format!("%a{at}"), what: what("argument", &p.name, r#type) })
        });
        let results = signature.results().iter().enumerate().map(|(at, r)| Tensor {
            r#type: &r.r#type,
            value: format!("%r{at}"),
            what: what("result", &r.name, &r.r#type),
        });
        [params.collect(), results.collect()]
    }

    fn bytes(&self) -> usize {
        element_bytes(self.r#type.dtype).expect("signatures have types that arrays have")
    }

    /// Checks everything except the values of its extents.
    fn check(&self, code: &mut FunctionWriter<'_>) {
        let dtype = code.value(&format!("arith.constant {} : i32", dtype_number(self.r#type.dtype)));
        let rank = code.value(&format!("arith.constant {} : i32", self.r#type.extents.len()));
        let size = code.int(self.bytes() as i64);
        let what = code.string(&self.what);
        code.check(&format!(
            "func.call @tf_check({}, {dtype}, {rank}, {size}, {what}, %error) : ({PTR}, i32, i32, i64, {PTR}, {PTR}) -> i32",
            self.value
        ));
    }

    /// Checks the extent of an axis.
    fn expect(&self, code: &mut FunctionWriter<'_>, known: &Known, axis: usize, extent: &Extent) {
        let wanted = term(code, known, extent);
        let (at, what) = (code.int(axis as i64), code.string(&self.what));
        code.check(&format!(
            "func.call @tf_expect({}, {at}, {}, {}, {what}, %error) : ({PTR}, i64, i64, i1, {PTR}, {PTR}) -> i32",
            self.value, wanted.value, wanted.bad
        ));
    }
}

struct Wrapper<'a> {
    signature: &'a Signature,
    names: &'a Names,
    /// Arguments and results.
    tensors: [Vec<Tensor<'a>>; 2],
}

impl Wrapper<'_> {
    fn binder(&self) -> String {
        format!("@tf_bind_{}", self.names.function)
    }

    /// Tensor arguments as parameters of a function.
    fn tensor_params(&self) -> Vec<String> {
        self.tensors[0].iter().map(|t| format!("{}: {PTR}", t.value)).collect()
    }

    /// `tf_bind_NAME(arguments, symbols, error)`: checks the arguments and writes the symbols in the order of
    /// their words.
    fn bind(&self, strings: &mut Strings, out: &mut String) {
        let mut params = self.tensor_params();
        params.push(format!("%symbols: {PTR}, %error: {PTR}"));
        let head = format!("func.func private {}({}) -> i32 {INTERNAL}", self.binder(), params.join(", "));
        let mut code = FunctionWriter::new(&head, strings);
        let mut axes = Vec::new();
        for tensor in &self.tensors[0] {
            tensor.check(&mut code);
            axes.extend(
                tensor.r#type.extents.iter().enumerate().map(|(axis, extent)| (tensor, axis, extent)),
            );
        }
        let declared: Vec<Extent> = axes.iter().map(|(.., extent)| (*extent).clone()).collect();
        let plan = BindingPlan::new(&declared);
        let mut known = Known::new();
        for (step, symbol) in plan.steps().iter().zip(plan.symbols()) {
            let (tensor, axis, _) = axes[step.equation];
            let [factor, rest] = [&step.factor, &step.rest].map(|e| term(&mut code, &known, e));
            let bad = code.value(&format!("arith.ori {}, {} : i1", factor.bad, rest.bad));
            let place = self.signature.symbols().binary_search(symbol);
            let word = code.word("%symbols", place.expect("a symbol of the signature"));
            let (at, what) = (code.int(axis as i64), code.string(&tensor.what));
            code.check(&format!(
                "func.call @tf_solve({}, {at}, {}, {}, {bad}, {word}, {what}, %error) : \
                 ({PTR}, i64, i64, i64, i1, {PTR}, {PTR}, {PTR}) -> i32",
                tensor.value, factor.value, rest.value
            ));
            known.push((symbol.clone(), code.value(&format!("llvm.load {word} : {PTR} -> i64"))));
        }
        for equation in plan.checks() {
            let (tensor, axis, extent) = axes[*equation];
            tensor.expect(&mut code, &known, axis, extent);
        }
        code.end("return %good : i32", out);
    }

    /// Calls the binder; returns the symbols.
    fn bound(&self, code: &mut FunctionWriter<'_>, symbols: &str) -> Known {
        let values = self.tensors[0].iter().map(|t| t.value.clone());
        let values: Vec<String> = values.chain([symbols.to_string(), "%error".to_string()]).collect();
        let types = vec![PTR; values.len()].join(", ");
        code.check(&format!("func.call {}({}) : ({types}) -> i32", self.binder(), values.join(", ")));
        let mut known = Known::new();
        for (at, symbol) in self.signature.symbols().iter().enumerate() {
            let word = code.word(symbols, at);
            known.push((symbol.clone(), code.value(&format!("llvm.load {word} : {PTR} -> i64"))));
        }
        known
    }

    /// `NAME_extents(tensor arguments, arrays for the extents of results, error)`
    fn extents(&self, strings: &mut Strings, out: &mut String) {
        let mut params = self.tensor_params();
        let ranked = || self.tensors[1].iter().filter(|r| !r.r#type.extents.is_empty());
        params.extend(ranked().map(|r| format!("{}: {PTR}", r.value)));
        params.push(format!("%error: {PTR}"));
        let head = format!("func.func @{}({}) -> i32", self.names.extents, params.join(", "));
        let mut code = FunctionWriter::new(&head, strings);
        let symbols = code.stack(self.signature.symbols().len());
        let known = self.bound(&mut code, &symbols);
        for result in ranked() {
            for (axis, extent) in result.r#type.extents.iter().enumerate() {
                let value = term(&mut code, &known, extent);
                let (at, what) = (code.int(axis as i64), code.string(&result.what));
                code.check(&format!(
                    "func.call @tf_possible({}, {}, {at}, {what}, %error) : (i64, i1, i64, {PTR}, {PTR}) -> i32",
                    value.value, value.bad
                ));
                let word = code.word(&result.value, axis);
                code.line(&format!("llvm.store {}, {word} : i64, {PTR}", value.value));
            }
        }
        code.end("return %good : i32", out);
    }

    /// `NAME(arguments, results, context, error)`
    fn call(&self, sites: usize, strings: &mut Strings, out: &mut String) {
        let params = self.signature.params().iter().enumerate().map(|(at, p)| match &p.r#type {
            ParamType::Tensor(_) => format!("%a{at}: {PTR}"),
            ParamType::Scalar(dtype) => format!("%a{at}: {}", c_type(*dtype)),
        });
        let results = self.tensors[1].iter().map(|r| format!("{}: {PTR}", r.value));
        let params: Vec<String> =
            params.chain(results).chain([format!("%context: {PTR}, %error: {PTR}")]).collect();
        let head = format!("func.func @{}({}) -> i32", self.names.function, params.join(", "));
        let mut code = FunctionWriter::new(&head, strings);
        let words = code.stack(self.word_count());
        let known = self.bound(&mut code, &words);
        for result in &self.tensors[1] {
            result.check(&mut code);
            for (axis, extent) in result.r#type.extents.iter().enumerate() {
                result.expect(&mut code, &known, axis, extent);
            }
        }
        self.check_overlaps(&mut code);
        self.fill(&mut code, &words);
        self.run(&mut code, &words, sites);
        code.end("return %good : i32", out);
    }

    fn word_count(&self) -> usize {
        let tensors = self.tensors.iter().flatten().map(|t| 1 + 2 * t.r#type.extents.len());
        let scalars = self.signature.params().len() - self.tensors[0].len();
        self.signature.symbols().len() + scalars + tensors.sum::<usize>()
    }

    /// Checks that no result overlaps an argument or another result.
    fn check_overlaps(&self, code: &mut FunctionWriter<'_>) {
        for (at, result) in self.tensors[1].iter().enumerate() {
            for other in self.tensors[0].iter().chain(&self.tensors[1][..at]) {
                let (size, other_size) = (code.int(result.bytes() as i64), code.int(other.bytes() as i64));
                let (what, others) = (code.string(&result.what), code.string(&other.what));
                code.check(&format!(
                    "func.call @tf_apart({}, {size}, {}, {other_size}, {what}, {others}, %error) : \
                     ({PTR}, i64, {PTR}, i64, {PTR}, {PTR}, {PTR}) -> i32",
                    result.value, other.value
                ));
            }
        }
    }

    /// The words after those of the symbols, see `tf_abi::call`.
    fn fill(&self, code: &mut FunctionWriter<'_>, words: &str) {
        let mut at = self.signature.symbols().len();
        let mut results = self.tensors[1].iter();
        for (position, param) in self.signature.params().iter().enumerate() {
            let word = code.word(words, at);
            match &param.r#type {
                ParamType::Tensor(tensor) => {
                    code.line(&format!("func.call @tf_words({word}, %a{position}) : ({PTR}, {PTR}) -> ()"));
                    at += 1 + 2 * tensor.extents.len();
                }
                ParamType::Scalar(dtype) => {
                    let bits = scalar_bits(code, &format!("%a{position}"), *dtype);
                    code.line(&format!("llvm.store {bits}, {word} : i64, {PTR}"));
                    at += 1;
                }
            }
        }
        for result in results.by_ref() {
            let word = code.word(words, at);
            code.line(&format!("func.call @tf_words({word}, {}) : ({PTR}, {PTR}) -> ()", result.value));
            at += 1 + 2 * result.r#type.extents.len();
        }
    }

    /// Calls the entry, and reports the reason if it stopped.
    fn run(&self, code: &mut FunctionWriter<'_>, words: &str, sites: usize) {
        // Status, thread pool, the address of the word that stops the call, and that word, which is never
        // set; for traps, a lock and two values.
        let call = code.stack(7);
        let (stop, never) = (code.word(&call, STOP_WORD), code.word(&call, 3));
        let zero = code.int(0);
        code.line(&format!("llvm.store {never}, {stop} : {PTR}, {PTR}"));
        code.line(&format!("llvm.store {zero}, {never} : i64, {PTR}"));
        for number in 4..7 {
            let word = code.word(&call, number);
            code.line(&format!("llvm.store {zero}, {word} : i64, {PTR}"));
        }
        let clean = code.int(-1); // tf_abi::call::NO_TRAP
        code.line(&format!("llvm.store {clean}, {call} : i64, {PTR}"));
        let word = code.word(&call, 1);
        code.line(&format!("llvm.store %context, {word} : {PTR}, {PTR}"));
        let entry = self.signature.name();
        let returned =
            code.value(&format!("func.call @{ENTRY}{entry}({call}, {words}) : ({PTR}, {PTR}) -> i32"));
        let (texts, offsets) = (code.address("@tf_sites"), code.address("@tf_site_offsets"));
        let count = code.int(i64::try_from(sites).expect("a unit has far fewer traps"));
        let name = code.string(entry);
        code.check(&format!(
            "func.call @tf_stopped({call}, {returned}, {texts}, {offsets}, {count}, {name}, %error) : \
             ({PTR}, i32, {PTR}, {PTR}, i64, {PTR}, {PTR}) -> i32"
        ));
    }
}

/// The type in which a C function takes a scalar.
fn c_type(dtype: DType) -> &'static str {
    match dtype.signless() {
        DType::Int(1 | 32) => "i32",
        DType::Int(8) => "i8",
        DType::Int(16) | DType::F16 | DType::BF16 => "i16",
        DType::Int(_) | DType::UInt(_) | DType::Index => "i64",
        DType::F32 => "f32",
        DType::F64 => "f64",
    }
}

/// A scalar argument as a word.
fn scalar_bits(code: &mut FunctionWriter<'_>, value: &str, dtype: DType) -> String {
    match dtype.signless() {
        DType::Int(1) => {
            let truth = code.value(&format!("arith.cmpi ne, {value}, %good : i32"));
            code.value(&format!("arith.extui {truth} : i1 to i64"))
        }
        DType::F32 => {
            let bits = code.value(&format!("arith.bitcast {value} : f32 to i32"));
            code.value(&format!("arith.extui {bits} : i32 to i64"))
        }
        DType::F64 => code.value(&format!("arith.bitcast {value} : f64 to i64")),
        DType::Int(64) | DType::Index => value.to_string(),
        dtype => code.value(&format!("arith.extui {value} : {} to i64", c_type(dtype))),
    }
}
