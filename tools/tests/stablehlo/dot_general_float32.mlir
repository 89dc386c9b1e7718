module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    return %0 : tensor<2x3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>)
    %e0 = call @expected() : () -> (tensor<2x3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x3x5xf32>, tensor<2x3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xf32>, tensor<2x4x5xf32>) {
    %c0 = stablehlo.constant dense<"0xE824E3BF44214040A0A35E3E99E993BEBBA36040536EB83D2F5BC4BFA1BA0C3DC0D9D53E06122E40EEC53240F3C8CABF0C76813D86776540BA51C6BFA0F5CCBFD558C9BD59B65B40B6A344BF531B503F266EB8BFB395FCBF4A6C36BF41E7473E"> : tensor<2x3x4xf32>
    %c1 = stablehlo.constant dense<"0x07BA0F40933807BD0E87224069785C40110716C0D442F63F38CA94BFAB55CBBECABE16C0151E993F72663F40B31E3DBF09E7F43F53902C403B86C2BC909C7ABF9D0005C0EC355F40956245BF37A4D83FEF91C03E573C3A40411434BFD4E73A409C7D58403E103940318B37BF8E3164BFB0AFEFBB262D1F403377C73F71659CBFB790873E8601ABBFF2482B4095964440D16417BFC16A6B40B6FD0E3F20C863BE"> : tensor<2x4x5xf32>
    return %c0, %c1 : tensor<2x3x4xf32>, tensor<2x4x5xf32>
  }
  func.func private @expected() -> (tensor<2x3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xC34D2E4066713FC0F649C9C0600046C19038E84023CD5B400B60573FD700C2401FEEF640826900C1919A80411A2BF9BF07284DBE24497240534DF2BE29BE43401C1EE83EA6A618C10BBEAA3FE0E7AA403D0A3341BE8912C0EA0251BE2982953F9E03BF402148D8C0337501C0035353405E7948C0ECB73BC1"> : tensor<2x3x5xf32>
    return %c0 : tensor<2x3x5xf32>
  }
}
