//! Runs functions as machine code.

use super::harness::Vector;
use crate::common::print;
use std::sync::OnceLock;
use tensorforge::{Argument, Array, Device, Session};
use tf_dialects::scalar::Scalar;
use tf_dialects::signature::ParamType;
use tf_ir::body::Body;

/// How many random programs the suite compiles; the interpreter runs more of them.
pub const SAMPLE: u64 = 10;

/// One session for all tests: compiled functions are cached.
fn session() -> &'static Session {
    static SESSION: OnceLock<Session> = OnceLock::new();
    SESSION.get_or_init(|| crate::sessions::session())
}

/// The results of a function, compiled as strictly as the interpreter runs; `shown` is the text to show if it
/// stops.
pub fn call(module: &Body, entry: &str, args: &[Vector], shown: &str) -> Vec<Vector> {
    let session = session();
    let mut module = session.parse("test.mlir", &print(module)).unwrap_or_else(|e| panic!("{e}\n{shown}"));
    let strict = module.ctx().string_attr("strict");
    for op in module.child_ops() {
        if let Some(function) = module.child_mut(op) {
            let root = function.root();
            function.set_attr(root, "tf.numerics", strict);
        }
    }
    let device = Device::cpu().with_level(crate::ops::level());
    let exe = session.compile_module(&module, &device).unwrap_or_else(|e| panic!("{device}: {e}\n{shown}"));
    let entry = exe.entry(entry).unwrap_or_else(|e| panic!("{e}\n{shown}"));
    let arrays: Vec<Array> = args
        .iter()
        .map(|v| Array::from_slice(&v.0, &v.1).expect("as many elements as extents say"))
        .collect();
    let given =
        arrays.iter().zip(args).zip(entry.signature().params()).map(|((array, v), param)| {
            match &param.r#type {
                ParamType::Scalar(dtype) => Argument::Scalar(Scalar::from_bits(*dtype, v.1[0].to_bits())),
                _ => Argument::Tensor(array.view()),
            }
        });
    let results: Vec<Array> =
        entry.call(given.collect::<Vec<_>>()).unwrap_or_else(|e| panic!("{e}\n{shown}"));
    results
        .iter()
        .map(|a| Vector(a.extents().to_vec(), a.as_slice::<f64>().expect("all is f64").to_vec()))
        .collect()
}
