//! The header is generated from the sources: this test compares it, and writes it if `BLESS` is set
//! (`./x reference`).

use crate::own;
use cbindgen::{Builder, Config, DocumentationStyle, EnumConfig, ExportConfig, Language, RenameRule, Style};

/// The header's names of the types of the sources.
const NAMES: &[(&str, &str)] = &[
    ("Array", "tf_array"),
    ("Attribute", "tf_attribute"),
    ("Block", "tf_block"),
    ("Cancel", "tf_cancel"),
    ("DeviceArgument", "tf_device_argument"),
    ("DeviceArray", "tf_device_array"),
    ("Executable", "tf_executable"),
    ("Failure", "tf_failure"),
    ("FailureKind", "tf_failure_kind"),
    ("LimitOptions", "tf_limits"),
    ("Module", "tf_module"),
    ("NamedAttribute", "tf_named_attribute"),
    ("Op", "tf_op"),
    ("OpParts", "tf_op_parts"),
    ("Owned", "tf_owned"),
    ("PassFunction", "tf_pass_function"),
    ("PassOptions", "tf_pass"),
    ("PassOutcome", "tf_pass_outcome"),
    ("PrintFunction", "tf_print_function"),
    ("Region", "tf_region"),
    ("Session", "tf_session"),
    ("SessionOptions", "tf_session_options"),
    ("Type", "tf_type"),
    ("Value", "tf_value"),
    ("Visitor", "tf_visitor"),
];

const BEFORE: &str = "\
/*
 * Tensorforge as a library for C and C++: compile programs at run time and call them; read, build and change programs.
 *
 * Link with -ltensorforge_capi; for the device \"cpu\", libtensorforge_llvm.so is looked for next to it.
 *
 * Functions that can fail take `tf_failure **failure`, which may be NULL. They set it to a failure, to be freed with
 * tf_failure_free, or to NULL on success. Any thread may call any function, except that only one thread at a time may
 * use a tf_module. Free each object once, when no function uses it any more.
 *
 * Structures that begin with `size` may get more members at their end in later versions: start from their initializer.
 *
 * This file is generated from the library's sources (./x reference): change those instead.
 */";

/// The end of the header, after the structures.
const AFTER: &str = "\
/* Initializers of structures with a size: all zeros, the defaults. */
#define TF_SESSION_OPTIONS_INIT {sizeof(tf_session_options), 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, NULL}
#define TF_LIMITS_INIT {sizeof(tf_limits), 0, 0, 0, NULL}
#define TF_OP_PARTS_INIT {sizeof(tf_op_parts), NULL, NULL, 0, NULL, 0, 0, 0, 0, NULL, NULL, 0, 0, NULL, 0}";

fn made() -> String {
    let arrays = include_str!("../../../backends/upstream/src/ahead/common.h");
    let end = "#endif /* TF_ARRAY */";
    let arrays = &arrays[..arrays.find(end).expect("the part about arrays ends") + end.len()];
    let names = NAMES.iter().map(|(from, to)| (from.to_string(), to.to_string()));
    let config = Config {
        language: Language::C,
        cpp_compat: true,
        header: Some(BEFORE.to_string()),
        include_guard: Some("TENSORFORGE_H".to_string()),
        no_includes: true,
        after_includes: Some(arrays.to_string()),
        trailer: Some(AFTER.to_string()),
        style: Style::Type,
        documentation_style: DocumentationStyle::Doxy,
        line_length: 128,
        tab_width: 2,
        usize_is_size_t: true,
        enumeration: EnumConfig {
            rename_variants: RenameRule::QualifiedScreamingSnakeCase,
            ..EnumConfig::default()
        },
        export: ExportConfig {
            rename: names.collect(),
            exclude: vec!["Array".to_string()],
            include: vec!["PassOutcome".to_string()],
            ..ExportConfig::default()
        },
        ..Config::default()
    };
    let mut text = Vec::new();
    let sources = ["arrays", "executable", "failure", "held", "limits", "owned", "passes", "session", "text"];
    let mut builder = Builder::new().with_config(config);
    for source in sources {
        builder = builder.with_src(own(&format!("src/{source}.rs")));
    }
    for source in ["build", "handles", "module", "rewrite", "walk", "parts"] {
        builder = builder.with_src(own(&format!("src/ir/{source}.rs")));
    }
    builder.generate().expect("the sources are read").write(&mut text);
    for_users(&String::from_utf8(text).expect("it is text"))
}

/// Without what only authors of Rust want to know, and short comments in one line.
fn for_users(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().map(str::trim_end);
    while let Some(line) = lines.next() {
        if line.trim_start() != "/**" {
            out += line;
            out += "\n";
            continue;
        }
        let indent = &line[..line.len() - "/**".len()];
        let comment: Vec<&str> =
            lines.by_ref().map(str::trim_start).take_while(|line| *line != "*/").collect();
        let said = comment.iter().map(|line| line.trim_start_matches('*').trim_start());
        let mut said: Vec<&str> = said.take_while(|line| *line != "# Safety").collect();
        while said.last().is_some_and(|line| line.is_empty()) {
            said.pop();
        }
        out += &match &said[..] {
            [one] if indent.len() + one.len() <= 120 => format!("{indent}/** {one} */\n"),
            all => {
                let all: String = all.iter().map(|line| format!("{indent} * {line}\n")).collect();
                format!("{indent}/**\n{all}{indent} */\n")
            }
        };
    }
    out
}

#[test]
fn the_header_is_made_of_the_sources() {
    let path = own("include/tensorforge.h");
    let made = made();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, made).expect("it is written");
        return;
    }
    let kept = std::fs::read_to_string(&path).expect("it is there");
    assert!(kept == made, "{} differs from its sources: ./x reference updates it", path.display());
}
