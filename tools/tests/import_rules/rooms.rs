//! The rooms of `passes/src` ([`ROOMS`]): whom each may import, and what it never names. A room is told by
//! what is absent from it.

use std::collections::{BTreeMap, BTreeSet};

use super::circles::{self, File, Path};
use super::layers::{ROOMS, Room};
use super::packages::Package;
use super::tokens::{self, Source};
use super::{Rule, Violation};

/// Where the rooms are.
const HOUSE: &str = "passes/src/";

/// The room of a path below [`HOUSE`], by the names in it.
fn room(names: &[String]) -> Option<usize> {
    let is_in = |room: &Room| {
        names.iter().map(String::as_str).take(room.dir.split('/').count()).eq(room.dir.split('/'))
    };
    ROOMS.iter().position(is_in)
}

/// What a file of a room takes that its room may not: the room or the path, as
/// [`layers::LEFT`](super::layers::LEFT) lists it.
fn breaches(file: &File, own: usize) -> BTreeSet<&'static str> {
    let rooms = file.takes.iter().filter_map(|path| room(path)).filter(|other| *other != own);
    let others = rooms.map(|other| ROOMS[other].dir).filter(|dir| !ROOMS[own].may.contains(dir));
    let inside = file.takes.iter().map(|path| [&["crate".to_string()], &path[..]].concat());
    let named: Vec<Path> = inside.chain(file.foreign.iter().cloned()).collect();
    let names = |never: &&&str| {
        let words: Vec<&str> = never.split("::").collect();
        named.iter().any(|path| path.len() >= words.len() && path.iter().zip(&words).all(|(a, b)| a == b))
    };
    others.chain(ROOMS[own].never.iter().filter(names).copied()).collect()
}

/// The files of the rooms, and which room each is in. What cannot be read is reported by other rules.
fn in_rooms(workspace: &[Package], files: &[(String, String)]) -> Vec<(File, usize)> {
    let read = |(path, text): &'_ (String, String)| Some((path.clone(), tokens::read(text).ok()?));
    let mut sources: Vec<(String, Source)> =
        files.iter().filter(|(path, _)| path.starts_with(HOUSE)).filter_map(read).collect();
    let sources: Vec<(&str, Source)> =
        sources.iter_mut().map(|(path, source)| (path.as_str(), std::mem::take(source))).collect();
    let package = workspace.iter().find(|package| HOUSE.strip_suffix("/src/") == Some(&package.dir));
    let all = package.map_or_else(Vec::new, |package| circles::library(package, &sources));
    let place = |file: File| {
        let names: Path = file.path[HOUSE.len()..].split('/').map(str::to_string).collect();
        let room = room(&names)?;
        Some((file, room))
    };
    all.into_iter().filter_map(place).collect()
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
    for (file, own) in in_rooms(workspace, files) {
        for what in breaches(&file, own) {
            let is_left = |(path, other): &(&str, &str)| file.path[HOUSE.len()..] == **path && what == *other;
            if let Some(at) = open.iter().position(is_left) {
                open.remove(at);
                continue;
            }
            let what = format!("{} imports {what}: {}", ROOMS[own].dir, ROOMS[own].absence);
            found.push(Violation { rule: Rule::Room, place: file.path.clone(), what });
        }
    }
    found.extend(open.into_iter().map(|(file, what)| Violation {
        rule: Rule::Room,
        place: format!("{HOUSE}{file}"),
        what: format!("takes no {what} any more: take it out of the list in layers.rs"),
    }));
    found
}

/// The arrows between rooms, with the number of files that each begins in.
fn arrows(workspace: &[Package], files: &[(String, String)]) -> BTreeMap<(usize, usize), usize> {
    let mut found = BTreeMap::new();
    for (file, own) in in_rooms(workspace, files) {
        let others: BTreeSet<usize> = file.takes.iter().filter_map(|path| room(path)).collect();
        for other in others.into_iter().filter(|other| *other != own) {
            *found.entry((own, other)).or_default() += 1;
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

/// What is found in a file of passes with this text.
#[cfg(test)]
fn planted(path: &str, text: &str, left: &[(&'static str, &'static str)]) -> Vec<String> {
    let workspace = [Package { name: "tf-passes".into(), dir: "passes".into(), dependencies: Vec::new() }];
    let files = [(format!("{HOUSE}{path}"), text.to_string())];
    check(&workspace, &files, left).iter().map(Violation::to_string).collect()
}

/// For each room, a file that breaks its rule.
#[cfg(test)]
const PLANTED: &[(&str, &str, &str)] = &[
    ("code", "code/x.rs", "use crate::generic::cse;"),
    ("schedule/cost", "schedule/cost/x.rs", "use tf_ir::{body::Body, builder::Builder};"),
    ("generic", "generic/x/mod.rs", "use tf_dialects::target::Target;"),
    ("schedule/rules", "schedule/rules/x.rs", "use tf_ir::builder::Builder;"),
    ("schedule/unroll", "schedule/unroll/x.rs", "use crate::schedule::apply::apply_fusion::fuse;"),
    ("schedule/apply", "schedule/apply/x/y.rs", "fn f() { crate::schedule::decide::tuned::take() }"),
    ("schedule/apply", "schedule/apply/x/mod.rs", "use super::super::cost::price::price;"),
    (
        "schedule/decide",
        "schedule/decide/x.rs",
        "use tf_dialects::loops; fn f() { loops::build::for_loop() }",
    ),
    ("schedule/drive", "schedule/drive/x.rs", "use crate::schedule::{rules::keep, cost::figures::TRIP};"),
    ("tensors", "tensors/x.rs", "use tf_dialects::{func::Func, mem};"),
    ("transforms", "transforms/x/mod.rs", "use crate::lower::lower_tiles;"),
    ("lower", "lower/x.rs", "use crate::schedule::decide::schedule::choose;"),
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
    // What the table allows, tests, and the root, which knows all rooms.
    for (path, text) in [
        ("lower/x.rs", "use crate::schedule::rules::legal; use crate::code::slice;"),
        ("lower/x.rs", "#[cfg(test)] mod t { use crate::schedule::decide::schedule::choose; }"),
        ("register.rs", "use crate::schedule::decide::tuned::Point;"),
        ("schedule/decide/x.rs", "use super::schedule::choose; use tf_dialects::loops::For;"),
    ] {
        assert_eq!(planted(path, text, &[]), [""; 0], "{path} {text}");
    }
}

#[test]
fn what_is_left_may_only_shrink() {
    let text = "use crate::schedule::decide::tuned;";
    let left = ("lower/x.rs", "schedule/decide");
    assert_eq!(planted(left.0, text, &[left]), [""; 0]);
    let gone = planted(left.0, "use crate::code::slice;", &[left]);
    assert!(gone.len() == 1 && gone[0].contains("any more"), "{gone:?}");
}

#[test]
fn rooms_import_rooms_below_them() {
    for (at, room) in ROOMS.iter().enumerate() {
        let below = |dir: &&str| ROOMS[..at].iter().any(|other| other.dir == *dir);
        assert!(room.may.iter().all(below), "{}", room.dir);
    }
}
