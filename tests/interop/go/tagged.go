package main

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runsnap.invalid/consumer/runsnap"
)

// tagged is what a value is to the runner: {"int": "1"}, {"instant": "…"} and so on.
func tagged(value reflect.Value) any {
	switch value := value.Interface().(type) {
	case jsontext.Value:
		return taggedJSON(value)
	case runsnap.Uint:
		return tag("int", strconv.FormatUint(uint64(value), 10))
	case runsnap.BigInt:
		return tag("int", value.String())
	case runsnap.Double:
		return taggedFloat(float64(value))
	case runsnap.Instant:
		return tag("instant", value.Nanoseconds().String())
	}
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return nil
		}
		return tagged(value.Elem())
	case reflect.String:
		return tag("string", value.String())
	case reflect.Slice:
		items := make([]any, value.Len())
		for i := range items {
			items[i] = tagged(value.Index(i))
		}
		return items
	case reflect.Map:
		return taggedObject(taggedMembers(value))
	case reflect.Struct:
		return taggedObject(taggedFields(value))
	}
	panic(fmt.Sprintf("a value of the type %s", value.Type()))
}

func taggedMembers(value reflect.Value) map[string]any {
	members := map[string]any{}
	for _, name := range value.MapKeys() {
		members[name.String()] = tagged(value.MapIndex(name))
	}
	return members
}

func taggedFields(value reflect.Value) map[string]any {
	members := map[string]any{}
	for i := range value.NumField() {
		name, options, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		if options != "embed" {
			members[name] = tagged(value.Field(i))
			continue
		}
		for unknown, member := range taggedMembers(value.Field(i)) {
			members[unknown] = member
		}
	}
	return members
}

func taggedJSON(text jsontext.Value) any {
	decoder := stdjson.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		panic(err)
	}
	return taggedAny(value)
}

func taggedAny(value any) any {
	switch value := value.(type) {
	case string:
		return tag("string", value)
	case stdjson.Number:
		return taggedNumber(value.String())
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = taggedAny(item)
		}
		return items
	case map[string]any:
		members := map[string]any{}
		for name, member := range value {
			members[name] = taggedAny(member)
		}
		return taggedObject(members)
	}
	return value
}

func taggedNumber(literal string) any {
	if integer, ok := new(big.Int).SetString(literal, 10); ok {
		return tag("int", integer.String())
	}
	float, err := strconv.ParseFloat(literal, 64)
	if err != nil {
		panic(err)
	}
	return taggedFloat(float)
}

func taggedFloat(value float64) any {
	return tag("float", fmt.Sprintf("%016x", math.Float64bits(value)))
}

func taggedObject(members map[string]any) any {
	pairs := make([][2]any, 0, len(members))
	for name, member := range members {
		pairs = append(pairs, [2]any{name, member})
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i][0].(string) < pairs[j][0].(string) })
	return map[string]any{"object": pairs}
}

func tag(name, text string) any { return map[string]string{name: text} }
