// The consumer in Go: reads the test vectors, and writes what it found.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"runsnap.invalid/consumer/runsnap"
)

type manifest struct {
	Schemas []struct {
		Kind, Version, JSON, Avro string
		Newest                    bool
	}
	Containers []struct{ File, Kind string }
	Cases      []vector
}

type vector struct {
	ID, Kind, Version, Document, Stage, Avro string
}

type result struct {
	Refused *refusal `json:"refused"`
	Values  any      `json:"values,omitempty"`
	Checks  []broken `json:"checks,omitzero"`
	Avro    any      `json:"avro,omitempty"`
	Note    string   `json:"note,omitempty"`
}

type refusal struct {
	Stage    string    `json:"stage"`
	Failures []failure `json:"failures"`
}

type failure struct {
	Pointer string `json:"pointer"`
	Keyword string `json:"keyword"`
}

type broken struct {
	Rule     string   `json:"rule"`
	Pointers []string `json:"pointers"`
}

// consumer holds what is needed for all cases, and what is to be written.
type consumer struct {
	vectors, out string
	manifest     manifest
	schemas      map[string]*runsnap.Schema
	avro         *runsnap.AvroSchemas
	captures     []*runsnap.Capture
	resumptions  []*runsnap.Resumption
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: consumer <vectors-dir> <out-dir>")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(vectors, out string) error {
	c := &consumer{vectors: vectors, out: out, schemas: map[string]*runsnap.Schema{}}
	if err := c.open(); err != nil {
		return err
	}
	results := map[string]any{
		"consumer": map[string]any{"language": language(), "libraries": libraries()},
		"implements": []string{
			"schema", "pointers", "value", "values", "check", "json", "avro-object", "avro-read", "avro-write",
		},
	}
	cases := map[string]result{}
	for _, vector := range c.manifest.Cases {
		found, err := c.consume(vector)
		if err != nil {
			return fmt.Errorf("%s: %w", vector.ID, err)
		}
		cases[vector.ID] = found
	}
	results["cases"] = cases
	containers, err := c.readContainers()
	if err != nil {
		return err
	}
	results["containers"] = containers
	if err := c.writeContainers(); err != nil {
		return err
	}
	text, err := json.Marshal(results)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "results.json"), text, 0o644)
}

func (c *consumer) open() error {
	for _, folder := range []string{"json", "avro"} {
		if err := os.MkdirAll(filepath.Join(c.out, folder), 0o755); err != nil {
			return err
		}
	}
	text, err := c.read("manifest.json")
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &c.manifest); err != nil {
		return err
	}
	var avroTexts [][]byte
	for _, entry := range c.manifest.Schemas {
		text, err := c.read(entry.JSON)
		if err != nil {
			return err
		}
		if c.schemas[entry.Kind+entry.Version], err = runsnap.NewSchema(text); err != nil {
			return err
		}
		if text, err = c.read(entry.Avro); err != nil {
			return err
		}
		avroTexts = append(avroTexts, text)
	}
	c.avro, err = runsnap.NewAvroSchemas(avroTexts...)
	return err
}

func (c *consumer) read(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(c.vectors, filepath.FromSlash(path)))
}

func (c *consumer) consume(vector vector) (result, error) {
	data, err := c.read(vector.Document)
	if err != nil {
		return result{}, err
	}
	schema := c.schemas[vector.Kind+vector.Version]
	var record any
	var written []byte
	if vector.Kind == "capture" {
		record, written, err = load(schema, data, vector, &c.captures)
	} else {
		record, written, err = load(schema, data, vector, &c.resumptions)
	}
	var invalid *runsnap.InvalidError
	if errors.As(err, &invalid) {
		return result{Refused: refused(invalid)}, nil
	} else if err != nil {
		return result{}, err
	}
	if err := os.WriteFile(filepath.Join(c.out, "json", vector.ID+".json"), written, 0o644); err != nil {
		return result{}, err
	}
	found := result{Values: tagged(reflect.ValueOf(record))}
	if found.Checks, err = checks(schema, data); err == nil && vector.Avro != "" {
		found.Avro, err = c.object(vector)
	}
	return found, err
}

// load loads a document and writes it again; records that go into a container file are kept.
func load[T runsnap.Capture | runsnap.Resumption](
	schema *runsnap.Schema, data []byte, vector vector, kept *[]*T,
) (*T, []byte, error) {
	record, err := runsnap.Load[T](schema, data)
	if err != nil {
		return nil, nil, err
	}
	if vector.Avro != "" && vector.Stage != "parse" {
		*kept = append(*kept, record)
	}
	written, err := runsnap.Save(record)
	return record, written, err
}

func refused(invalid *runsnap.InvalidError) *refusal {
	found := &refusal{Stage: invalid.Problems[0].Stage}
	for _, problem := range invalid.Problems {
		found.Failures = append(found.Failures, failure{problem.Pointer, problem.Keyword})
	}
	return found
}

func checks(schema *runsnap.Schema, data []byte) ([]broken, error) {
	rules, err := schema.Broken(data)
	found := []broken{}
	for _, rule := range rules {
		found = append(found, broken{rule.Rule, rule.Pointers})
	}
	return found, err
}

// object reads the single object of a case.
func (c *consumer) object(vector vector) (any, error) {
	data, err := c.read(vector.Avro)
	if err != nil {
		return nil, err
	}
	if vector.Kind == "capture" {
		record, err := c.avro.DecodeCapture(data)
		return tagged(reflect.ValueOf(record)), err
	}
	record, err := c.avro.DecodeResumption(data)
	return tagged(reflect.ValueOf(record)), err
}

func (c *consumer) readContainers() (map[string]any, error) {
	found := map[string]any{}
	for _, entry := range c.manifest.Containers {
		data, err := c.read(entry.File)
		if err != nil {
			return nil, err
		}
		var records any
		if entry.Kind == "capture" {
			records, err = runsnap.ReadCaptures(bytes.NewReader(data))
		} else {
			records, err = runsnap.ReadResumptions(bytes.NewReader(data))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entry.File, err)
		}
		found[entry.File] = tagged(reflect.ValueOf(records))
	}
	return found, nil
}

func (c *consumer) writeContainers() error {
	for _, entry := range c.manifest.Schemas {
		if !entry.Newest {
			continue
		}
		schema, err := c.read(entry.Avro)
		if err != nil {
			return err
		}
		var file bytes.Buffer
		if entry.Kind == "capture" {
			err = runsnap.WriteCaptures(&file, schema, c.captures)
		} else {
			err = runsnap.WriteResumptions(&file, schema, c.resumptions)
		}
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s-%s.avro", entry.Kind, entry.Version)
		if err := os.WriteFile(filepath.Join(c.out, "avro", name), file.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func language() string { return strings.Replace(runtime.Version(), "go", "Go ", 1) }

// libraries tells the versions that the program was built with.
func libraries() map[string]string {
	names := []string{
		"github.com/go-json-experiment/json", "github.com/hamba/avro/v2", "github.com/santhosh-tekuri/jsonschema/v6",
	}
	found := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if slices.Contains(names, module.Path) {
				found[strings.TrimPrefix(module.Path, "github.com/")] = strings.TrimPrefix(module.Version, "v")
			}
		}
	}
	return found
}
