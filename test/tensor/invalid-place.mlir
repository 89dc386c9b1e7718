// What the place of a member may not say.
// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<?{n}x9xf32>) -> tensor<?{n}x9xf32> {
  // expected-error @+1 {{place has the layout (i, k) -> (i + k, k), which stores result #0 by an expression that is no part of an index: write d, d floordiv c or d mod c for an index d and a constant c}}
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
  // expected-error @+1 {{place has the layout (i, k) -> (i, i), which does not store index #0 once: it is one result, or the two of floordiv and mod by one constant are}}
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
  // expected-error @+1 {{place has the layout (i, k) -> (i floordiv 4, k, i mod 2), which does not store index #0 once}}
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
  // expected-error @+1 {{place has the layout (i, k) -> (k), which does not store index #0 once}}
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
  // expected-error @+1 {{place has the layout (i, k) -> (k, i), which is no map from the indices of a member's axes alone}}
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
  // expected-error @+1 {{place puts what members make in 'shared', a memory of GPUs: groups run on CPUs, which have l1, l2, l3, memory}}
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
  // expected-error @+1 {{place puts what members make in 'registers', but there are l1, l2, l3, memory}}
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
  // expected-error @+1 {{expected who computes it}}
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
  // expected-error @+1 {{place says 'by' twice}}
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
  // expected-error @+1 {{copies needs a number that is at least 1 and at most 2, not 0}}
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
  // expected-error @+1 {{place computes s wherever it is read: 'by', 'in', 'layout' and 'copies' are of what is kept for its readers}}
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
  // expected-error @+1 {{has a schedule that has all threads compute s in each trip of i.1, but they share the trips of i.0: each is at work on its own there}}
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
  // expected-error @+1 {{place makes s one trip ahead, but root is computed once: copies = 1}}
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
  // expected-error @+1 {{place makes s one trip ahead, but a window holds what trips before have made: copies = 1}}
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
