//! The code that `#[op(…)]` generates.

use crate::parse::{Arity, Attr, Count, OpArgs, Position};
use crate::{build, infer};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, ExprLit, Fields, Ident, ItemStruct, Lit, LitStr, Meta, Path};

pub fn expand(args: OpArgs, item: ItemStruct) -> syn::Result<TokenStream> {
    if !matches!(item.fields, Fields::Unit) {
        return Err(syn::Error::new_spanned(&item.fields, "an op is a unit struct: `pub struct Name;`"));
    }
    let docs = doc_text(&item.attrs);
    if docs.trim().is_empty() {
        return Err(syn::Error::new_spanned(
            &item.ident,
            "an op needs a doc comment: it is the op's documentation",
        ));
    }
    let name = &item.ident;
    let op_name = args.name.as_ref().expect("parsing sets the name");
    let info = info(&args, name, &docs)?;
    let infer = infer::derived(&args, name)?;
    let slots = slot_constants(&args.attrs);
    let (view, build) = (view(&args, name), build::function(&args));
    let view_name = view_name(name);
    Ok(quote! {
        #[derive(Clone, Copy, Debug, Default)]
        #item

        impl #name {
            /// The full name of the op.
            pub const NAME: &'static str = #op_name;
            /// The op's identity; may appear in patterns.
            pub const KIND: ::tf_ir::OpKind = ::tf_ir::OpKind::of(#op_name);
            #slots
            #info
            #build
        }

        impl ::tf_ir::OpDef for #name {
            const NAME: &'static str = #op_name;
            type View<'a> = #view_name<'a>;

            fn view(op: ::tf_ir::opref::OpRef<'_>) -> #view_name<'_> {
                #view_name(op)
            }
        }

        #infer
        #view
    })
}

fn doc_text(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines.map(|l| l.strip_prefix(' ').unwrap_or(&l).to_string()).collect();
    lines.join("\n")
}

/// The first sentence: up to the first full stop at a line's end or before a space.
fn summary(docs: &str) -> String {
    let flat = docs.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    match flat.find(". ") {
        Some(end) => flat[..end].to_string(),
        None => flat.trim_end_matches('.').to_string(),
    }
}

fn value_specs(positions: &[Position], args: &OpArgs) -> syn::Result<TokenStream> {
    let specs = positions.iter().map(|p| {
        let (name, constraint) = (p.name.unraw().to_string(), &p.constraint);
        let arity = match p.arity {
            Arity::One => quote!(One),
            Arity::Optional => quote!(Optional),
            Arity::Variadic => quote!(Variadic),
        };
        let ty = match &p.rule {
            Some(rule) => {
                let rule = infer::rule(rule, args)?;
                quote!(::std::option::Option::Some(#rule))
            }
            None => quote!(::std::option::Option::None),
        };
        Ok(quote!(::tf_ir::registry::ValueSpec {
            name: #name, constraint: #constraint, arity: ::tf_ir::registry::Arity::#arity, ty: #ty,
        }))
    });
    let specs = specs.collect::<syn::Result<Vec<TokenStream>>>()?;
    Ok(quote!(::std::option::Option::Some(::std::vec![#(#specs),*])))
}

/// The groups of positions whose sizes neither the counts of values nor a function determine, with the
/// segment attribute that does; these attributes take the last slots.
pub(crate) fn segmented(args: &OpArgs) -> Vec<(&'static str, &[Position])> {
    let operands = ("operandSegmentSizes", args.operands.as_slice());
    let results = ("resultSegmentSizes", args.results.as_slice());
    let operands = Some(operands).filter(|_| args.sizes.is_none());
    let flexible =
        |positions: &[Position]| positions.iter().filter(|p| !matches!(p.arity, Arity::One)).count() > 1;
    operands.into_iter().chain([results]).filter(|(_, positions)| flexible(positions)).collect()
}

fn attr_specs(args: &OpArgs) -> TokenStream {
    let specs = args.attrs.iter().map(|a| {
        let (name, constraint, optional) = (a.name.unraw().to_string(), &a.constraint, a.optional);
        let default = match &a.default {
            Some(make) => quote!(::std::option::Option::Some(#make)),
            None => quote!(::std::option::Option::None),
        };
        quote!(::tf_ir::registry::AttrSpec {
            name: #name, constraint: #constraint, optional: #optional, default: #default,
        })
    });
    let segments = segmented(args).into_iter().map(|(name, _)| {
        quote!(::tf_ir::registry::AttrSpec {
            name: #name, constraint: ::tf_ir::builtin::ANY_ATTR, optional: false, default: None,
        })
    });
    quote!(::std::vec![#(#specs,)* #(#segments),*])
}

fn count(count: &Option<Count>) -> TokenStream {
    match count {
        None => quote!(::tf_ir::registry::Count::Exactly(0)),
        Some(Count { at_least: false, n }) => quote!(::tf_ir::registry::Count::Exactly(#n)),
        Some(Count { at_least: true, n }) => quote!(::tf_ir::registry::Count::AtLeast(#n)),
    }
}

/// The form by a format string, with the constants that its `as<…>` and `custom<…>` name.
fn format_assembly(format: &LitStr, args: &OpArgs) -> syn::Result<TokenStream> {
    let text = format.value();
    let mut hooks = Vec::new();
    for (word, method) in [("as<", "syntax"), ("custom<", "custom")] {
        for rest in text.split(word).skip(1) {
            let name = rest.split('>').next().unwrap_or_default().trim();
            let path: Path = LitStr::new(name, format.span()).parse()?;
            let method = format_ident!("{method}");
            hooks.push(quote!(.#method(#name, #path)));
        }
    }
    let regions = &args.regions.names;
    Ok(quote!(::tf_ir::text::FormatAssembly::new(#format) #(#hooks)* .regions(&[#(#regions),*])))
}

fn info(args: &OpArgs, name: &Ident, docs: &str) -> syn::Result<TokenStream> {
    let traits = args.traits.iter().map(|t| quote!(.with(::tf_ir::registry::Traits::#t)));
    let (operands, results) = (value_specs(&args.operands, args)?, value_specs(&args.results, args)?);
    let sizes = match &args.sizes {
        Some(path) if path.is_ident("equal") => {
            quote!(::std::option::Option::Some(::tf_ir::registry::OperandSizes::Equal))
        }
        Some(path) => quote!(::std::option::Option::Some(::tf_ir::registry::OperandSizes::Computed(#path))),
        None => quote!(::std::option::Option::None),
    };
    let attrs = attr_specs(args);
    let (regions, successors) = (count(&args.regions.count), count(&args.successors));
    let summary = summary(docs);
    let is = |path: &Path, name: &str| path.segments.last().is_some_and(|s| s.ident == name);
    let slot = |wanted: &str| match args.interfaces.iter().any(|p| is(p, wanted)) {
        true => quote!(::std::option::Option::Some(::std::sync::Arc::new(#name))),
        false => quote!(::std::option::Option::None),
    };
    let (verify, fold) = (slot("Verify"), slot("Fold"));
    let assembly = match &args.asm {
        Some(format) => {
            let form = format_assembly(format, args)?;
            quote!(::std::option::Option::Some(::std::sync::Arc::new(#form)))
        }
        None => slot("Assembly"),
    };
    let open = args.interfaces.iter().filter(|p| !["Verify", "Fold", "Assembly"].iter().any(|n| is(p, n)));
    let open = open.map(|path| quote!(.with::<dyn #path>(::std::sync::Arc::new(#name))));
    let infers = args
        .derive
        .iter()
        .map(|_| quote!(.with::<dyn ::tf_ir::interfaces::InferTypes>(::std::sync::Arc::new(#name))));
    Ok(quote! {
        /// The op's description, ready to be registered.
        pub fn info() -> ::tf_ir::registry::OpInfo {
            let info = ::tf_ir::registry::OpInfo {
                traits: ::tf_ir::registry::Traits::default() #(#traits)*,
                operands: #operands,
                operand_sizes: #sizes,
                results: #results,
                attrs: #attrs,
                regions: #regions,
                successors: #successors,
                summary: #summary.into(),
                docs: #docs.into(),
                verify: #verify,
                fold: #fold,
                assembly: #assembly,
                ..::tf_ir::registry::OpInfo::new(Self::NAME)
            };
            info #(#open)* #(#infers)*
        }
    })
}

/// A constant per attribute; one called `kind` or `name` has none, since the op has these constants.
fn slot_constants(attrs: &[Attr]) -> TokenStream {
    let own = |attr: &Attr| attr.name == "kind" || attr.name == "name";
    let constants = attrs.iter().enumerate().filter(|(_, attr)| !own(attr)).map(|(i, attr)| {
        let name = format_ident!("{}", attr.name.unraw().to_string().to_uppercase());
        let doc = format!("Slot of the attribute `{}`.", attr.name);
        quote!(#[doc = #doc] pub const #name: usize = #i;)
    });
    quote!(#(#constants)*)
}

fn view_name(name: &Ident) -> Ident {
    format_ident!("{}Op", name)
}

fn view(args: &OpArgs, name: &Ident) -> TokenStream {
    let view = view_name(name);
    let doc = format!("Typed view of a `{}`.", args.name.as_ref().expect("parsing sets the name").value());
    let operands = accessors(&args.operands, "operand");
    let results = accessors(&args.results, "result");
    let attrs = args.attrs.iter().enumerate().map(|(i, attr)| {
        let (method, doc) = (&attr.name, format!("The attribute `{}`.", attr.name));
        quote! {
            #[doc = #doc]
            pub fn #method(self) -> ::std::option::Option<::tf_ir::attr::Attribute> {
                self.0.slot(#i)
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[derive(Clone, Copy)]
        pub struct #view<'a>(::tf_ir::opref::OpRef<'a>);

        impl<'a> #view<'a> {
            /// The untyped view.
            pub fn op(self) -> ::tf_ir::opref::OpRef<'a> {
                self.0
            }

            #operands
            #results
            #(#attrs)*
        }
    }
}

/// One method per position: a value, an `Option`, or a `Vec`.
fn accessors(positions: &[Position], kind: &str) -> TokenStream {
    let flexible = positions.iter().filter(|p| !matches!(p.arity, Arity::One)).count();
    let fixed = positions.len() - flexible;
    let (one, all) = (format_ident!("{kind}"), format_ident!("{kind}s"));
    let methods = positions.iter().enumerate().map(|(i, p)| {
        let (method, doc) = (&p.name, format!("The {kind} `{}`.", p.name));
        let before_flexible = positions[..i].iter().all(|p| matches!(p.arity, Arity::One));
        let range = match flexible {
            0 | 1 => {
                let start =
                    if before_flexible { quote!(#i) } else { quote!(self.0.#all().len() - #fixed + #i - 1) };
                quote!((#start, self.0.#all().len() - #fixed))
            }
            _ => quote!(::tf_ir::verify::segment_range(self.0, #kind, #i)),
        };
        match p.arity {
            Arity::One if flexible <= 1 && before_flexible => quote! {
                #[doc = #doc]
                pub fn #method(self) -> ::tf_ir::body::Value { self.0.#one(#i) }
            },
            Arity::One => quote! {
                #[doc = #doc]
                pub fn #method(self) -> ::tf_ir::body::Value { let (start, _) = #range; self.0.#one(start) }
            },
            Arity::Optional => quote! {
                #[doc = #doc]
                pub fn #method(self) -> ::std::option::Option<::tf_ir::body::Value> {
                    let (start, n) = #range;
                    self.0.#all().skip(start).take(n).next()
                }
            },
            Arity::Variadic => quote! {
                #[doc = #doc]
                pub fn #method(self) -> ::std::vec::Vec<::tf_ir::body::Value> {
                    let (start, n) = #range;
                    self.0.#all().skip(start).take(n).collect()
                }
            },
        }
    });
    quote!(#(#methods)*)
}
