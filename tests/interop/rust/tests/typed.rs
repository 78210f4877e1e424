//! The types that cargo-typify makes, and what they lose. `typify.py` looks after the files.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

#[allow(dead_code)]
#[rustfmt::skip]
#[path = "typed/capture.rs"]
mod capture;
#[allow(dead_code)]
#[rustfmt::skip]
#[path = "typed/resumption.rs"]
mod resumption;

fn examples(schema: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../vectors/schemas")
        .join(schema);
    let schema: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    schema["examples"].as_array().unwrap().clone()
}

#[test]
fn captures_load_with_labels_that_nobody_knows() {
    for mut example in examples("capture/1.2.0.json") {
        example["run_log"]["status"] = json!("paused");
        let capture: capture::Capture = serde_json::from_value(example).unwrap();
        assert_eq!(capture.run_log.status.0, "paused");
        assert_eq!(capture.run_id.len(), 26);
    }
}

#[test]
fn identifiers_are_held_to_their_pattern() {
    assert!("01ARZ3NDEKTSV4RRFFQ69G5FAU".parse::<capture::RunId>().is_err());
}

#[test]
fn unknown_members_are_lost() {
    let mut example = examples("resumption/0.1.1.json").remove(0);
    example["new"] = json!(1);
    let resumption: resumption::Resumption = serde_json::from_value(example).unwrap();
    assert_eq!(serde_json::to_value(resumption).unwrap().get("new"), None);
}

#[test]
fn money_above_a_long_is_refused() {
    let example = examples("resumption/0.1.1.json").remove(1);
    let text = example.to_string();
    assert!(text.contains("340282366920938463463374607431768211455"));
    assert!(serde_json::from_str::<resumption::Resumption>(&text).is_err());
}
