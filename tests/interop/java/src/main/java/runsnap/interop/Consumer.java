package runsnap.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.specific.SpecificRecordBase;

/** Reads the test vectors and writes what it found: {@code consumer VECTORS OUT}. */
public final class Consumer {
  private static final List<String> IMPLEMENTS =
      List.of(
          "schema", "pointers", "value", "values", "check", "json", "avro-object", "avro-read", "avro-write");

  private final Path vectors;
  private final Path out;
  private final JsonNode manifest;
  private final Map<String, JsonNode> schemas = new HashMap<>();
  private final Map<String, Schema> validators = new HashMap<>();
  private final Map<String, List<SpecificRecordBase>> written = new HashMap<>();

  private Consumer(Path vectors, Path out) throws IOException {
    this.vectors = vectors;
    this.out = out;
    this.manifest = read("manifest.json");
    for (JsonNode schema : manifest.get("schemas")) {
      JsonNode document = read(schema.get("json").textValue());
      schemas.put(version(schema), document);
      validators.put(version(schema), Schemas.compile(document));
    }
  }

  public static void main(String[] arguments) throws IOException {
    AvroFiles.trustGeneratedClasses();
    new Consumer(Path.of(arguments[0]), Path.of(arguments[1])).run();
  }

  private void run() throws IOException {
    Files.createDirectories(out.resolve("json"));
    Files.createDirectories(out.resolve("avro"));
    Map<String, Object> results = new LinkedHashMap<>();
    String language = "Java " + Runtime.version().feature();
    results.put("consumer", Map.of("language", language, "libraries", Libraries.versions()));
    results.put("implements", IMPLEMENTS);
    results.put("cases", cases());
    results.put("containers", containers());
    writeContainers();
    Json.MAPPER.writeValue(out.resolve("results.json").toFile(), results);
  }

  private Map<String, Object> cases() throws IOException {
    Map<String, BinaryMessageDecoder<? extends SpecificRecordBase>> decoders = new HashMap<>();
    for (Kind<?, ?> kind : List.of(Kind.CAPTURE, Kind.RESUMPTION)) {
      decoders.put(kind.name(), AvroFiles.decoder(kind.avro(), avroSchemas(kind)));
    }
    Map<String, Object> cases = new LinkedHashMap<>();
    for (JsonNode each : manifest.get("cases")) {
      Kind<?, ?> kind = Kind.named(each.get("kind").textValue());
      Map<String, Object> result = new LinkedHashMap<>();
      try {
        judge(each, kind, result);
      } catch (Refused error) {
        result.put("refused", Map.of("stage", error.stage(), "failures", error.failures()));
        result.put("note", error.getMessage());
      }
      if (each.has("avro")) {
        result.put("avro", decoded(each, kind, decoders.get(kind.name())));
      }
      cases.put(each.get("id").textValue(), result);
    }
    return cases;
  }

  private void judge(JsonNode each, Kind<?, ?> kind, Map<String, Object> result) throws IOException, Refused {
    JsonNode tree = StrictJson.parse(Files.readAllBytes(vectors.resolve(each.get("document").textValue())));
    Schemas.validate(tree, validators.get(version(each)));
    Record document = Json.read(tree, kind.json());
    result.put("refused", null);
    result.put("values", Tagged.of(document));
    result.put("checks", Checks.broken(tree, schemas.get(version(each))));
    Json.MAPPER.writeValue(out.resolve("json").resolve(each.get("id").textValue() + ".json").toFile(), document);
    if (each.has("avro") && !each.get("stage").textValue().equals("parse")) {
      written.computeIfAbsent(kind.name(), name -> new ArrayList<>()).add(kind.toAvro(document));
    }
  }

  private Object decoded(JsonNode each, Kind<?, ?> kind, BinaryMessageDecoder<? extends SpecificRecordBase> decoder)
      throws IOException {
    byte[] data = Files.readAllBytes(vectors.resolve(each.get("avro").textValue()));
    return values(kind, decoder.decode(data));
  }

  private Map<String, Object> containers() throws IOException {
    Map<String, Object> containers = new LinkedHashMap<>();
    for (JsonNode container : manifest.get("containers")) {
      Kind<?, ?> kind = Kind.named(container.get("kind").textValue());
      String file = container.get("file").textValue();
      List<Object> documents = new ArrayList<>();
      for (SpecificRecordBase record : AvroFiles.read(vectors.resolve(file), kind.avro())) {
        documents.add(values(kind, record));
      }
      containers.put(file, documents);
    }
    return containers;
  }

  private static Object values(Kind<?, ?> kind, SpecificRecordBase record) {
    try {
      return Tagged.of(kind.fromAvro(record));
    } catch (Refused error) {
      throw new IllegalArgumentException("an Avro document that breaks a rule", error);
    }
  }

  private void writeContainers() throws IOException {
    for (JsonNode schema : manifest.get("schemas")) {
      if (schema.get("newest").booleanValue()) {
        Kind<?, ?> kind = Kind.named(schema.get("kind").textValue());
        refuseOtherClasses(kind, schema);
        write(kind, out.resolve("avro").resolve(kind.name() + "-" + schema.get("version").textValue() + ".avro"));
      }
    }
  }

  private <A extends SpecificRecordBase> void write(Kind<?, A> kind, Path file) throws IOException {
    List<A> documents = written.get(kind.name()).stream().map(kind.avro()::cast).toList();
    AvroFiles.write(file, kind.avro(), documents);
  }

  /** The pom says of which version the classes are made. */
  private static void refuseOtherClasses(Kind<?, ?> kind, JsonNode newest) {
    String made = "%016x".formatted(Long.reverseBytes(SchemaNormalization.parsingFingerprint64(kind.schema())));
    if (!made.equals(newest.get("fingerprint").textValue())) {
      throw new IllegalStateException(
          kind.name() + ".version in pom.xml is not the newest one, " + newest.get("version").textValue());
    }
  }

  private List<org.apache.avro.Schema> avroSchemas(Kind<?, ?> kind) throws IOException {
    List<org.apache.avro.Schema> found = new ArrayList<>();
    for (JsonNode schema : manifest.get("schemas")) {
      if (schema.get("kind").textValue().equals(kind.name())) {
        found.add(new org.apache.avro.Schema.Parser().parse(vectors.resolve(schema.get("avro").textValue()).toFile()));
      }
    }
    return found;
  }

  private static String version(JsonNode entry) {
    return entry.get("kind").textValue() + " " + entry.get("version").textValue();
  }

  private JsonNode read(String path) throws IOException {
    return new ObjectMapper().readTree(vectors.resolve(path).toFile());
  }
}
