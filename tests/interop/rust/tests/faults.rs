//! Faults of the libraries, as they are. A test that fails says that a fault is gone: then remove the work-around.

use std::collections::BTreeMap;

use apache_avro::types::Value as AvroValue;
use apache_avro::{Decimal, Schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};

const NANOSECONDS: &str = r#"{"type": "record", "name": "R", "fields": [
    {"name": "at", "type": {"type": "long", "logicalType": "timestamp-nanos"}}]}"#;

/// Worked round in `avro::shape` and, for the files that we write, in `Mapping::file_header`.
#[test]
fn apache_avro_forgets_the_attributes_of_strings() {
    let schema = Schema::parse_str(r#"{"type": "string", "format": "json"}"#).unwrap();
    assert_eq!(serde_json::to_value(&schema).unwrap(), json!("string"));
}

/// Worked round by `avro::object_header`.
#[test]
fn apache_avro_keeps_an_object_for_a_primitive_in_the_canonical_form() {
    let form = Schema::parse_str(NANOSECONDS).unwrap().canonical_form();
    assert_eq!(
        form,
        r#"{"name":"R","type":"record","fields":[{"name":"at","type":{"type":"long"}}]}"#
    );
}

/// Worked round by reading with the writer's schema alone, in `Versions::read`.
#[test]
fn apache_avro_resolves_no_short_decimal() {
    let decimal = r#"{"type": "bytes", "logicalType": "decimal", "precision": 20, "scale": 0}"#;
    let seven = AvroValue::Decimal(Decimal::from(vec![7]));
    let error = seven.resolve(&Schema::parse_str(decimal).unwrap()).unwrap_err();
    assert!(error.to_string().contains("Precision 20 too small"), "{error}");
}

/// Worked round by going through text, in `Mapping::document` and `document::load`.
#[test]
fn serde_flatten_takes_no_integer_beyond_64_bits_from_a_value() {
    #[derive(Debug, Deserialize)]
    struct Open {
        #[serde(flatten)]
        unknown: Map<String, Value>,
    }
    let text = r#"{"new": 18446744073709551616}"#;
    let value: Value = serde_json::from_str(text).unwrap();
    let error = serde_json::from_value::<Open>(value.clone()).unwrap_err();
    assert!(error.to_string().contains("as u128"), "{error}");
    let open: Open = serde_json::from_str(text).unwrap();
    assert_eq!(Value::Object(open.unknown), value);
}

/// Worked round by `strict::Single`. Of structs, serde refuses doubled members by itself.
#[test]
fn serde_json_keeps_the_last_of_two_equal_names_of_a_map() {
    let map: BTreeMap<String, u32> = serde_json::from_str(r#"{"a": 1, "a": 2}"#).unwrap();
    assert_eq!(map, BTreeMap::from([("a".to_owned(), 2)]));
}
