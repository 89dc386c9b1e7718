// A pass that adds work is named, with what has grown, by how much, and the line where.
// RUN: tfopt %s --check-work --tensor-decompose --canonicalize --cse | FileCheck %s --check-prefix=OK
// RUN: tfopt %s --check-work --cpu --target=znver4 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not tfopt %s --check-work --cse --test-recompute --canonicalize 2>&1 | FileCheck %s --check-prefix=RECOMPUTE
// RUN: not tfopt %s --check-work --pass-pipeline='func.func(tensor-decompose,tensor-to-loops,test-copy-carried{only=carried})' 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: not tfopt %s --check-work --test-quadratic-sort 2>&1 | FileCheck %s --check-prefix=SORT
// RUN: not tfopt %s --check-work=16 --test-linear-search 2>&1 | FileCheck %s --check-prefix=SEARCH
// RUN: not tfopt %s --check-work=0 --cse 2>&1 | FileCheck %s --check-prefix=NUMBER
// OK-LABEL: @hoisted
// CPU: work: 4 functions counted
// CPU-SAME: 0 of them add work
// NUMBER: option '--check-work': extents are between 1 and 1024, not 0

// RECOMPUTE: [[@LINE+5]]:1: error: pass 'test-recompute' adds work to '@hoisted': {{.*}} (named extents: 32); of this line, {{[0-9]+}} before and {{[0-9]+}} after [E0417]
// RECOMPUTE-NOT: error:
func.func @hoisted(%x: tensor<?{n}xf32>) -> f32 {
  %e = tensor.compute (%i) in [n] {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %y = math.exp %v : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.extent [n] : index
  %zero = arith.constant 0.0 : f32
  %sum = loop.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %v = tensor.at %e[%i] clamp : tensor<?{n}xf32>
    %t = arith.addf %s, %v : f32
    loop.yield %t : f32
  }
  return %sum : f32
}

// COPY: error: pass 'test-copy-carried' adds work to '@carried': elements {{read|written}}: {{.*}} (named extents: 32)
// COPY-NOT: error:
func.func @carried(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.extent [n] : index
  %r = loop.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?{n}xf32>) {
    %old = tensor.at %a[%i] clamp : tensor<?{n}xf32>
    %new = arith.addf %old, %old : f32
    %u = tensor.from_elements %new : tensor<1xf32>
    %b = tensor.update_slice %u, %a[%i] : tensor<1xf32> into tensor<?{n}xf32>
    loop.yield %b : tensor<?{n}xf32>
  }
  return %r : tensor<?{n}xf32>
}

// SORT: error: pass 'test-quadratic-sort' adds work to '@sorted': {{.*}} (named extents: 32)
// SORT-NOT: error:
func.func @sorted(%x: tensor<?{n}xi32>) -> tensor<?{n}xi32> {
  %s = tensor.sort %x dim = 0 by (%a: i32, %b: i32) {
    %c = arith.cmpi slt, %a, %b : i32
    tensor.yield %c : i1
  } : tensor<?{n}xi32>
  return %s : tensor<?{n}xi32>
}

// SEARCH: error: pass 'test-linear-search' adds work to '@searched': {{.*}} (named extents: 64)
// SEARCH-NOT: error:
func.func @searched(%t: tensor<?{n}xi32>, %q: tensor<?{m}xi32>) -> tensor<?{m}xindex> {
  %r = tensor.searchsorted left %t, %q : tensor<?{n}xi32>, tensor<?{m}xi32> to tensor<?{m}xindex>
  return %r : tensor<?{m}xindex>
}
