//! What the page on Rust shows, run on the documents of the test vectors.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use runsnap_consumer::avro::{Mapping, Versions};
use runsnap_consumer::capture::{Capture, StepKind};
use runsnap_consumer::document::{Stage, load};
use runsnap_consumer::resumption::Resumption;
use runsnap_consumer::schema::Schema;

fn vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

fn run(schemas: &Path, text: &[u8]) -> Result<(usize, Vec<u8>), Box<dyn Error>> {
    // docs:begin start
    let schema = Schema::parse(&fs::read(schemas.join("capture/1.2.0.json"))?)?;
    let capture: Capture = load(text, &schema)?;
    let kinds = capture.run_log.steps.iter().map(|step| &step.kind);
    let calls = kinds.filter(|kind| **kind == StepKind::LlmCall).count();
    let written = serde_json::to_vec(&capture)?;
    // docs:end start
    Ok((calls, written))
}

fn example() -> Vec<u8> {
    let schema = fs::read(vectors().join("schemas/capture/1.2.0.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_slice(&schema).unwrap();
    serde_json::to_vec(&schema["examples"][1]).unwrap()
}

#[test]
fn a_capture_is_loaded_and_written_again() {
    let text = String::from_utf8(example()).unwrap();
    let text = text
        .replace("00.25Z", "00.250Z")
        .replace("memory_recall", "dream")
        .replace("\"k\":2", "\"k\":0.1000000000000000000000001");
    let (calls, written) = run(&vectors().join("schemas"), text.as_bytes()).unwrap();
    let values =
        [text.as_bytes(), &written].map(|text| serde_json::from_slice::<serde_json::Value>(text).unwrap());
    assert_eq!(calls, 2);
    assert_eq!(values[0], values[1]);
}

#[test]
fn a_fault_is_named_by_its_place() {
    let text = String::from_utf8(example())
        .unwrap()
        .replace("\"idx\":3", "\"idx\":-3");
    let schema = Schema::parse(&fs::read(vectors().join("schemas/capture/1.2.0.json")).unwrap()).unwrap();
    let refused = load::<Capture>(text.as_bytes(), &schema).unwrap_err();
    assert_eq!(refused.stage, Stage::Schema);
    assert!(
        refused
            .to_string()
            .contains("minimum at \"/run_log/steps/3/idx\""),
        "{refused}"
    );
}

fn through_avro(schemas: &Path, resumption: Resumption) -> Result<(), Box<dyn Error>> {
    // docs:begin files
    let avsc = fs::read_to_string(schemas.join("resumption/0.1.1.avsc"))?;
    let versions = Versions(vec![Mapping::parse(&avsc)?]);
    let file = versions.write(std::slice::from_ref(&resumption))?;
    let read: Vec<Resumption> = versions.read(&file)?;
    // docs:end files
    assert_eq!(read, [resumption]);
    Ok(())
}

#[test]
fn avro_files_hold_what_was_put_in() {
    let schemas = vectors().join("schemas");
    let text = fs::read(schemas.join("resumption/0.1.1.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let example = serde_json::to_vec(&schema["examples"][0]).unwrap();
    let resumption: Resumption = load(&example, &Schema::parse(&text).unwrap()).unwrap();
    through_avro(&schemas, resumption).unwrap();
}

/// A literal this small is no integer, but takes two million digits to write out.
#[test]
fn tiny_numbers_cost_nothing() {
    let text = String::from_utf8(example())
        .unwrap()
        .replace("\"idx\":3", "\"idx\":1e-2000000");
    let schema = Schema::parse(&fs::read(vectors().join("schemas/capture/1.2.0.json")).unwrap()).unwrap();
    assert!(load::<Capture>(text.as_bytes(), &schema).is_err());
}
