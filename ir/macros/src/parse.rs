//! The arguments of `#[op(…)]`.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitInt, LitStr, Path, Token, parenthesized};

/// How many values a position holds.
pub enum Arity {
    One,
    Optional,
    Variadic,
}

/// `name: constraint`, for operands and results.
pub struct Position {
    pub name: Ident,
    pub arity: Arity,
    pub constraint: Path,
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

/// Everything between the parentheses of `#[op(…)]`.
#[derive(Default)]
pub struct OpArgs {
    pub name: Option<LitStr>,
    pub traits: Vec<Ident>,
    pub operands: Vec<Position>,
    pub results: Vec<Position>,
    pub attrs: Vec<Attr>,
    pub regions: Option<Count>,
    pub successors: Option<Count>,
    pub interfaces: Vec<Path>,
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
            return Ok(Position { name, arity: Arity::One, constraint: first });
        }
        let content;
        parenthesized!(content in input);
        let arity = match first.get_ident().map(Ident::to_string).as_deref() {
            Some("optional") => Arity::Optional,
            Some("variadic") => Arity::Variadic,
            _ => return Err(syn::Error::new_spanned(first, "expected `optional(…)` or `variadic(…)`")),
        };
        Ok(Position { name, arity, constraint: content.parse()? })
    }
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
            return Err(syn::Error::new_spanned(word, "expected a number or `at_least(…)`"));
        }
        let content;
        parenthesized!(content in input);
        Ok(Count { at_least: true, n: content.parse()? })
    }
}

fn count(input: ParseStream) -> syn::Result<Count> {
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
                "regions" => args.regions = Some(count(input)?),
                "successors" => args.successors = Some(count(input)?),
                "interfaces" => args.interfaces = list(input)?,
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
