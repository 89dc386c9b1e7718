//! Reads at computed indices.

use super::*;

#[test]
fn index_arithmetic() {
    check(
        "%c0 = arith.constant 0 : index
         %c1 = arith.constant 1 : index
         %c3 = arith.constant 3 : index
         %c255 = arith.constant 255 : index
         %c256 = arith.constant 256 : index
         %n = tensor.extent [n] : index
         %last = arith.subi %n, %c1 : index
         %up = arith.addi %i, %c1 : index
         %low = arith.maxsi %any, %c0 : index
         %clamped = arith.minsi %low, %last : index
         %late = arith.minsi %up, %last : index
         %rem = arith.remui %any, %n : index
         %srem = arith.remsi %any, %n : index
         %and = arith.andi %any, %c255 : index
         %ubyte = arith.index_castui %byte : i8 to index
         %sbyte = arith.index_cast %byte : i8 to index
         %shifted = arith.addi %sbyte, %c3 : index
         %sel = arith.select %flag, %i, %last : index
         %bad = arith.select %flag, %i, %n : index
         %half = arith.divsi %i, %c3 : index
         %back = arith.muli %half, %c3 : index
         %umin = arith.minui %any, %last : index
         %left = arith.shli %i, %c1 : index
         %right = arith.shrsi %left, %c1 : index",
        &[
            "%x[%clamped]",
            "%x[%late]",
            "%x[%rem]",
            "%t[%and]",
            "%t[%ubyte]",
            "%x[%sel]",
            "%x[%half]",
            "%x[%back]",
            "%t[%sbyte + 128]",
            "%x[%umin]",
            "%x[%right]",
            "%big[%left]",
        ],
        &[
            "%x[%up]",
            "%x[%low]",
            "%x[%srem]",
            "%t[%sbyte]",
            "%t[%and + 1]",
            "%x[%bad]",
            "%t[%ubyte + 1]",
            "%x[%left]",
            "%t[%shifted + 126]",
        ],
    );
}

/// Sums wrap around at 64 bits; the term of a minimum with a wrapped sum would be wrong.
#[test]
fn machine_arithmetic_wraps() {
    check(
        "%c0 = arith.constant 0 : index
         %huge = arith.constant 4611686018427387904 : index
         %n = tensor.extent [n] : index
         %c1 = arith.constant 1 : index
         %last = arith.subi %n, %c1 : index
         %up = arith.addi %any, %huge : index
         %max = arith.maxsi %up, %huge : index
         %down = arith.subi %max, %huge : index
         %down1 = arith.minsi %down, %last : index
         %twice = arith.addi %up, %huge : index
         %again = arith.subi %twice, %huge : index
         %wrapped = arith.subi %again, %huge : index
         %w = arith.maxsi %wrapped, %c0 : index
         %inside = arith.minsi %w, %last : index",
        &["%x[%inside]"],
        &["%x[%down]"],
    );
}

/// Integers wrap at their own width, including widths that tensors do not support.
#[test]
fn integers_of_any_width_wrap() {
    check(
        "%cut = arith.index_cast %i : index to i7
         %back = arith.index_cast %cut : i7 to index",
        &["%t[%back + 64]"],
        &["%x[%back]"],
    );
}

#[test]
fn normalized_and_masked_indices() {
    check(
        "%z = arith.constant 0 : index
         %n = tensor.extent [n] : index
         %neg = arith.cmpi slt, %i, %z : index
         %up = arith.addi %i, %n : index
         %norm = arith.select %neg, %up, %i : index
         %low = arith.cmpi slt, %any, %n : index
         %last = tensor.extent [n - 1] : index
         %below = arith.select %low, %any, %last : index
         %t32 = arith.constant 200 : i32
         %byte32 = arith.extui %byte : i8 to i32
         %u = arith.maxui %byte32, %t32 : i32
         %ui = arith.index_cast %u : i32 to index
         %s = arith.constant 3 : i8
         %small = arith.shrui %byte, %s : i8
         %si = arith.index_castui %small : i8 to index
         %abs = math.absi %any : index
         %masked = arith.andi %any, %i : index
         %narrow = arith.trunci %byte32 : i32 to i16
         %back = arith.index_cast %narrow : i16 to index",
        &["%x[%norm]", "%t[%ui]", "%t[%si]", "%x[%masked]", "%t[%back]"],
        &["%x[%below]", "%x[%up]", "%x[%abs]"],
    );
}

#[test]
fn elements_of_tensors_of_indices() {
    check(
        "%c = tensor.at %table[%any] clamp : tensor<3xindex>
         %k = tensor.at %count[%i] : tensor<?{n}xi32>
         %ki = arith.index_cast %k : i32 to index
         %p = tensor.at %made[%i] : tensor<?{n}xindex>
         %q = tensor.at %made[%any] clamp : tensor<?{n}xindex>
         %d = arith.subi %p, %q : index
         %free = tensor.at %unknown[%i] : tensor<?{n}xindex>",
        &["%t[%c]", "%x[%p]", "%x[%q]", "%x[n - 1 - %p]"],
        &["%t[%c + 200]", "%x[%ki]", "%x[%d]", "%x[%free]", "%x[%p + 1]"],
    );
}

/// Chains of definitions of any length, with queries in any order.
#[test]
fn long_chains_of_definitions() {
    let links = |from: usize, to: usize| -> String {
        let link = |k: usize| {
            format!(
                "%s{k} = arith.addi %s{}, %one : index\n%t{k} = arith.minsi %t{}, %s{k} : index\n",
                k - 1,
                k - 1
            )
        };
        (from..to).map(link).collect()
    };
    let start = "%one = arith.constant 1 : index\n%s0 = arith.addi %i, %one : index\n%t0 = arith.minsi %i, %s0 : index\n";
    check(&format!("{start}{}", links(1, 300)), &["%x[%t299]", "%x[%t7]"], &["%x[%s299]"]);
    // The condition queries the end of the chain, which the read needs, too.
    let last = "%low = arith.constant 0 : index\n%is = arith.cmpi sge, %t299, %low : index\n%q = loop.if %is -> (index) {\n%h = tensor.at %made[%t299] clamp : tensor<?{n}xindex>\nloop.yield %h : index\n} else {\nloop.yield %low : index\n}\n";
    check(&format!("{start}{}{last}", links(1, 300)), &["%x[%t299]"], &["%x[%s299]"]);
}
