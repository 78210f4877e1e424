package runsnap.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.ClassSecurityValidator;

/** Container files and single objects, read into the classes of the newest schema whatever wrote them. */
final class AvroFiles {
  private AvroFiles() {}

  // docs:begin avro-trust
  /** Avro looks classes up by the names in a schema, and refuses all that nobody has called trusted. */
  static void trustGeneratedClasses() {
    Set<String> packages = Set.of("runsnap.capture", "runsnap.resumption");
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.DEFAULT, type -> packages.contains(type.getPackageName())));
  }
  // docs:end avro-trust

  // docs:begin avro-read
  static <T extends SpecificRecordBase> List<T> read(Path file, Class<T> type) throws IOException {
    List<T> documents = new ArrayList<>();
    try (var reader = new DataFileReader<T>(file.toFile(), new SpecificDatumReader<>(type))) {
      reader.forEach(documents::add);
    }
    return documents;
  }
  // docs:end avro-read

  // docs:begin avro-write
  static <T extends SpecificRecordBase> void write(Path file, Class<T> type, List<T> documents)
      throws IOException {
    try (var writer = new DataFileWriter<T>(new SpecificDatumWriter<>(type))) {
      writer.setCodec(CodecFactory.zstandardCodec(CodecFactory.DEFAULT_ZSTANDARD_LEVEL));
      writer.create(SpecificData.get().getSchema(type), file.toFile());
      for (T document : documents) {
        writer.append(document);
      }
    }
  }
  // docs:end avro-write

  // docs:begin avro-object
  /** Single objects name their schema by its fingerprint, so the decoder must know each schema that may come. */
  static <T extends SpecificRecordBase> BinaryMessageDecoder<T> decoder(Class<T> type, List<Schema> writers) {
    var decoder =
        new BinaryMessageDecoder<T>(SpecificData.getForClass(type), SpecificData.get().getSchema(type));
    writers.forEach(decoder::addSchema);
    return decoder;
  }
  // docs:end avro-object
}
