//! The documents: links lead to files and headings that exist, and `docs/README.md` leads to every page.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace is there")
}

/// The pages of the repository: those of the root, and those below some folders.
fn pages() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(PathBuf::from).into();
    for folder in ["docs", "bench"] {
        below(&root().join(folder), &mut found);
    }
    found
}

/// The pages below a folder, relative to the repository's root.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() {
            below(&path, found);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path.strip_prefix(root()).expect("is below").to_path_buf());
        }
    }
}

/// The text without its blocks of code.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The targets of the links in a text, without addresses on the web.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.contains(char::is_whitespace)).collect()
}

/// The anchors of the headings of a text, as GitHub forms them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// The page that a link of a page leads to, relative to the root, and the anchor.
fn target<'a>(page: &Path, link: &'a str) -> (PathBuf, Option<&'a str>) {
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    if path.is_empty() {
        return (page.to_path_buf(), anchor);
    }
    let mut full = PathBuf::new();
    for part in page.parent().unwrap_or(Path::new("")).join(path).components() {
        match part {
            Component::ParentDir => drop(full.pop()),
            Component::CurDir => {}
            part => full.push(part),
        }
    }
    (full, anchor)
}

#[test]
fn links_lead_somewhere() {
    let (mut broken, mut count) = (Vec::new(), 0);
    for page in pages() {
        let text = prose(&fs::read_to_string(root().join(&page)).expect("is text"));
        for link in links(&text) {
            count += 1;
            let (path, anchor) = target(&page, link);
            let full = root().join(&path);
            let is_there = match anchor {
                None => full.exists(),
                Some(anchor) => fs::read_to_string(&full).is_ok_and(|t| anchors(&prose(&t)).contains(anchor)),
            };
            if !is_there {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(count > 200, "{count} links");
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn the_index_leads_to_every_page() {
    let index = Path::new("docs/README.md");
    let text = fs::read_to_string(root().join(index)).expect("is there");
    let listed: BTreeSet<PathBuf> = links(&text).into_iter().map(|link| target(index, link).0).collect();
    // These have a separate index, or are listed as a folder.
    let is_folder = |page: &Path| listed.iter().any(|path| page != path && page.starts_with(path));
    let is_error = |page: &Path| page.starts_with("docs/reference/errors");
    let missing: Vec<String> = pages()
        .into_iter()
        .filter(|page| page.starts_with("docs") && page != index)
        .filter(|page| !listed.contains(page) && !is_folder(page) && !is_error(page))
        .map(|page| page.display().to_string())
        .collect();
    assert!(missing.is_empty(), "docs/README.md lists\n{}", missing.join("\n"));
}

#[test]
fn broken_links_are_found() {
    let text = "[a](b.md#c-d) and [w](https://x.y)\n```\n[n](o)\n```\n# `C` d, e\n[f](../g.md)";
    let text = prose(text);
    assert_eq!(links(&text), ["b.md#c-d", "../g.md"]);
    assert_eq!(anchors(&text), BTreeSet::from(["c-d-e".to_string()]));
    assert_eq!(target(Path::new("docs/a/p.md"), "../g.md#h"), (PathBuf::from("docs/g.md"), Some("h")));
    assert_eq!(target(Path::new("docs/p.md"), "#h"), (PathBuf::from("docs/p.md"), Some("h")));
}
