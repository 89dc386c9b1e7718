// Convolutions over images, forwards and backwards, of constant sizes, with strides, and of a batch whose
// length is not known. Tiles take what they read from where it lies: no buffer holds the patch of the image
// that each point reads, whatever the order of its axes, and whether they are axes of their own or not.
// RUN: tfopt %s --target=x86-64-v3 --cpu | FileCheck %s --check-prefixes=CHECK,V3 --implicit-check-not='{{memref<[^>]*(56x56|28x28)x[^>]*3x3x}}' --implicit-check-not='{{memref<[^>]*3x3x[^>]*(56x56|28x28)x}}' --implicit-check-not='{{memref<[^>]*(576|864|784|3136|12544)x}}'
// RUN: tfopt %s --target=x86-64-v4 --cpu | FileCheck %s --check-prefixes=CHECK,V4 --implicit-check-not='{{memref<[^>]*(56x56|28x28)x[^>]*3x3x}}' --implicit-check-not='{{memref<[^>]*3x3x[^>]*(56x56|28x28)x}}' --implicit-check-not='{{memref<[^>]*(576|864|784|3136|12544)x}}'

// The kernel in panels, and the rows of the image that a trip reads; or, where that is cheaper, the image
// with its edges filled.
// CHECK-LABEL: func.func @convolution(
// V3: mem.alloc : memref<4x58x58x64xf32>
// V4: mem.alloc : memref<{{[0-9]+x3x3x64x32}}xf32>
// V4: mem.alloc : memref<1x3x58x64xf32>
// CHECK-LABEL: func.func @gradient(
// V3: mem.alloc : memref<4x58x58x96xf32>
// V4: mem.alloc : memref<{{[0-9]+x3x3x48x32}}xf32>
// V4: mem.alloc : memref<1x3x58x48xf32>
// CHECK-LABEL: func.func @strided(
// CHECK: mem.alloc : memref<3x3x96x64xf32>
// CHECK-LABEL: func.func @batches(
// V3: mem.alloc : memref<?{b}x58x58x64xf32>
// V4: mem.alloc : memref<1x3x58x64xf32>
// CHECK-LABEL: func.func @gradients_of_batches(
// V3: mem.alloc : memref<?{b}x58x58x96xf32>
// V4: mem.alloc : memref<1x3x58x48xf32>
func.func @convolution(%x: tensor<4x56x56x64xf32>, %w: tensor<3x3x64x96xf32>) -> tensor<4x56x56x96xf32> {
  %y = tensor.conv "b01f,01io->b01f" %x, %w low = [1, 1] high = [1, 1] : (tensor<4x56x56x64xf32>, tensor<3x3x64x96xf32>) -> tensor<4x56x56x96xf32>
  return %y : tensor<4x56x56x96xf32>
}

func.func @gradient(%x: tensor<4x56x56x64xf32>, %w: tensor<3x3x64x96xf32>, %g: tensor<4x56x56x96xf32>) -> (tensor<4x56x56x64xf32>, tensor<3x3x64x96xf32>) {
  %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g) : (tensor<4x56x56x64xf32>, tensor<3x3x64x96xf32>) -> (tensor<4x56x56x96xf32>) {
    %c = func.call @convolution(%u, %v) : (tensor<4x56x56x64xf32>, tensor<3x3x64x96xf32>) -> tensor<4x56x56x96xf32>
    tensor.yield %c : tensor<4x56x56x96xf32>
  }
  return %dx, %dw : tensor<4x56x56x64xf32>, tensor<3x3x64x96xf32>
}

func.func @strided(%x: tensor<4x57x57x64xf32>, %w: tensor<3x3x64x96xf32>, %g: tensor<4x28x28x96xf32>) -> (tensor<4x57x57x64xf32>, tensor<3x3x64x96xf32>) {
  %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g) : (tensor<4x57x57x64xf32>, tensor<3x3x64x96xf32>) -> (tensor<4x28x28x96xf32>) {
    %c = tensor.conv "b01f,01io->b01f" %u, %v strides = [2, 2] : (tensor<4x57x57x64xf32>, tensor<3x3x64x96xf32>) -> tensor<4x28x28x96xf32>
    tensor.yield %c : tensor<4x28x28x96xf32>
  }
  return %dx, %dw : tensor<4x57x57x64xf32>, tensor<3x3x64x96xf32>
}

func.func @batches(%x: tensor<?{b}x56x56x64xf32>, %w: tensor<3x3x64x96xf32>) -> tensor<?{b}x56x56x96xf32> {
  %y = tensor.conv "b01f,01io->b01f" %x, %w low = [1, 1] high = [1, 1] : (tensor<?{b}x56x56x64xf32>, tensor<3x3x64x96xf32>) -> tensor<?{b}x56x56x96xf32>
  return %y : tensor<?{b}x56x56x96xf32>
}

func.func @gradients_of_batches(%x: tensor<?{b}x56x56x64xf32>, %w: tensor<3x3x64x96xf32>, %g: tensor<?{b}x56x56x96xf32>) -> (tensor<?{b}x56x56x64xf32>, tensor<3x3x64x96xf32>) {
  %y, %dx, %dw = tensor.vjp (%u = %x, %v = %w) seed(%g) : (tensor<?{b}x56x56x64xf32>, tensor<3x3x64x96xf32>) -> (tensor<?{b}x56x56x96xf32>) {
    %c = func.call @batches(%u, %v) : (tensor<?{b}x56x56x64xf32>, tensor<3x3x64x96xf32>) -> tensor<?{b}x56x56x96xf32>
    tensor.yield %c : tensor<?{b}x56x56x96xf32>
  }
  return %dx, %dw : tensor<?{b}x56x56x64xf32>, tensor<3x3x64x96xf32>
}
