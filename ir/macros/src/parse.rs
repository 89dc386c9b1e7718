//! The arguments of `#[op(…)]`.

use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitInt, LitStr, Path, Token, parenthesized};

/// The number of values that a position holds.
pub enum Arity {
    One,
    Optional,
    Variadic,
}

/// `name: constraint`, for operands and results, with `= rule` if the type follows from another.
pub struct Position {
    pub name: Ident,
    pub arity: Arity,
    pub constraint: Path,
    pub rule: Option<Rule>,
}

/// The rule for a type: `same_type_as`, `function(of)` or `function`.
pub struct Rule {
    pub path: Path,
    pub of: Option<Ident>,
}

/// `name: constraint`, for attributes.
pub struct Attr {
    pub name: Ident,
    pub constraint: Path,
    pub optional: bool,
    pub default: Option<Expr>,
}

/// `1` or `at_least(1)`.
pub struct Count {
    pub at_least: bool,
    pub n: LitInt,
}

/// `1`, `at_least(1)`, or names: `body`, `optional(combiner)`.
#[derive(Default)]
pub struct Regions {
    pub count: Option<Count>,
    pub names: Vec<String>,
}

/// Everything between the parentheses of `#[op(…)]`.
#[derive(Default)]
pub struct OpArgs {
    pub name: Option<LitStr>,
    pub traits: Vec<Ident>,
    pub operands: Vec<Position>,
    pub results: Vec<Position>,
    pub attrs: Vec<Attr>,
    pub sizes: Option<Path>,
    pub regions: Regions,
    pub successors: Option<Count>,
    pub interfaces: Vec<Path>,
    pub derive: Vec<Ident>,
    pub asm: Option<LitStr>,
}

fn list<T: Parse>(input: ParseStream) -> syn::Result<Vec<T>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

impl Parse for Position {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let first: Path = input.parse()?;
        if !input.peek(syn::token::Paren) {
            return Ok(Position { name, arity: Arity::One, constraint: first, rule: rule(input)? });
        }
        let content;
        parenthesized!(content in input);
        let arity = match first.get_ident().map(Ident::to_string).as_deref() {
            Some("optional") => Arity::Optional,
            Some("variadic") => Arity::Variadic,
            _ => return Err(syn::Error::new_spanned(first, "expected `optional(…)` or `variadic(…)`")),
        };
        Ok(Position { name, arity, constraint: content.parse()?, rule: rule(input)? })
    }
}

/// `= path` or `= path(name)`, if it comes next.
fn rule(input: ParseStream) -> syn::Result<Option<Rule>> {
    if input.parse::<Option<Token![=]>>()?.is_none() {
        return Ok(None);
    }
    let path = input.parse()?;
    if !input.peek(syn::token::Paren) {
        return Ok(Some(Rule { path, of: None }));
    }
    let content;
    parenthesized!(content in input);
    Ok(Some(Rule { path, of: Some(content.parse()?) }))
}

impl Parse for Attr {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let first: Path = input.parse()?;
        if !input.peek(syn::token::Paren) {
            return Ok(Attr { name, constraint: first, optional: false, default: None });
        }
        let content;
        parenthesized!(content in input);
        let constraint = content.parse()?;
        match first.get_ident().map(Ident::to_string).as_deref() {
            Some("optional") => Ok(Attr { name, constraint, optional: true, default: None }),
            Some("default") => {
                content.parse::<Token![,]>()?;
                Ok(Attr { name, constraint, optional: true, default: Some(content.parse()?) })
            }
            _ => Err(syn::Error::new_spanned(first, "expected `optional(…)` or `default(…, make)`")),
        }
    }
}

impl Parse for Count {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(LitInt) {
            return Ok(Count { at_least: false, n: input.parse()? });
        }
        let word: Ident = input.parse()?;
        if word != "at_least" {
            return Err(syn::Error::new_spanned(word, "expected an integer or `at_least(…)`"));
        }
        let content;
        parenthesized!(content in input);
        Ok(Count { at_least: true, n: content.parse()? })
    }
}

impl Parse for Regions {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(LitInt) || input.peek2(syn::token::Paren) && input.fork().parse::<Count>().is_ok() {
            return Ok(Regions { count: Some(input.parse()?), names: Vec::new() });
        }
        let (mut names, mut required) = (Vec::new(), 0);
        for RegionName { name, optional } in Punctuated::<RegionName, Token![,]>::parse_terminated(input)? {
            if !optional && required < names.len() {
                return Err(syn::Error::new_spanned(name, "optional regions are the last ones"));
            }
            required += usize::from(!optional);
            names.push(name.to_string());
        }
        let n = LitInt::new(&required.to_string(), proc_macro2::Span::call_site());
        Ok(Regions { count: Some(Count { at_least: required < names.len(), n }), names })
    }
}

/// `body` or `optional(combiner)`; keywords are names, too.
struct RegionName {
    name: Ident,
    optional: bool,
}

impl Parse for RegionName {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let name = Ident::parse_any(input)?;
        if !input.peek(syn::token::Paren) {
            return Ok(RegionName { name, optional: false });
        }
        if name != "optional" {
            return Err(syn::Error::new_spanned(name, "expected `optional(…)`"));
        }
        let content;
        parenthesized!(content in input);
        Ok(RegionName { name: Ident::parse_any(&content)?, optional: true })
    }
}

/// Parses the contents of parentheses.
fn inner<T: Parse>(input: ParseStream) -> syn::Result<T> {
    let content;
    parenthesized!(content in input);
    content.parse()
}

impl Parse for OpArgs {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut args = OpArgs { name: Some(input.parse()?), ..OpArgs::default() };
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let key: Ident = input.parse()?;
            match key.to_string().as_str() {
                "traits" => args.traits = list(input)?,
                "operands" => args.operands = list(input)?,
                "results" => args.results = list(input)?,
                "attrs" => args.attrs = list(input)?,
                "sizes" => args.sizes = Some(inner(input)?),
                "regions" => args.regions = inner(input)?,
                "successors" => args.successors = Some(inner(input)?),
                "interfaces" => args.interfaces = list(input)?,
                "derive" => args.derive = list(input)?,
                "asm" => {
                    input.parse::<Token![=]>()?;
                    args.asm = Some(input.parse()?);
                }
                _ => return Err(syn::Error::new_spanned(key, "unknown part of an op definition")),
            }
        }
        Ok(args)
    }
}
