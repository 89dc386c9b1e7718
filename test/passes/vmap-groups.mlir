// A group that is mapped has one more shared loop, the outermost, with a slice in each trip; what is the same for all slices stays in its loops.
// RUN: tfopt %s --autodiff | FileCheck %s
// RUN: tfopt %s --autodiff --tensor-decompose --bind-members=folds=true --choose-fusion --apply-fusion --bind-members --apply-groups 2>&1 | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @mapped(
// CHECK: tensor.group attributes {axes = ["slice", "i"], label = "rows", schedule = #tensor.schedule<split(slice, [1]), split(i, [4]), order(slice.0, i.0), parallel(i.0)>} {
// CHECK: math.exp %{{.*}} {tf.axes = ["slice", "i", "j"], tf.member = "e"} : tensor<?{b}x?{n}x8xf32>
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [b, n] attributes {axes = ["slice", "i"], member = "s"} {
// CHECK: tensor.yield %{{.*}} : tensor<?{b}x?{n}xf32>
// LOOPS-NOT: left out
// LOOPS-LABEL: func.func @mapped(
// LOOPS: loop.for
// LOOPS: loop.parallel
// LOOPS: return
func.func @mapped(%x: tensor<?{b}x?{n}x8xf32>) -> tensor<?{b}x?{n}xf32> {
  %y = tensor.vmap (%r = %x) axes [0] -> [0] : (tensor<?{b}x?{n}x8xf32>) -> (tensor<?{b}x?{n}xf32>) {
    %g = tensor.group attributes {axes = ["i"], label = "rows", schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
      %e = math.exp %r {tf.axes = ["i", "j"], tf.member = "e"} : tensor<?{n}x8xf32>
      %s = tensor.compute (%i) in [n] attributes {axes = ["i"], member = "s"} {
        %f = tensor.fold (%k) = 0 to 8 add attributes {axis = "k"} {
          %a = tensor.at %e[%i, %k] : tensor<?{n}x8xf32>
          tensor.yield %a : f32
        } : f32
        tensor.yield %f : f32
      } : tensor<?{n}xf32>
      tensor.yield %s : tensor<?{n}xf32>
    } : tensor<?{n}xf32>
    tensor.yield %g : tensor<?{n}xf32>
  }
  return %y : tensor<?{b}x?{n}xf32>
}
