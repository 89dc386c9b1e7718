//! Options and limits of the parser, and options of the printer.

/// Options and limits of parsing. Exceeding a limit is an error that names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseOptions {
    /// Accept ops of unregistered dialects (`--allow-unregistered-dialect`).
    pub allow_unregistered: bool,
    /// Wrap top-level ops in a module when there is none (off: `--no-implicit-module`).
    pub implicit_module: bool,
    /// Stop after this many errors (`--max-errors`).
    pub max_errors: usize,
    /// Depth of nested types, attributes and regions (`--max-nesting`), with aliases expanded. Each level
    /// takes up to 4 KiB of stack. Locations may nest to any depth.
    pub max_nesting: u32,
    /// Number of operations (`--max-ops`). An isolated op, which owns a body, counts as twelve, by its memory
    /// use.
    pub max_ops: u64,
    /// Bytes of text (`--max-text-bytes`), also after the expansion of aliases; never more than 2^32 - 1.
    pub max_text_bytes: u64,
    /// Bytes of one constant (`--max-constant-bytes`).
    pub max_constant_bytes: u64,
    /// Elements of one list (`--max-list`): attributes of an array, types, operands; not those of dense
    /// constants.
    pub max_list: usize,
    /// Rank of tensors, vectors and memrefs (`--max-rank`).
    pub max_rank: usize,
}

impl Default for ParseOptions {
    fn default() -> ParseOptions {
        ParseOptions {
            allow_unregistered: false,
            implicit_module: true,
            max_errors: 20,
            max_nesting: 256,
            max_ops: 3_000_000,
            max_text_bytes: 256 << 20,
            max_constant_bytes: 1 << 30,
            max_list: 1_000_000,
            max_rank: 32,
        }
    }
}

impl ParseOptions {
    /// The defaults, with ops of unregistered dialects accepted.
    pub fn unregistered() -> ParseOptions {
        ParseOptions { allow_unregistered: true, ..ParseOptions::default() }
    }
}

/// Options of printing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PrintOptions {
    /// Print every op in generic form (`--print-op-generic`).
    pub generic: bool,
    /// Print locations (`--print-debuginfo`).
    pub locations: bool,
    /// With `locations`: print them as aliases (`loc(#loc3)`) defined at the end of the text.
    pub location_aliases: bool,
    /// Print dense constants of more elements than this as `dense_resource<__elided__>`
    /// (`--elide-elementsattrs-if-larger`).
    pub elide_larger: Option<usize>,
}

impl PrintOptions {
    /// Every op in generic form.
    pub fn generic() -> PrintOptions {
        PrintOptions { generic: true, ..PrintOptions::default() }
    }

    /// With locations.
    pub fn with_locations() -> PrintOptions {
        PrintOptions { locations: true, ..PrintOptions::default() }
    }
}
