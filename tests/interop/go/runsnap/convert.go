package runsnap

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrUnrepresentable: Avro's types cannot hold the value.
var ErrUnrepresentable = errors.New("Avro cannot hold this value")

// maxDecimal ends what decimal(38, 0) holds.
var maxDecimal = new(big.Int).Exp(big.NewInt(10), big.NewInt(38), nil)

// converted makes a record of the other family: the structs for JSON and those
// that avrogen makes have fields of the same names.
func converted[T any](from any) (*T, error) {
	to := new(T)
	return to, convert(reflect.ValueOf(from).Elem(), reflect.ValueOf(to).Elem())
}

func convert(from, to reflect.Value) error {
	if done, err := convertScalar(from, to); done {
		return err
	}
	switch from.Kind() {
	case reflect.Struct:
		for i := range from.NumField() {
			name := from.Type().Field(i).Name
			if err := convert(from.Field(i), to.FieldByName(name)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	case reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
			return convert(from.Elem(), to.Elem())
		}
	case reflect.Slice:
		to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
		for i := range from.Len() {
			if err := convert(from.Index(i), to.Index(i)); err != nil {
				return fmt.Errorf("%d: %w", i, err)
			}
		}
	case reflect.Map:
		to.Set(reflect.MakeMap(to.Type()))
		for _, name := range from.MapKeys() {
			value := reflect.New(to.Type().Elem()).Elem()
			if err := convert(from.MapIndex(name), value); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			to.SetMapIndex(name, value)
		}
	default: // texts and numbers, of types of their own
		to.Set(from.Convert(to.Type()))
	}
	return nil
}

// convertScalar converts what is of different kinds in the two families.
func convertScalar(from, to reflect.Value) (bool, error) {
	switch value := from.Interface().(type) {
	case jsontext.Value:
		to.SetString(string(value))
	case Instant:
		nanoseconds := value.Nanoseconds()
		if !nanoseconds.IsInt64() {
			return true, ErrUnrepresentable
		}
		to.SetInt(nanoseconds.Int64())
	case BigInt:
		return true, toDecimal(&value.Int, to)
	case Uint:
		if to.Kind() == reflect.Pointer {
			return true, toDecimal(new(big.Int).SetUint64(uint64(value)), to)
		}
		if value > math.MaxInt64 {
			return true, ErrUnrepresentable
		}
		to.SetInt(int64(value))
	case *big.Rat:
		return true, fromDecimal(value, to)
	case int64:
		if instant, isInstant := to.Addr().Interface().(*Instant); isInstant {
			*instant = Instant{time.Unix(0, value).UTC()}
		} else if value < 0 {
			return true, fmt.Errorf("negative: %d", value)
		} else {
			to.SetUint(uint64(value))
		}
	case string:
		text, isJSON := to.Addr().Interface().(*jsontext.Value)
		if !isJSON {
			return false, nil
		}
		*text = jsontext.Value(value)
		if !text.IsValid() {
			return true, fmt.Errorf("no JSON: %.40s", value)
		}
	default:
		return false, nil
	}
	return true, nil
}

func toDecimal(value *big.Int, to reflect.Value) error {
	if value.CmpAbs(maxDecimal) >= 0 {
		return ErrUnrepresentable
	}
	to.Set(reflect.ValueOf(new(big.Rat).SetInt(value)))
	return nil
}

func fromDecimal(value *big.Rat, to reflect.Value) error {
	switch target := to.Addr().Interface().(type) {
	case *BigInt:
		target.Set(value.Num())
	case *Uint:
		if !value.Num().IsUint64() {
			return fmt.Errorf("beyond 64 bits: %s", value)
		}
		*target = Uint(value.Num().Uint64())
	}
	return nil
}
