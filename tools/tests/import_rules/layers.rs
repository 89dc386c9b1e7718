//! The layers of the workspace as a table, to be extended when a package is added.

#[cfg(test)]
use std::collections::BTreeSet;

/// The folder of a package, and the imports that it may have.
#[derive(Debug)]
pub struct Layer {
    /// The package's folder below the workspace's root.
    pub dir: &'static str,
    /// Whether packages in folders below `dir` belong to this layer too.
    pub open: bool,
    /// Whether its code may print, exit and read the environment.
    pub front: bool,
    /// Whether it may name the LLVM library as a dev-dependency, so that Cargo builds it for its tests.
    pub opens_llvm: bool,
    /// Whether `-sys` dependencies are ruled out.
    pub pure: bool,
    /// The folders of the packages it may import; see [`GROUPS`] for names in capitals.
    pub may: &'static [&'static str],
    /// What its tests may import besides.
    pub tests: &'static [&'static str],
}

const LIBRARY: Layer =
    Layer { dir: "", open: false, front: false, opens_llvm: false, pure: true, may: &[], tests: &[HARNESS] };
const FRONT: Layer = Layer {
    dir: "",
    open: true,
    front: true,
    opens_llvm: true,
    pure: false,
    may: &["EMBED"],
    tests: &[HARNESS],
};

/// `ir <- dialects <- passes <- embed <- tools`; within passes,
/// `passes/common <- passes/{schedule, transforms, lower} <- passes`; `dialects <- interp <- embed`;
/// `interp, library <- generate <- tools`, which use random programs, like tests and benches;
/// `ir, dialects <- backends/{cpu,nvptx} <- embed`, both over `backends/device`;
/// `ir, dialects <- backends/llvm`, which no crate imports; `ir, dialects <- library <- frontend <- embed`,
/// and `passes/transforms` calls the library's algorithms;
/// `backends/abi`, the structures at the LLVM library's boundary, imports nothing, and every backend may
/// import it; `backends/upstream` writes the text that the library compiles.
pub const LAYERS: &[Layer] = &[
    Layer { dir: "ir/macros", ..LIBRARY },
    Layer { dir: "ir", may: &["ir/macros"], ..LIBRARY },
    Layer { dir: "dialects", may: &["IR"], ..LIBRARY },
    Layer { dir: "library", may: &["IR", "dialects"], ..LIBRARY },
    Layer { dir: "interp", may: &["IR", "dialects"], ..LIBRARY },
    Layer { dir: "generate", may: &["IR", "dialects", "interp", "library"], ..LIBRARY },
    Layer { dir: "passes/common", may: &["IR", "dialects"], ..LIBRARY },
    Layer { dir: "passes/schedule", may: &["IR", "dialects", "passes/common"], ..LIBRARY },
    Layer { dir: "passes/transforms", may: &["IR", "dialects", "library", "passes/common"], ..LIBRARY },
    Layer { dir: "passes/lower", may: &["IR", "dialects", "passes/common"], ..LIBRARY },
    Layer { dir: "passes", may: &["IR", "dialects", "ROOMS"], tests: RANDOM, ..LIBRARY },
    Layer { dir: "frontend/macros", ..LIBRARY },
    Layer {
        dir: "frontend",
        may: &["IR", "dialects", "library", "frontend/macros"],
        tests: RANDOM,
        ..LIBRARY
    },
    Layer { dir: "frontend/import", may: &["IR", "dialects", "library"], ..LIBRARY },
    Layer { dir: "backends/abi", ..LIBRARY },
    Layer { dir: "backends/upstream", may: &["IR", "dialects", "backends/abi"], ..LIBRARY },
    Layer { dir: "backends/device", may: &["IR", "dialects"], ..LIBRARY },
    Layer { dir: "backends/llvm", may: &["BELOW_BACKENDS"], pure: false, ..LIBRARY },
    Layer {
        dir: "backends/cpu",
        may: &["BELOW_BACKENDS", "backends/device"],
        tests: RANDOM,
        opens_llvm: true,
        pure: false,
        ..LIBRARY
    },
    Layer { dir: "backends/nvptx", may: &["IR", "dialects", "backends/device"], pure: false, ..LIBRARY },
    Layer { dir: "embed", may: &["BELOW_EMBED"], tests: RANDOM, opens_llvm: true, pure: false, ..LIBRARY },
    Layer { dir: "embed/capi", may: &["EMBED"], opens_llvm: true, pure: false, ..LIBRARY },
    Layer { dir: "embed/python", may: &["EMBED", "window"], opens_llvm: true, pure: false, ..LIBRARY },
    // Its feature for displays brings what opens X11; the thread of windows says why it ended.
    Layer { dir: "window", may: &["EMBED"], opens_llvm: true, pure: false, ..LIBRARY },
    Layer { dir: "tools", open: false, may: &["EMBED", "generate"], ..FRONT },
    Layer { dir: "tools/custom-dialect", open: false, may: &["IR", "dialects", "interp", "passes"], ..FRONT },
    // The sources of the dialect there are those of a package of the tools.
    Layer { dir: "examples", may: &["EMBED", "window", "tools", "tools/custom-dialect", HARNESS], ..FRONT },
    Layer { dir: "bench", may: &["EMBED", "tools"], ..FRONT },
    Layer { dir: HARNESS, open: false, opens_llvm: false, pure: true, may: &[], ..FRONT },
];

/// Names for sets of folders in [`Layer::may`].
pub const GROUPS: &[(&str, &[&str])] = &[
    ("IR", &["ir", "ir/macros"]),
    ("ROOMS", &["passes/common", "passes/schedule", "passes/transforms", "passes/lower"]),
    ("BELOW_BACKENDS", &["IR", "dialects", "backends/abi", "backends/upstream"]),
    (
        "BELOW_EMBED",
        &[
            "BELOW_BACKENDS",
            "interp",
            "library",
            "passes",
            "frontend",
            "frontend/macros",
            "frontend/import",
            "backends/device",
            "backends/cpu",
            "backends/nvptx",
        ],
    ),
    ("EMBED", &["embed", "BELOW_EMBED"]),
];

/// Running programs and making random ones, for tests.
const RANDOM: &[&str] = &[HARNESS, "interp", "generate"];
/// The test runner: any package may use it in its tests.
pub const HARNESS: &str = "test/harness";
/// The LLVM library.
pub const LLVM: &str = "backends/llvm";
/// The CUDA driver.
pub const NVPTX: &str = "backends/nvptx";

/// Crates that bring LLVM into a program.
pub const LLVM_CRATES: &[&str] = &["melior", "melior-macro", "mlir-sys", "llvm-sys", "inkwell", "tblgen"];
/// Crates that bring CUDA into a program.
pub const CUDA_CRATES: &[&str] = &["cudarc"];

/// Beginnings of the paths whose code may be `unsafe`: the arena, the interners, the foreign-function edges.
pub const UNSAFE_PATHS: &[&str] = &[
    "ir/src/arena",
    "ir/src/intern",
    "backends/abi/",
    "backends/llvm/",
    "backends/cpu/",
    "backends/nvptx/",
    "embed/capi/",
    "embed/python/",
    "embed/src/compile/mod.rs",
    "embed/src/compile/routines.rs",
    "embed/src/call/lending.rs",
    "embed/tests/gpus.rs",
    "tools/src/tfrun/interrupt.rs",
];

/// Library code that may print and end the process, because LLVM is about to end it anyway.
pub const LAST_WORDS: &[&str] = &["backends/llvm/src/fatal.rs"];

/// A room: a folder of a crate of passes, and the names that are absent from it.
#[derive(Debug)]
pub struct Room {
    /// The package's folder.
    pub package: &'static str,
    /// The folder below the package's `src`. No two rooms have the same name.
    pub dir: &'static str,
    /// The absent names, in words.
    pub absence: &'static str,
    /// The rooms it may import, which are above it in the table.
    pub may: &'static [&'static str],
    /// Beginnings of paths that it never names.
    pub never: &'static [&'static str],
}

/// The rooms of passes, from the lowest up.
pub const ROOMS: &[Room] = &[
    Room {
        package: COMMON,
        dir: "code",
        absence: "shared code knows no room of passes",
        may: &[],
        never: &["tf_ir::pass::PassInfo"],
    },
    Room {
        package: COMMON,
        dir: "cost",
        absence: "cost changes no code",
        may: &["code"],
        never: &["tf_ir::builder", "tf_ir::rewrite", "tf_ir::pass"],
    },
    Room {
        package: COMMON,
        dir: "generic",
        absence: "generic passes know no machine, no memory and no schedule",
        may: &["code", "cost"],
        never: &[GPU, "tf_dialects::kernel", MEMORY, SCHEDULES, TARGET, VECTORS],
    },
    Room {
        package: COMMON,
        dir: "rules",
        absence: "what schedules may say makes no op and asks no price",
        may: &["code"],
        never: &["tf_ir::builder", "tf_ir::rewrite", MEMORY, VECTORS],
    },
    Room {
        package: COMMON,
        dir: "unroll",
        absence: "what writes out loops asks no price and chooses none",
        may: &["code", "cost", "generic", "rules"],
        never: &[
            MEMORY,
            "tf_passes_common::cost::plan",
            "tf_passes_common::cost::price",
            "tf_passes_common::cost::work",
        ],
    },
    Room {
        package: SCHEDULE,
        dir: "apply",
        absence: "what applies schedules asks no price and chooses none",
        may: &["code", "cost", "generic", "rules"],
        never: &[
            MEMORY,
            "tf_dialects::kernel",
            "tf_passes_common::cost::nest",
            "tf_passes_common::cost::plan",
            "tf_passes_common::cost::point",
            "tf_passes_common::cost::price",
            "tf_passes_common::cost::tree",
            "tf_passes_common::cost::work",
        ],
    },
    Room {
        package: SCHEDULE,
        dir: "decide",
        absence: "who chooses schedules makes no loop",
        may: &["code", "cost", "rules", "unroll", "apply"],
        never: &["tf_dialects::loops::build", MEMORY, VECTORS],
    },
    Room {
        package: SCHEDULE,
        dir: "drive",
        absence: "who runs both sides prices nothing and makes no op",
        may: &["code", "rules", "unroll", "apply", "decide"],
        never: &["tf_ir::builder", MEMORY, VECTORS],
    },
    Room {
        package: TRANSFORMS,
        dir: "tensors",
        absence: "passes over tensors know no memory and choose no loops",
        may: &["code", "cost", "generic", "rules"],
        never: &[MEMORY, VECTORS, "tf_passes_common::cost::price"],
    },
    Room {
        package: TRANSFORMS,
        dir: "transforms",
        absence: "transforms know no memory and no machine",
        may: &["code", "cost", "rules"],
        never: &[GPU, "tf_dialects::kernel", MEMORY, TARGET, VECTORS],
    },
    Room {
        package: LOWER,
        dir: "lower",
        absence: "the lowering decides nothing",
        may: &["code", "cost", "rules", "unroll"],
        never: &[
            "tf_passes_common::cost::plan",
            "tf_passes_common::cost::price",
            "tf_passes_common::cost::tree",
        ],
    },
    Room {
        package: LOWER,
        dir: "loops",
        absence: "passes over loops know no compute",
        may: &["code", "cost"],
        never: &["tf_dialects::tensor::Compute", "tf_passes_common::cost::price"],
    },
    Room {
        package: LOWER,
        dir: "machine",
        absence: "what expands instructions knows no memory",
        may: &["code", "cost"],
        never: &[MEMORY, SCHEDULES, "tf_dialects::tensor::Compute"],
    },
    Room {
        package: LOWER,
        dir: "gpu",
        absence: "passes for GPUs know no compute, and no other room knows them",
        may: &["code", "cost", "loops"],
        never: &["tf_dialects::tensor::Compute"],
    },
];

const COMMON: &str = "passes/common";
const SCHEDULE: &str = "passes/schedule";
const TRANSFORMS: &str = "passes/transforms";
const LOWER: &str = "passes/lower";

/// Packages of rooms that Cargo builds in parallel: none depends on another one.
pub const SIDE_BY_SIDE: [&str; 3] = [SCHEDULE, TRANSFORMS, LOWER];

const GPU: &str = "tf_dialects::gpu";
const MEMORY: &str = "tf_dialects::mem";
const SCHEDULES: &str = "tf_dialects::tensor::schedule";
const TARGET: &str = "tf_dialects::target";
const VECTORS: &str = "tf_dialects::vector";

/// What rooms still take although the table does not allow it: the file below `src`, and the room or path
/// that it names. The list may only shrink.
pub const LEFT: &[(&str, &str)] = &[];

/// The layer of a package in folder `dir`.
pub fn layer(dir: &str) -> Option<&'static Layer> {
    let below = |l: &&Layer| l.open && dir.strip_prefix(l.dir).is_some_and(|rest| rest.starts_with('/'));
    LAYERS.iter().find(|l| l.dir == dir).or_else(|| LAYERS.iter().find(below))
}

impl Layer {
    /// Whether a package of this layer, or only its tests, may import the one in folder `dir`.
    pub fn may_import(&self, dir: &str, tests: bool) -> bool {
        fn contains(names: &[&str], dir: &str) -> bool {
            names.iter().any(|name| match GROUPS.iter().find(|(group, _)| group == name) {
                Some((_, members)) => contains(members, dir),
                None => *name == dir,
            })
        }
        contains(self.may, dir) || (tests && contains(self.tests, dir))
    }
}

#[test]
fn every_name_in_the_table_is_a_layer_or_a_group() {
    let lists =
        LAYERS.iter().flat_map(|l| [l.may, l.tests]).chain(GROUPS.iter().map(|(_, members)| *members));
    for name in lists.flatten() {
        let known = GROUPS.iter().any(|(g, _)| g == name) || LAYERS.iter().any(|l| l.dir == *name);
        assert!(known, "{name}");
    }
}

#[test]
fn packages_of_rooms_build_side_by_side() {
    for package in SIDE_BY_SIDE {
        let own = layer(package).expect("each package is in a layer");
        for other in SIDE_BY_SIDE.into_iter().filter(|other| *other != package) {
            assert!(!own.may_import(other, true), "{package} waits for {other}");
        }
    }
    let packages: BTreeSet<&str> = ROOMS.iter().map(|room| room.package).collect();
    assert_eq!(packages, SIDE_BY_SIDE.into_iter().chain([COMMON]).collect());
}
