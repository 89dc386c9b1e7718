//! The derives for structs of values.

use crate::input;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Error, Field, GenericParam, Index, Member, Type};

/// A struct's fields, with their names or positions.
fn fields(item: &DeriveInput) -> syn::Result<Vec<(Member, &Field)>> {
    let Data::Struct(data) = &item.data else {
        return Err(Error::new_spanned(&item.ident, "only structs have these, not enums or unions"));
    };
    let member = |(at, field): (usize, &Field)| match &field.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(at)),
    };
    Ok(data.fields.iter().enumerate().map(|pair| (member(pair), pair.1)).collect())
}

/// The struct type with each type parameter replaced; other parameters stay.
fn replaced(item: &DeriveInput, by: impl Fn(&syn::Ident) -> TokenStream) -> TokenStream {
    let name = &item.ident;
    let arguments = item.generics.params.iter().map(|param| match param {
        GenericParam::Type(ty) => by(&ty.ident),
        GenericParam::Const(constant) => {
            let name = &constant.ident;
            quote!(#name)
        }
        GenericParam::Lifetime(lifetime) => {
            let name = &lifetime.lifetime;
            quote!(#name)
        }
    });
    quote!(#name<#(#arguments),*>)
}

/// The parameters that are not types, for declarations.
fn others(item: &DeriveInput) -> Vec<&GenericParam> {
    item.generics.params.iter().filter(|param| !matches!(param, GenericParam::Type(_))).collect()
}

pub fn values(item: &DeriveInput) -> syn::Result<TokenStream> {
    let mut generics = item.generics.clone();
    generics.type_params_mut().for_each(|param| param.bounds.push(syn::parse_quote!(::tensorforge::Values)));
    let (parameters, _, bounds) = generics.split_for_impl();
    let (_, arguments, _) = item.generics.split_for_impl();
    let name = &item.ident;
    let traced = replaced(item, |ty| quote!(<#ty as ::tensorforge::Values>::Traced));
    let members: Vec<Member> = fields(item)?.into_iter().map(|(member, _)| member).collect();
    Ok(quote! {
        impl #parameters ::tensorforge::Values for #name #arguments #bounds {
            type Traced = #traced;

            fn collect(&self, out: &mut ::std::vec::Vec<::tensorforge::Arg>) {
                #(::tensorforge::Values::collect(&self.#members, out);)*
            }

            fn rebuild(&self, next: &mut dyn FnMut() -> ::tensorforge::Tensor) -> Self::Traced {
                #name { #(#members: ::tensorforge::Values::rebuild(&self.#members, next)),* }
            }
        }
    })
}

pub fn inputs(item: &DeriveInput) -> syn::Result<TokenStream> {
    let (name, others) = (&item.ident, others(item));
    let target = replaced(item, |_| quote!(::tensorforge::Tensor));
    let mut makes = Vec::new();
    for (member, field) in fields(item)? {
        let declared = input::find(&field.attrs)?.ok_or_else(|| {
            Error::new_spanned(field, "specify the input: #[input(f32, n, 3)], #[input(f32)] or #[input]")
        })?;
        let word = match &member {
            Member::Named(name) => name.to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        };
        // The struct's definition determines the field's type, so it is inferred.
        let inferred: Type = syn::parse_quote!(_);
        let make = declared.make(&inferred, &quote!(&::std::format!("{prefix}.{}", #word)), &[]);
        makes.push(quote!(#member: #make));
    }
    Ok(quote! {
        impl<#(#others),*> ::tensorforge::Inputs for #target {
            fn inputs(p: &::tensorforge::Tracer, prefix: &str) -> Self {
                #name { #(#makes),* }
            }
        }
    })
}

pub fn args(item: &DeriveInput) -> syn::Result<TokenStream> {
    let others = others(item);
    let target = replaced(item, |_| quote!(::tensorforge::Array));
    let (members, types): (Vec<Member>, Vec<TokenStream>) = fields(item)?
        .into_iter()
        .map(|(member, field)| (member, with_arrays(item, field.ty.to_token_stream())))
        .unzip();
    Ok(quote! {
        impl<'args, #(#others),*> ::tensorforge::Args<'args> for &'args #target {
            fn append_arguments(self, out: &mut ::tensorforge::Arguments<'args>) {
                #(::tensorforge::Args::append_arguments(&self.#members, out);)*
            }
        }

        // If a field can only be lent, the whole struct can only be lent.
        impl<'args, #(#others),*> ::tensorforge::Args<'args> for #target
        where
            #(#types: ::tensorforge::Args<'args>),*
        {
            fn append_arguments(self, out: &mut ::tensorforge::Arguments<'args>) {
                #(::tensorforge::Args::append_arguments(self.#members, out);)*
            }
        }
    })
}

/// The tokens of a type with arrays instead of type parameters.
fn with_arrays(item: &DeriveInput, tokens: TokenStream) -> TokenStream {
    let is_parameter = |name: &Ident| item.generics.type_params().any(|param| param.ident == *name);
    let one = |token: TokenTree| match token {
        TokenTree::Ident(name) if is_parameter(&name) => quote!(::tensorforge::Array),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), with_arrays(item, group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        other => other.into(),
    };
    tokens.into_iter().map(one).collect()
}

pub fn results(item: &DeriveInput) -> syn::Result<TokenStream> {
    let (name, others) = (&item.ident, others(item));
    let target = replaced(item, |_| quote!(::tensorforge::Array));
    let members: Vec<Member> = fields(item)?.into_iter().map(|(member, _)| member).collect();
    let variables: Vec<_> = (0..members.len()).map(|i| format_ident!("field_{i}")).collect();
    Ok(quote! {
        impl<#(#others),*> ::tensorforge::Results for #target {
            fn take(
                next: &mut dyn FnMut() -> ::core::option::Option<::tensorforge::Array>,
            ) -> ::core::option::Option<Self> {
                #(let #variables = ::tensorforge::Results::take(next)?;)*
                ::core::option::Option::Some(#name { #(#members: #variables),* })
            }
        }

        impl<'out, #(#others),*> ::tensorforge::ResultsInto<'out> for &'out mut #target {
            fn append_outputs(
                self,
                out: &mut ::tensorforge::Outputs<'out>,
            ) -> ::core::result::Result<(), ::tensorforge::Error> {
                #(::tensorforge::ResultsInto::append_outputs(&mut self.#members, out)?;)*
                ::core::result::Result::Ok(())
            }
        }
    })
}
