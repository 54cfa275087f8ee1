import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { formatItemRow } from "@/lib/domain/interchange/format-item-row.ts";
import { type ItemRow, itemRowSchema } from "@/lib/domain/items/item.ts";
import { anyCharacter } from "@/lib/domain/words/testing/any-character.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { installation } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { listBenchmarkItems, listBenchmarks } from "./benchmarks.ts";
import { importItems } from "./import-items.ts";
import { makeImportSource } from "./import-lines.ts";
import { readBenchmarkItems } from "./read-items.ts";

withTestDatabase();

let projectId = "";
let projects = 0;
beforeEach(async () => {
  projects += 1;
  const { rows } = await pool().query(
    "INSERT INTO project (id, name, slug) VALUES (gen_random_uuid(), 'P', $1) RETURNING id",
    [`p-${projects}`],
  );
  projectId = rows[0].id;
});

async function* bytesOf(text: string | Uint8Array, piece = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
}

function importText(text: string | Uint8Array, benchmarkName = "B") {
  return importItems({ projectId, benchmarkName, actorId: null, ...makeImportSource("file.jsonl", bytesOf(text)) });
}

async function exported(benchmarkId: string): Promise<ItemRow[]> {
  return withSnapshot(async (client) => {
    const rows: ItemRow[] = [];
    for await (const { row } of readBenchmarkItems(client, benchmarkId)) rows.push(row);
    return rows;
  });
}

const item = (id: string, changes: object = {}) => ({
  id,
  kind: "true-false",
  story: { id: "s", title: "T", genre: "", text: "Ana waved to Ben." },
  text: `Ben saw ${id}.`,
  gold: true,
  attributes: {},
  ...changes,
});
const lines = (...rows: unknown[]) =>
  rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n");

describe("importing items", () => {
  it("takes the demo, proves its balance, and changes nothing the second time", async () => {
    const file = readFileSync(new URL("../../../content/demo/items.jsonl", import.meta.url));
    const first = await importText(file);
    expect(first).toMatchObject({ rows: 140, inserted: 140, unchanged: 0, rejected: 0, balance: { ok: true } });
    expect(await importText(file)).toMatchObject({ rows: 140, inserted: 0, unchanged: 140, rejected: 0 });
    const counts = await pool().query(
      `SELECT (SELECT count(*)::int FROM item_version WHERE benchmark_id = $1) AS items,
              (SELECT count(*)::int FROM story_version WHERE benchmark_id = $1) AS stories`,
      [first.benchmarkId],
    );
    expect(counts.rows[0]).toEqual({ items: 140, stories: 7 });
  });

  it("names what a benchmark with MoToMQA's labels lacks, and checks no other", async () => {
    const file = readFileSync(new URL("../../../content/demo/items.jsonl", import.meta.url), "utf8");
    const short = file.split("\n").filter((line) => !line.includes('"harbour-tom4f"'));
    const report = await importText(short.join("\n"));
    expect(report.balance?.errors.map(({ message }) => message)).toContain(
      "story harbour: ToM order 4, false: missing",
    );
    expect((await importText(lines(item("a")), "Other")).balance).toBeNull();
    // The second file completes the benchmark.
    expect((await importText(file)).balance?.ok).toBe(true);
  });

  it("takes statements of an order above 6 without an error if every story has them", async () => {
    const file = readFileSync(new URL("../../../content/demo/items.jsonl", import.meta.url), "utf8").trim();
    const deeper = file.split("\n").flatMap((line) => {
      const row = JSON.parse(line);
      if (row.attributes.type !== "tom" || row.attributes.order !== 6) return [];
      const { text, attributes } = row;
      const label = attributes.label.replace("6", "7");
      return [
        {
          ...row,
          id: `${row.id}-deeper`,
          text: `Vera says that ${text}`,
          attributes: { ...attributes, order: 7, label },
        },
      ];
    });
    expect(deeper).toHaveLength(14);
    const report = await importText(`${file}\n${lines(...deeper)}`);
    expect(report).toMatchObject({ rows: 154, inserted: 154, rejected: 0, balance: { ok: true, errors: [] } });
  });

  it("makes a version for a changed text, a key for a changed gold, and knows old texts again", async () => {
    const { benchmarkId } = await importText(lines(item("a"), item("b")));
    expect(await importText(lines(item("a", { text: "Ben saw it." })))).toMatchObject({ inserted: 1 });
    expect(await importText(lines(item("b", { gold: false })))).toMatchObject({ inserted: 1 });
    expect(await importText(lines(item("a")))).toMatchObject({ unchanged: 1 });
    const { rows } = await pool().query(
      `SELECT item.external_id, item.version, item.ordinal, parent.version AS parent,
         (SELECT array_agg(gold ORDER BY version) FROM item_key WHERE item_version_id = item.id) AS gold
       FROM item_version AS item LEFT JOIN item_version AS parent ON parent.id = item.parent_id
       WHERE item.benchmark_id = $1 ORDER BY item.external_id, item.version`,
      [benchmarkId],
    );
    expect(rows).toEqual([
      { external_id: "a", version: 1, ordinal: 1, parent: null, gold: [true] },
      { external_id: "a", version: 2, ordinal: 1, parent: 1, gold: [true] },
      { external_id: "b", version: 1, ordinal: 2, parent: null, gold: [true, false] },
    ]);
  });

  it("lists a repeated line, and refuses an id with other content and a second text of one story, naming both lines", async () => {
    const retold = { id: "s", title: "T", genre: "", text: "Ana waved to Carl." };
    const report = await importText(
      lines(item("a"), item("a"), item("b"), item("a", { text: "Other." }), item("c", { story: retold })),
      "Repeats",
    );
    expect(report).toMatchObject({ rows: 5, inserted: 2, unchanged: 1, rejected: 2, repeated: [2] });
    expect(report.rejections).toEqual([
      {
        line: 4,
        field: "id",
        value: "a",
        message: "is the ID of an earlier item with other content",
        earlierLine: 1,
      },
      {
        line: 5,
        field: "story.id",
        value: "s",
        message: "is the ID of an earlier story with another text",
        earlierLine: 1,
      },
    ]);
  });

  it("rejects hostile lines one by one, with line and field, and takes the others", async () => {
    const report = await importText(
      Buffer.concat([
        Buffer.from("\uFEFF"),
        Buffer.from(`${lines(item("good-1"))}\r\n`),
        Buffer.from(`${lines(item("nul", { text: "a\u0000b" }))}\n`),
        Buffer.from('{"id":"half","kind":"true-false","story":{"id":"s","text":"x"},"text":"\\ud800","gold":true}\n'),
        Buffer.from("{broken\n"),
        Buffer.from("\n"),
        Buffer.from('{"__proto__":{"gold":true},"id":"p"}\n'),
        Buffer.concat([Buffer.from('{"id":"bytes","text":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]),
        Buffer.from(`${lines(item("gold", { gold: "true" }))}\n`),
        Buffer.from(`${lines(item("attribute", { attributes: { note: "x\u0000" } }))}\n`),
        Buffer.from(`{"id":"long","text":"${"x".repeat(5 * 1024 * 1024)}"}\n`),
        Buffer.from(`${lines(item("kind", { kind: "riddle" }))}\n`),
        Buffer.from(`[${"[".repeat(100_000)}\n`),
        Buffer.from(`${lines(item("separator", { text: "one\u2028two" }))}\n`),
        Buffer.from(lines(item("good-2"))),
      ]),
    );
    expect(report).toMatchObject({ rows: 13, inserted: 3, unchanged: 0, rejected: 10 });
    expect(report.rejections.map(({ line, field, value }) => [line, field, value])).toEqual([
      [2, "text", "a\\u0000b"],
      [3, "text", "\uFFFD"],
      [4, "", undefined],
      [6, expect.any(String), undefined],
      [7, "", undefined],
      [8, "gold", "true"],
      [9, "attributes.note", "x\\u0000"],
      [10, "", undefined],
      [11, "kind", "riddle"],
      [12, "", undefined],
    ]);
    expect(({} as { gold?: unknown }).gold).toBeUndefined();
    const stored = await pool().query("SELECT rows, inserted, rejected, file_sha256 FROM import_report WHERE id = $1", [
      report.id,
    ]);
    expect(stored.rows[0]).toMatchObject({
      rows: 13,
      inserted: 3,
      rejected: 10,
      file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("lets two copies of a file arrive at once", async () => {
    const file = lines(...Array.from({ length: 30 }, (_, number) => item(`i${number}`)));
    const reports = await Promise.all([importText(file), importText(file), importText(file)]);
    expect(reports.map(({ inserted }) => inserted).sort()).toEqual([0, 0, 30]);
    expect(new Set(reports.map(({ benchmarkId }) => benchmarkId)).size).toBe(1);
  });

  it("keeps benchmarks apart whose names have no Latin letter", async () => {
    const first = await importText(lines(item("a")), "基準一");
    const second = await importText(lines(item("a")), "基準二");
    expect(second.benchmarkId).not.toBe(first.benchmarkId);
  });
});

const text = (maxLength: number) =>
  fc
    .string({ unit: anyCharacter, minLength: 1, maxLength })
    .filter((value) => value.trim() !== "" && !value.includes("\u0000"));

const arbitraryItem = fc.record({
  kind: fc.constant("true-false"),
  story: fc.record({ id: text(5), title: text(20), genre: text(10), text: text(200) }),
  text: text(100),
  gold: fc.boolean(),
  attributes: fc.dictionary(
    text(8).filter((name) => name !== "__proto__"),
    fc.oneof(
      text(20),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.boolean(),
      fc.constant(null),
    ),
    { maxKeys: 4 },
  ),
});

describe("the item file", () => {
  it("comes back as it went in: import, export and import again", async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryItem, { minLength: 1, maxLength: 8 }), async (drawn) => {
        run += 1;
        const rows = drawn.map((one, number) =>
          // A story id identifies one text, as in a real file.
          itemRowSchema.parse({
            ...one,
            id: `i${number}`,
            story: { ...one.story, id: `${one.story.id}/${number}` },
            canary: "keep me",
          }),
        );
        const first = await importText(rows.map(formatItemRow).join("\n"), `Round ${run}`);
        expect(first).toMatchObject({ inserted: rows.length, rejected: 0 });
        const out = await exported(first.benchmarkId);
        expect(out.map(canonicalJson)).toEqual(rows.map(canonicalJson));
        const again = await importText(out.map(formatItemRow).join("\n"), `Round ${run}`);
        expect(again).toMatchObject({ inserted: 0, unchanged: rows.length, rejected: 0 });
        const elsewhere = await importText(out.map(formatItemRow).join("\n"), `Round ${run}, elsewhere`);
        expect((await exported(elsewhere.benchmarkId)).map(canonicalJson)).toEqual(rows.map(canonicalJson));
      }),
      { numRuns: 30 },
    );
  });
});

describe("importing translations", () => {
  const german = (id: string, changes: object = {}) => ({
    ...item(id),
    story: { id: "s", title: "T", genre: "", text: "Ana winkte Ben zu." },
    text: `Ben hat ${id} gesehen.`,
    ...changes,
  });
  const importGerman = (text: string) =>
    importItems({
      projectId,
      benchmarkName: "B (de)",
      actorId: null,
      translationOf: { benchmark: "B", language: "de" },
      ...makeImportSource("de.jsonl", bytesOf(text)),
    });
  const links = async () => {
    const { rows } = await pool().query(
      `SELECT original.external_id AS original, link.language, translated.external_id AS translated, translated.version
       FROM item_translation AS link JOIN item_version AS original ON original.id = link.item_version_id
       JOIN item_version AS translated ON translated.id = link.translated_id
       JOIN benchmark ON benchmark.id = original.benchmark_id AND benchmark.project_id = $1 ORDER BY 1, 2`,
      [projectId],
    );
    return rows;
  };

  it("links a whole file by ids, or a row by what it says, once, and exports the links in the item file", async () => {
    await importText(lines(item("a"), item("b")));
    const file = lines(german("a"), german("x", { translation: { of: "b", benchmark: "B", language: "de-AT" } }));
    expect(await importGerman(file)).toMatchObject({ inserted: 2, rejected: 0 });
    expect(await importGerman(file)).toMatchObject({ inserted: 0, unchanged: 2 });
    expect(await links()).toEqual([
      { original: "a", language: "de", translated: "a", version: 1 },
      { original: "b", language: "de-AT", translated: "x", version: 1 },
    ]);
    const { benchmarkId } = await importGerman(file);
    const counts = { items: 2, stories: 1, kinds: ["true-false"], studies: 0 };
    expect(await listBenchmarks(installation, projectId)).toMatchObject([
      { name: "B (de)", ...counts },
      { name: "B", ...counts },
    ]);
    const page = await listBenchmarkItems(installation, benchmarkId, { page: 1, search: "Ben hat x" });
    expect(page).toMatchObject({ total: 1, items: [{ name: "x", keyVersion: 1, gold: true, story: { id: "s" } }] });
    expect(page?.items[0]?.links).toMatchObject([
      { as: "translation", language: "de-AT", name: "b", benchmark: { name: "B" } },
    ]);
    const given = await exported(benchmarkId);
    expect(given.map(({ translation }) => translation)).toEqual([
      { of: "a", benchmark: "B", language: "de" },
      { of: "b", benchmark: "B", language: "de-AT" },
    ]);
    expect(itemRowSchema.parse(JSON.parse(formatItemRow(given[0]!)))).toEqual(given[0]);
  });

  it("links a corrected translation in place of the one before", async () => {
    await importText(lines(item("a")));
    await importGerman(lines(german("a")));
    await importGerman(lines(german("a", { text: "Ben sah a." })));
    expect(await links()).toEqual([{ original: "a", language: "de", translated: "a", version: 2 }]);
  });

  it("rejects what translates nothing, something else or its own benchmark, with line and field", async () => {
    await importText(lines(item("a"), item("b")));
    const report = await importGerman(lines(german("a", { gold: false }), german("c"), german("b")));
    expect(report).toMatchObject({ rows: 3, inserted: 1, rejected: 2 });
    expect(report.rejections).toEqual([
      { line: 1, field: "gold", value: "false", message: "must be true, as in the original" },
      { line: 2, field: "translation", message: 'there is no item "c" in the benchmark "B"' },
    ]);
    const own = await importText(lines(item("d", { translation: { of: "a", benchmark: "B", language: "de" } })));
    expect(own.rejections[0]).toMatchObject({ field: "translation", message: expect.stringContaining("another") });
  });
});
