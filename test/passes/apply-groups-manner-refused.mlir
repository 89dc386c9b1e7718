// What of the places of members the loops of a group do not follow, with a remark; a remark that nobody expects is an error.
// RUN: tfopt %s --apply-groups --split-input-file --verify-diagnostics -o /dev/null
// RUN: tfopt %s --check-semantics --split-input-file --apply-groups -o /dev/null

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> attributes {tf.target = {l1_bytes = 256 : i64, l2_bytes = 1024 : i64, l3_bytes = 4096 : i64}} {
  // expected-remark @+1 {{the group's loops are left out: it has the layout (i, j) -> (j, i) for s, whose axes are (i, k): a layout names exactly these axes}}
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
  // expected-remark @+1 {{the group's loops are left out: it has the layout (i) -> (i) for s, whose axes are (i, k): a layout names exactly these axes}}
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
  // expected-remark @+1 {{the group's loops are left out: it lays out s, which is kept in a window: places in it are those of numbers modulo its length}}
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
  // expected-remark @+1 {{the group's loops are left out: it lays out s in parts of an axis, but it is read with wrap: the ends of the axis are not those of what is stored}}
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
  // expected-remark @+1 {{the group's loops are left out: it lays out s in parts of an axis, but it is read with wrap: the ends of the axis are not those of what is stored}}
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
  // expected-remark @+1 {{the group's loops are left out: it makes 288 bytes of s at a time, more than the 256 of l1}}
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
  // expected-remark @+1 {{the group's loops are left out: it makes 1152 bytes of s at a time, more than the 1024 of l2}}
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
  // expected-remark @+1 {{the group's loops are left out: it makes s in l3, but how many bytes it has at a time is no constant}}
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
  // expected-remark @+1 {{the group's loops are left out: it makes s one trip of i ahead, but threads share the trips}}
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
  // expected-remark @+1 {{the group's loops are left out: it makes 288 bytes of s at a time, more than the 256 of l1}}
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
