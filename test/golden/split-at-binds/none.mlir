// RUN: tfopt %s --split-at-binds --check-semantics -o /dev/null
// GOLDEN: tfopt %s --split-at-binds

func.func @none(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  return %x : tensor<?{n}xf32>
}
