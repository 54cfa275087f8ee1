import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ZipFile } from "yazl";
import { main } from "@/lib/cli/main.ts";
import { hostileTexts } from "@/prisma/factories/hostile-texts.ts";
import { lyingZip, type ZipLie } from "@/prisma/factories/lying-zip.ts";
import { makeCollection } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { openCollectionExport } from "../export/export-collection.ts";
import { importUpload } from "./import-upload.ts";

withTestDatabase();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-hostile-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Outcome =
  | { refused: string; code: string }
  | { rows: number; inserted: number; unchanged: number; rejected: number; at: [number, string][]; stored: number };

/** Uploads a file to a new collection as the page does; returns the outcome, and how many items are stored. */
async function sent(fileName: string, content: string | Uint8Array): Promise<Outcome> {
  const collection = await makeCollection({ items: [] });
  const body = Readable.toWeb(Readable.from([Buffer.from(content)])) as ReadableStream<Uint8Array>;
  const count = async () =>
    (await pool().query("SELECT count(*)::int AS n FROM annotation_item WHERE collection_id = $1", [collection.id]))
      .rows[0].n as number;
  try {
    const report = await importUpload(collection.researcher, collection.id, { fileName }, body);
    expect(report.rows).toBe(report.inserted + report.unchanged + report.rejected);
    const { rows, inserted, unchanged, rejected, rejections } = report;
    const at = rejections.map(({ line, field }): [number, string] => [line, field]);
    return { rows, inserted, unchanged, rejected, at, stored: await count() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(await count()).toBe(0);
    return { refused: error.message, code: error.code };
  }
}

/** The result of the command line for the same file: its exit code and the malformed rows. */
async function checked(fileName: string, content: string | Uint8Array) {
  const path = join(folder, fileName);
  await writeFile(path, content);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [out, err] = [buffer(stdout), buffer(stderr)];
  const code = await main(["kste", "check", path, "--json"], { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const findings = (await out)
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as { item: string; field: string; problem: string; message: string });
  return { code, findings, err: (await err).toString() };
}

async function zipped(files: readonly (readonly [string, string | Buffer])[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** The archive with one name in it replaced by another of the same length, as only a manipulated archive has. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  expect(to).toHaveLength(from.length);
  return Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
}

const row = (id: string, more: object = {}) =>
  JSON.stringify({ id, kind: "original", genre: "kids", story: "Rain.", ...more });
const file = JSON.stringify({ genre: "kids", story: "Rain." });
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("hostile files", () => {
  it.each([
    ["a path upwards", async () => renamed(await zipped([["xx/story_1.json", file]]), "xx/", "../")],
    ["an absolute path", async () => renamed(await zipped([["xstory_1.json", file]]), "xstory", "/story")],
    ["a backslash", async () => renamed(await zipped([["xx/story_1.json", file]]), "xx/", "..\\")],
    ["its end cut off", async () => (await zipped([["story_1.json", file]])).subarray(0, 60)],
    ["another format under its name", async () => gzipSync(file)],
    ["nothing in it at all", async () => Buffer.alloc(0)],
    ["far more in it than it weighs", async () => zipped([["story_1.json", Buffer.alloc(40 * 2 ** 20, 32)]])],
    [
      "many files that each unpack to far more",
      async () => zipped(Array.from({ length: 40 }, (_, at) => [`story_${at}.json`, Buffer.alloc(2 ** 20)] as const)),
    ],
  ])("of an archive with %s are refused as a whole, on screen and on the command line", async (_what, make) => {
    const zip = await make();
    expect(await sent("hostile.zip", zip)).toMatchObject({
      code: "invalid",
      refused: expect.stringMatching(/^The file /),
    });
    const { code, findings } = await checked("hostile.zip", zip);
    expect(code).toBe(1);
    expect(findings).toMatchObject([{ field: "file", problem: "schema" }]);
  });

  it.each<[ZipLie, string, RegExp]>([
    ["smaller than it is", "story_2.json", /with a wrong size \(story_2\.json\)/],
    ["larger than it is", "story_2.json", /with a wrong size/],
    ["inside the first", "story_2.json", /overlapping entries/],
    ["a thousand times over", "story_2.json", /overlapping entries/],
    ["smaller than it is", "rows.jsonl", /with a wrong size \(rows\.jsonl\)/],
  ])(
    "of an archive that lists an entry %s (%s) are refused as a whole with one sentence",
    async (lie, name, reason) => {
      const first = name.endsWith(".jsonl") ? "readme.md" : "story_1.json";
      const content = name.endsWith(".jsonl") ? row("a") : file;
      const zip = await lyingZip(
        [
          [first, file],
          [name, content],
        ],
        lie,
      );
      expect(await sent("lying.zip", zip)).toEqual({ code: "invalid", refused: expect.stringMatching(reason) });
      expect((await checked("lying.zip", zip)).findings).toMatchObject([{ field: "file", problem: "schema" }]);
    },
  );

  it("lose the second of two items of one name, by its row, in an archive and in lines", async () => {
    const zip = await zipped([
      ["a/story_1.json", file],
      ["b/story_1.json", file],
      ["story_2.json", file],
    ]);
    expect(await sent("twice.zip", zip)).toEqual({
      rows: 3,
      inserted: 2,
      unchanged: 0,
      rejected: 1,
      at: [[2, "id"]],
      stored: 2,
    });
    const lines = [row("a"), row("b"), row("a")].join("\n");
    expect(await sent("twice.jsonl", lines)).toEqual({
      rows: 3,
      inserted: 2,
      unchanged: 0,
      rejected: 1,
      at: [[3, "id"]],
      stored: 2,
    });
    const { findings } = await checked("twice.jsonl", lines);
    expect(findings.filter(({ problem }) => problem === "schema")).toMatchObject([
      { item: "a", field: "id", problem: "schema" },
    ]);
  });

  it("lose exactly the rows that nest too deep or bring what cannot be stored, and name the field", async () => {
    const lines = [
      row("sound"),
      `{"id":"deep","kind":"original","genre":"kids","story":"Rain.","extra":${nested(100_000)}}`,
      `{"id":"deep2","kind":"original","genre":"kids","story":${nested(5_000)}}`,
      `{"id":"deep3","kind":"original","genre":"kids","story":"Rain.","provenance":{"a":${nested(3_000)}}}`,
      '{"id":"nul","kind":"original","genre":"kids","story":"Rain.","extra":"a\\u0000b"}',
      '{"id":"nulkey","kind":"original","genre":"kids","story":"Rain.","ex\\u0000tra":"a"}',
      '{"id":"half","kind":"original","genre":"kids","story":"Rain.","extra":{"deep":["\\ud800"]}}',
      '{"id":"half2","kind":"original","genre":"kids","story":"Rain.","provenance":{"by":"\\udc00"}}',
      '{"id":"id\\u0000","kind":"original","genre":"kids","story":"Rain."}',
      `{"id":${JSON.stringify("x".repeat(201))},"kind":"original","genre":"kids","story":"Rain."}`,
      `{"id":"huge","kind":"original","genre":"kids","story":"Rain.","n":1e999}`,
      row("__proto__"),
      '{"id":"proto","kind":"original","genre":"kids","story":"Rain.","__proto__":{"story":"no"},"constructor":"no"}',
      row("genre", { genre: `${"a".repeat(99)}👩‍👩‍👧` }),
      row("sound again"),
    ].join("\n");
    const outcome = await sent("deep.jsonl", lines);
    expect(outcome).toMatchObject({ rows: 15, rejected: 11, inserted: 4, stored: 4 });
    expect((outcome as { at: [number, string][] }).at).toEqual([
      [2, "extra"],
      [3, "story"],
      [4, "provenance"],
      [5, "extra"],
      [6, "ex\\u0000tra"],
      [7, "extra"],
      [8, "provenance"],
      [9, "id"],
      [10, "id"],
      [11, "n"],
      [14, "genre"],
    ]);
    const { code, findings } = await checked("deep.jsonl", lines);
    expect(code).toBe(1);
    expect(new Set(findings.filter(({ problem }) => problem === "schema").map(({ item }) => item)).size).toBe(11);
  });

  it("lose one line to bytes that are no UTF-8, and keep the letters that only look hostile", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${row("before")}\n`),
      Buffer.from('{"id":"overlong","kind":"original","genre":"kids","story":"'),
      Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xff]),
      Buffer.from(`"}\n${row("after", { story: "\u202Egnihton\u202C \u200B\u0301\uFEFF 👩‍👩‍👧 ﷽" })}\n`),
    ]);
    expect(await sent("bytes.jsonl", bytes)).toEqual({
      rows: 3,
      inserted: 2,
      unchanged: 0,
      rejected: 1,
      at: [[2, "row"]],
      stored: 2,
    });
    const utf16 = Buffer.from(`\uFEFF${row("wide")}`, "utf16le");
    expect(await sent("utf16.jsonl", utf16)).toMatchObject({ rows: 1, inserted: 0, rejected: 1, at: [[1, "row"]] });
    expect((await checked("utf16.jsonl", utf16)).code).toBe(1);
  });

  it("expand no entity and leave markup the text it is, whichever way it comes and goes", async () => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY file SYSTEM "file:///etc/passwd">]>
      <response><story>&b; &file; rain fell.</story></response>`;
    const collection = await makeCollection({ items: [] });
    const send = (fileName: string, content: string) =>
      importUpload(
        collection.researcher,
        collection.id,
        { fileName, genre: "kids" },
        Readable.toWeb(Readable.from([Buffer.from(content)])) as ReadableStream<Uint8Array>,
      );
    await send("bomb.xml", bomb);
    const lines = hostileTexts.map((text, at) =>
      row(`hostile_${at}`, { story: `${text} Rain.`, genre: text.slice(0, 60), extra: { [text]: text } }),
    );
    expect(await send("markup.jsonl", lines.join("\n"))).toMatchObject({ inserted: hostileTexts.length, rejected: 0 });
    const stored = await pool().query(
      "SELECT document->>'story' AS story FROM annotation_item WHERE collection_id = $1 ORDER BY ordinal",
      [collection.id],
    );
    expect(stored.rows[0].story).toContain("&b; &file;");
    expect(stored.rows.slice(1).map(({ story }) => story)).toEqual(hostileTexts.map((text) => `${text} Rain.`));
    const { stream } = await openCollectionExport(collection.researcher, collection.id, {
      format: "jsonl",
      which: "all",
    });
    const again = (await buffer(stream)).toString().split("\n").filter(Boolean);
    expect(again.slice(1).map((line) => JSON.parse(line).story)).toEqual(hostileTexts.map((text) => `${text} Rain.`));
  });

  it("are refused while they arrive when they never end, and keep nothing", async () => {
    const collection = await makeCollection({ items: [] });
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(2 ** 20).fill(32));
      },
    });
    vi.stubEnv("PARALLAX_UPLOAD_MB", "3");
    await expect(
      importUpload(collection.researcher, collection.id, { fileName: "endless.jsonl" }, endless),
    ).rejects.toMatchObject({
      code: "too-large",
      message:
        "This file is larger than 3 MB. Import it with “parallax kste import” instead, or ask the operator to raise PARALLAX_UPLOAD_MB.",
    });
    vi.unstubAllEnvs();
    expect(pulled).toBeLessThan(20);
  });

  it("may break off in the middle: what is there is read, and the rest is one refused row", async () => {
    const lines = `${row("whole")}\n${row("broken").slice(0, 30)}`;
    expect(await sent("broken.jsonl", lines)).toEqual({
      rows: 2,
      inserted: 1,
      unchanged: 0,
      rejected: 1,
      at: [[2, "row"]],
      stored: 1,
    });
    expect(await sent("broken.json", row("one").slice(0, 30))).toMatchObject({
      rows: 1,
      rejected: 1,
      at: [[1, "row"]],
    });
    expect(await sent("broken.csv", 'id,kind,genre,story\na,original,kids,"Rain.')).toMatchObject({ inserted: 0 });
  });
});
