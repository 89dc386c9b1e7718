// RUN: tfopt %s --split-input-file --verify-diagnostics --pass-pipeline='func.func(apply-schedule)'

// The owner of an element follows from its subscripts: threads may share the owners. Conditions may be around
// others.
func.func @owned(%at: tensor<?{n}xindex>, %x: tensor<?{n}xf32>, %s: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %two = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %r = tensor.compute (%p, %i) in [2, n] accumulate(set %acc = %s : tensor<?{m}xf32>) attributes {axes = ["p", "i"], schedule = #tensor.schedule<parallel(p)>} {
    %k = tensor.at %at[%i] : tensor<?{n}xindex>
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %rest = arith.remui %k, %two : index
    %mine = arith.cmpi eq, %p, %rest : index
    %more = arith.cmpf ogt, %v, %zero : f32
    loop.if %mine {
      loop.if %more {
        tensor.put %v into %acc[%k] drop : memref<?{m}xf32>
        loop.yield
      }
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{m}xf32>
}

// -----

// The number follows from the point.
func.func @points(%at: tensor<?{n}xindex>, %x: tensor<?{n}xf32>, %s: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %two = arith.constant 2 : index
  // expected-error @+1 {{runs p in parallel, but its points may put into the same element}}
  %r = tensor.compute (%p, %i) in [2, n] accumulate(set %acc = %s : tensor<?{m}xf32>) attributes {axes = ["p", "i"], schedule = #tensor.schedule<parallel(p)>} {
    %k = tensor.at %at[%i] : tensor<?{n}xindex>
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %rest = arith.remui %i, %two : index
    %mine = arith.cmpi eq, %rest, %p : index
    loop.if %mine {
      tensor.put %v into %acc[%k] drop : memref<?{m}xf32>
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{m}xf32>
}

// -----

// A policy moves the element after it was asked who owns it.
func.func @moved(%at: tensor<?{n}xindex>, %x: tensor<?{n}xf32>, %s: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %two = arith.constant 2 : index
  // expected-error @+1 {{runs p in parallel, but its points may put into the same element}}
  %r = tensor.compute (%p, %i) in [2, n] accumulate(set %acc = %s : tensor<?{m}xf32>) attributes {axes = ["p", "i"], schedule = #tensor.schedule<parallel(p)>} {
    %k = tensor.at %at[%i] : tensor<?{n}xindex>
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %rest = arith.remui %k, %two : index
    %mine = arith.cmpi eq, %rest, %p : index
    loop.if %mine {
      tensor.put %v into %acc[%k] clamp : memref<?{m}xf32>
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{m}xf32>
}

// -----

// Two puts have different owners for one element.
func.func @differ(%at: tensor<?{n}xindex>, %x: tensor<?{n}xf32>, %s: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %two = arith.constant 2 : index
  %one = arith.constant 1 : index
  // expected-error @+1 {{runs p in parallel, but its points may put into the same element}}
  %r = tensor.compute (%p, %i) in [2, n] accumulate(set %acc = %s : tensor<?{m}xf32>) attributes {axes = ["p", "i"], schedule = #tensor.schedule<parallel(p)>} {
    %k = tensor.at %at[%i] : tensor<?{n}xindex>
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %rest = arith.remui %k, %two : index
    %mine = arith.cmpi eq, %rest, %p : index
    loop.if %mine {
      tensor.put %v into %acc[%k] drop : memref<?{m}xf32>
      loop.yield
    }
    %bit = arith.shrui %k, %one : index
    %other = arith.remui %bit, %two : index
    %own = arith.cmpi eq, %other, %p : index
    loop.if %own {
      tensor.put %v into %acc[%k] drop : memref<?{m}xf32>
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{m}xf32>
}

// -----

// What is put where the numbers differ is put by all others.
func.func @otherwise(%at: tensor<?{n}xindex>, %x: tensor<?{n}xf32>, %s: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %three = arith.constant 3 : index
  // expected-error @+1 {{runs p in parallel, but its points may put into the same element}}
  %r = tensor.compute (%p, %i) in [3, n] accumulate(set %acc = %s : tensor<?{m}xf32>) attributes {axes = ["p", "i"], schedule = #tensor.schedule<parallel(p)>} {
    %k = tensor.at %at[%i] : tensor<?{n}xindex>
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %rest = arith.remui %k, %three : index
    %mine = arith.cmpi eq, %rest, %p : index
    loop.if %mine {
      loop.yield
    } else {
      tensor.put %v into %acc[%k] drop : memref<?{m}xf32>
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{m}xf32>
}
