package runsnap

import (
	"bytes"
	stdjson "encoding/json"
	"strings"
	"testing"

	"github.com/hamba/avro/v2"
	"github.com/hamba/avro/v2/ocf"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Faults of libraries that this package works round. Each test holds the fault:
// when it fails, the library is right, and the way round it can go.

// With it goes boundNumber's use of doubles.
func TestValidatorPanics(t *testing.T) {
	schema := compiled(t, `{"minimum": 0}`)
	defer func() {
		if recover() == nil {
			t.Error("1e-2000000 is judged without a panic")
		}
	}()
	_ = schema.Validate(stdjson.Number("1e-2000000"))
}

// With it goes withoutLogicalTypes.
func TestFingerprintsHaveLogicalTypes(t *testing.T) {
	schema, err := avro.Parse(`{"type": "bytes", "logicalType": "decimal", "precision": 20}`)
	if err != nil {
		t.Fatal(err)
	}
	if canonical := schema.String(); canonical == `"bytes"` {
		t.Error("the canonical form is right")
	}
}

// Defaults that lose something. They are no faults, and the page warns of them.

func TestFloatsLoseLargeBounds(t *testing.T) {
	schema := compiled(t, `{"maximum": 18446744073709551615}`)
	var float any
	if err := stdjson.Unmarshal([]byte("18446744073709551615"), &float); err != nil {
		t.Fatal(err)
	}
	if schema.Validate(float) == nil {
		t.Error("encoding/json has read 2^64-1 without loss")
	}
	if err := schema.Validate(stdjson.Number("18446744073709551615")); err != nil {
		t.Error(err)
	}
	if schema.Validate(stdjson.Number("18446744073709551616")) == nil {
		t.Error("2^64 is accepted")
	}
}

func TestStandardJSONIsLax(t *testing.T) {
	var record struct{ RunID string }
	for _, text := range []string{`{"RunID": "a", "RUNID": "b"}`, `{"RunID": "a", "RunID": "b"}`} {
		if err := stdjson.Unmarshal([]byte(text), &record); err != nil || record.RunID != "b" {
			t.Errorf("%s: %q, %v", text, record.RunID, err)
		}
		if _, err := parse([]byte(strings.ReplaceAll(text, "RUNID", "RunID"))); err == nil {
			t.Errorf("%s: taken here, too", text)
		}
	}
	for _, text := range []string{`"\ud800"`, "\"\xff\""} {
		var read string
		if err := stdjson.Unmarshal([]byte(text), &read); err != nil || read != "\ufffd" {
			t.Errorf("%q: %q, %v", text, read, err)
		}
		if _, err := parse([]byte(text)); err == nil {
			t.Errorf("%q: taken here, too", text)
		}
	}
}

func TestContainersHaveNoLogicalTypesByDefault(t *testing.T) {
	const schema = `{"type": "long", "logicalType": "timestamp-nanos"}`
	var file bytes.Buffer
	encoder, err := ocf.NewEncoder(schema, &file)
	if err != nil {
		t.Fatal(err)
	}
	if err := encoder.Close(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(file.Bytes(), []byte("timestamp-nanos")) {
		t.Error("the header has the logical type")
	}
}

func TestLongTextsAreRefusedByDefault(t *testing.T) {
	schema := avro.MustParse(`"string"`)
	long := strings.Repeat("a", 2<<20)
	data, err := avro.Marshal(schema, long)
	if err != nil {
		t.Fatal(err)
	}
	var read string
	if err := avro.Unmarshal(schema, data, &read); err == nil {
		t.Error("two megabytes are read by default")
	}
	if err := avroAPI.Unmarshal(schema, data, &read); err != nil || read != long {
		t.Errorf("two megabytes are not read: %v", err)
	}
}

func compiled(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	schema, err := NewSchema([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.compiled
}
