package runsnap

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

const vectors = "../../../vectors/"

// resumption has a place for the value of its steps, and one for further members.
const resumption = `{
	"ingotSnapshot": "0.1", "kind": "resumption", "agent": "a", "artifact": "none", "label": "l", "stoppedAt": "n1",
	"resumeAt": "n2", "inputs": {}, "bindings": {}, "steps": STEPS, "usage": {"inputTokens": 1, "outputTokens": 0}MORE
}`

func document(steps, more string) []byte {
	return []byte(strings.NewReplacer("STEPS", steps, "MORE", more).Replace(resumption))
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(vectors + path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func resumptions(t *testing.T) *Schema {
	t.Helper()
	schema, err := NewSchema(read(t, "schemas/resumption/0.1.1.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestIntegersAreWhatTheSchemaCallsOne(t *testing.T) {
	schema := resumptions(t)
	for literal, want := range map[string]Uint{"3": 3, "3.0": 3, "1e2": 100, "-0": 0, "-0.0": 0, "1e-2000000": 0} {
		record, err := Load[Resumption](schema, document(literal, ""))
		if err != nil || record.Steps != want {
			t.Errorf("%s: %v, %v", literal, record, err)
		}
	}
	for literal, keyword := range map[string]string{"1.5": "type", "4294967296": "maximum", "-1": "minimum", `"1"`: "type"} {
		var invalid *InvalidError
		_, err := Load[Resumption](schema, document(literal, ""))
		if !errors.As(err, &invalid) || invalid.Problems[0] != (Problem{"schema", "/steps", keyword}) {
			t.Errorf("%s: %v", literal, err)
		}
	}
}

func TestMembersOfAnotherCaseAreUnknown(t *testing.T) {
	record, err := Load[Resumption](resumptions(t), document("1", `, "AGENT": [1.50, 340282366920938463463374607431768211456]`))
	if err != nil {
		t.Fatal(err)
	}
	if record.Agent != "a" || string(record.Unknown["AGENT"]) != "[1.50, 340282366920938463463374607431768211456]" {
		t.Errorf("%q, %s", record.Agent, record.Unknown["AGENT"])
	}
}

func TestWhatAvroCannotHoldIsRefused(t *testing.T) {
	schema, avroSchema := resumptions(t), read(t, "schemas/resumption/0.1.1.avsc")
	for text, fits := range map[string]bool{
		`, "spend": {"micros": 99999999999999999999999999999999999999}`:  true,
		`, "spend": {"micros": 100000000000000000000000000000000000000}`: false,
	} {
		record, err := Load[Resumption](schema, document("1", text))
		if err != nil {
			t.Fatal(err)
		}
		err = WriteResumptions(&bytes.Buffer{}, avroSchema, []*Resumption{record})
		if errors.Is(err, ErrUnrepresentable) == fits {
			t.Errorf("%s: %v", text, err)
		}
	}
	for text, fits := range map[string]bool{
		"1677-09-21T00:12:43.145224192Z": true, "1677-09-21T00:12:43.145224191Z": false,
		"2262-04-11T23:47:16.854775807Z": true, "2262-04-11T23:47:16.854775808Z": false,
	} {
		instant, err := ParseInstant(text)
		if err != nil {
			t.Fatal(err)
		}
		capture := Capture{CapturedAt: instant, RunLog: RunLog{StartedAt: instant}}
		err = WriteCaptures(&bytes.Buffer{}, read(t, "schemas/capture/1.2.0.avsc"), []*Capture{&capture})
		if errors.Is(err, ErrUnrepresentable) == fits {
			t.Errorf("%s: %v", text, err)
		}
	}
	counter := Capture{RunLog: RunLog{Steps: []Step{{Latency: new(Uint)}}}}
	*counter.RunLog.Steps[0].Latency = 1 << 63
	counter.CapturedAt, _ = ParseInstant("2026-01-01T00:00:00Z")
	counter.RunLog.StartedAt = counter.CapturedAt
	err := WriteCaptures(&bytes.Buffer{}, read(t, "schemas/capture/1.2.0.avsc"), []*Capture{&counter})
	if !errors.Is(err, ErrUnrepresentable) || !strings.Contains(err.Error(), "document 0: RunLog: Steps: 0: Latency") {
		t.Error(err)
	}
}

func TestTextsThatAreNoJSONAreRefused(t *testing.T) {
	for _, text := range []string{"", "1 2", `{"a": 1, "a": 2}`} {
		if read, err := converted[Unknown](&map[string]string{"a": text}); err == nil {
			t.Errorf("%q: %v", text, read)
		}
	}
}

func TestRulesOfUnknownKindsAreRefused(t *testing.T) {
	for _, rule := range []string{`{"id": "a"}`, `{"id": "a", "sum": ["/a", "/b"]}`, `{"id": "a", "pattern": "(", "at": "/a"}`} {
		if _, err := NewSchema([]byte(`{"x-checks": [` + rule + `]}`)); err == nil {
			t.Errorf("%s is taken", rule)
		}
	}
}

// The command of the page makes the structs for Avro as they are here.
func TestGeneratedStructsAreFresh(t *testing.T) {
	for kind, file := range map[string]string{"capture/1.2.0": "avrocapture/capture.go", "resumption/0.1.1": "avroresumption/resumption.go"} {
		name, _, _ := strings.Cut(kind, "/")
		command := exec.Command("go", "tool", "avrogen", "-pkg", "avro"+name, vectors+"schemas/"+kind+".avsc")
		made, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(made, kept) {
			t.Errorf("%s differs: go generate ./...", file)
		}
	}
}
