//! The compiler of format strings: checks them against the op's description.

use super::infer::Rule;
use super::lex::{Token, lex};
use super::{AttrSyntax, Options, TypeRule};
use crate::registry::{Arity, Count, OpInfo, Traits};
use crate::text::Tok;
use crate::text::token::scan;

/// An operand or result position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Operand(usize),
    Result(usize),
}

/// What `type(…)` and `functional-type(…)` speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    One(Source),
    Operands,
    Results,
}

/// A literal as it is parsed.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    Word(String),
    Punct(Tok, String),
}

/// One element; `space` tells if a space is printed before it.
pub(super) struct Item {
    pub(super) space: bool,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Literal(Literal),
    /// Printed as it is; parsing skips white space anyway.
    White(&'static str),
    Operand(usize),
    Operands,
    Attr(usize, AttrSyntax),
    Types(Values),
    FunctionalType(Values, Values),
    AttrDict {
        keyword: bool,
    },
    Region(usize),
    Regions,
    Successor(usize),
    Successors,
    Group {
        anchor: Anchor,
        then: Vec<Item>,
        otherwise: Vec<Item>,
    },
}

/// What decides whether an optional group is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Values(Values),
    Attr(usize),
    Region(usize),
    Regions,
    Successors,
}

/// A compiled format.
pub(super) struct Program {
    pub(super) items: Vec<Item>,
    /// Attributes the dictionary leaves out.
    pub(super) elided: Vec<&'static str>,
    pub(super) rules: Vec<(Source, Rule)>,
    pub(super) arities: Vec<Arity>,
    pub(super) results: usize,
    /// All operands and results have one type, one of each position.
    pub(super) same_type: bool,
    /// Several operand positions hold a varying number: `operandSegmentSizes` tells.
    pub(super) segments: bool,
}

pub(super) fn compile(format: &str, options: &Options, info: &OpInfo) -> Result<Program, String> {
    let tokens = lex(format)?;
    let mut compiler = Compiler {
        tokens,
        at: 0,
        format,
        options,
        info,
        elided: Vec::new(),
        dict: false,
        spaces: Spaces::default(),
    };
    let items = compiler.items(false)?;
    compiler.complete(&items)?;
    let mut rules = Vec::new();
    for (name, rule) in &options.rules {
        rules.push(compiler.rule(name, *rule)?);
    }
    let operands = info.operands.as_deref().unwrap_or(&[]);
    let results = info.results.as_deref().unwrap_or(&[]);
    let fixed = operands.iter().chain(results).all(|s| s.arity == Arity::One);
    let segments = operands.iter().filter(|s| s.arity != Arity::One).count() > 1;
    if segments {
        compiler.elided.push("operandSegmentSizes");
    }
    Ok(Program {
        items,
        elided: compiler.elided,
        rules,
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
    elided: Vec<&'static str>,
    dict: bool,
    spaces: Spaces,
}

/// Where upstream's printer puts spaces.
struct Spaces {
    wanted: bool,
    after_punct: bool,
}

impl Default for Spaces {
    fn default() -> Spaces {
        Spaces { wanted: true, after_punct: false }
    }
}

impl Spaces {
    fn literal(&mut self, text: &str) -> bool {
        let first = text.as_bytes()[0];
        let before = if text.len() != 1 && text != "->" {
            true
        } else if self.after_punct {
            !b">)}],".contains(&first)
        } else {
            !b"<>(){}[],".contains(&first)
        };
        let space = self.wanted && before;
        self.wanted = text.len() != 1 || !b"<({[".contains(&first);
        self.after_punct = first != b'_' && !first.is_ascii_alphabetic();
        space
    }

    fn element(&mut self) -> bool {
        let space = self.wanted || !self.after_punct;
        (self.wanted, self.after_punct) = (true, false);
        space
    }
}

impl Compiler<'_> {
    fn error<T>(&self, message: impl std::fmt::Display) -> Result<T, String> {
        let place = self.tokens.get(self.at).map_or(self.format.len(), |t| t.0);
        Err(format!("at {place} of \"{}\": {message}", self.format))
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
            items.push(self.item(token, group)?);
        }
        if group { self.error("this group has no ')'") } else { Ok(items) }
    }

    fn item(&mut self, token: Token, group: bool) -> Result<Item, String> {
        match token {
            Token::Literal(text) => self.literal(&text),
            Token::Variable(name) => {
                let kind = self.variable(&name, None)?;
                self.at += 1;
                Ok(self.placed(kind))
            }
            Token::Word(word) => self.word(&word),
            Token::Punct('(') if !group => self.group(),
            Token::Punct('(') => self.error("groups do not nest"),
            Token::Punct(p) => self.error(format_args!("unexpected '{p}'")),
        }
    }

    fn placed(&mut self, kind: Kind) -> Item {
        let space = match kind {
            Kind::AttrDict { .. } => {
                self.spaces.after_punct = false;
                self.spaces.wanted = true;
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
            (self.spaces.wanted, self.spaces.after_punct) = (false, white.is_empty());
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

    /// The element that `$name` stands for; `syntax` if it stands in a directive like `ints($name)`.
    fn variable(&mut self, name: &str, syntax: Option<AttrSyntax>) -> Result<Kind, String> {
        if let Some(slot) = self.info.slot(name) {
            self.elided.push(self.info.attrs[slot].name);
            let configured = self.options.attrs.iter().find(|(n, _)| n == name).map(|(_, s)| *s);
            return Ok(Kind::Attr(slot, syntax.or(configured).unwrap_or(AttrSyntax::Any)));
        }
        if syntax.is_some() {
            return self.error(format_args!("'{name}' is no attribute of the op"));
        }
        if let Some(Source::Operand(i)) = self.source(name) {
            return Ok(Kind::Operand(i));
        }
        if let Some(i) = position(name, "region", &self.options.regions, self.info.regions) {
            return Ok(Kind::Region(i));
        }
        if let Some(i) = position(name, "successor", &self.options.successors, self.info.successors) {
            return Ok(Kind::Successor(i));
        }
        self.error(format_args!("'${name}' is no operand, attribute, region or successor of the op"))
    }

    fn source(&self, name: &str) -> Option<Source> {
        let find = |specs: Option<&[crate::registry::ValueSpec]>| specs?.iter().position(|s| s.name == name);
        let operand = find(self.info.operands.as_deref()).map(Source::Operand);
        operand.or_else(|| find(self.info.results.as_deref()).map(Source::Result))
    }

    fn word(&mut self, word: &str) -> Result<Item, String> {
        let kind = match word {
            "attr-dict" | "attr-dict-with-keyword" => {
                if std::mem::replace(&mut self.dict, true) {
                    return self.error("a format has one attribute dictionary");
                }
                Kind::AttrDict { keyword: word == "attr-dict-with-keyword" }
            }
            "operands" => Kind::Operands,
            "regions" => Kind::Regions,
            "successors" => Kind::Successors,
            "type" => {
                self.at += 1;
                self.expect('(')?;
                let values = self.values()?;
                self.accept_close()?;
                return Ok(self.placed(Kind::Types(values)));
            }
            "functional-type" => {
                self.at += 1;
                self.expect('(')?;
                let inputs = self.values()?;
                self.expect(',')?;
                let results = self.values()?;
                self.accept_close()?;
                return Ok(self.placed(Kind::FunctionalType(inputs, results)));
            }
            _ => return self.attr_directive(word),
        };
        self.at += 1;
        Ok(self.placed(kind))
    }

    fn accept_close(&mut self) -> Result<(), String> {
        self.expect(')')
    }

    /// `ints($name)` and its like.
    fn attr_directive(&mut self, word: &str) -> Result<Item, String> {
        let syntax = match word {
            "int" => AttrSyntax::Typed(|ctx| ctx.i64()),
            "ints" => AttrSyntax::Ints,
            "keyword" => AttrSyntax::Keyword,
            "symbol" => AttrSyntax::Symbol,
            "extents" => AttrSyntax::Extents,
            _ => return self.error(format_args!("unknown directive '{word}'")),
        };
        self.at += 1;
        self.expect('(')?;
        let Some(Token::Variable(name)) = self.peek().cloned() else {
            return self.error("expected '$attribute'");
        };
        let kind = self.variable(&name, Some(syntax))?;
        self.at += 1;
        self.expect(')')?;
        Ok(self.placed(kind))
    }

    /// `$name`, `operands` or `results`.
    fn values(&mut self) -> Result<Values, String> {
        let values = match self.peek() {
            Some(Token::Word(word)) if word == "operands" => Values::Operands,
            Some(Token::Word(word)) if word == "results" => Values::Results,
            Some(Token::Variable(name)) => match self.source(name) {
                Some(source) => Values::One(source),
                None => return self.error(format_args!("'${name}' is no operand or result of the op")),
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
            let item = self.item(token, true)?;
            if self.accept('^') {
                let Some(found) = anchor_of(&item.kind) else {
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
            for item in &mut then {
                if let Kind::Attr(s, syntax) = &mut item.kind
                    && *s == slot
                    && matches!(syntax, AttrSyntax::Any)
                {
                    (*syntax, item.space) = (AttrSyntax::Unit, false);
                }
            }
        }
        match then.iter().find(|i| !matches!(i.kind, Kind::White(_))).map(|i| &i.kind) {
            Some(Kind::AttrDict { .. } | Kind::FunctionalType(..) | Kind::Attr(_, AttrSyntax::Unit))
            | None => {
                self.error("a group begins with a literal, operand, attribute, type, region or successor")
            }
            _ => Ok(Item { space: false, kind: Kind::Group { anchor, then, otherwise } }),
        }
    }

    /// Every required operand, region, successor and attribute is in the format or in its dictionary.
    fn complete(&self, items: &[Item]) -> Result<(), String> {
        let mut seen = Seen::default();
        seen.collect(items);
        let operands = self.info.operands.as_deref().unwrap_or(&[]);
        for (i, spec) in operands.iter().enumerate() {
            if !seen.all_operands && !seen.operands.contains(&i) {
                return self.error(format_args!("operand '{}' is missing", spec.name));
            }
        }
        if !self.dict {
            return self.error("'attr-dict' is missing");
        }
        let wanted = |count| match count {
            Count::Exactly(n) => n,
            Count::AtLeast(n) => n,
        };
        if !seen.all_regions && seen.regions < wanted(self.info.regions) {
            return self.error("a region is missing");
        }
        if !seen.all_successors && seen.successors < wanted(self.info.successors) {
            return self.error("a successor is missing");
        }
        Ok(())
    }

    fn rule(&self, name: &str, rule: TypeRule) -> Result<(Source, Rule), String> {
        let find = |name: &str| {
            self.source(name)
                .ok_or_else(|| format!("rule for '{name}', which is no operand or result of the op"))
        };
        let target = find(name)?;
        let rule = match rule {
            TypeRule::Fixed(make) => Rule::Fixed(make),
            TypeRule::Same(from) => Rule::Same(find(from)?),
            TypeRule::From(from, make) => Rule::From(find(from)?, make),
            TypeRule::FromAttr(from, make) => match self.info.slot(from) {
                Some(slot) => Rule::FromAttr(slot, make),
                None => return Err(format!("rule from '{from}', which is no attribute of the op")),
            },
        };
        Ok((target, rule))
    }
}

/// What a format mentions.
#[derive(Default)]
struct Seen {
    operands: Vec<usize>,
    all_operands: bool,
    regions: usize,
    all_regions: bool,
    successors: usize,
    all_successors: bool,
}

impl Seen {
    fn collect(&mut self, items: &[Item]) {
        for item in items {
            match &item.kind {
                Kind::Operand(i) => self.operands.push(*i),
                Kind::Operands => self.all_operands = true,
                Kind::Region(_) => self.regions += 1,
                Kind::Regions => self.all_regions = true,
                Kind::Successor(_) => self.successors += 1,
                Kind::Successors => self.all_successors = true,
                Kind::Group { then, otherwise, .. } => {
                    self.collect(then);
                    self.collect(otherwise);
                }
                _ => {}
            }
        }
    }
}

fn anchor_of(kind: &Kind) -> Option<Anchor> {
    match kind {
        Kind::Operand(i) => Some(Anchor::Values(Values::One(Source::Operand(*i)))),
        Kind::Operands => Some(Anchor::Values(Values::Operands)),
        Kind::Types(values) => Some(Anchor::Values(*values)),
        Kind::Attr(slot, _) => Some(Anchor::Attr(*slot)),
        Kind::Region(i) => Some(Anchor::Region(*i)),
        Kind::Regions => Some(Anchor::Regions),
        Kind::Successor(_) | Kind::Successors => Some(Anchor::Successors),
        _ => None,
    }
}

/// The number of `$region`, `$region1`, or of a name that was given.
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

/// True for attributes that are there or not and have no other value.
fn accepts_only_unit(info: &OpInfo, slot: usize) -> bool {
    let ctx = crate::context::Context::new(crate::registry::Registry::new());
    let check = info.attrs[slot].constraint.check;
    check(&ctx, ctx.unit_attr()) && !check(&ctx, ctx.i64_attr(0)) && !check(&ctx, ctx.string_attr(""))
}
