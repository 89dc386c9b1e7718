//! The attribute `#[input(f32, n, 3)]`: an input's element type and extents.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Expr, Meta, Token, Type};

/// An input in a declaration.
pub enum Input {
    /// A struct with its own declarations.
    Nested,
    /// A scalar without extents, else a tensor.
    Plain { elem: Box<Type>, extents: Vec<Expr> },
}

struct Arguments {
    elem: Type,
    extents: Vec<Expr>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Arguments> {
        let elem = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        let extents = Punctuated::<Expr, Token![,]>::parse_terminated(input)?.into_iter().collect();
        Ok(Arguments { elem, extents })
    }
}

/// The attribute `input` among others, if it is there.
pub fn find(attrs: &[Attribute]) -> syn::Result<Option<Input>> {
    let mut found = attrs.iter().filter(|attr| attr.path().is_ident("input"));
    let Some(attr) = found.next() else { return Ok(None) };
    if let Some(second) = found.next() {
        return Err(Error::new_spanned(second, "an input is declared once"));
    }
    if matches!(attr.meta, Meta::Path(_)) {
        return Ok(Some(Input::Nested));
    }
    let Arguments { elem, extents } = attr.parse_args()?;
    if extents.len() > 6 {
        return Err(Error::new_spanned(attr, "an input declared in the signature has at most 6 axes"));
    }
    Ok(Some(Input::Plain { elem: Box::new(elem), extents }))
}

impl Input {
    /// The expression that makes the input; `p` is the tracer, `name` an expression for its name.
    pub fn make(&self, ty: &Type, name: &TokenStream, known: &[&Ident]) -> TokenStream {
        match self {
            Input::Nested => quote!(<#ty as ::tensorforge::Inputs>::inputs(p, #name)),
            Input::Plain { elem, extents } if extents.is_empty() => quote!(p.scalar::<#elem>(#name)),
            Input::Plain { elem, extents } => {
                let mut names: Vec<Ident> = Vec::new();
                extents.iter().for_each(|extent| collect(quote!(#extent), known, &mut names));
                let words = names.iter().map(Ident::to_string);
                quote!({
                    #(let #names = p.dim(#words);)*
                    p.input::<#elem>(#name, (#(#extents,)*))
                })
            }
        }
    }
}

/// The names of extents in an expression: isolated lowercase identifiers without another meaning.
fn collect(tokens: TokenStream, known: &[&Ident], names: &mut Vec<Ident>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let punct =
        |tree: Option<&TokenTree>, c: char| matches!(tree, Some(TokenTree::Punct(p)) if p.as_char() == c);
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => collect(group.stream(), known, names),
            TokenTree::Ident(ident) => {
                let before = i.checked_sub(1).and_then(|i| tokens.get(i));
                let after = tokens.get(i + 1);
                let part = punct(before, '.') || punct(before, ':') || punct(after, ':') || punct(after, '!');
                let called = matches!(after, Some(TokenTree::Group(_)));
                let small = ident.to_string().starts_with(|c: char| c.is_lowercase());
                let keyword = ["as", "usize", "i64", "i32", "u32"].iter().any(|k| ident == k);
                if small && !part && !called && !keyword && !known.contains(&ident) && !names.contains(ident)
                {
                    names.push(ident.clone());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        collect(text.parse().expect("tokens"), &[], &mut found);
        found.iter().map(Ident::to_string).collect()
    }

    #[test]
    fn extents_are_found_in_expressions() {
        assert_eq!(names("2 * n + 1"), ["n"]);
        assert_eq!(names("n.max(m) / SIZE"), ["n", "m"]);
        assert_eq!(names("f(n) + other::count as i64"), ["n"]);
        assert_eq!(names("3"), [""; 0]);
    }
}
