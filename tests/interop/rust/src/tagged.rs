//! Tagged values: what a document holds, told so that any language can compare it.

use serde_json::{Value, json};

use crate::document::Document;
use crate::number;

pub fn tagged<T: Document>(document: &T) -> serde_json::Result<Value> {
    let plain = serde_json::to_value(document)?;
    let mut tagged = tagged_any(&plain);
    for (pointer, moment) in document.instants() {
        let found = pointer.split('/').skip(1).fold(&mut tagged, member);
        *found = json!({"instant": moment.nanoseconds().to_string()});
    }
    Ok(tagged)
}

fn member<'a>(object: &'a mut Value, name: &str) -> &'a mut Value {
    let pairs = object["object"].as_array_mut().expect("an object's pairs");
    let pair = pairs.iter_mut().find(|pair| pair[0] == name);
    &mut pair.expect("a member of a record")[1]
}

fn tagged_any(value: &Value) -> Value {
    match value {
        Value::Null | Value::Bool(_) => value.clone(),
        Value::String(text) => json!({ "string": text }),
        Value::Array(items) => items.iter().map(tagged_any).collect(),
        Value::Object(members) => {
            let pairs = members.iter().map(|(name, item)| json!([name, tagged_any(item)]));
            json!({"object": pairs.collect::<Vec<_>>()})
        }
        Value::Number(literal) => tagged_number(literal.as_str()),
    }
}

fn tagged_number(literal: &str) -> Value {
    if number::is_integer(literal) {
        return json!({"int": number::integer(literal)});
    }
    let double: f64 = literal.parse().expect("JSON's numbers are Rust's");
    json!({"float": format!("{:016x}", double.to_bits())})
}
