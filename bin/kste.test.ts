import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { main } from "../lib/cli/main.ts";
import { defaultLimits } from "../lib/server/interchange/kste/limits.ts";
import { readKsteSource } from "../lib/server/interchange/kste/source.ts";

const fixtures = new URL("../lib/domain/interchange/kste/fixtures/", import.meta.url);
const examples = ["ikd_examples.jsonl", "knp_examples.jsonl"].map((name) =>
  readFileSync(new URL(name, fixtures), "utf8"),
);
const sound = examples
  .join("")
  .split("\n")
  .filter((line) => line !== "" && !line.includes("_q1") && !line.includes("_q2"));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kste-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: string[], input = ""): Promise<{ code: number; out: string; err: string }> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const [out, err] = [buffer(stdout), buffer(stderr)];
  const code = await main(args, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: (await out).toString(), err: (await err).toString() };
}

function written(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

async function zipped(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const findings = (out: string) =>
  out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>);

describe("parallax kste check", () => {
  it("finds nothing in sound items and exits with 0", async () => {
    const path = written("sound.jsonl", sound.join("\n"));
    expect(await run(["kste", "check", path, "--json"])).toEqual({ code: 0, out: "", err: "" });
    expect((await run(["kste", "check", path])).out).toContain("nothing found");
  });

  it("prints one object per finding and exits with 1 for a broken item", async () => {
    const { code, out } = await run(["kste", "check", "-", "--json"], examples.join(""));
    expect(code).toBe(1);
    expect(Object.keys(findings(out)[0] ?? {})).toEqual(["item", "field", "problem", "message"]);
    expect(new Set(findings(out).map((finding) => finding.item))).toEqual(
      new Set(["erroneous_story_q1", "erroneous_story_q2"]),
    );
  });

  it("exits with 0 when there is only something to look at", async () => {
    const original = sound.find((line) => line.includes('"story_1"')) as string;
    const { code, out } = await run(["kste", "check", "-", "--json"], original);
    expect(findings(out).map((finding) => finding.problem)).toEqual(["unpaired"]);
    expect(code).toBe(0);
  });

  it("names the line and field of rows that do not fit, and reads the others", async () => {
    const broken = [sound[0], "{oops", '{"id":"a","kind":"error","genre":"kids"}', sound[0], ...sound.slice(1)].join(
      "\r\n",
    );
    const bytes = Buffer.concat([
      Buffer.from(broken),
      Buffer.from("\n{"),
      Buffer.from([0xff, 0xfe]),
      Buffer.from("}\n"),
    ]);
    const { code, out } = await run(["kste", "check", written("broken.jsonl", bytes), "--json"]);
    expect(code).toBe(1);
    const found = findings(out)
      .filter((finding) => finding.problem === "schema")
      .map(({ item, field }) => `${item} ${field}`);
    expect(found).toContain("line 2 row");
    expect(found).toContain(`line ${sound.length + 4} row`);
    expect(found).toContain("a story");
    expect(found).toContain("story_1 id");
  });

  it("refuses a path that is not there, and a file without items", async () => {
    expect(await run(["kste", "check", join(folder, "nowhere")])).toMatchObject({ code: 2 });
    expect(await run(["kste", "check", written("empty.jsonl", "")])).toMatchObject({ code: 1 });
    expect((await run(["kste", "check", "--help"])).out).toContain("knowledge-not-in-story");
  });
});

describe("parallax kste convert", () => {
  it.each(["jsonl", "xml", "csv"])("gives every item back through %s", async (format) => {
    const start = written("start.jsonl", sound.join("\n"));
    const middle = join(folder, `middle.${format}`);
    expect((await run(["kste", "convert", start, middle])).code).toBe(0);
    const { out } = await run(["kste", "convert", middle, "-"]);
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(sound.map((line) => JSON.parse(line)));
  });

  it.each(["released", "released.zip"])("writes and reads the released layout as %s", async (name) => {
    const start = written("start.jsonl", sound.join("\n"));
    const target = join(folder, name);
    expect((await run(["kste", "convert", start, target])).code).toBe(0);
    const { out } = await run(["kste", "convert", target, "-"]);
    const byId = (lines: string[]) => new Map(lines.map((line) => [JSON.parse(line).id as string, JSON.parse(line)]));
    expect(byId(out.trim().split("\n"))).toEqual(byId(sound));
    if (name === "released") {
      const story = JSON.parse(readFileSync(join(target, "Data/IKD/errors/erroneous_story_2.json"), "utf8"));
      expect(Object.keys(story)).toEqual([
        "genre",
        "character",
        "implausible_knowledge",
        "error",
        "erroneous_event",
        "story",
      ]);
      expect(readdirSync(join(target, "Data/KNP"))).toContain("qa_5.json");
    }
  });

  it("writes the same bytes for the same items, and overwrites only when told to", async () => {
    const start = written("start.jsonl", sound.join("\n"));
    const [one, two] = [join(folder, "one.zip"), join(folder, "two.zip")];
    await run(["kste", "convert", start, one]);
    await run(["kste", "convert", start, two]);
    expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
    expect(await run(["kste", "convert", start, one])).toMatchObject({ code: 2 });
    expect(await run(["kste", "convert", start, one, "--force"])).toMatchObject({ code: 0 });
  });

  it("writes nothing when an item is broken in form, unless it may leave it out", async () => {
    const start = written("half.jsonl", [...sound, "{oops"].join("\n"));
    const target = join(folder, "half.csv");
    const refused = await run(["kste", "convert", start, target]);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`line ${sound.length + 1}`);
    expect(readdirSync(folder)).not.toContain("half.csv");
    const { code, err } = await run(["kste", "convert", start, target, "--skip-broken"]);
    expect(code).toBe(0);
    expect(err).toContain(`${sound.length + 1} rows read, ${sound.length} items written, 1 omitted`);
  });

  it("takes the genre of a response from the command", async () => {
    const response = "<response><story>Ann & Ben.</story></response>";
    const path = written("answer.txt", response);
    expect((await run(["kste", "convert", path, "-"])).code).toBe(1);
    const { out } = await run(["kste", "convert", path, "-", "--genre", "kids"]);
    expect(JSON.parse(out)).toEqual({ id: "answer", kind: "original", genre: "kids", story: "Ann & Ben." });
  });

  it("refuses a format it cannot write", async () => {
    const start = written("start.jsonl", sound.join("\n"));
    expect(await run(["kste", "convert", start, join(folder, "x.docx")])).toMatchObject({ code: 2 });
    expect(await run(["kste", "convert", start, "-", "--to", "zip"])).toMatchObject({ code: 2 });
  });
});

describe("a hostile source", () => {
  const story = { "Data/IKD/original/story_1.json": '{"genre":"kids","story":"Rain."}' };
  const refusal = async (name: string, bytes: Buffer) => {
    const { code, out } = await run(["kste", "check", written(name, bytes), "--json"]);
    expect(code).toBe(1);
    expect(findings(out)).toMatchObject([{ field: "file", problem: "schema" }]);
    return findings(out)[0]?.message;
  };

  it("is refused when it is a zip bomb, before it is unpacked", async () => {
    expect(await refusal("bomb.zip", await zipped({ ...story, "zeros.json": Buffer.alloc(8 * 2 ** 20) }))).toContain(
      "60 times",
    );
  });

  it("is refused when an entry points outside the archive, is cut off, or is no archive", async () => {
    const zip = await zipped({ "xx/story_1.json": "{}" });
    const traversal = Buffer.from(zip.toString("latin1").replaceAll("xx/story_1", "../story_1"), "latin1");
    expect(await refusal("traversal.zip", traversal)).toContain("invalid relative path");
    expect(await refusal("cut.zip", zip.subarray(0, zip.length - 30))).toContain("not a zip archive");
    expect(await refusal("text.zip", Buffer.from("hello"))).toContain("not a zip archive");
  });

  it("is refused when it has too many files or too many bytes, as a folder, archive or file", async () => {
    const zip = written("many.zip", await zipped({ "story_1.json": "{}", "story_2.json": "{}" }));
    const limits = { ...defaultLimits, entries: 1 };
    await expect(readKsteSource(zip, { limits })).rejects.toThrow("more than 1 files");
    written("many/story_1.json", "{}");
    written("many/story_2.json", "{}");
    await expect(readKsteSource(join(folder, "many"), { limits })).rejects.toThrow("more than 1 files");
    const bytes = { ...defaultLimits, totalBytes: 10 };
    await expect(readKsteSource(written("big.jsonl", sound[0] as string), { limits: bytes })).rejects.toThrow("larger");
  });

  it("loses one row, not the file, to a line without an end or broken text", async () => {
    const long = `{"id":"long","genre":"kids","story":"${"x".repeat(2.5 * 2 ** 20)}"}`;
    const source = await readKsteSource(written("long.jsonl", [long, ...sound].join("\n")));
    expect(source.items.length).toBe(sound.length);
    expect(source.findings).toMatchObject([{ item: "line 1", problem: "schema" }]);
    expect(source.rows).toBe(source.items.length + source.refused);
  });

  it("loses one entry, not the archive, to bytes that cannot be unpacked", async () => {
    const zip = await zipped({
      "story_1.json": JSON.stringify({ genre: "kids", story: "Rain. ".repeat(50) }),
      ...story,
    });
    const at = zip.indexOf("story_1.json") + "story_1.json".length;
    const spoilt = Buffer.concat([
      zip.subarray(0, at),
      Buffer.from(zip.subarray(at, at + 12).map((byte) => byte ^ 0xff)),
      zip.subarray(at + 12),
    ]);
    const source = await readKsteSource(written("spoilt.zip", spoilt));
    expect(source).toMatchObject({ rows: 2, refused: 1, findings: [{ item: "story_1", problem: "schema" }] });
  });

  it("keeps markup and scripts as the text they are", async () => {
    const text = "<script>alert(1)</script><img src=x onerror=alert(1)> Ann & Ben.";
    const start = written(
      "script.jsonl",
      JSON.stringify({ id: "story_1", kind: "original", genre: "kids", story: text }),
    );
    for (const format of ["xml", "csv", "zip"]) {
      const middle = join(folder, `script.${format}`);
      await run(["kste", "convert", start, middle]);
      expect(JSON.parse((await run(["kste", "convert", middle, "-"])).out).story).toBe(text);
    }
  });

  it("does not pass a formula on to a spreadsheet", async () => {
    const start = written(
      "formula.jsonl",
      JSON.stringify({ id: "story_1", kind: "original", genre: "kids", story: "=1+1" }),
    );
    expect((await run(["kste", "convert", start, "-", "--to", "csv"])).out).toContain(",'=1+1,");
  });
});

describe("parallax kste pieces", () => {
  it("prints a line for each item, originals included, with pieces in code points and what would stop it", async () => {
    const items = [
      { id: "story_1", kind: "original", genre: "kids", story: "A 🙂 day." },
      {
        ...{ id: "qa_1", genre: "kids", story: "🙂🙂 <error>Ann hid</error> the key. Ben sat down.", character: "Ben" },
        ...{ implausible_knowledge: '"Ann hid the key" and "it was a small key"', question: "What next?" },
        ...{ answer_with_knowledge: "Dig.", answer_without_knowledge: "Sit." },
      },
    ];
    const path = written("pieces.jsonl", items.map((item) => JSON.stringify(item)).join("\n"));
    const { code, out, err } = await run(["kste", "pieces", path, "--json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.trim().split("\n")).toEqual([
      '{"item":"story_1","pieces":[],"blocks":[]}',
      '{"item":"qa_1","pieces":[{"text":"Ann hid the key","start":3,"end":18},{"text":"it was a small key","start":null,"end":null}],"blocks":[]}',
    ]);
    expect((await run(["kste", "pieces", path])).out).toContain("2 items, 0 that the workspace would stop");
  });

  it("names files of the released layout without their ending, and exits with 1 when an item would be stopped", async () => {
    const [broken] = examples
      .join("")
      .split("\n")
      .filter((line) => line.includes("_q2"));
    const archive = written(
      "pieces.zip",
      await zipped({
        "Data/IKD/errors/erroneous_story_9.json": JSON.stringify({ ...JSON.parse(broken ?? ""), id: undefined }),
      }),
    );
    const { code, out } = await run(["kste", "pieces", archive, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      item: "erroneous_story_9",
      blocks: ["event-not-found", "error-not-found"],
    });
    expect((await run(["kste", "pieces", join(folder, "nothing-here")])).code).toBe(2);
  });
});

describe("parallax kste score", () => {
  const marked =
    "She walked straight to the third flowerpot, lifted it, and let herself into the greenhouse with the key.";
  const reply = (item: string, field: string, conclusion: string) =>
    JSON.stringify({ item, output: `Reasoning: x\n\nLogical Error: ${field}\n\nConclusion: ${conclusion}` });
  const stories = () =>
    written("score.jsonl", sound.filter((line) => /"(?:erroneous_)?story_[12]"/u.test(line)).join("\n"));
  const replies = [
    reply("story_1", "NA", "No"),
    reply("erroneous_story_1", `\u201c${marked}\u201d Two invented words`, "Yes"),
    reply("story_2", "NA", "Maybe"),
    reply("erroneous_story_2", "NA", "No"),
  ];

  it("prints a line for each story and a summary, and exits with 0", async () => {
    const { code, out, err } = await run(["kste", "score", stories(), "-", "--json"], replies.join("\n"));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, 4)).toEqual([
      { item: "story_1", consistent: true, overlap: null, quoted: 0, found: 0 },
      { item: "erroneous_story_1", consistent: false, overlap: 18 / 21, quoted: 21, found: 19 },
      { item: "story_2", consistent: null, overlap: null, quoted: 0, found: 0 },
      { item: "erroneous_story_2", consistent: true, overlap: 0, quoted: 0, found: 0 },
    ]);
    expect(lines).toHaveLength(5);
    expect(lines[4]).toMatchObject({
      positive: 0.5,
      negative: 0.5,
      full: 0.5,
      negativeLocalisation: 9 / 21,
      fullLocalisation: (1 + 18 / 21) / 4,
      unparsed: 1,
      missing: [],
      unknown: [],
    });
    expect(lines[4]).not.toHaveProperty("item");
  });

  it("names missing, unknown and repeated replies and broken lines, and exits with 1", async () => {
    const input = [replies[0], replies[0], reply("story_9", "NA", "No"), '{"item":"story_2"', replies[3]].join("\n");
    const { code, out, err } = await run(["kste", "score", stories(), "-", "--json"], input);
    expect(code).toBe(1);
    expect(JSON.parse(out.trimEnd().split("\n").at(-1)!)).toMatchObject({
      missing: ["erroneous_story_1", "story_2"],
      unknown: ["story_9"],
      duplicate: ["story_1"],
      originals: 1,
      erroneous: 1,
    });
    expect(err).toContain("line 4");
  });

  it("names a story that stands twice and an error without marked words", async () => {
    const twice = `${sound[0]}\n${sound[0]}\n${examples[0]!.split("\n").find((line) => line.includes("_q1"))}`;
    const path = written("score-twice.jsonl", twice);
    const { code, out, err } = await run(["kste", "score", path, "-", "--json"], replies.join("\n"));
    expect(code).toBe(1);
    expect(err).toContain("story_1");
    expect(JSON.parse(out.trimEnd().split("\n").at(-1)!).unmarked).toEqual(["erroneous_story_q1"]);
  });

  it("exits with 2 for files that cannot be read", async () => {
    expect((await run(["kste", "score", join(folder, "none"), "-"], "")).code).toBe(2);
    expect((await run(["kste", "score", stories(), join(folder, "none")], "")).code).toBe(2);
    expect((await run(["kste", "score", "-", "-"], "")).code).toBe(2);
  });
});
