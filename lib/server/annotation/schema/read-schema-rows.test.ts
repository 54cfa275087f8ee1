import { expect, it } from "vitest";
import { taskSchemaSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { sentiment } from "@/lib/domain/tasks/templates/classification.ts";
import { entities } from "@/lib/domain/tasks/templates/span-tasks.ts";
import { countTurns } from "@/prisma/factories/count-turns.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { readSchemaRows } from "./read-schema-rows.ts";
import { type SchemaFileOptions, type SchemaRow, schemaRows } from "./schema-rows.ts";

const mood = taskSchemaSchema.parse(sentiment.document);
const spans = taskSchemaSchema.parse(entities.document);

async function* bytesOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.slice(at, at + 64 * 1024);
}

async function rowsOfFile(rows: AsyncIterable<SchemaRow>): Promise<SchemaRow[]> {
  const read: SchemaRow[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

const line = (id: number) => JSON.stringify({ id: `i${id}`, fields: { text: `Soup ${id} was cold.` } });
const numbers = Array.from({ length: 1_000 }, (_, index) => index);

it.each([
  ["table", mood, `id,text\n${numbers.map((id) => `i${id},Soup ${id}`).join("\n")}\nbad`],
  ["jsonl", mood, `${numbers.map(line).join("\n")}\nno JSON\n`],
  ["label-studio", mood, JSON.stringify(numbers.map((id) => ({ id, data: { text: `Soup ${id}` } })))],
  ["conll", spans, numbers.map((id) => `Anna B-PER\nleft O\nAgency${id} B-ORG\n`).join("\n")],
] as const)(
  "reads a %s in a thread as it would here, while the process goes on with other work",
  async (format, schema, text) => {
    const options: SchemaFileOptions = { format, source: "made" };
    const others = countTurns();
    const threaded = await rowsOfFile(readSchemaRows(schema, bytesOf(text), options));
    others.stop();
    expect(threaded).toEqual(await rowsOfFile(schemaRows(schema, bytesOf(text), options)));
    expect(threaded.length).toBeGreaterThanOrEqual(1_000);
    expect(others.soFar()).toBeGreaterThan(2);
  },
);

it("names the field without a column in a line of records, and reads the line with a mapping", async () => {
  const record = bytesOf(JSON.stringify({ review: "Cold soup.", answer: "a" }));
  const [refused] = await rowsOfFile(schemaRows(mood, record, { format: "jsonl", source: "made" }));
  expect(refused?.read).toEqual({
    ok: false,
    field: "fields.text",
    message: expect.stringContaining("map one of review"),
  });
  const columns = { fields: { text: ["review"] }, suggestion: {} };
  const again = bytesOf(JSON.stringify({ review: "Cold soup." }));
  const [read] = await rowsOfFile(schemaRows(mood, again, { format: "jsonl", source: "made", columns }));
  expect(read?.read).toMatchObject({ ok: true, item: { fields: { text: "Cold soup." } } });
});

it("refuses a file that is not what it seems with the field, and passes the refusal of its bytes on", async () => {
  const read = (schema: typeof mood, bytes: AsyncIterable<Uint8Array>, format: SchemaFileOptions["format"]) =>
    rowsOfFile(readSchemaRows(schema, bytes, { format, source: "made" }));
  const invalid = { code: "invalid", field: "file" };
  await expect(read(mood, bytesOf("{"), "label-studio")).rejects.toMatchObject(invalid);
  await expect(read(mood, bytesOf('id,text\na,"x'), "table")).rejects.toMatchObject(invalid);
  await expect(read(spans, bytesOf("\n\n"), "conll")).rejects.toMatchObject(invalid);
  await expect(
    rowsOfFile(readSchemaRows(mood, bytesOf("[]"), { format: "label-studio", config: "<View", source: "made" })),
  ).rejects.toMatchObject({ code: "invalid", field: "config" });
  const tooLarge = new AppError("too-large", "Too large.");
  const endless = (async function* () {
    yield* bytesOf(line(1));
    throw tooLarge;
  })();
  await expect(read(mood, endless, "jsonl")).rejects.toBe(tooLarge);
});
