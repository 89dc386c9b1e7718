//! The compiler of format strings: checks them against the op's description.

use super::complete;
use super::infer::{Rule, rules_of};
use super::lex::{Token, lex};
use super::program::{Anchor, Arguments, Item, Kind, Literal, Program, Source, Values};
use super::spaces::Spaces;
use super::syntax::{AttrSyntax, Options};
use crate::registry::{Arity, Count, OpInfo, Traits};
use crate::text::Tok;
use crate::text::token::scan;

pub(super) fn compile(format: &str, options: &Options, info: &OpInfo) -> Result<Program, String> {
    let mut compiler = Compiler {
        tokens: lex(format)?,
        at: 0,
        format,
        options,
        info,
        rules: rules_of(info)?,
        elided: Vec::new(),
        shown: Vec::new(),
        dict: false,
        spaces: Spaces::default(),
    };
    let items = compiler.items(false)?;
    let whole = complete::check(&items, info).and_then(|()| complete::resolve_at(&items));
    let resolve_at = whole.or_else(|message| compiler.error(message))?;
    let operands = info.operands.as_deref().unwrap_or(&[]);
    let results = info.results.as_deref().unwrap_or(&[]);
    let fixed = operands.iter().chain(results).all(|s| s.arity == Arity::One);
    let flexible = operands.iter().filter(|s| s.arity != Arity::One).count();
    let segments = flexible > 1 && info.operand_sizes.is_none();
    if segments {
        compiler.elided.push("operandSegmentSizes");
    }
    Ok(Program {
        resolve_at,
        all_regions: complete::has_all_regions(&items, info),
        items,
        elided: compiler.elided,
        rules: compiler.rules,
        arities: operands.iter().map(|s| s.arity).collect(),
        results: results.len(),
        same_type: info.has(Traits::SAME_TYPE) && fixed,
        segments,
    })
}

struct Compiler<'c> {
    tokens: Vec<(usize, Token)>,
    at: usize,
    format: &'c str,
    options: &'c Options,
    info: &'c OpInfo,
    rules: Vec<(Source, Rule)>,
    elided: Vec<&'static str>,
    /// Regions whose arguments an earlier element prints.
    shown: Vec<usize>,
    dict: bool,
    spaces: Spaces,
}

impl Compiler<'_> {
    fn error<T>(&self, message: impl std::fmt::Display) -> Result<T, String> {
        let start = self.tokens.get(self.at).map_or(self.format.len(), |t| t.0);
        Err(format!("at byte {start} of \"{}\": {message}", self.format))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.1)
    }

    fn accept(&mut self, punct: char) -> bool {
        let found = self.peek() == Some(&Token::Punct(punct));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, punct: char) -> Result<(), String> {
        if self.accept(punct) { Ok(()) } else { self.error(format_args!("expected '{punct}'")) }
    }

    /// Elements up to the end, or in a group up to `)` or `:`.
    fn items(&mut self, group: bool) -> Result<Vec<Item>, String> {
        let mut items = Vec::new();
        while let Some(token) = self.peek().cloned() {
            if group && matches!(token, Token::Punct(')' | ':')) {
                return Ok(items);
            }
            items.push(self.item(token)?);
        }
        if group { self.error("this group has no ')'") } else { Ok(items) }
    }

    fn item(&mut self, token: Token) -> Result<Item, String> {
        match token {
            Token::Literal(text) => self.literal(&text),
            Token::Variable(name) => {
                let kind = self.variable(&name, None)?;
                self.at += 1;
                Ok(self.placed(kind))
            }
            Token::Word(word) => self.word(&word),
            Token::Hook(word, name) => self.hook(&word, &name),
            Token::Punct('(') => self.group(),
            Token::Punct(p) => self.error(format_args!("unexpected '{p}'")),
        }
    }

    fn placed(&mut self, kind: Kind) -> Item {
        let space = match kind {
            Kind::AttrDict { .. } | Kind::Custom(..) => {
                self.spaces.dictionary();
                false
            }
            Kind::Attr(_, AttrSyntax::Unit) => false,
            _ => self.spaces.element(),
        };
        Item { space, kind }
    }

    fn literal(&mut self, text: &str) -> Result<Item, String> {
        let white = match text {
            "" => Some(""),
            " " => Some(" "),
            "\\n" => Some("\n"),
            _ => None,
        };
        if let Some(white) = white {
            self.at += 1;
            self.spaces.white(white);
            return Ok(Item { space: false, kind: Kind::White(white) });
        }
        let token = scan(text.as_bytes(), 0);
        let whole = token.start == 0 && token.end as usize == text.len();
        let literal = match token.kind {
            Tok::BareId if whole => Literal::Word(text.to_string()),
            kind @ (Tok::Arrow
            | Tok::Colon
            | Tok::Comma
            | Tok::Equal
            | Tok::Less
            | Tok::Greater
            | Tok::LParen
            | Tok::RParen
            | Tok::LSquare
            | Tok::RSquare
            | Tok::LBrace
            | Tok::RBrace
            | Tok::Star
            | Tok::Plus
            | Tok::Minus
            | Tok::Question
            | Tok::Slash
            | Tok::VBar
            | Tok::Ellipsis)
                if whole =>
            {
                Literal::Punct(kind, text.to_string())
            }
            _ => return self.error(format_args!("'{text}' is neither a word nor punctuation")),
        };
        self.at += 1;
        Ok(Item { space: self.spaces.literal(text), kind: Kind::Literal(literal) })
    }

    /// The element for `$name`; `syntax` if it is inside a directive like `ints($name)`.
    fn variable(&mut self, name: &str, syntax: Option<AttrSyntax>) -> Result<Kind, String> {
        if let Some(slot) = self.info.slot(name) {
            self.elided.push(self.info.attrs[slot].name);
            return Ok(Kind::Attr(slot, syntax.unwrap_or(AttrSyntax::Any)));
        }
        if syntax.is_some() {
            return self.error(format_args!("'{name}' is not an attribute of the op"));
        }
        if let Some(Source::Operand(i)) = self.source(name) {
            return Ok(Kind::Operand(i));
        }
        if let Some(i) = self.region(name) {
            return Ok(Kind::Region { i, header: !self.shown.contains(&i) });
        }
        if let Some(i) = position(name, "successor", &self.options.successors, self.info.successors) {
            return Ok(Kind::Successor(i));
        }
        self.error(format_args!("'${name}' is not an operand, attribute, region or successor of the op"))
    }

    fn region(&self, name: &str) -> Option<usize> {
        position(name, "region", &self.options.regions, self.info.regions)
    }

    fn source(&self, name: &str) -> Option<Source> {
        let find = |specs: Option<&[crate::registry::ValueSpec]>| specs?.iter().position(|s| s.name == name);
        let operand = find(self.info.operands.as_deref()).map(Source::Operand);
        operand.or_else(|| find(self.info.results.as_deref()).map(Source::Result))
    }

    fn word(&mut self, word: &str) -> Result<Item, String> {
        let kind = match word {
            "attr-dict" => Kind::AttrDict { keyword: false },
            "attr-dict-with-keyword" => Kind::AttrDict { keyword: true },
            "operands" => Kind::Operands,
            _ => return self.directive(word),
        };
        let again = |item: &Kind| matches!(item, Kind::AttrDict { .. });
        if again(&kind) && std::mem::replace(&mut self.dict, true) {
            return self.error("a format has one attribute dictionary");
        }
        self.at += 1;
        Ok(self.placed(kind))
    }

    /// `type($name)`, `ints($name)` and their like.
    fn directive(&mut self, word: &str) -> Result<Item, String> {
        let syntax = match word {
            "type" | "functional-type" | "args" | "indices" | "index" | "assign" => None,
            "int" => Some(AttrSyntax::Typed(|ctx| ctx.i64())),
            "ints" => Some(AttrSyntax::Ints),
            "string" => Some(AttrSyntax::String),
            "extents" => Some(AttrSyntax::Extents),
            _ => return self.error(format_args!("unknown directive '{word}'")),
        };
        self.at += 1;
        self.expect('(')?;
        let kind = match (word, syntax) {
            (_, Some(syntax)) => self.attribute(syntax)?,
            ("type", _) => Kind::Types(self.values()?),
            ("functional-type", _) => {
                let inputs = self.values()?;
                self.expect(',')?;
                Kind::FunctionalType(inputs, self.values()?)
            }
            _ => self.arguments(word)?,
        };
        self.expect(')')?;
        Ok(self.placed(kind))
    }

    /// The `$name` of an attribute.
    fn attribute(&mut self, syntax: AttrSyntax) -> Result<Kind, String> {
        let Some(Token::Variable(name)) = self.peek().cloned() else {
            return self.error("expected '$attribute'");
        };
        let kind = self.variable(&name, Some(syntax))?;
        self.at += 1;
        Ok(kind)
    }

    /// `$region` or `$region, $operand`: the syntax of a region's arguments before it.
    fn arguments(&mut self, word: &str) -> Result<Kind, String> {
        let region = match self.peek().cloned() {
            Some(Token::Variable(name)) => self.region(&name),
            _ => None,
        };
        let Some(region) = region else { return self.error("expected '$region'") };
        self.at += 1;
        self.shown.push(region);
        let arguments = match word {
            "args" => Arguments::Typed,
            "indices" => Arguments::Indices(self.letter()?),
            _ => {
                self.expect(',')?;
                match self.values()? {
                    Values::One(Source::Operand(i)) if word == "index" => Arguments::Index(i),
                    Values::One(Source::Operand(i)) => Arguments::Assigned(i),
                    _ => return self.error("expected '$operand'"),
                }
            }
        };
        Ok(Kind::Arguments(region, arguments))
    }

    /// ``, `k` `` if it comes next: the first letter for the names of indices; else i.
    fn letter(&mut self) -> Result<u8, String> {
        if !self.accept(',') {
            return Ok(b'i');
        }
        match self.peek() {
            Some(Token::Literal(text)) if text.len() == 1 && text.as_bytes()[0].is_ascii_lowercase() => {
                let letter = text.as_bytes()[0];
                self.at += 1;
                Ok(letter)
            }
            _ => self.error("expected a letter, as in `k`"),
        }
    }

    /// `as<SYNTAX>($attribute)` and `custom<Part>($attribute, $region, …)`.
    fn hook(&mut self, word: &str, name: &str) -> Result<Item, String> {
        let custom = self.options.customs.iter().position(|(n, _)| *n == name);
        let syntax = self.options.syntaxes.iter().find(|(n, _)| *n == name).map(|(_, syntax)| *syntax);
        let known = if word == "as" { syntax.is_some() } else { custom.is_some() };
        if !known {
            return self.error(format_args!("nothing named '{name}' is given for '{word}'"));
        }
        self.at += 1;
        self.expect('(')?;
        let kind = match (syntax, custom) {
            (Some(syntax), _) if word == "as" => self.attribute(syntax)?,
            (_, i) => Kind::Custom(i.unwrap_or_default(), self.things()?),
        };
        self.expect(')')?;
        Ok(self.placed(kind))
    }

    /// The attributes and the region that a custom part parses and prints.
    fn things(&mut self) -> Result<Vec<Anchor>, String> {
        let mut things = Vec::new();
        loop {
            let Some(Token::Variable(name)) = self.peek().cloned() else {
                return self.error("expected '$attribute' or '$region'");
            };
            match self.variable(&name, None)? {
                Kind::Attr(slot, _) => things.push(Anchor::Attr(slot)),
                Kind::Region { i, .. } => things.push(Anchor::Region(i)),
                Kind::Operand(i) => things.push(Anchor::Values(Values::One(Source::Operand(i)))),
                _ => {
                    return self
                        .error(format_args!("'${name}' is not an attribute, region or operand of the op"));
                }
            }
            self.at += 1;
            if !self.accept(',') {
                return Ok(things);
            }
        }
    }

    /// `$name`, `operands` or `results`.
    fn values(&mut self) -> Result<Values, String> {
        let values = match self.peek() {
            Some(Token::Word(word)) if word == "operands" => Values::Operands,
            Some(Token::Word(word)) if word == "results" => Values::Results,
            Some(Token::Variable(name)) => match self.source(name) {
                Some(source) => Values::One(source),
                None => return self.error(format_args!("'${name}' is not an operand or result of the op")),
            },
            _ => return self.error("expected '$operand', '$result', 'operands' or 'results'"),
        };
        self.at += 1;
        Ok(values)
    }

    fn group(&mut self) -> Result<Item, String> {
        self.expect('(')?;
        let mut anchor = None;
        let mut then = Vec::new();
        while !matches!(self.peek(), Some(Token::Punct(')' | ':')) | None) {
            let token = self.peek().cloned().expect("the loop's condition saw a token");
            let item = self.item(token)?;
            if self.accept('^') {
                let Some(found) = item.kind.anchor(&self.rules) else {
                    return self.error("this element cannot be an anchor");
                };
                if anchor.replace(found).is_some() {
                    return self.error("a group has one anchor");
                }
            }
            then.push(item);
        }
        let otherwise = if self.accept(':') { self.items(true)? } else { Vec::new() };
        self.expect(')')?;
        self.expect('?')?;
        let Some(anchor) = anchor else {
            return self.error("a group has an anchor: mark an element with '^'");
        };
        if let Anchor::Attr(slot) = anchor
            && accepts_only_unit(self.info, slot)
        {
            leave_out(&mut then, slot);
        }
        let first = then.iter().find(|i| !matches!(i.kind, Kind::White(_)));
        if !first.is_some_and(|item| item.kind.may_begin_a_group()) {
            return self
                .error("a group begins with a literal, operand, attribute, type, region or successor");
        }
        Ok(Item { space: false, kind: Kind::Group { anchor, then, otherwise } })
    }
}

/// The presence of the attribute in `slot` follows from the group: it prints nothing.
fn leave_out(items: &mut [Item], slot: usize) {
    for item in items {
        if let Kind::Attr(s, syntax) = &mut item.kind
            && *s == slot
            && matches!(syntax, AttrSyntax::Any)
        {
            (*syntax, item.space) = (AttrSyntax::Unit, false);
        }
    }
}

/// The index of `$region`, `$region1`, or of a declared name.
fn position(name: &str, kind: &str, given: &[String], count: Count) -> Option<usize> {
    if let Some(i) = given.iter().position(|n| n == name) {
        return Some(i);
    }
    let digits = name.strip_prefix(kind)?;
    let i = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    let fits = match count {
        Count::Exactly(n) => i < n,
        Count::AtLeast(_) => true,
    };
    fits.then_some(i)
}

/// True for attributes that are present or absent and have no other value.
fn accepts_only_unit(info: &OpInfo, slot: usize) -> bool {
    let ctx = crate::context::Context::new(crate::registry::Registry::new());
    let check = info.attrs[slot].constraint.check;
    check(&ctx, ctx.unit_attr()) && !check(&ctx, ctx.i64_attr(0)) && !check(&ctx, ctx.string_attr(""))
}
