package runsnap

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// Uint is an unsigned integer of up to 64 bits. Null is 0, where the schema allows it.
type Uint uint64

// UnmarshalJSON also takes 3.0 and 1e2, which JSON Schema calls integers.
func (u *Uint) UnmarshalJSON(text []byte) error {
	integer, err := integerOrZero(text)
	if err != nil {
		return err
	}
	if !integer.IsUint64() {
		return fmt.Errorf("beyond 64 bits: %s", integer)
	}
	*u = Uint(integer.Uint64())
	return nil
}

// BigInt is an integer of any width.
type BigInt struct{ big.Int }

// UnmarshalJSON also takes 3.0 and 1e2, which JSON Schema calls integers.
func (i *BigInt) UnmarshalJSON(text []byte) error {
	integer, err := integerOrZero(text)
	if err == nil {
		i.Set(integer)
	}
	return err
}

// MarshalJSON writes every digit.
func (i BigInt) MarshalJSON() ([]byte, error) { return []byte(i.String()), nil }

func integerOrZero(text []byte) (*big.Int, error) {
	if string(text) == "null" {
		return new(big.Int), nil
	}
	return parseInteger(string(text))
}

// Double is a float64 that stays one: 1.0 is not written as 1, nor -0.0 as -0.
type Double float64

// UnmarshalJSON refuses integers that no double is equal to.
func (d *Double) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*d = 0
		return nil
	}
	value, err := parseDouble(string(text))
	*d = Double(value)
	return err
}

// MarshalJSON writes as few digits as give the same double again.
func (d Double) MarshalJSON() ([]byte, error) {
	text := strconv.FormatFloat(float64(d), 'g', -1, 64)
	if isInteger(text) {
		text += ".0"
	}
	return []byte(text), nil
}

// Instant is a moment, to the nanosecond.
type Instant struct{ time.Time }

// ParseInstant reads RFC 3339, in lower case too, as long as the year in UTC has four digits.
func ParseInstant(text string) (Instant, error) {
	moment, err := time.Parse(time.RFC3339Nano, strings.ToUpper(text))
	if err != nil {
		return Instant{}, err
	}
	if year := moment.UTC().Year(); year < 1 || year > 9999 {
		return Instant{}, fmt.Errorf("outside the years 0001 to 9999 in UTC: %s", text)
	}
	return Instant{moment.UTC()}, nil
}

// UnmarshalJSON takes what the schema takes; time.Time wants capitals.
func (i *Instant) UnmarshalJSON(data []byte) error {
	var text string
	err := json.Unmarshal(data, &text)
	if err == nil {
		*i, err = ParseInstant(text)
	}
	return err
}

// MarshalJSON writes UTC, with as few digits as hold the moment.
func (i Instant) MarshalJSON() ([]byte, error) {
	return json.Marshal(i.UTC().Format(time.RFC3339Nano))
}

// Nanoseconds since 1970, negative before: beyond int64 outside the years 1678 to 2262.
func (i Instant) Nanoseconds() *big.Int {
	nanoseconds := new(big.Int).Mul(big.NewInt(i.Unix()), big.NewInt(1e9))
	return nanoseconds.Add(nanoseconds, big.NewInt(int64(i.Nanosecond())))
}
