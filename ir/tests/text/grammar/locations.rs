//! Locations.

use super::Place::{Location, Module};
use super::{Production, rule};

/// The productions, with samples.
pub const PRODUCTIONS: &[Production] = &[
    // Locations
    rule(
        "unknown-location, filelinecol-location, filelinecol-range",
        Location,
        &["unknown", "\"a.mlir\":1:2", "\"a b\":0:0", "\"a\":1:2 to 3:4", "\"a\":1:2 to :4"],
        &[
            "",
            "nosuch",
            "\"a\":1",
            "\"a\":1:",
            "\"a\":-1:2",
            "\"a\":1:2 to",
            "\"a\":1:2 to 3",
            "a:1:2",
            "1:2",
        ],
    ),
    rule(
        "name-location, callsite-location, fused-location",
        Location,
        &[
            "\"name\"",
            "\"name\"(\"a\":1:2)",
            "callsite(\"f\" at \"g\":1:1)",
            "callsite(\"f\" at callsite(\"g\" at \"h\"))",
            "fused[\"a\", \"b\"]",
            "fused<\"m\">[\"a\":1:2, \"b\"]",
            "fused[\"a\"]",
            "fused<1 : i32>[\"a\"]",
            "fused[\"a\", fused[\"b\", \"a\"], unknown]",
        ],
        &[
            "\"name\"(",
            "\"name\"()",
            "callsite",
            "callsite(\"f\")",
            "callsite(\"f\" \"g\")",
            "fused",
            "fused[",
            "fused<>[\"a\"]",
            "fused[\"a\" \"b\"]",
        ],
    ),
    rule(
        "trailing-location, location aliases",
        Module,
        &[
            "\"u.a\"() : () -> () loc(\"a\":1:2)",
            "#l = loc(\"a\":1:2)\n\"u.a\"() : () -> () loc(#l)",
            "\"u.a\"() : () -> () loc(#l)\n#l = loc(\"a\":1:2)",
            "\"u.a\"() : () -> () loc(#m)\n#l = loc(\"a\":1:2)\n#m = loc(callsite(#l at #l))",
            "module {\n} loc(unknown)",
            "\"u.a\"() ({\n^bb0(%a: i32 loc(#l)):\n}) : () -> () loc(fused[#l, #l])\n#l = loc(\"a\":1:2)",
        ],
        &[
            "\"u.a\"() : () -> () loc",
            "\"u.a\"() : () -> () loc()",
            "\"u.a\"() : () -> () loc(#l)",
            "\"u.a\"() : () -> () loc(unknown) loc(unknown)",
            "#l = 1\n\"u.a\"() : () -> () loc(#l)",
        ],
    ),
];
