package runsnap.interop;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/** A kind of document: its record for JSON, and the class that Avro's compiler made for it. */
record Kind<J extends Record, A extends SpecificRecordBase>(String name, Class<J> json, Class<A> avro) {
  static final Kind<?, ?> CAPTURE =
      new Kind<>("capture", runsnap.json.Capture.class, runsnap.capture.Capture.class);
  static final Kind<?, ?> RESUMPTION =
      new Kind<>("resumption", runsnap.json.Resumption.class, runsnap.resumption.Resumption.class);

  static Kind<?, ?> named(String name) {
    return switch (name) {
      case "capture" -> CAPTURE;
      case "resumption" -> RESUMPTION;
      default -> throw new IllegalArgumentException("a kind without classes: " + name);
    };
  }

  Schema schema() {
    return SpecificData.get().getSchema(avro);
  }

  J fromAvro(SpecificRecordBase record) throws Refused {
    return Json.read(AvroBridge.tree(record), json);
  }

  A toAvro(Record document) {
    return avro.cast(AvroBridge.record(Json.tree(document), schema()));
  }
}
