//! Command-line filters: libtest's, several of them, and paths.

use std::path::Path;

/// Options of libtest that take their value from the next argument.
const WITH_VALUE: [&str; 6] = ["--test-threads", "--logfile", "--skip", "--color", "--format", "-Z"];

/// Splits a command line (without the program's name) into options and filters.
pub(crate) fn split(args: impl IntoIterator<Item = String>) -> (Vec<String>, Vec<String>) {
    let (mut options, mut filters) = (Vec::new(), Vec::new());
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        if arg == "--" {
            filters.extend(args);
            break;
        }
        if !arg.starts_with('-') {
            filters.push(arg);
            continue;
        }
        let takes_value = WITH_VALUE.contains(&arg.as_str());
        options.push(arg);
        if takes_value {
            options.extend(args.next());
        }
    }
    (options, filters)
}

/// The form of a filter that is matched against test names, which are paths below `root`: a path to a file or
/// folder inside `root` (absolute, or relative to one of `bases`) becomes relative to `root`, anything else
/// stays.
pub(crate) fn normalise(filter: &str, root: &Path, bases: &[&Path]) -> String {
    let Ok(root) = root.canonicalize() else { return filter.to_string() };
    for base in bases {
        let Ok(path) = base.join(filter).canonicalize() else { continue };
        let Ok(inside) = path.strip_prefix(&root) else { continue };
        let name = inside.display().to_string();
        return if path.is_dir() && !name.is_empty() { name + "/" } else { name };
    }
    filter.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(s: &[&str]) -> Vec<String> {
        s.iter().map(|s| s.to_string()).collect()
    }

    #[test]
    fn values_of_options_are_no_filters() {
        let (options, filters) = split(strings(&[
            "a",
            "--test-threads",
            "1",
            "--color=never",
            "-q",
            "b/c",
            "--skip",
            "x",
            "--",
            "-d",
        ]));
        assert_eq!(options, strings(&["--test-threads", "1", "--color=never", "-q", "--skip", "x"]));
        assert_eq!(filters, strings(&["a", "b/c", "-d"]));
    }

    #[test]
    fn paths_become_names() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.join("src");
        let bases = [here, root.as_path()];
        assert_eq!(normalise("src/filter.rs", &root, &bases), "filter.rs");
        assert_eq!(normalise("./filter.rs", &root, &bases), "filter.rs");
        assert_eq!(normalise(&root.join("lib.rs").display().to_string(), &root, &bases), "lib.rs");
        assert_eq!(normalise("src", &root, &bases), "");
        assert_eq!(normalise("no/such::test", &root, &bases), "no/such::test");
        assert_eq!(normalise("Cargo.toml", &root, &bases), "Cargo.toml");
        assert_eq!(normalise("src", here, &bases), "src/");
    }
}
