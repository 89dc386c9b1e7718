// Algorithms whose import takes more work than they state are named, with what they take and why.
// RUN: tfopt %s --import --check-work --cse --canonicalize --tensor-decompose -o /dev/null 2>&1 | FileCheck %s

// CHECK: work: line [[@LINE+2]]: 'chlo.top_k' takes at most 40·n + 128·k operations, on elements of 32 bits and states n + k·log2 k: the threshold key is found bit by bit
func.func @main(%x: tensor<16xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %r:2 = chlo.top_k(%x, k = 2) : tensor<16xi32> -> (tensor<2xi32>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xi32>, tensor<2xi32>
}
