//! The key of a compute: a hash of its code, without the names of values and loops.

use super::Point;
use rustc_hash::FxHashMap;
use tf_dialects::loops::Parallel;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::text::{attr_to_string, type_to_string};

/// Attributes for schedules and loop names, which do not change the meaning of a compute.
const LEFT_OUT: [&str; 6] = ["schedule", "axes", "folds", "axis", "member", "by"];

/// The key of a compute: equal for equal code. Code inside a parallel loop has another key, because it has
/// only one thread.
pub fn key(body: &Body, op: Op, point: Point) -> String {
    key_with(body, op, point, "")
}

/// The key of code with additional text.
pub(super) fn key_with(body: &Body, op: Op, point: Point, words: &str) -> String {
    let mut writer = Writer { text: String::new(), numbers: FxHashMap::default() };
    writer.op(body, op);
    writer.text.push_str(words);
    let around = std::iter::successors(body.parent_op(op), |op| body.parent_op(*op));
    if around.into_iter().any(|op| body.is(op, Parallel)) {
        writer.text.push_str("in parallel");
    }
    format!("{}_{:016x}", point.word(), hash(writer.text.as_bytes()))
}

/// FNV-1a of 64 bits: the same on every machine.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Writes code with its values numbered by first use.
struct Writer {
    text: String,
    numbers: FxHashMap<Value, usize>,
}

impl Writer {
    fn op(&mut self, body: &Body, op: Op) {
        let ctx = body.ctx();
        self.text.push_str(body.op(op).name());
        for value in body.operands(op) {
            self.value(body, value);
        }
        let discardable = body.attrs(op).discardable;
        let mut attrs: Vec<(&str, Attribute)> = body.inherent(op).collect();
        attrs.extend(discardable.iter().map(|(name, attr)| (ctx.text(*name), *attr)));
        attrs.retain(|(name, _)| !LEFT_OUT.contains(name));
        attrs.sort_by_key(|(name, _)| *name);
        for (name, attr) in attrs {
            self.text.push_str(&format!(" {name}={}", attr_to_string(ctx, attr)));
        }
        for value in body.results(op) {
            self.value(body, value);
        }
        for region in body.regions(op) {
            for block in body.blocks(region) {
                self.text.push('{');
                for value in body.args(block) {
                    self.value(body, value);
                }
                for inner in body.ops(block) {
                    self.op(body, inner);
                }
                self.text.push('}');
            }
        }
        self.text.push('\n');
    }

    fn value(&mut self, body: &Body, value: Value) {
        let next = self.numbers.len();
        let number = *self.numbers.entry(value).or_insert(next);
        self.text.push_str(&format!(" %{number}:{}", type_to_string(body.ctx(), body.ty(value))));
    }
}
