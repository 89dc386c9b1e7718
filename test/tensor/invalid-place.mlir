// What the place of a member may not say.
// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has a layout (i, k) -> (i + k, k) that has an unsupported expression as result #0: write d, d floordiv c or d mod c for an index d and a constant c}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, k) -> (i + k, k))>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has a layout (i, k) -> (i, i) that does not store index #0 exactly once: as one result, or as floordiv and mod by one constant}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, k) -> (i, i))>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has a layout (i, k) -> (i floordiv 4, k, i mod 2) that does not store index #0 exactly once}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, k) -> (i floordiv 4, k, i mod 2))>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has a layout (i, k) -> (k) that does not store index #0 exactly once}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, k) -> (k))>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has a layout (i, k) -> (k, i) that does not map exactly the indices of a member's axes}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, k)[n] -> (k, i))>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{redefinition of identifier 'i'}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, layout = (i, i) -> (i))>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has in = shared, a GPU memory: groups run on CPUs, which have l1, l2, l3, memory}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, in = shared)>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has in = registers; known are l1, l2, l3, memory}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, in = registers)>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has by = some; known are each, all}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, by = some)>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has 'by' twice}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, by = each, by = all)>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{copies needs an integer of at least 1 and at most 2, not 0}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.0, copies = 0)>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place inlines s: 'by', 'in', 'layout' and 'copies' need a stored member}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, inline, by = all)>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{has a schedule that computes s by all threads in i.1, but each thread runs other iterations of the parallel loop i.0: use by = each}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), parallel(i.0), place(s, at = i.1, by = all)>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place computes s one iteration ahead, but root is computed once: use copies = 1}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, root, copies = 2)>} {
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

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place computes s one iteration ahead, but a sliding window holds results of earlier iterations: use copies = 1}}
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8, 4]), order(i.0, i.1), place(s, at = i.1, keep = i.0, copies = 2)>} {
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
