package runsnap.interop;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The versions on the class path, as the jars say. */
final class Libraries {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "avro", "/META-INF/maven/org.apache.avro/avro/pom.properties",
          "jackson-databind", "/META-INF/maven/com.fasterxml.jackson.core/jackson-databind/pom.properties",
          "json-schema-validator", "/META-INF/maven/com.networknt/json-schema-validator/pom.properties");

  private Libraries() {}

  static Map<String, String> versions() throws IOException {
    Map<String, String> versions = new TreeMap<>();
    for (var library : PROPERTIES.entrySet()) {
      Properties properties = new Properties();
      try (InputStream file = Libraries.class.getResourceAsStream(library.getValue())) {
        properties.load(file);
      }
      versions.put(library.getKey(), properties.getProperty("version"));
    }
    return versions;
  }
}
