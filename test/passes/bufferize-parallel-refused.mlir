// RUN: tfopt %s --tensor-to-loops --verify-diagnostics

// Both versions of the shared tensor are needed behind the first write.
func.func @two_versions(%x: tensor<64xf32>, %t: tensor<8xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'loop.parallel' op shares a tensor that the loop cannot update in place: an earlier version of it, or a tensor of its type, is used after the next version; write tiles into the last version only}}
  %r = loop.parallel (%i) = (%c0) to (%c64) step (%c8) shared(%d = %x) -> (tensor<64xf32>) {
    %w = tensor.tile_write %t into %d[%i] : tensor<8xf32> into tensor<64xf32>
    %old = tensor.tile_read %d[%i] : tensor<64xf32> to tensor<8xf32>
    %v = tensor.tile_write %old into %w[%i] : tensor<8xf32> into tensor<64xf32>
    loop.yield %v : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
