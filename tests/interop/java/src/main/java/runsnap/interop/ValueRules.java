package runsnap.interop;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;

/** The three rules that no schema can state, as deserializers: they refuse what Jackson would round. */
final class ValueRules extends SimpleModule {
  private static final long serialVersionUID = 1;
  private static final double LARGEST_FLOAT_INTEGER = 0x1p53;

  /** Breaks a rule; Jackson adds the path. */
  static final class Broken extends JsonMappingException {
    private static final long serialVersionUID = 1;
    final String rule;

    Broken(JsonParser parser, String rule) {
      super(parser, rule);
      this.rule = rule;
    }
  }

  /** A method that reads one value. */
  private interface Reader<T> {
    T read(JsonParser parser) throws IOException;
  }

  ValueRules() {
    add(BigInteger.class, ValueRules::integer);
    add(Long.class, parser -> integer(parser).longValueExact());
    add(long.class, parser -> integer(parser).longValueExact());
    add(Double.class, ValueRules::number);
    add(double.class, ValueRules::number);
    add(Instant.class, ValueRules::instant);
  }

  private <T> void add(Class<T> type, Reader<? extends T> reader) {
    addDeserializer(
        type,
        new StdScalarDeserializer<T>(type) {
          private static final long serialVersionUID = 1;

          @Override
          public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return reader.read(parser);
          }
        });
  }

  // docs:begin value-rules
  private static BigInteger integer(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
      return parser.getBigIntegerValue();
    }
    double value = parser.getDoubleValue();
    if (Math.abs(value) > LARGEST_FLOAT_INTEGER) {
      throw new Broken(parser, "integer-from-float-literal");
    }
    return BigDecimal.valueOf(value).toBigIntegerExact();
  }

  private static Double number(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
      return parser.getDoubleValue();
    }
    BigInteger literal = parser.getBigIntegerValue();
    double value = literal.doubleValue();
    if (Double.isInfinite(value) || !new BigDecimal(value).toBigIntegerExact().equals(literal)) {
      throw new Broken(parser, "number-is-a-double");
    }
    return value;
  }
  // docs:end value-rules

  private static Instant instant(JsonParser parser) throws IOException {
    Instant value = Instants.parse(parser.getText());
    if (value.isBefore(Instants.FIRST) || value.isAfter(Instants.LAST)) {
      throw new Broken(parser, "instant-in-range");
    }
    return value;
  }
}
