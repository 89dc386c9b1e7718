// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @window_rank(%x: tensor<4x5xf32>) {
  // expected-error @below {{'tensor.reduce_window' op has a window of 1 axes for a tensor of rank 2}}
  %0 = tensor.reduce_window add %x window = [2] : tensor<4x5xf32> to tensor<3x5xf32>
  return
}

// -----

func.func @window_list(%x: tensor<4x5xf32>) {
  // expected-error @below {{'tensor.reduce_window' op has 1 strides for 2 axes}}
  %0 = tensor.reduce_window add %x window = [2, 1] strides = [1] : tensor<4x5xf32> to tensor<3x5xf32>
  return
}

// -----

func.func @window_stride(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce_window' op has the stride 0 on axis 0: it must be from 1 to 2^31}}
  %0 = tensor.reduce_window add %x window = [2] strides = [0] : tensor<4xf32> to tensor<3xf32>
  return
}

// -----

func.func @window_size(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce_window' op has a window of extent 0 on axis 0: it must be from 1 to 2^31}}
  %0 = tensor.reduce_window add %x window = [0] : tensor<4xf32> to tensor<5xf32>
  return
}

// -----

func.func @window_padding(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce_window' op has the low padding 99999999999 on axis 0: it must be within ±2^31}}
  %0 = tensor.reduce_window add %x window = [1] low = [99999999999] : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @window_result(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce_window' op result #0 is tensor<4xf32> but the op gives tensor<3xf32>: extent 4 of axis 0 is never 3}}
  %0 = tensor.reduce_window add %x window = [2] : tensor<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @window_kind(%x: tensor<4xf32>) {
  // expected-error @below {{'tensor.reduce_window' op cannot combine values of type f32 with or}}
  %0 = tensor.reduce_window or %x window = [2] : tensor<4xf32> to tensor<3xf32>
  return
}

// -----

func.func @window_shapes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{'tensor.reduce_window' op reduces tensors of one shape, not tensor<5xf32>, tensor<4xf32>}}
  %0:2 = tensor.reduce_window [add, add] %x, %y window = [2] : tensor<4xf32>, tensor<5xf32> to tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @conv_axes(%x: tensor<4x5xf32>, %k: tensor<5x6xf32>) {
  // expected-error @below {{'tensor.conv' op has the axes "bf,io": write them as "b01f,01io->b01f"}}
  %0 = tensor.conv "bf,io" %x, %k : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @conv_rank(%x: tensor<4x5xf32>, %k: tensor<5x6xf32>) {
  // expected-error @below {{'tensor.conv' op names 3 axes for tensor<4x5xf32>}}
  %0 = tensor.conv "b0f,0io->b0f" %x, %k : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @conv_features(%x: tensor<4x5xf32>, %k: tensor<3x6xf32>) {
  // expected-error @below {{'tensor.conv' op has 5 input features, which is never 1 times the kernel's 3}}
  %0 = tensor.conv "bf,io->bf" %x, %k : (tensor<4x5xf32>, tensor<3x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @conv_groups(%x: tensor<4x6xf32>, %k: tensor<3x5xf32>) {
  // expected-error @below {{'tensor.conv' op cannot split 5 output features into 2 groups: the features must be a constant multiple of the groups}}
  %0 = tensor.conv "bf,io->bf" %x, %k feature_groups = 2 : (tensor<4x6xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @conv_batch(%x: tensor<3x3xf32>, %k: tensor<3x6xf32>) {
  // expected-error @below {{'tensor.conv' op cannot split a batch of 3 into 2 groups}}
  %0 = tensor.conv "bf,io->bf" %x, %k batch_groups = 2 : (tensor<3x3xf32>, tensor<3x6xf32>) -> tensor<1x6xf32>
  return
}

// -----

func.func @conv_both(%x: tensor<4x6xf32>, %k: tensor<3x6xf32>) {
  // expected-error @below {{'tensor.conv' op has both feature groups and batch groups: only one of them can be more than 1}}
  %0 = tensor.conv "bf,io->bf" %x, %k feature_groups = 2 batch_groups = 2 : (tensor<4x6xf32>, tensor<3x6xf32>) -> tensor<2x6xf32>
  return
}

// -----

func.func @conv_no_groups(%x: tensor<4x6xf32>, %k: tensor<6x6xf32>) {
  // expected-error @below {{'tensor.conv' op has 0 feature groups and 1 batch groups: at least 1}}
  %0 = tensor.conv "bf,io->bf" %x, %k feature_groups = 0 : (tensor<4x6xf32>, tensor<6x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @conv_reversed(%x: tensor<4x6xf32>, %k: tensor<6x6xf32>) {
  // expected-error @below {{'tensor.conv' op reverses axis 0 of 0 spatial axes}}
  %0 = tensor.conv "bf,io->bf" %x, %k reversed = [0] : (tensor<4x6xf32>, tensor<6x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @conv_result(%x: tensor<4x6xf32>, %k: tensor<6x7xf32>) {
  // expected-error @below {{'tensor.conv' op result #0 is tensor<4x6xf32> but the convolution gives tensor<4x7xf32>}}
  %0 = tensor.conv "bf,io->bf" %x, %k : (tensor<4x6xf32>, tensor<6x7xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @conv_types(%x: tensor<4x6xf32>, %k: tensor<6x7xf32>) {
  // expected-error @below {{'tensor.conv' op cannot sum products of tensor<4x6xf32> (operand #0) in tensor<4x7xf16>}}
  %0 = tensor.conv "bf,io->bf" %x, %k : (tensor<4x6xf32>, tensor<6x7xf32>) -> tensor<4x7xf16>
  return
}
