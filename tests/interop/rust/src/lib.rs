//! runsnap's documents in Rust: verdict, typed values, cross-field rules, and Avro.

pub mod avro;
pub mod capture;
pub mod checks;
pub mod document;
pub mod instant;
pub mod json;
pub mod number;
pub mod resumption;
pub mod schema;
pub mod strict;
pub mod tagged;
