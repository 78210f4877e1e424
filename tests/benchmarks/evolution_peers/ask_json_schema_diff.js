// Answers questions with json-schema-diff: one JSON line in, one out.
const readline = require("readline");
const { diffSchemas } = require("json-schema-diff");

async function answer(question) {
  const started = process.hrtime.bigint();
  let sides;
  try {
    const found = await diffSchemas({ sourceSchema: question.old, destinationSchema: question.new });
    sides = {
      backward: { verdict: found.removalsFound ? "broken" : "safe" },
      forward: { verdict: found.additionsFound ? "broken" : "safe" },
    };
  } catch (error) {
    const none = { verdict: "unknown", reason: String(error) };
    sides = { backward: none, forward: none };
  }
  return { ...sides, seconds: Number(process.hrtime.bigint() - started) / 1e9 };
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await answer(JSON.parse(line))));
  }
}

main();
