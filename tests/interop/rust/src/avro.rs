//! Avro files and single objects, to and from the same structs as JSON.
//!
//! runsnap's Avro schemas hold any JSON as text, unknown members in the map `_unknown`, and integers beyond a long as
//! decimals. `Mapping` follows such a schema and makes plain JSON of a value, or a value of plain JSON.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};

use apache_avro::headers::{HeaderBuilder, RabinFingerprintHeader};
use apache_avro::types::Value as AvroValue;
use apache_avro::writer::datum::GenericDatumWriter;
use apache_avro::{Codec, Decimal, DeflateSettings, GenericSingleObjectReader, Reader, Schema, Writer};
use num_bigint::BigInt;
use serde_json::{Map, Number, Value};

use crate::document::Document;
use crate::instant::Instant;
use crate::json;
use crate::number::FromLiteral;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const UNKNOWN: &str = "_unknown";

/// One released schema.
pub struct Mapping {
    schema: Schema,
    avsc: String,
    header: Vec<u8>,
    shape: Shape,
}

/// The schemas of one kind, the newest one last.
pub struct Versions(pub Vec<Mapping>);

#[derive(Clone, Debug)]
enum Shape {
    Record(Vec<(String, Shape)>),
    Map(Box<Shape>),
    Array(Box<Shape>),
    Nullable(Box<Shape>),
    JsonText,
    Text,
    Long,
    Double,
    Decimal,
    Instant,
}

impl Mapping {
    pub fn parse(avsc: &str) -> Result<Self> {
        // `Schema` forgets that a string has "format": "json", so the text is read a second time, for that.
        let node: Value = serde_json::from_str(avsc)?;
        Ok(Self {
            schema: Schema::parse_str(avsc)?,
            avsc: avsc.to_owned(),
            header: object_header(&node)?,
            shape: shape(&node, &mut HashMap::new())?,
        })
    }

    /// What `Writer` would write itself, but with the schema as it is: other readers need what `Schema` forgets.
    fn file_header(&self, codec: &Codec, marker: &[u8]) -> Result<Vec<u8>> {
        let bytes = |text: &str| AvroValue::Bytes(text.as_bytes().to_vec());
        let metadata = HashMap::from([
            ("avro.schema".to_owned(), bytes(&self.avsc)),
            ("avro.codec".to_owned(), bytes((*codec).into())),
        ]);
        let shape = Schema::map(Schema::Bytes).build();
        let metadata = GenericDatumWriter::builder(&shape)
            .build()?
            .write_value_to_vec(AvroValue::Map(metadata))?;
        Ok([b"Obj\x01", metadata.as_slice(), marker].concat())
    }

    fn document<T: Document>(&self, value: AvroValue) -> Result<T> {
        // Through text: `serde_json::from_value` refuses long integers in unknown members.
        let text = json_of(value, &self.shape)?.to_string();
        Ok(json::parse(text.as_bytes())?)
    }
}

// docs:begin avro
impl Versions {
    /// The documents of an Avro file. They are decoded as they were written; serde brings them to the newest version.
    pub fn read<T: Document>(&self, file: &[u8]) -> Result<Vec<T>> {
        let reader = Reader::new(file)?;
        let mut versions = self.0.iter();
        let writer = versions
            .find(|version| version.schema == *reader.writer_schema())
            .ok_or("an unknown schema")?;
        reader.map(|value| writer.document(value?)).collect()
    }

    pub fn read_single<T: Document>(&self, object: &[u8]) -> Result<T> {
        let mut versions = self.0.iter();
        let writer = versions
            .find(|version| object.starts_with(&version.header))
            .ok_or("an unknown schema")?;
        let reader = GenericSingleObjectReader::builder()
            .schema(writer.schema.clone())
            .header(writer.header.clone())
            .build()?;
        writer.document(reader.read_value(&mut &object[..])?)
    }

    pub fn write<T: Document>(&self, documents: &[T]) -> Result<Vec<u8>> {
        let newest = self.0.last().ok_or("no schema")?;
        let codec = Codec::Deflate(DeflateSettings::default());
        let marker = random_marker();
        let file = newest.file_header(&codec, &marker)?;
        let mut writer = Writer::append_to_with_codec(&newest.schema, file, codec, marker)?;
        for document in documents {
            writer.append_value(avro_of(&serde_json::to_value(document)?, &newest.shape)?)?;
        }
        Ok(writer.into_inner()?)
    }
}
// docs:end avro

/// Of single objects. The crate's own fingerprint is another one than everybody else's when a type has a logical type.
fn object_header(node: &Value) -> Result<Vec<u8>> {
    let schema = Schema::parse(&without_logical_types(node))?;
    Ok(RabinFingerprintHeader::from_schema(&schema).build_header())
}

fn without_logical_types(node: &Value) -> Value {
    match node {
        Value::Object(members) if members.contains_key("logicalType") => members["type"].clone(),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, item)| (name.clone(), without_logical_types(item)));
            Value::Object(members.collect())
        }
        Value::Array(items) => items.iter().map(without_logical_types).collect(),
        _ => node.clone(),
    }
}

fn random_marker() -> [u8; 16] {
    let halves = [RandomState::new(), RandomState::new()].map(|state| state.build_hasher().finish());
    std::array::from_fn(|index| halves[index / 8].to_be_bytes()[index % 8])
}

fn shape(node: &Value, known: &mut HashMap<String, Shape>) -> Result<Shape> {
    if let Some([_null, inner]) = node.as_array().map(Vec::as_slice) {
        return Ok(Shape::Nullable(Box::new(shape(inner, known)?)));
    }
    let inner = |member: &str, known: &mut _| {
        Ok::<_, Box<dyn std::error::Error>>(Box::new(shape(&node[member], known)?))
    };
    let name = node
        .as_str()
        .or_else(|| node["type"].as_str())
        .unwrap_or_default();
    let marks = [&node["logicalType"], &node["format"]].map(|mark| mark.as_str().unwrap_or_default());
    Ok(match (name, marks) {
        ("long", ["timestamp-nanos", _]) => Shape::Instant,
        ("bytes", ["decimal", _]) => Shape::Decimal,
        ("string", [_, "json"]) => Shape::JsonText,
        ("string", _) => Shape::Text,
        ("long", _) => Shape::Long,
        ("double", _) => Shape::Double,
        ("array", _) => Shape::Array(inner("items", known)?),
        ("map", _) => Shape::Map(inner("values", known)?),
        ("record", _) => record(node, known)?,
        _ => known.get(name).ok_or_else(|| format!("no type {name}"))?.clone(),
    })
}

fn record(node: &Value, known: &mut HashMap<String, Shape>) -> Result<Shape> {
    let mut fields = Vec::new();
    for field in node["fields"].as_array().ok_or("a record without fields")? {
        let name = field["name"].as_str().ok_or("a field without name")?;
        fields.push((name.to_owned(), shape(&field["type"], known)?));
    }
    let [name, namespace] = ["name", "namespace"].map(|part| node[part].as_str().unwrap_or_default());
    let record = Shape::Record(fields);
    known.insert(name.to_owned(), record.clone());
    known.insert(format!("{namespace}.{name}"), record.clone());
    Ok(record)
}

fn json_of(value: AvroValue, shape: &Shape) -> Result<Value> {
    Ok(match (value, shape) {
        (AvroValue::Union(_, inner), Shape::Nullable(shape)) => match *inner {
            AvroValue::Null => Value::Null,
            inner => json_of(inner, shape)?,
        },
        (AvroValue::String(text), Shape::JsonText) => json::parse(text.as_bytes())?,
        (AvroValue::String(text), Shape::Text) => Value::String(text),
        (AvroValue::Long(number), Shape::Long) => number.into(),
        (AvroValue::Double(number), Shape::Double) => number.into(),
        (AvroValue::Decimal(number), Shape::Decimal) => literal(&BigInt::from(number).to_string())?,
        (AvroValue::TimestampNanos(moment), Shape::Instant) => {
            Value::String(Instant::from_nanoseconds(moment).to_string())
        }
        (AvroValue::Array(items), Shape::Array(shape)) => items
            .into_iter()
            .map(|item| json_of(item, shape))
            .collect::<Result<_>>()?,
        (AvroValue::Map(members), Shape::Map(shape)) => {
            let members = members
                .into_iter()
                .map(|(name, item)| Ok((name, json_of(item, shape)?)));
            members.collect::<Result<_>>()?
        }
        (AvroValue::Record(fields), Shape::Record(shapes)) => {
            let mut members = Map::new();
            for ((name, item), (_, shape)) in fields.into_iter().zip(shapes) {
                match json_of(item, shape)? {
                    Value::Object(unknown) if name == UNKNOWN => members.extend(unknown),
                    item => drop(members.insert(name, item)),
                }
            }
            Value::Object(members)
        }
        (value, shape) => return Err(format!("{value:?} is no {shape:?}").into()),
    })
}

fn avro_of(value: &Value, shape: &Shape) -> Result<AvroValue> {
    Ok(match (value, shape) {
        (Value::Null, Shape::Nullable(_)) => AvroValue::Union(0, Box::new(AvroValue::Null)),
        (value, Shape::Nullable(shape)) => AvroValue::Union(1, Box::new(avro_of(value, shape)?)),
        (value, Shape::JsonText) => AvroValue::String(value.to_string()),
        (Value::String(text), Shape::Text) => AvroValue::String(text.clone()),
        (Value::Number(number), Shape::Long) => {
            AvroValue::Long(number.as_i64().ok_or_else(|| format!("no long holds {number}"))?)
        }
        (Value::Number(number), Shape::Double) => AvroValue::Double(f64::from_literal(number.as_str())?),
        (Value::Number(number), Shape::Decimal) => AvroValue::Decimal(Decimal::from(
            number.as_str().parse::<BigInt>()?.to_signed_bytes_be(),
        )),
        (Value::String(text), Shape::Instant) => {
            let nanoseconds = Instant::parse(text)?.nanoseconds();
            AvroValue::TimestampNanos(
                nanoseconds
                    .try_into()
                    .map_err(|_| format!("no timestamp holds {text}"))?,
            )
        }
        (Value::Array(items), Shape::Array(shape)) => AvroValue::Array(
            items
                .iter()
                .map(|item| avro_of(item, shape))
                .collect::<Result<_>>()?,
        ),
        (Value::Object(members), Shape::Map(shape)) => {
            let members = members
                .iter()
                .map(|(name, item)| Ok((name.clone(), avro_of(item, shape)?)));
            AvroValue::Map(members.collect::<Result<_>>()?)
        }
        (Value::Object(members), Shape::Record(shapes)) => avro_record(members, shapes)?,
        (value, shape) => return Err(format!("{value} is no {shape:?}").into()),
    })
}

fn avro_record(members: &Map<String, Value>, shapes: &[(String, Shape)]) -> Result<AvroValue> {
    let mut unknown = members.clone();
    let mut fields = Vec::new();
    for (name, shape) in shapes.iter().filter(|(name, _)| name != UNKNOWN) {
        let member = unknown.remove(name).ok_or_else(|| format!("no member {name}"))?;
        fields.push((name.clone(), avro_of(&member, shape)?));
    }
    let texts = unknown
        .into_iter()
        .map(|(name, item)| (name, AvroValue::String(item.to_string())));
    fields.push((UNKNOWN.to_owned(), AvroValue::Map(texts.collect())));
    Ok(AvroValue::Record(fields))
}

fn literal(text: &str) -> Result<Value> {
    Ok(Value::Number(text.parse::<Number>()?))
}
