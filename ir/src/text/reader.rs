//! The reader of IR: operations, regions and blocks from text into bodies.

use super::parser::{AsmParser, ParseResult, Pos};
use super::ssa::Names;
use super::suggest::did_you_mean;
use super::token::Tok;
use crate::body::{Block, Body, Region};
use crate::codes;
use crate::location::Location;
use crate::registry::OpName;
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};

/// A parser with the bodies it fills.
pub(super) struct Reader<'s> {
    pub(super) p: AsmParser<'s>,
    /// The innermost isolated op under construction.
    pub(super) body: Body,
    /// The bodies around it.
    pub(super) outer: Vec<Body>,
    pub(super) names: Names<'s>,
    /// Blocks by name, for each open region.
    pub(super) blocks: Vec<BlockNames<'s>>,
    /// For each open region: the namespace that op names may leave out.
    pub(super) default_dialects: Vec<&'s str>,
    /// Type of placeholders for values whose type is not known yet; no text can spell it.
    pub(super) untyped: crate::types::Type,
    op_names: FxHashMap<&'s str, OpName>,
    ops: u64,
}

/// The blocks of an open region.
#[derive(Default)]
pub(super) struct BlockNames<'s>(FxHashMap<&'s str, NamedBlock>);

#[derive(Clone, Copy)]
struct NamedBlock {
    block: Block,
    pos: Pos,
    defined: bool,
}

impl<'s> Deref for Reader<'s> {
    type Target = AsmParser<'s>;

    fn deref(&self) -> &AsmParser<'s> {
        &self.p
    }
}

impl<'s> DerefMut for Reader<'s> {
    fn deref_mut(&mut self) -> &mut AsmParser<'s> {
        &mut self.p
    }
}

impl<'s> Reader<'s> {
    pub(super) fn new(p: AsmParser<'s>, body: Body) -> Reader<'s> {
        let names = Names::new(p.text.len());
        let hidden = p.ctx.str("\0untyped");
        let untyped = p.ctx.intern_type(crate::types::TypeData::Opaque { dialect: hidden, text: hidden });
        Reader {
            p,
            body,
            outer: Vec::new(),
            names,
            blocks: vec![BlockNames::default()],
            default_dialects: vec!["builtin"],
            untyped,
            op_names: FxHashMap::default(),
            ops: 0,
        }
    }

    /// Counts an op against the limit, with this weight.
    #[inline]
    pub(super) fn count_op(&mut self, weight: u64) -> ParseResult {
        self.ops += weight;
        if self.ops <= self.opts.max_ops {
            return Ok(());
        }
        let limit = self.opts.max_ops;
        let failed = self.p.error_as(
            &codes::LIMIT,
            self.pos(),
            format!("more operations than the limit of {limit} (--max-ops)"),
        );
        self.p.stop();
        Err(failed)
    }

    // ---- names of ops ----

    /// The op with a full name, given as between its quotes: registered, or of an unregistered dialect if
    /// those are allowed.
    pub(super) fn op_name(&mut self, at: Pos, raw: &'s str) -> ParseResult<OpName> {
        if let Some(found) = self.op_names.get(raw) {
            return Ok(*found);
        }
        let name = self.p.unescape(at, raw)?;
        let found = match self.ctx.registry().lookup(&name) {
            Some(found) => found,
            None => self.unregistered(at, &name)?,
        };
        self.op_names.insert(raw, found);
        Ok(found)
    }

    fn unregistered(&mut self, at: Pos, name: &str) -> ParseResult<OpName> {
        let registry = self.ctx.registry();
        let known = || registry.ops().iter().map(|o| &*o.name);
        let Some((dialect, _)) = name.split_once('.').filter(|(d, rest)| !d.is_empty() && !rest.is_empty())
        else {
            let hint = did_you_mean(name, known());
            return Err(self.p.error_as(
                &codes::UNKNOWN_NAME,
                at,
                format!("'{name}' is not an operation name of the form 'dialect.op'{hint}"),
            ));
        };
        if registry.find_dialect(dialect).is_some() {
            let hint = did_you_mean(name, known());
            return Err(self.p.error_as(
                &codes::UNKNOWN_NAME,
                at,
                format!("unknown operation '{name}' in dialect '{dialect}'{hint}"),
            ));
        }
        if !self.opts.allow_unregistered {
            let hint = did_you_mean(name, known());
            let message = format!(
                "operation '{name}' is of an unregistered dialect{hint}; --allow-unregistered-dialect keeps it as it is"
            );
            return Err(self.p.error_as(&codes::UNKNOWN_NAME, at, message));
        }
        Ok(self.ctx.op_name(name))
    }

    /// The op of a name in custom form, which may omit the enclosing op's dialect.
    pub(super) fn custom_op_name(&mut self, at: Pos, word: &'s str) -> ParseResult<OpName> {
        if let Some(found) = self.op_names.get(word) {
            return Ok(*found);
        }
        let registry = self.ctx.registry();
        if !word.contains('.') {
            let default = self.default_dialects.last().copied().unwrap_or("");
            let found = registry.lookup(&format!("{default}.{word}"));
            let found = found.or_else(|| registry.lookup(&format!("builtin.{word}")));
            return found.ok_or_else(|| self.unknown_op(at, word));
        }
        let found = registry.lookup(word).ok_or_else(|| self.unknown_op(at, word))?;
        self.op_names.insert(word, found);
        Ok(found)
    }

    #[cold]
    fn unknown_op(&mut self, at: Pos, word: &str) -> super::Failed {
        let registry = self.ctx.registry();
        let default = self.default_dialects.last().copied().unwrap_or("");
        // Suggestions omit the namespaces that may be omitted here.
        let shown = registry.ops().iter().map(|info| match info.name.split_once('.') {
            Some((dialect, short)) if !word.contains('.') && [default, "builtin"].contains(&dialect) => short,
            _ => &info.name,
        });
        let exact =
            registry.ops().iter().find(|o| o.name.split_once('.').is_some_and(|(_, short)| short == word));
        let hint = match exact {
            Some(op) => format!("; did you mean '{}'?", op.name),
            None => did_you_mean(word, shown),
        };
        let unregistered = word.split_once('.').is_some_and(|(d, _)| registry.find_dialect(d).is_none());
        let more = match hint.is_empty() && unregistered {
            true => {
                "; ops of unregistered dialects are written in generic form: \"dialect.op\"(…) : (…) -> …"
            }
            false => "",
        };
        self.p.error_as(&codes::UNKNOWN_NAME, at, format!("unknown operation '{word}'{hint}{more}"))
    }

    // ---- blocks ----

    /// The block of a name in the innermost region; empty and detached if it is defined later.
    pub(super) fn block_named(&mut self, name: &'s str, pos: Pos) -> Block {
        let body = &mut self.body;
        let scope = self.blocks.last_mut().expect("there is an open region");
        let make = || NamedBlock { block: body.create_block(&[]), pos, defined: false };
        scope.0.entry(name).or_insert_with(make).block
    }

    /// Takes `^name` as a successor.
    pub(super) fn successor(&mut self) -> ParseResult<Block> {
        if self.tok.kind != Tok::CaretId {
            return Err(self.p.expected(Tok::CaretId.words()));
        }
        let (name, pos) = (self.p.spelling(), self.p.pos());
        self.p.advance();
        Ok(self.block_named(name, pos))
    }

    /// The block defined here under a name, which may have been used before.
    fn define_block(&mut self, name: &'s str, pos: Pos) -> ParseResult<Block> {
        let block = self.block_named(name, pos);
        let scope = self.blocks.last_mut().expect("there is an open region");
        let entry = scope.0.get_mut(name).expect("`block_named` entered it");
        if !entry.defined {
            (entry.defined, entry.pos) = (true, pos);
            return Ok(block);
        }
        let first = entry.pos;
        let error =
            crate::diag::Diagnostic::error(self.p.location(pos), format!("redefinition of block '{name}'"))
                .code(&codes::REDEFINED);
        let loc = self.p.location(first);
        Err(self.p.report(error.note(loc, "previously defined here")))
    }

    /// Reports the blocks that were branched to but never defined.
    pub(super) fn check_blocks(&mut self) {
        let scope = self.blocks.pop().expect("there is an open region");
        let missing = scope.0.into_iter().filter(|(_, b)| !b.defined);
        let mut missing: Vec<(Pos, &str)> = missing.map(|(name, b)| (b.pos, name)).collect();
        missing.sort_unstable();
        for (pos, name) in missing {
            self.p.error_as(
                &codes::UNDEFINED,
                pos,
                format!("reference to block '{name}', which is not defined in this region"),
            );
        }
    }

    // ---- regions ----

    /// Parses `{ blocks }` into a region of the current body. `args` are the entry block's arguments if the
    /// op's syntax names them. Errors of ops inside are reported and skipped, so the region ends at its
    /// brace.
    pub(super) fn region_blocks(&mut self, region: Region, args: &[Argument], name: OpName) -> ParseResult {
        let open = self.p.pos();
        if self.tok.kind != Tok::LBrace {
            return Err(self.p.expected("'{' to begin a region"));
        }
        self.p.enter()?;
        self.p.advance();
        self.blocks.push(BlockNames::default());
        let assembly = self.ctx.op_info(name).assembly.as_deref();
        self.default_dialects.push(assembly.and_then(|a| a.default_dialect()).unwrap_or(""));
        let result = self.blocks_until_brace(region, args, open);
        self.default_dialects.pop();
        self.check_blocks();
        self.p.leave();
        result
    }

    fn blocks_until_brace(&mut self, region: Region, args: &[Argument], open: Pos) -> ParseResult {
        if !args.is_empty() || !matches!(self.tok.kind, Tok::RBrace | Tok::CaretId | Tok::Eof) {
            let block = self.entry_block(region, args)?;
            self.ops_of_block(block);
        }
        while self.tok.kind == Tok::CaretId {
            let start = self.p.pos();
            match self.block_header(region) {
                Ok(block) => self.ops_of_block(block),
                Err(_) => {
                    self.p.recover(start);
                    // The ops of a block without a sound header still get their errors reported.
                    let block = self.body.add_block(region, &[]);
                    self.ops_of_block(block);
                }
            }
        }
        if self.p.accept(Tok::RBrace) {
            return Ok(());
        }
        if self.p.stopped() {
            return Err(self.p.failed());
        }
        let error = crate::diag::Diagnostic::error(
            self.p.location(self.p.pos()),
            "expected '}' at the end of a region",
        );
        let loc = self.p.location(open);
        Err(self.p.report(error.note(loc, "the region begins here")))
    }

    fn entry_block(&mut self, region: Region, args: &[Argument]) -> ParseResult<Block> {
        let types: super::Types = args.iter().map(|a| a.ty).collect();
        let block = self.body.add_block(region, &types);
        for (i, arg) in args.iter().enumerate() {
            let value = self.body.arg(block, i);
            if let Some(loc) = arg.loc {
                self.body.set_arg_loc(value, loc);
            }
            self.define(arg.name.slot, arg.name.pos, value, 1)?;
        }
        Ok(block)
    }

    /// `^name(%a: type, …):`
    fn block_header(&mut self, region: Region) -> ParseResult<Block> {
        let (name, pos) = (self.p.spelling(), self.p.pos());
        self.p.advance();
        let block = self.define_block(name, pos)?;
        self.body.append_block(region, block);
        if self.p.accept(Tok::LParen) && !self.p.accept(Tok::RParen) {
            let at = self.p.pos();
            loop {
                self.p.check_list(at, self.body.arg_count(block) + 1)?;
                self.block_argument(block)?;
                if !self.p.accept(Tok::Comma) {
                    break;
                }
            }
            self.p.expect(Tok::RParen)?;
        }
        self.p.expect(Tok::Colon)?;
        Ok(block)
    }

    fn block_argument(&mut self, block: Block) -> ParseResult {
        let (slot, pos) = self.value_name()?;
        let ty = self.p.colon_ty()?;
        let value = self.body.add_arg(block, ty);
        if let Some(loc) = self.p.optional_location()? {
            self.body.set_arg_loc(value, loc);
        }
        self.define(slot, pos, value, 1)
    }

    /// The ops of a block, up to the next block or the end of the region.
    pub(super) fn ops_of_block(&mut self, block: Block) {
        while !matches!(self.tok.kind, Tok::RBrace | Tok::CaretId | Tok::Eof) {
            let start = self.p.pos();
            if self.operation(block).is_err() {
                self.p.recover(start);
            }
        }
    }

    /// Parses a region of an op into the child body of an isolated op, else into the current body.
    pub(super) fn region_of(&mut self, state: &mut super::OpState, args: &[Argument]) -> ParseResult {
        if !state.isolated {
            let region = self.body.create_region();
            state.regions.push(region);
            self.names.push_region();
            let result = self.region_blocks(region, args, state.name);
            self.names.pop_region();
            return result;
        }
        let mut child = self.child_of(state);
        let region = child.add_region(child.root());
        self.outer.push(std::mem::replace(&mut self.body, child));
        self.names.push_isolated();
        let result = self.region_blocks(region, args, state.name);
        self.pop_isolated();
        let parent = self.outer.pop().expect("the parent was pushed above");
        state.child = Some(Box::new(std::mem::replace(&mut self.body, parent)));
        result
    }

    /// The body of an isolated op under construction.
    pub(super) fn child_of(&mut self, state: &mut super::OpState) -> Body {
        match state.child.take() {
            Some(child) => *child,
            None => Body::new(self.ctx, state.name, Location::UNKNOWN, 0),
        }
    }
}

/// An entry block's argument from an op's syntax.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its name.
    pub name: super::Operand,
    /// Its type.
    pub ty: crate::types::Type,
    /// Attributes after the type, if the syntax has them.
    pub attrs: Vec<(crate::context::Str, crate::attr::Attribute)>,
    /// Its location, if one is written.
    pub loc: Option<Location>,
}
