// What of the places of members the loops of a group do not follow, with a remark; a remark that nobody
// expects is an error.
// RUN: tfopt %s --apply-groups --split-input-file --verify-diagnostics -o /dev/null
// RUN: tfopt %s --check-semantics --split-input-file --apply-groups -o /dev/null

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: the schedule has the layout (i, j) -> (j, i) for s, whose axes are (i, k): a layout names exactly these axes}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, j) -> (j, i))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: the schedule has the layout (i) -> (i) for s, whose axes are (i, k): a layout names exactly these axes}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, root, layout = (i) -> (i))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: s has a layout, but also a sliding window, whose elements are addressed modulo its length}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.1, keep = i.0, layout = (i, k) -> (k, i))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: the layout of s splits an axis, but s is read with wrap: the stored axes have other ends}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, k) -> (k floordiv 4, i, k mod 4))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k + 1] wrap : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, k) -> (k, i))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k + 1] wrap : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: the layout of s splits an axis, but s is read with wrap: the stored axes have other ends}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, root, layout = (i, k) -> (k floordiv 4, i, k mod 4))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k + 1] wrap : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, root, layout = (i, k) -> (k, i))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k + 1] wrap : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: the live part of s has 288 bytes, more than the 256 of l1}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, in = l1)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: the live part of s has 1152 bytes, more than the 1024 of l2}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, in = l2, layout = (i, k) -> (i floordiv 32, k, i mod 32))>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.1, keep = i.0, in = l1)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: s must fit in l3, but the size of its live part is not constant}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, root, in = l3)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, root, in = memory)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.1, in = l1)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: s is computed one iteration of i ahead, but i runs in parallel: use copies = 1}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), parallel(i.0), place(s, at = i.0, copies = 2)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, in = l2, copies = 2)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}

// -----

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: the live part of s has 288 bytes, more than the 256 of l1}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.1, in = l1, copies = 2)>} {
    %s = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"], member = "s"} {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    %t = tensor.compute (%i, %k) in [n, 9] attributes {axes = ["i", "k"]} {
      %a = tensor.at %s[%i, %k] : tensor<?{n}x9xf32>
      tensor.yield %a : f32
    } : tensor<?{n}x9xf32>
    tensor.yield %t : tensor<?{n}x9xf32>
  } : tensor<?{n}x9xf32>
  return %y : tensor<?{n}x9xf32>
}
