package runsnap

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/hamba/avro/v2"
	"github.com/hamba/avro/v2/ocf"
	"github.com/hamba/avro/v2/soe"

	"runsnap.invalid/consumer/runsnap/avrocapture"
	"runsnap.invalid/consumer/runsnap/avroresumption"
)

// The structs for Avro follow from the newest Avro schemas.
//
//go:generate go tool avrogen -pkg avrocapture -o avrocapture/capture.go ../../../vectors/schemas/capture/1.2.0.avsc
//go:generate go tool avrogen -pkg avroresumption -o avroresumption/resumption.go ../../../vectors/schemas/resumption/0.1.1.avsc

// avroAPI reads texts of any length: by default, hamba stops at 1 MiB.
var avroAPI = avro.Config{MaxByteSliceSize: -1}.Freeze()

// AvroSchemas know the Avro schemas of many versions by their fingerprints.
type AvroSchemas struct{ byFingerprint map[string]avro.Schema }

// NewAvroSchemas reads the texts of Avro schemas.
func NewAvroSchemas(texts ...[]byte) (*AvroSchemas, error) {
	schemas := &AvroSchemas{map[string]avro.Schema{}}
	for _, text := range texts {
		// A cache of its own: versions of one kind use the same names.
		schema, err := avro.ParseBytesWithCache(text, "", &avro.SchemaCache{})
		if err != nil {
			return nil, err
		}
		fingerprint, err := fingerprintOf(text)
		if err != nil {
			return nil, err
		}
		schemas.byFingerprint[fingerprint] = schema
	}
	return schemas, nil
}

// fingerprintOf takes the logical types out first, which Avro's canonical form
// does not have, but hamba's has: see TestFingerprintsHaveLogicalTypes.
func fingerprintOf(schema []byte) (string, error) {
	var tree any
	if err := json.Unmarshal(schema, &tree); err != nil {
		return "", err
	}
	text, err := json.Marshal(withoutLogicalTypes(tree))
	if err != nil {
		return "", err
	}
	plain, err := avro.ParseBytesWithCache(text, "", &avro.SchemaCache{})
	if err != nil {
		return "", err
	}
	fingerprint, err := plain.FingerprintUsing(avro.CRC64AvroLE)
	return hex.EncodeToString(fingerprint), err
}

func withoutLogicalTypes(schema any) any {
	switch schema := schema.(type) {
	case []any:
		for i := range schema {
			schema[i] = withoutLogicalTypes(schema[i])
		}
	case map[string]any:
		delete(schema, "logicalType")
		for name := range schema {
			if name != "default" {
				schema[name] = withoutLogicalTypes(schema[name])
			}
		}
	}
	return schema
}

// GetSchema finds the schema that wrote a single object.
func (s *AvroSchemas) GetSchema(_ context.Context, fingerprint []byte) (avro.Schema, error) {
	schema, known := s.byFingerprint[hex.EncodeToString(fingerprint)]
	if !known {
		return nil, soe.ErrUnknownSchema
	}
	return schema, nil
}

// DecodeCapture reads a capture in single-object encoding, of any version that is known.
func (s *AvroSchemas) DecodeCapture(data []byte) (*Capture, error) {
	return decodeObject[avrocapture.Capture, Capture](s, data)
}

// DecodeResumption reads a resumption in single-object encoding, of any version that is known.
func (s *AvroSchemas) DecodeResumption(data []byte) (*Resumption, error) {
	return decodeObject[avroresumption.Resumption, Resumption](s, data)
}

func decodeObject[W, T any](schemas *AvroSchemas, data []byte) (*T, error) {
	var wire W
	decoder := soe.NewDynamicDecoderWithAPI(schemas, avroAPI)
	if err := decoder.Decode(context.Background(), data, &wire); err != nil {
		return nil, err
	}
	return converted[T](&wire)
}

// ReadCaptures reads a container file of captures, of any version.
func ReadCaptures(source io.Reader) ([]*Capture, error) {
	return readContainer[avrocapture.Capture, Capture](source)
}

// ReadResumptions reads a container file of resumptions, of any version.
func ReadResumptions(source io.Reader) ([]*Resumption, error) {
	return readContainer[avroresumption.Resumption, Resumption](source)
}

// readContainer decodes with the schema of the file. Fields that it lacks keep Go's
// zero value, which is the default of each of them.
func readContainer[W, T any](source io.Reader) ([]*T, error) {
	decoder, err := ocf.NewDecoder(source, ocf.WithDecoderConfig(avroAPI), ocf.WithDecoderSchemaCache(&avro.SchemaCache{}))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	var records []*T
	for decoder.HasNext() {
		var wire W
		if err := decoder.Decode(&wire); err != nil {
			return nil, err
		}
		record, err := converted[T](&wire)
		if err != nil {
			return nil, err
		}
		records = append(records, record)
	}
	return records, decoder.Error()
}

// WriteCaptures writes a container file; schema is the newest Avro schema of captures.
func WriteCaptures(target io.Writer, schema []byte, records []*Capture) error {
	return writeContainer[avrocapture.Capture](target, schema, records)
}

// WriteResumptions writes a container file; schema is the newest Avro schema of resumptions.
func WriteResumptions(target io.Writer, schema []byte, records []*Resumption) error {
	return writeContainer[avroresumption.Resumption](target, schema, records)
}

func writeContainer[W, T any](target io.Writer, schema []byte, records []*T) error {
	// By default, hamba writes the canonical form, in which there are no logical types.
	whole := func(avro.Schema) ([]byte, error) { return schema, nil }
	encoder, err := ocf.NewEncoder(string(schema), target, ocf.WithCodec(ocf.Deflate),
		ocf.WithSchemaMarshaler(whole), ocf.WithEncoderSchemaCache(&avro.SchemaCache{}))
	if err != nil {
		return err
	}
	for index, record := range records {
		wire, err := converted[W](record)
		if err == nil {
			err = encoder.Encode(*wire)
		}
		if err != nil {
			return fmt.Errorf("document %d: %w", index, err)
		}
	}
	return encoder.Close()
}
