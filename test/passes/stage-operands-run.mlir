// RUN: tfopt %s --target=x86-64-v3 --tensor-decompose --stage-operands | tee %t.copies | FileCheck %s --check-prefix=COPIES
// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --target=x86-64-v2 | FileCheck %s
// RUN: tfrun %s --target=x86-64-v3 | FileCheck %s
// RUN: tfrun %s | FileCheck %s
// GOLDEN: cat %t.copies

// Windows past the edges of a tensor, read from a copy with these filled in, beside the same sums in plain
// loops: numbers outside, strides and steps between taps, windows that run backwards. Of each, how many
// points differ, and how many are not 0.
// COPIES: in [2, 24, 20, 24]
// COPIES: in [2, 24, 21, 25]
// COPIES: in [2, 24, 20, 24]
// CHECK: [{{ *}}0 25344]
// CHECK: [{{ *}}0 6912]
// CHECK: [{{ *}}0 25344]
func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %f = arith.constant 31 : i32
  %g = arith.constant 13 : i32
  %x = tensor.compute (%i0, %i1, %i2, %i3) in [2, 24, 18, 22] {
    %c0 = arith.index_cast %i0 : index to i32
    %c1 = arith.index_cast %i1 : index to i32
    %c2 = arith.index_cast %i2 : index to i32
    %c3 = arith.index_cast %i3 : index to i32
    %m1 = arith.muli %c0, %f : i32
    %a1 = arith.addi %m1, %c1 : i32
    %m2 = arith.muli %a1, %f : i32
    %a2 = arith.addi %m2, %c2 : i32
    %m3 = arith.muli %a2, %f : i32
    %a3 = arith.addi %m3, %c3 : i32
    %q = arith.remsi %a3, %g : i32
    tensor.yield %q : i32
  } : tensor<2x24x18x22xi32>
  %k = tensor.compute (%i0, %i1, %i2, %i3) in [32, 24, 3, 3] {
    %c0 = arith.index_cast %i0 : index to i32
    %c1 = arith.index_cast %i1 : index to i32
    %c2 = arith.index_cast %i2 : index to i32
    %c3 = arith.index_cast %i3 : index to i32
    %m1 = arith.muli %c0, %f : i32
    %a1 = arith.addi %m1, %c1 : i32
    %m2 = arith.muli %a1, %f : i32
    %a2 = arith.addi %m2, %c2 : i32
    %m3 = arith.muli %a2, %f : i32
    %a3 = arith.addi %m3, %c3 : i32
    %q = arith.remsi %a3, %g : i32
    tensor.yield %q : i32
  } : tensor<32x24x3x3xi32>
  %fill = tensor.compute (%n, %o, %y, %z) in [2, 32, 18, 22] {
    %s = tensor.fold (%dy) = 0 to 3 add {
      %t = tensor.fold (%dz) = 0 to 3 add {
        %u = tensor.fold (%c) = 0 to 24 add {
          %v = tensor.at %x[%n, %c, %y + %dy - 1, %z + %dz - 1] fill(%seven) : tensor<2x24x18x22xi32>
          %w = tensor.at %k[%o, %c, %dy, %dz] : tensor<32x24x3x3xi32>
          %vw = arith.muli %v, %w : i32
          tensor.yield %vw : i32
        } : i32
        tensor.yield %u : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<2x32x18x22xi32>
  %fill_plain = tensor.compute (%n, %o, %y, %z) in [2, 32, 18, 22] attributes {schedule = #tensor.schedule<>} {
    %s = tensor.fold (%dy) = 0 to 3 add {
      %t = tensor.fold (%dz) = 0 to 3 add {
        %u = tensor.fold (%c) = 0 to 24 add {
          %v = tensor.at %x[%n, %c, %y + %dy - 1, %z + %dz - 1] fill(%seven) : tensor<2x24x18x22xi32>
          %w = tensor.at %k[%o, %c, %dy, %dz] : tensor<32x24x3x3xi32>
          %vw = arith.muli %v, %w : i32
          tensor.yield %vw : i32
        } : i32
        tensor.yield %u : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<2x32x18x22xi32>
  %d_fill = tensor.compute () in [] {
    %s:2 = tensor.fold (%n) = 0 to 2 [add, add] {
      %t:2 = tensor.fold (%o) = 0 to 32 [add, add] {
        %u:2 = tensor.fold (%y) = 0 to 18 [add, add] {
          %v:2 = tensor.fold (%z) = 0 to 22 [add, add] {
            %p = tensor.at %fill[%n, %o, %y, %z] : tensor<2x32x18x22xi32>
            %q = tensor.at %fill_plain[%n, %o, %y, %z] : tensor<2x32x18x22xi32>
            %r = arith.cmpi ne, %p, %q : i32
            %e = arith.extui %r : i1 to i32
            %h = arith.cmpi ne, %p, %zero : i32
            %l = arith.extui %h : i1 to i32
            tensor.yield %e, %l : i32, i32
          } : i32, i32
          tensor.yield %v#0, %v#1 : i32, i32
        } : i32, i32
        tensor.yield %u#0, %u#1 : i32, i32
      } : i32, i32
      tensor.yield %t#0, %t#1 : i32, i32
    } : i32, i32
    %p = tensor.from_elements %s#0, %s#1 : tensor<2xi32>
    tensor.yield %p : tensor<2xi32>
  } : tensor<2xi32>
  %clamp = tensor.compute (%n, %o, %y, %z) in [2, 32, 9, 12] {
    %s = tensor.fold (%dy) = 0 to 3 add {
      %t = tensor.fold (%dz) = 0 to 3 add {
        %u = tensor.fold (%c) = 0 to 24 add {
          %v = tensor.at %x[%n, %c, %y * 2 + %dy * 2 - 2, %z * 2 + %dz - 1] clamp : tensor<2x24x18x22xi32>
          %w = tensor.at %k[%o, %c, %dy, %dz] : tensor<32x24x3x3xi32>
          %vw = arith.muli %v, %w : i32
          tensor.yield %vw : i32
        } : i32
        tensor.yield %u : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<2x32x9x12xi32>
  %clamp_plain = tensor.compute (%n, %o, %y, %z) in [2, 32, 9, 12] attributes {schedule = #tensor.schedule<>} {
    %s = tensor.fold (%dy) = 0 to 3 add {
      %t = tensor.fold (%dz) = 0 to 3 add {
        %u = tensor.fold (%c) = 0 to 24 add {
          %v = tensor.at %x[%n, %c, %y * 2 + %dy * 2 - 2, %z * 2 + %dz - 1] clamp : tensor<2x24x18x22xi32>
          %w = tensor.at %k[%o, %c, %dy, %dz] : tensor<32x24x3x3xi32>
          %vw = arith.muli %v, %w : i32
          tensor.yield %vw : i32
        } : i32
        tensor.yield %u : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<2x32x9x12xi32>
  %d_clamp = tensor.compute () in [] {
    %s:2 = tensor.fold (%n) = 0 to 2 [add, add] {
      %t:2 = tensor.fold (%o) = 0 to 32 [add, add] {
        %u:2 = tensor.fold (%y) = 0 to 9 [add, add] {
          %v:2 = tensor.fold (%z) = 0 to 12 [add, add] {
            %p = tensor.at %clamp[%n, %o, %y, %z] : tensor<2x32x9x12xi32>
            %q = tensor.at %clamp_plain[%n, %o, %y, %z] : tensor<2x32x9x12xi32>
            %r = arith.cmpi ne, %p, %q : i32
            %e = arith.extui %r : i1 to i32
            %h = arith.cmpi ne, %p, %zero : i32
            %l = arith.extui %h : i1 to i32
            tensor.yield %e, %l : i32, i32
          } : i32, i32
          tensor.yield %v#0, %v#1 : i32, i32
        } : i32, i32
        tensor.yield %u#0, %u#1 : i32, i32
      } : i32, i32
      tensor.yield %t#0, %t#1 : i32, i32
    } : i32, i32
    %p = tensor.from_elements %s#0, %s#1 : tensor<2xi32>
    tensor.yield %p : tensor<2xi32>
  } : tensor<2xi32>
  %wrap = tensor.compute (%n, %o, %y, %z) in [2, 32, 18, 22] {
    %s = tensor.fold (%dy) = 0 to 3 add {
      %t = tensor.fold (%dz) = 0 to 3 add {
        %u = tensor.fold (%c) = 0 to 24 add {
          %v = tensor.at %x[%n, %c, %y - %dy, %z - %dz + 1] wrap : tensor<2x24x18x22xi32>
          %w = tensor.at %k[%o, %c, %dy, %dz] : tensor<32x24x3x3xi32>
          %vw = arith.muli %v, %w : i32
          tensor.yield %vw : i32
        } : i32
        tensor.yield %u : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<2x32x18x22xi32>
  %wrap_plain = tensor.compute (%n, %o, %y, %z) in [2, 32, 18, 22] attributes {schedule = #tensor.schedule<>} {
    %s = tensor.fold (%dy) = 0 to 3 add {
      %t = tensor.fold (%dz) = 0 to 3 add {
        %u = tensor.fold (%c) = 0 to 24 add {
          %v = tensor.at %x[%n, %c, %y - %dy, %z - %dz + 1] wrap : tensor<2x24x18x22xi32>
          %w = tensor.at %k[%o, %c, %dy, %dz] : tensor<32x24x3x3xi32>
          %vw = arith.muli %v, %w : i32
          tensor.yield %vw : i32
        } : i32
        tensor.yield %u : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<2x32x18x22xi32>
  %d_wrap = tensor.compute () in [] {
    %s:2 = tensor.fold (%n) = 0 to 2 [add, add] {
      %t:2 = tensor.fold (%o) = 0 to 32 [add, add] {
        %u:2 = tensor.fold (%y) = 0 to 18 [add, add] {
          %v:2 = tensor.fold (%z) = 0 to 22 [add, add] {
            %p = tensor.at %wrap[%n, %o, %y, %z] : tensor<2x32x18x22xi32>
            %q = tensor.at %wrap_plain[%n, %o, %y, %z] : tensor<2x32x18x22xi32>
            %r = arith.cmpi ne, %p, %q : i32
            %e = arith.extui %r : i1 to i32
            %h = arith.cmpi ne, %p, %zero : i32
            %l = arith.extui %h : i1 to i32
            tensor.yield %e, %l : i32, i32
          } : i32, i32
          tensor.yield %v#0, %v#1 : i32, i32
        } : i32, i32
        tensor.yield %u#0, %u#1 : i32, i32
      } : i32, i32
      tensor.yield %t#0, %t#1 : i32, i32
    } : i32, i32
    %p = tensor.from_elements %s#0, %s#1 : tensor<2xi32>
    tensor.yield %p : tensor<2xi32>
  } : tensor<2xi32>
  return %d_fill, %d_clamp, %d_wrap : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}
