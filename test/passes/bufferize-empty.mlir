// RUN: tfopt --tensor-to-loops %s | FileCheck %s

// What is empty is 0 where more than a nest that fills it needs it.
// CHECK-LABEL: func.func @empty
// CHECK: %[[T:.*]] = mem.alloc : memref<4xf32>
// CHECK: loop.for
// CHECK: mem.store %{{.*}}, %[[T]]
// CHECK: mem.copy %[[T]], %{{.*}}
func.func @empty() -> tensor<4xf32> {
  %e = tensor.empty : tensor<4xf32>
  return %e : tensor<4xf32>
}
