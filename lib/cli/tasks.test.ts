import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../server/platform/database/pool.ts";
import { main } from "./main.ts";

withTestDatabase();

let folder = "";
const items = [1, 2, 3, 4].map((number) =>
  JSON.stringify({
    id: `q-${number}`,
    kind: "choice",
    story: { id: `s-${number}`, text: `Ana hid the ball in box ${number}.` },
    text: `Where will Ben look for ball ${number}?`,
    options: ["in the box", "in the bag"],
    gold: number % 2,
  }),
);

async function run(args: string[], input = "") {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, { stdin: Readable.from([input]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-tasks-"));
  await pool().query("INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), 'First', 'first')");
  await run(["import", "items", "-", "--benchmark", "Boxes"], items.join("\n"));
});
afterAll(() => rm(folder, { recursive: true }));

const linesOf = (...path: string[]) =>
  readFileSync(join(folder, ...path), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Imports what Inspect would have logged about the documents of a folder. */
async function inspected(name: string, source: string, { system }: { system?: string }) {
  const samples = linesOf(name, "documents.jsonl").map(({ id, input, target, metadata }) => ({
    id,
    epoch: 1,
    input,
    target,
    metadata,
    messages: [
      ...(system === undefined ? [] : [{ role: "system", content: system }]),
      { role: "user", content: input },
      { role: "assistant", content: target },
    ],
    output: { model: "i", choices: [{ message: { role: "assistant", content: target } }] },
    scores: { includes: { value: "C", answer: target } },
  }));
  const file = join(folder, `${source}.json`);
  const log = {
    version: 2,
    status: "success",
    eval: { model: "i", task: "boxes" },
    results: { total_samples: samples.length, completed_samples: samples.length, scores: [{ name: "includes" }] },
    samples,
  };
  await writeFile(file, JSON.stringify(log));
  const { out, error } = await run(["import", "predictions", file, "--source", source, "--json"]);
  expect(error).toBe("");
  return JSON.parse(out);
}

describe("parallax tasks", () => {
  it("writes the selected items, and refuses names that no item has", async () => {
    const out = join(folder, "some");
    expect(await run(["tasks", "--out", out, "--items", "id = q-1, q-3"])).toMatchObject({ code: 0 });
    expect(linesOf("some", "documents.jsonl")).toHaveLength(2);
    const refused = await run(["tasks", "--out", join(folder, "none"), "--items", "id = q-1, q-9"]);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining("not among those asked: q-9") });
  });

  it("writes prompts with fingerprints, and what comes back is verified", async () => {
    const out = join(folder, "prompts");
    expect(await run(["tasks", "--out", out, "--condition", "optionOrder=reversed"])).toMatchObject({
      code: 0,
      error: "",
    });
    const documents = linesOf("prompts", "documents.jsonl");
    expect(documents).toHaveLength(4);
    expect(documents[0]).toMatchObject({ item: "q-1", choices: ["A", "B"], gold: 0, answer: "A" });
    expect(documents[0].prompt).toContain("A. in the bag\nB. in the box");
    const answers = documents.map(({ item, condition, prompt, contentFingerprint, answer }, place) =>
      JSON.stringify(
        place % 2 === 0
          ? { model: "m", item, condition, prompt, output: `Answer: ${answer}` }
          : { model: "m", item: "unknown", condition, contentFingerprint, output: answer },
      ),
    );
    const back = await run(["import", "predictions", "-", "--json"], answers.join("\n"));
    expect(JSON.parse(back.out)).toMatchObject({
      inserted: 4,
      matched: { id: 2, fingerprint: 2 },
      parity: { verified: 4, mismatch: 0, unverified: 0 },
      withoutAnswer: 0,
    });
  });

  it("writes tasks of lm-evaluation-harness with examples about other stories, whose samples come back verified", async () => {
    const out = join(folder, "lm-eval");
    expect(await run(["tasks", "--out", out, "--format", "lm-eval", "--shots", "1"])).toMatchObject({ code: 0 });
    expect(readFileSync(join(out, "boxes_mc.yaml"), "utf8")).toContain("num_fewshot: 1");
    const documents = linesOf("lm-eval", "documents.jsonl");
    const [example] = linesOf("lm-eval", "examples.jsonl");
    expect(documents).toHaveLength(3);
    expect(documents.map(({ item }) => item)).not.toContain(example.item);
    const samples = documents.map((doc, place) =>
      JSON.stringify({
        doc_id: place,
        doc,
        target: String(doc.gold),
        arguments: { gen_args_0: { arg_0: `${example.prompt} ${example.answer}\n\n${doc.prompt}`, arg_1: {} } },
        resps: [[doc.answer]],
        filtered_resps: [doc.answer],
        filter: "none",
        metrics: ["exact_match"],
        exact_match: 1,
      }),
    );
    const file = join(folder, "samples.jsonl");
    await writeFile(file, `${samples.join("\n")}\n`);
    const args = ["import", "predictions", file, "--model", "n", "--condition", "shots=1", "--json"];
    expect(JSON.parse((await run(args)).out)).toMatchObject({
      format: "lm-eval",
      inserted: 3,
      rejected: 0,
      parity: { verified: 3 },
    });
  });

  it("writes a dataset and a task of Inspect", async () => {
    const out = join(folder, "inspect");
    expect(await run(["tasks", "--out", out, "--format", "inspect"])).toMatchObject({ code: 0 });
    expect(linesOf("inspect", "documents.jsonl")[1]).toMatchObject({
      id: "q-2",
      target: "A",
      metadata: { item: "q-2", contentFingerprint: expect.stringMatching(/^\d+:[0-9a-f]{64}$/u) },
    });
    expect(readFileSync(join(out, "task.py"), "utf8")).toContain("def boxes():");
    expect(await inspected("inspect", "plain", {})).toMatchObject({
      format: "inspect-json",
      inserted: 4,
      matched: { id: 4 },
      parity: { verified: 4 },
    });
    expect(await run(["tasks", "--out", out])).toMatchObject({ code: 2, error: expect.stringContaining("not empty") });
  });

  it("recognises what Inspect answers under another condition, behind examples, by its fingerprint", async () => {
    const out = join(folder, "reversed");
    const how = ["--condition", "optionOrder=reversed", "--condition", "prompt=human", "--shots", "1"];
    expect(await run(["tasks", "--out", out, "--format", "inspect", ...how])).toMatchObject({ code: 0 });
    expect(readFileSync(join(out, "task.py"), "utf8")).toContain("system_message(EXAMPLES)");
    expect(await inspected("reversed", "shots", { system: "An example.\nA" })).toMatchObject({
      inserted: 3,
      rejected: 0,
      matched: { id: 0, fingerprint: 3 },
      parity: { verified: 3 },
    });
    const { rows } = await pool().query(
      "SELECT DISTINCT condition FROM prediction JOIN run ON run.id = prediction.run_id WHERE run.source = 'shots'",
    );
    expect(rows).toEqual([{ condition: { optionOrder: "reversed", prompt: "human", shots: "1" } }]);
  });

  it("puts examples into plain prompts, which are verified, and finds items by the ids that a batch sends back", async () => {
    const out = join(folder, "shown");
    const how = ["--condition", "optionOrder=reversed", "--condition", "prompt=human", "--shots", "1"];
    expect(await run(["tasks", "--out", out, ...how])).toMatchObject({ code: 0 });
    const documents = linesOf("shown", "documents.jsonl");
    const [example] = linesOf("shown", "examples.jsonl");
    expect(documents[0].prompt.startsWith(`${example.prompt} ${example.answer}\n\n`)).toBe(true);
    const answers = documents.map(({ item, condition, prompt, answer }) =>
      JSON.stringify({ model: "p", item, condition, prompt, output: answer }),
    );
    expect(JSON.parse((await run(["import", "predictions", "-", "--json"], answers.join("\n"))).out)).toMatchObject({
      inserted: 3,
      parity: { verified: 3 },
    });
    const file = join(folder, "batch.jsonl");
    const batch = documents.map(({ id, answer }) =>
      JSON.stringify({
        id: `batch_req_${id}`,
        custom_id: id,
        response: {
          status_code: 200,
          body: { object: "chat.completion", model: "b", choices: [{ index: 0, message: { content: answer } }] },
        },
        error: null,
      }),
    );
    await writeFile(file, `${batch.join("\n")}\n`);
    expect(JSON.parse((await run(["import", "predictions", file, "--json"])).out)).toMatchObject({
      format: "openai-batch",
      inserted: 3,
      matched: { id: 3 },
      parity: { unverified: 3 },
    });
  });
});
