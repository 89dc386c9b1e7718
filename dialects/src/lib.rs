//! tf-dialects
