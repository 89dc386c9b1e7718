//! The rooms of passes ([`ROOMS`]), in several crates: the allowed imports of each, and the names that it
//! never uses. The absent names characterize a room.

use std::collections::{BTreeMap, BTreeSet};

use super::circles::{self, File, Path};
use super::layers::{ROOMS, Room};
#[cfg(test)]
use super::packages::Dependency;
use super::packages::Package;
use super::tokens::{self, Source};
use super::{Rule, Violation};

/// The package above the rooms, which lists all passes.
const TOP: &str = "passes";

/// The path below `src` of a file of passes.
pub fn below_src(path: &str) -> Option<&str> {
    let packages = ROOMS.iter().map(|room| room.package).chain([TOP]);
    packages.into_iter().find_map(|package| path.strip_prefix(package)?.strip_prefix("/src/"))
}

/// The file of passes with this path below `src`.
pub fn source(below: &str) -> String {
    let names: Path = below.split('/').map(str::to_string).collect();
    let package = ROOMS.iter().find(|room| room.holds(&names)).map_or(TOP, |room| room.package);
    format!("{package}/src/{below}")
}

impl Room {
    /// Whether a path from the root of its crate is inside it.
    fn holds(&self, names: &[String]) -> bool {
        names.first().is_some_and(|first| first == self.dir)
    }
}

/// The name of a package in sources.
fn crate_name(package: &Package) -> String {
    package.name.replace('-', "_")
}

/// A file of a room.
struct Inside {
    /// Where it is.
    path: String,
    /// Its room.
    room: usize,
    /// The paths of its crate and of others that it uses, with the crate names.
    names: BTreeSet<Path>,
    /// The other rooms that it names.
    takes: BTreeSet<usize>,
}

impl Inside {
    /// `None` for a file outside of all rooms.
    fn read(workspace: &[Package], package: &Package, file: File) -> Option<Inside> {
        let below: Path = below_src(&file.path)?.split('/').map(str::to_string).collect();
        let is_own = |room: &Room| room.package == package.dir && room.holds(&below);
        let room = ROOMS.iter().position(is_own)?;
        let full = |path: &Path| {
            let alias = package.dependencies.iter().find(|on| on.alias == path[0]);
            let name = alias.map_or(path[0].clone(), |on| on.name.replace('-', "_"));
            [&[name], &path[1..]].concat()
        };
        let own = [crate_name(package)];
        let names: BTreeSet<Path> = file
            .takes
            .iter()
            .map(|path| [&own, &path[..]].concat())
            .chain(file.foreign.iter().map(full))
            .collect();
        let other = |path: &Path| {
            let package = workspace.iter().find(|package| crate_name(package) == path[0])?;
            ROOMS.iter().position(|room| room.package == package.dir && room.holds(&path[1..]))
        };
        let takes = names.iter().filter_map(other).filter(|other| *other != room).collect();
        Some(Inside { path: file.path, room, names, takes })
    }

    /// Its uses that its room forbids: the room or the path, as [`layers::LEFT`](super::layers::LEFT) lists
    /// it.
    fn breaches(&self) -> BTreeSet<&'static str> {
        let own = &ROOMS[self.room];
        let others = self.takes.iter().map(|other| ROOMS[*other].dir).filter(|dir| !own.may.contains(dir));
        let is_named = |never: &&&str| {
            let words: Vec<&str> = never.split("::").collect();
            let begins =
                |path: &Path| path.len() >= words.len() && path.iter().zip(&words).all(|(a, b)| a == b);
            self.names.iter().any(begins)
        };
        others.chain(own.never.iter().filter(is_named).copied()).collect()
    }
}

/// The files of the rooms. What cannot be read is reported by other rules.
fn in_rooms(workspace: &[Package], files: &[(String, String)]) -> Vec<Inside> {
    let read = |(path, text): &'_ (String, String)| Some((path.clone(), tokens::read(text).ok()?));
    let mut sources: Vec<(String, Source)> =
        files.iter().filter(|(path, _)| below_src(path).is_some()).filter_map(read).collect();
    let sources: Vec<(&str, Source)> =
        sources.iter_mut().map(|(path, source)| (path.as_str(), std::mem::take(source))).collect();
    let packages: BTreeSet<&str> = ROOMS.iter().map(|room| room.package).collect();
    let packages = workspace.iter().filter(|package| packages.contains(&*package.dir));
    let inside = |package| {
        let library = circles::library(package, &sources);
        library.into_iter().filter_map(move |file| Inside::read(workspace, package, file))
    };
    packages.flat_map(inside).collect()
}

/// Files that take what their room may not, but for those that are left, and entries of `left` that are
/// needed no more.
pub fn check(
    workspace: &[Package],
    files: &[(String, String)],
    left: &[(&'static str, &'static str)],
) -> Vec<Violation> {
    let mut open = left.to_vec();
    let mut found = Vec::new();
    for file in in_rooms(workspace, files) {
        for what in file.breaches() {
            let is_left =
                |(path, other): &(&str, &str)| below_src(&file.path) == Some(*path) && what == *other;
            if let Some(at) = open.iter().position(is_left) {
                open.remove(at);
                continue;
            }
            let own = &ROOMS[file.room];
            let what = format!("{} imports {what}: {}", own.dir, own.absence);
            found.push(Violation { rule: Rule::Room, place: file.path.clone(), what });
        }
    }
    found.extend(open.into_iter().map(|(file, what)| Violation {
        rule: Rule::Room,
        place: source(file),
        what: format!("takes no {what} any more: take it out of the list in layers.rs"),
    }));
    found
}

/// The arrows between rooms, with the number of files that each begins in.
fn arrows(workspace: &[Package], files: &[(String, String)]) -> BTreeMap<(usize, usize), usize> {
    let mut found = BTreeMap::new();
    for file in in_rooms(workspace, files) {
        for other in file.takes {
            *found.entry((file.room, other)).or_default() += 1;
        }
    }
    found
}

/// Prints the arrows between rooms: how many there are, those that run up, and pairs of rooms that reach each
/// other.
pub fn print(workspace: &[Package], files: &[(String, String)]) {
    let arrows = arrows(workspace, files);
    let up = arrows.keys().filter(|(from, to)| to > from).count();
    let mut reach: BTreeSet<(usize, usize)> = arrows.keys().copied().collect();
    for middle in 0..ROOMS.len() {
        let into: Vec<usize> = reach.iter().filter(|(_, to)| *to == middle).map(|(from, _)| *from).collect();
        let out: Vec<usize> = reach.iter().filter(|(from, _)| *from == middle).map(|(_, to)| *to).collect();
        reach.extend(into.iter().flat_map(|from| out.iter().map(|to| (*from, *to))));
    }
    let circles = reach.iter().filter(|(from, to)| from < to && reach.contains(&(*to, *from))).count();
    println!("rooms of passes: {} arrows, {up} run up, {circles} pairs in a circle", arrows.len());
    for ((from, to), files) in arrows {
        println!("  {} -> {}: {files} files", ROOMS[from].dir, ROOMS[to].dir);
    }
}

/// The packages of rooms; a dependency on the shared code is renamed.
#[cfg(test)]
fn house() -> Vec<Package> {
    let packages = [
        ("tf-passes-common", "passes/common"),
        ("tf-schedule", "passes/schedule"),
        ("tf-transforms", "passes/transforms"),
        ("tf-lower", "passes/lower"),
        ("tf-passes", TOP),
    ];
    let renamed = || Dependency {
        name: "tf-passes-common".into(),
        alias: "shared".into(),
        dir: Some("passes/common".into()),
        dev: false,
    };
    let package = |(name, dir): (&str, &str)| Package {
        name: name.into(),
        dir: dir.into(),
        dependencies: vec![renamed()],
    };
    packages.into_iter().map(package).collect()
}

/// The violations in a file of passes with this text.
#[cfg(test)]
fn planted(below: &str, text: &str, left: &[(&'static str, &'static str)]) -> Vec<String> {
    check(&house(), &[(source(below), text.to_string())], left).iter().map(Violation::to_string).collect()
}

/// For each room, a file that breaks its rule.
#[cfg(test)]
const PLANTED: &[(&str, &str, &str)] = &[
    ("code", "code/x.rs", "use crate::generic::cse;"),
    ("cost", "cost/x.rs", "use tf_ir::{body::Body, builder::Builder};"),
    ("generic", "generic/x/mod.rs", "use tf_dialects::target::Target;"),
    ("rules", "rules/x.rs", "use tf_ir::builder::Builder;"),
    ("unroll", "unroll/x.rs", "use tf_schedule::apply::apply_fusion::fuse;"),
    ("unroll", "unroll/x/mod.rs", "use super::super::cost::price::price;"),
    ("apply", "apply/x/y.rs", "fn f() { crate::decide::tuned::take() }"),
    ("apply", "apply/x/mod.rs", "use tf_passes_common::cost::{figures::NEST_ENTRY, price::price};"),
    ("apply", "apply/y.rs", "use shared::cost; fn f() { cost::plan::price() }"),
    ("apply", "apply/z/mod.rs", "use super::super::decide::tuned;"),
    ("decide", "decide/x.rs", "use tf_dialects::loops; fn f() { loops::build::for_loop() }"),
    ("drive", "drive/x.rs", "use tf_passes_common::{rules::keep, cost::figures::NEST_ENTRY};"),
    ("tensors", "tensors/x.rs", "use tf_dialects::{func::Func, mem};"),
    ("transforms", "transforms/x/mod.rs", "use tf_lower::lower::lower_tiles;"),
    ("lower", "lower/x.rs", "use tf_schedule::decide::schedule::choose;"),
    ("loops", "loops/x.rs", "use tf_dialects::tensor::{Compute, shape};"),
    ("machine", "machine/x.rs", "fn f() { tf_dialects::mem::load() }"),
    ("gpu", "gpu/x.rs", "use crate::lower; fn f() { lower::lower_tiles::g() }"),
    ("loops", "loops/y.rs", "use crate::gpu::map_kernels;"),
];

#[test]
fn each_room_names_its_violation() {
    for (room, path, text) in PLANTED {
        let found = planted(path, text, &[]);
        let [one] = found.as_slice() else { panic!("{path} {text}: {found:?}") };
        assert!(one.contains(&format!("Room: {room} imports ")), "{one}");
    }
    let rooms: BTreeSet<&str> = PLANTED.iter().map(|(room, ..)| *room).collect();
    assert_eq!(rooms, ROOMS.iter().map(|room| room.dir).collect());
    // Allowed uses, tests, and the root, which knows all rooms.
    for (path, text) in [
        ("lower/x.rs", "use tf_passes_common::rules::legal; use shared::code::slice;"),
        ("lower/x.rs", "#[cfg(test)] mod t { use tf_schedule::decide::schedule::choose; }"),
        ("register.rs", "use tf_schedule::decide::tuned::Point;"),
        ("decide/x.rs", "use super::schedule::choose; use tf_dialects::loops::For;"),
    ] {
        assert_eq!(planted(path, text, &[]), [""; 0], "{path} {text}");
    }
}

#[test]
fn exceptions_may_only_shrink() {
    let text = "use tf_schedule::decide::tuned;";
    let left = ("lower/x.rs", "decide");
    assert_eq!(planted(left.0, text, &[left]), [""; 0]);
    let gone = planted(left.0, "use tf_passes_common::code::slice;", &[left]);
    assert!(gone.len() == 1 && gone[0].contains("any more"), "{gone:?}");
}

#[test]
fn rooms_import_rooms_below_them() {
    for (at, room) in ROOMS.iter().enumerate() {
        let below = |dir: &&str| ROOMS[..at].iter().any(|other| other.dir == *dir);
        assert!(room.may.iter().all(below), "{}", room.dir);
    }
}
