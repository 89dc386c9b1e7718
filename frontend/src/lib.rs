//! tf-frontend
