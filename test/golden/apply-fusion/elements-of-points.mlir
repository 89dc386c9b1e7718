// RUN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-decompose --choose-fusion --apply-fusion --cse --canonicalize

func.func @elements_of_points(%a: tensor<?{n}xf32>) -> (tensor<?{n}x2xf32>, tensor<?{n}xf32>) {
  %p = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = math.sin %x : f32
    %z = math.exp %x : f32
    %both = tensor.from_elements %y, %z : tensor<2xf32>
    tensor.yield %both : tensor<2xf32>
  } : tensor<?{n}x2xf32>
  %q = tensor.compute (%i) in [n] {
    %u = tensor.at %p[%i, 1] : tensor<?{n}x2xf32>
    %v = tensor.at %p[%i, 0] : tensor<?{n}x2xf32>
    %s = arith.subf %u, %v : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %p, %q : tensor<?{n}x2xf32>, tensor<?{n}xf32>
}
