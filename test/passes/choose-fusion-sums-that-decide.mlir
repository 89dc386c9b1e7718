// A sum without order by which something is decided has the same bits wherever it is evaluated.
// RUN: tfopt %s --choose-fusion --apply-fusion | FileCheck %s
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics -o /dev/null

// Short ones are added up in order, their products rounded before, and evaluated at both reads: pairs are never stored.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: in [n, n]
// CHECK: tensor.compute {{.*}} in [n]
// CHECK: tensor.fold (%{{.*}}) = 0 to n add
// CHECK: tensor.fold (%{{.*}}) = 0 to 2 add fastmath<none> {
// CHECK-NOT: contract
// CHECK: tensor.compute {{.*}} in [n]
// CHECK: tensor.fold (%{{.*}}) = 0 to 2 add fastmath<none> {
// CHECK-NOT: contract
// CHECK: return
func.func @short(%x: tensor<?{n}x2xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %z = arith.constant 0.0 : f32
  %d = tensor.compute (%i, %j) in [n, n] {
    %s = tensor.fold (%k) = 0 to 2 add fastmath<reassoc,contract> {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x2xf32>
      %b = tensor.at %x[%j, %k] : tensor<?{n}x2xf32>
      %m = arith.mulf %a, %b fastmath<contract> : f32
      tensor.yield %m : f32
    } : f32
    %v = arith.maximumf %s, %z : f32
    tensor.yield %v : f32
  } : tensor<?{n}x?{n}xf32>
  %p = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %q = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      %w = tensor.at %p[%j] : tensor<?{n}xf32>
      %m = arith.mulf %v, %w : f32
      tensor.yield %m : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// Nothing is decided by this one.
// CHECK-LABEL: func.func @free(
// CHECK: tensor.fold (%{{.*}}) = 0 to 2 add fastmath<reassoc,contract>
// CHECK: tensor.fold (%{{.*}}) = 0 to 2 add fastmath<reassoc,contract>
func.func @free(%x: tensor<?{n}x2xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %d = tensor.compute (%i, %j) in [n, n] {
    %s = tensor.fold (%k) = 0 to 2 add fastmath<reassoc,contract> {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x2xf32>
      %b = tensor.at %x[%j, %k] : tensor<?{n}x2xf32>
      %m = arith.mulf %a, %b fastmath<contract> : f32
      tensor.yield %m : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{n}xf32>
  %p = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %q = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      %w = tensor.at %p[%j] : tensor<?{n}xf32>
      %m = arith.mulf %v, %w : f32
      tensor.yield %m : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// A long one is evaluated at one place.
// CHECK-LABEL: func.func @long(
// CHECK: tensor.fold (%{{.*}}) = 0 to 64 add fastmath<reassoc,contract>
// CHECK-NOT: = 0 to 64
// CHECK: return
func.func @long(%x: tensor<?{n}x64xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %z = arith.constant 0.0 : f32
  %d = tensor.compute (%i, %j) in [n, n] {
    %s = tensor.fold (%k) = 0 to 64 add fastmath<reassoc,contract> {
      %a = tensor.at %x[%i, %k] : tensor<?{n}x64xf32>
      %b = tensor.at %x[%j, %k] : tensor<?{n}x64xf32>
      %m = arith.mulf %a, %b fastmath<contract> : f32
      tensor.yield %m : f32
    } : f32
    %v = arith.maximumf %s, %z : f32
    tensor.yield %v : f32
  } : tensor<?{n}x?{n}xf32>
  %p = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  %q = tensor.compute (%i) in [n] {
    %s = tensor.fold (%j) = 0 to n add {
      %v = tensor.at %d[%i, %j] : tensor<?{n}x?{n}xf32>
      %w = tensor.at %p[%j] : tensor<?{n}xf32>
      %m = arith.mulf %v, %w : f32
      tensor.yield %m : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}xf32>, tensor<?{n}xf32>
}
