package runsnap.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;

/**
 * What the libraries do, and should not, or not by default. When a test fails, a new version does better: take away
 * the work-around that its comment names, the test, and the line in docs/java.md.
 */
class ForeignFaultsTest {
  private static final JsonMapper DEFAULTS = JsonMapper.builder().addModule(new JavaTimeModule()).build();

  record Numbers(long count, Double price) {}

  /** java.time, JDK 17 to 25: Instants.parse. */
  @Test
  void offsetsBeyondEighteenHoursAreNoInstants() {
    String text = "2026-03-02T08:15:00+18:01";
    assertThrows(DateTimeParseException.class, () -> Instant.parse(text));
    assertThrows(DateTimeParseException.class, () -> OffsetDateTime.parse(text));
    assertEquals(Instant.parse("2026-03-01T14:14:00Z"), Instants.parse(text));
  }

  /** Jackson: WRITE_DATES_AS_TIMESTAMPS is disabled in Json. */
  @Test
  void instantsAreWrittenAsNumbers() throws JsonProcessingException {
    Instant instant = Instant.parse("2026-03-02T08:15:00.123456789Z");
    assertEquals("1772439300.123456789", DEFAULTS.writeValueAsString(instant));
    assertEquals("\"2026-03-02T08:15:00.123456789Z\"", Json.MAPPER.writeValueAsString(instant));
  }

  /** Jackson: ValueRules.integer. */
  @Test
  void fractionsAndDigitsAreCutOffInIntegers() throws JsonProcessingException {
    assertEquals(1, DEFAULTS.readValue("{\"count\": 1.5}", Numbers.class).count());
    assertEquals(
        9007199254740992L, DEFAULTS.readValue("{\"count\": 9007199254740993.0}", Numbers.class).count());
  }

  /** Jackson: ValueRules.number. */
  @Test
  void integersAreRoundedToDoubles() throws JsonProcessingException {
    assertEquals(0x1p53, DEFAULTS.readValue("{\"price\": 9007199254740993}", Numbers.class).price());
  }

  /** Jackson: the records have a map with JsonAnySetter. */
  @Test
  void unknownMembersAreRefused() {
    assertThrows(UnrecognizedPropertyException.class, () -> DEFAULTS.readValue("{\"new\": 1}", Numbers.class));
  }

  /** Jackson: STRICT_DUPLICATE_DETECTION and FAIL_ON_TRAILING_TOKENS in StrictJson. */
  @Test
  void doubledNamesAndTrailingTextAreTaken() throws JsonProcessingException {
    assertEquals("{\"a\":2}", DEFAULTS.readTree("{\"a\": 1, \"a\": 2} more").toString());
  }

  /** Jackson: the walk in StrictJson. What it reads as infinity it writes as a text. */
  @Test
  void numbersBeyondDoublesBecomeInfinityAndThenText() throws JsonProcessingException {
    assertEquals("[\"Infinity\"]", DEFAULTS.writeValueAsString(DEFAULTS.readTree("[1e400]")));
  }

  /** Jackson: the walk in StrictJson. */
  @Test
  void halvesOfSurrogatePairsAreTaken() throws JsonProcessingException {
    assertEquals("\ud800", DEFAULTS.readTree("\"\\ud800\"").textValue());
  }

  /** Jackson: StrictJson decodes the bytes itself. */
  @Test
  void otherEncodingsAndByteOrderMarksAreTaken() throws IOException {
    assertEquals("{}", DEFAULTS.readTree("{}".getBytes(StandardCharsets.UTF_16LE)).toString());
    assertEquals("{}", DEFAULTS.readTree("\uFEFF{}".getBytes(StandardCharsets.UTF_8)).toString());
  }

  /** Jackson: trees hold other numbers than integers as doubles, as they do by default. */
  @Test
  void decimalsLoseTheSignOfZero() throws JsonProcessingException {
    JsonNode node = DEFAULTS.reader().with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).readTree("-0.0");
    assertEquals(Double.doubleToRawLongBits(0.0), Double.doubleToRawLongBits(node.doubleValue()));
    assertEquals("-0.0", DEFAULTS.readTree("-0.0").toString());
  }

  /** Jackson: maxNumberLength, maxNameLength and maxStringLength in StrictJson. */
  @Test
  void longNumbersNamesAndTextsAreRefused() throws Refused {
    for (String text : new String[] {"1".repeat(1001), object("a".repeat(50_001)), text("a".repeat(20_000_001))}) {
      assertThrows(StreamConstraintsException.class, () -> DEFAULTS.readTree(text));
      StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String object(String name) {
    return "{" + text(name) + ": 1}";
  }

  private static String text(String characters) {
    return '"' + characters + '"';
  }

  /** jsonschema2pojo: none, the caller casts. The class of the costs is not even made. */
  @Test
  void membersThatMayBeNullByAnyOfAreObjects() throws ReflectiveOperationException {
    Class<?> log = runsnap.pojo.capture.RunLog.class;
    assertEquals(Object.class, log.getMethod("getFinishedAt").getReturnType());
    assertEquals(Object.class, log.getMethod("getCostEstimate").getReturnType());
  }

  /** jsonschema2pojo: the mix-in in GeneratedPojosTest. */
  @Test
  void nullIsLeftOutWhereItIsAValue() throws JsonProcessingException {
    var artifact = new runsnap.pojo.resumption.Artifact();
    artifact.setName("summary");
    artifact.setContentType("json");
    assertEquals("{\"name\":\"summary\",\"contentType\":\"json\"}", Json.MAPPER.writeValueAsString(artifact));
  }

  /** Avro: AvroFiles.trustGeneratedClasses. */
  @Test
  void generatedClassesAreForbidden() throws IOException {
    ClassSecurityValidator.setGlobal(ClassSecurityValidator.DEFAULT);
    Schema schema = runsnap.capture.Capture.getClassSchema();
    try (var file = reader(new SpecificDatumReader<>(schema, schema, freshModel()))) {
      assertThrows(SecurityException.class, file::next);
    } finally {
      AvroFiles.trustGeneratedClasses();
    }
  }

  /** Avro: stringType in the pom, and AvroFiles.read with the generated class. */
  @Test
  void genericRecordsHaveUtf8AndLongs() throws IOException {
    try (var file = reader(new GenericDatumReader<GenericRecord>())) {
      GenericRecord log = (GenericRecord) file.next().get("run_log");
      assertEquals(Utf8.class, log.get("status").getClass());
      assertEquals(Long.class, log.get("started_at").getClass());
    }
  }

  /** Avro: AvroBridge.instant names the place. */
  @Test
  void instantsBeyondNanosecondsFailWithoutAPlace() {
    Schema type = LogicalTypes.timestampNanos().addToSchema(Schema.create(Schema.Type.LONG));
    var conversion = new TimeConversions.TimestampNanosConversion();
    Instant last = Instant.parse("9999-12-31T23:59:59Z");
    var error =
        assertThrows(ArithmeticException.class, () -> conversion.toLong(last, type, type.getLogicalType()));
    assertEquals("long overflow", error.getMessage());
  }

  /** Without the classes that others have looked up. */
  private static SpecificData freshModel() {
    SpecificData model = new SpecificData();
    model.addLogicalTypeConversion(new TimeConversions.TimestampNanosConversion());
    return model;
  }

  private static <T> DataFileReader<T> reader(GenericDatumReader<T> reader) throws IOException {
    return new DataFileReader<>(Vectors.container("capture", "null").toFile(), reader);
  }
}
