//! Splits a PTX text with several kernels into texts that the driver translates at the same time.

use std::collections::BTreeSet;

/// A statement outside of all others: a kernel, a function, a variable.
struct Item<'t> {
    text: &'t str,
    /// The name that it declares.
    name: &'t str,
    is_kernel: bool,
    /// Whether kernels can share it by writing: then they have to be in one module.
    is_state: bool,
}

/// The size of text from which another thread pays, bytes.
const LEAST: usize = 16 << 10;

/// The parts of a text, at most `most`, of about equal sizes: each has whole kernels, and the functions and
/// variables that these use. The text itself if it cannot be split.
pub(crate) fn parts(ptx: &[u8], most: usize) -> Vec<Vec<u8>> {
    let split = || {
        let text = std::str::from_utf8(ptx).ok()?;
        let (head, items) = items(text)?;
        let shares = shares(&items, most);
        (shares.len() > 1).then_some(())?;
        let used: Vec<BTreeSet<usize>> = shares.iter().map(|share| closure(&items, share)).collect();
        let is_shared = |at: &usize| used.iter().filter(|part| part.contains(at)).count() > 1;
        let splits_state = (0..items.len()).any(|at| items[at].is_state && is_shared(&at));
        (!splits_state).then_some(())?;
        let text = |part: &BTreeSet<usize>| {
            let items: Vec<&str> = part.iter().map(|at| items[*at].text).collect();
            format!("{head}{}", items.join("\n")).into_bytes()
        };
        Some(used.iter().map(text).collect())
    };
    split().unwrap_or_else(|| vec![ptx.to_vec()])
}

/// The name of a kernel in a text, if it is there.
pub(crate) fn has_kernel(ptx: &[u8], name: &str) -> bool {
    let text = String::from_utf8_lossy(ptx);
    let mut places = text.match_indices(".entry").map(|(at, word)| text[at + word.len()..].trim_start());
    places.any(|rest| word(rest) == name)
}

/// Kernels by part, the largest ones first into the smallest part.
fn shares(items: &[Item<'_>], most: usize) -> Vec<Vec<usize>> {
    let mut kernels: Vec<usize> = (0..items.len()).filter(|at| items[*at].is_kernel).collect();
    let total: usize = kernels.iter().map(|at| items[*at].text.len()).sum();
    let count = most.min(kernels.len()).min(total.div_ceil(LEAST)).max(1);
    kernels.sort_by_key(|at| std::cmp::Reverse(items[*at].text.len()));
    let mut shares = vec![(0, Vec::new()); count];
    for at in kernels {
        if let Some((bytes, share)) = shares.iter_mut().min_by_key(|(bytes, _)| *bytes) {
            *bytes += items[at].text.len();
            share.push(at);
        }
    }
    shares.into_iter().map(|(_, share)| share).collect()
}

/// Kernels with all other items that they use, directly or not.
fn closure(items: &[Item<'_>], kernels: &[usize]) -> BTreeSet<usize> {
    let mut found: BTreeSet<usize> = kernels.iter().copied().collect();
    let mut open: Vec<usize> = kernels.to_vec();
    while let Some(at) = open.pop() {
        let words: BTreeSet<&str> = items[at].text.split(|c| !is_name(c)).collect();
        for (other, item) in items.iter().enumerate() {
            if !item.is_kernel && words.contains(item.name) && found.insert(other) {
                open.push(other);
            }
        }
    }
    found
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

/// The name at the start of a text.
fn word(text: &str) -> &str {
    text.split(|c| !is_name(c)).next().unwrap_or_default()
}

/// The directives before the first item, and all items; nothing if the text has an unknown form.
fn items(text: &str) -> Option<(&str, Vec<Item<'_>>)> {
    const HEAD: &str = ".address_size 64";
    let start = text.find(HEAD)? + HEAD.len();
    let (mut items, mut rest) = (Vec::new(), &text[start..]);
    loop {
        rest = skip_comments(rest);
        if rest.is_empty() {
            return Some((&text[..start], items)).filter(|_| text[..start].contains(".version"));
        }
        let end = end_of(rest)?;
        items.push(item(&rest[..end])?);
        rest = &rest[end..];
    }
}

fn skip_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        match text.strip_prefix("//") {
            Some(comment) => text = comment.find('\n').map_or("", |end| &comment[end..]),
            None => return text,
        }
    }
}

/// The end of the first item: the `;` of a declaration, or the `}` of a body.
fn end_of(text: &str) -> Option<usize> {
    let is_function = text.starts_with(".visible .entry")
        || text.starts_with(".entry")
        || [".func", ".visible .func", ".weak .func"].iter().any(|word| text.starts_with(word));
    let (mut depth, mut comment, mut quoted) = (0usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            '\n' => comment = false,
            _ if comment => {}
            '"' => quoted = !quoted,
            _ if quoted => {}
            '/' if text[at..].starts_with("//") => comment = true,
            '{' => depth += 1,
            '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 && is_function {
                    return Some(at + 1);
                }
            }
            ';' if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// An item; nothing if it is of a kind that is not known here.
fn item(text: &str) -> Option<Item<'_>> {
    let after = |mark: &str| text.find(mark).map(|at| text[at + mark.len()..].trim_start());
    if let Some(rest) = text.starts_with(".visible .entry").then(|| after(".entry")).flatten() {
        return Some(Item { text, name: word(rest), is_kernel: true, is_state: false });
    }
    if [".func", ".visible .func", ".weak .func", ".extern .func"].iter().any(|kind| text.starts_with(kind)) {
        // Results are declared in parentheses before the name.
        let mut rest = after(".func")?;
        if rest.starts_with('(') {
            rest = rest[rest.find(')')? + 1..].trim_start();
        }
        return Some(Item { text, name: word(rest), is_kernel: false, is_state: false });
    }
    let declared = &text[..text.find(['=', ';'])?];
    let is_state = declared.contains(".global") && !text.contains('=');
    let known = [".const", ".global", ".shared"].iter().any(|space| declared.contains(space));
    let name = declared.split('[').next()?.split_whitespace().next_back()?;
    (known && name.chars().all(is_name)).then_some(Item { text, name, is_kernel: false, is_state })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "//\n// Generated by LLVM NVPTX Back-End\n//\n\n.version 7.8\n.target sm_90\n.address_size 64\n\n";

    fn kernel(name: &str, uses: &str) -> String {
        let padding = "\tadd.s32 \t%r1, %r2, %r3; // a } in a comment\n".repeat(LEAST / 40);
        format!(
            "\t// .globl\t{name}\n.visible .entry {name}(\n\t.param .u64 {name}_param_0\n)\n\
             .reqntid 256, 1, 1\n{{\n\
             \t.reg .b32 %r<4>;\n\t.pragma \"nounroll\";\n{{ // callseq 0, 0\n{uses}\n}}\n\
             {padding}\tret;\n}}\n"
        )
    }

    fn texts(ptx: &str, most: usize) -> Vec<String> {
        parts(ptx.as_bytes(), most).into_iter().map(|part| String::from_utf8(part).unwrap()).collect()
    }

    #[test]
    fn each_part_has_whole_kernels_and_what_they_use() {
        let items = [
            ".extern .func  (.param .b32 r) helper\n(\n\t.param .b64 helper_param_0\n)\n;\n",
            ".shared .align 16 .b8 tile[1024];\n",
            ".global .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n",
        ];
        let kernels = [kernel("a", "mov tile;"), kernel("b", "call helper;"), kernel("c", "ld table; tile")];
        let text = format!("{HEAD}{}{}", items.concat(), kernels.concat());
        let parts = texts(&text, 8);
        assert_eq!(parts.len(), 3);
        for (name, [helper, tile, table]) in
            [("a", [false, true, false]), ("b", [true, false, false]), ("c", [false, true, true])]
        {
            let part = parts.iter().find(|part| has_kernel(part.as_bytes(), name)).unwrap();
            assert!(part.starts_with(HEAD.trim_end()));
            let uses = ["helper_param_0", ".b8 tile[", ".b8 table["].map(|text| part.contains(text));
            assert_eq!(uses, [helper, tile, table], "{name}");
            assert_eq!(part.matches(".entry").count(), 1);
            assert_eq!(part.matches('{').count(), part.matches('}').count() - LEAST / 40, "the comments");
        }
        assert_eq!(texts(&text, 2).len(), 2);
    }

    #[test]
    fn texts_that_cannot_be_split_stay_whole() {
        let two = [kernel("a", "st count;"), kernel("b", "ld count;")].concat();
        for text in [
            // Small kernels, one kernel, no kernel.
            format!("{HEAD}.visible .entry a()\n{{\n\tret;\n}}\n.visible .entry b()\n{{\n\tret;\n}}\n"),
            format!("{HEAD}{}", kernel("a", "")),
            ".version 7.8".to_string(),
            // A variable that one kernel writes and another reads.
            format!("{HEAD}.visible .global .align 4 .u32 count;\n{two}"),
            // An unknown statement, and an unbalanced one.
            format!("{HEAD}.alias x, y;\n{two}"),
            format!("{HEAD}{two}{{"),
        ] {
            assert_eq!(texts(&text, 8), [text]);
        }
    }
}
