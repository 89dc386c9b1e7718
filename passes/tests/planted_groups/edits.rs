//! The group that the planted faults change, and common edits of its text.

/// Points, what is beside them, sums over the rows by chunks, and what reads the sums. Seven rows: the last
/// trip is ragged.
pub const GROUP: &str = r#"
func.func @main(%x: tensor<4x7x3xi32>, %z: tensor<3xi32>) -> (tensor<4x7x3xi32>, tensor<4x3xi32>) {
  %r0, %r1 = tensor.group attributes {axes = ["h", "i"], schedule = #tensor.schedule<split(h, [1]), split(i, [4, 2]), order(h.0, i.0, i.1)>} {
    %a = tensor.compute (%h, %i, %j) in [4, 7, 3] attributes {axes = ["h", "i", "j"]} {
      %v = tensor.at %x[%h, %i, %j] : tensor<4x7x3xi32>
      %w = arith.addi %v, %v : i32
      tensor.yield %w : i32
    } : tensor<4x7x3xi32>
    %b = tensor.compute (%h, %i, %j) in [4, 7, 3] attributes {axes = ["h", "i", "j"]} {
      %v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>
      %w = tensor.at %z[%j] : tensor<3xi32>
      %u = arith.subi %v, %w : i32
      tensor.yield %u : i32
    } : tensor<4x7x3xi32>
    %c = tensor.compute (%h, %j) in [4, 3] attributes {axes = ["h", "j"]} {
      %f = tensor.fold (%i) = 0 to 7 add attributes {axis = "i"} {
        %v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>
        tensor.yield %v : i32
      } : i32
      tensor.yield %f : i32
    } : tensor<4x3xi32>
    %d = tensor.compute (%h, %j) in [4, 3] attributes {axes = ["h", "j"]} {
      %v = tensor.at %c[%h, %j] : tensor<4x3xi32>
      %w = tensor.at %z[%j] : tensor<3xi32>
      %u = arith.subi %v, %w : i32
      tensor.yield %u : i32
    } : tensor<4x3xi32>
    tensor.yield %b, %d : tensor<4x7x3xi32>, tensor<4x3xi32>
  } : tensor<4x7x3xi32>, tensor<4x3xi32>
  return %r0, %r1 : tensor<4x7x3xi32>, tensor<4x3xi32>
}
"#;

pub const ORDER: &str = "order(h.0, i.0, i.1)";
pub const SUMS_OF_H: (&str, &str) = (
    "%v = tensor.at %a[%h, %i, %j] : tensor<4x7x3xi32>\n        tensor",
    "%v = tensor.at %x[0, %i, %j] : tensor<4x7x3xi32>\n        tensor",
);
/// The sums of one slice, in no loop over slices.
pub const ONE_SLICE: &[(&str, &str)] = &[
    SUMS_OF_H,
    (
        "(%h, %j) in [4, 3] attributes {axes = [\"h\", \"j\"]} {\n      %f",
        "(%j) in [3] attributes {axes = [\"j\"]} {\n      %f",
    ),
    ("tensor.yield %f : i32\n    } : tensor<4x3xi32>", "tensor.yield %f : i32\n    } : tensor<3xi32>"),
    ("tensor.at %c[%h, %j] : tensor<4x3xi32>", "tensor.at %c[%j] : tensor<3xi32>"),
];

/// What reads the sums of one slice stands in no loop over slices.
pub const CARRIED: &[(&str, &str)] = &[
    ONE_SLICE[0],
    ONE_SLICE[1],
    ONE_SLICE[2],
    (
        "(%h, %j) in [4, 3] attributes {axes = [\"h\", \"j\"]} {\n      %v",
        "(%h_, %j) in [4, 3] attributes {axes = [\"g\", \"j\"]} {\n      %v",
    ),
    ONE_SLICE[3],
];

/// The loop over slices is between the parts of the loop that is added up.
pub const UNBROKEN: &[(&str, &str)] = &[
    (ORDER, "order(i.0, h.0, i.1)"),
    ONE_SLICE[0],
    ONE_SLICE[1],
    ONE_SLICE[2],
    ONE_SLICE[3],
    (
        "(%h, %j) in [4, 3] attributes {axes = [\"h\", \"j\"]} {\n      %v",
        "(%h_, %j) in [4, 3] attributes {axes = [\"g\", \"j\"]} {\n      %v",
    ),
];

/// A window along a loop that threads share; nothing is added up in that.
pub const IN_TURN: &[(&str, &str)] = &[
    ("split(i, [4, 2])", "split(i, [2])"),
    (ORDER, "order(h.0, i.0), parallel(i.0), place(a, at = i.0, keep = h.0)"),
    (
        "attributes {axes = [\"h\", \"i\", \"j\"]} {\n      %v = tensor.at %x",
        "attributes {axes = [\"h\", \"i\", \"j\"], member = \"a\"} {\n      %v = tensor.at %x",
    ),
    SUMS_OF_H,
    (" attributes {axis = \"i\"}", ""),
];
