import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../../server/items/import-lines.ts";
import { importPredictions } from "../../server/models/import-predictions.ts";
import { pool } from "../../server/platform/database/pool.ts";
import { withTx } from "../../server/platform/database/with-transaction.ts";
import { setProjectK } from "../../server/release/project-k.ts";
import { listReleases } from "../../server/release/release-versions.ts";
import { listOutsideCopies } from "../../server/sessions/erasure/list-copies.ts";
import { freezeProtocol, recordReopening } from "../../server/studies/draft/freeze-protocol.ts";
import { main } from "../main.ts";

withTestDatabase();

const description = {
  title: "Short stories",
  summary: "Adults judge statements.",
  version: "1.0.0",
  published: "2026-11-23",
  authors: [{ given: "Ann", family: "Example" }],
  licence: "CC-BY-4.0",
};
let folder = "";
let study: MadeStudy;
/** The columns that the refusal proposes to leave out. */
let remedy: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-release-"));
  study = await makeStudy();
  for (const [choice, explanation] of [
    ["true", "Because it says so."],
    ["false", 'Two lines,\nand "quotes".'],
    ["true", "Write to Peter, ann.lee@example.org"],
  ] as const) {
    const walker = await startWalker(study);
    await walkTo(walker, 4, { choice });
    await walker.post(5, { explanation });
  }
  const condition = { questionOrder: "true-false", story: "story", prompt: "simplified" };
  const line = JSON.stringify({ model: "M", item: "item-0", condition, answer: true });
  const bytes = async function* () {
    yield Buffer.from(line);
  };
  await importPredictions({
    projectId: study.projectId,
    benchmarkId: study.benchmarkId,
    source: "test",
    actorId: null,
    ...makeImportSource("p.jsonl", bytes()),
  });
  await withTx(async (client) => {
    await freezeProtocol(client, study.id, null, "");
    await recordReopening(client, study.id, null, "A second wave.");
  });
  await writeFile(join(folder, "description.json"), JSON.stringify(description));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await main(args, { stdin: Readable.from([]), stdout, stderr });
  stdout.end();
  stderr.end();
  const text = async (stream: PassThrough) => Buffer.concat(await stream.toArray()).toString();
  return { code, out: await text(stdout), error: await text(stderr) };
}

const release = (out: string, ...more: string[]) =>
  run("release", study.slug, "--description", join(folder, "description.json"), "--out", join(folder, out), ...more);

describe("parallax release", () => {
  it("refuses small groups of people and free text with an address, names the remedy, and writes nothing", async () => {
    const refused = await release("refused", "--level", "coded");
    expect(refused.out).toMatch(/warning: The licence CC-BY-4.0 allows everyone/);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/error: 3 people share their attributes/);
    expect(refused.out).toMatch(/responses, row 3, explanation: e-mail address/);
    expect(refused.out).toMatch(/warning: 1 word in free texts may be names of people; check them: Peter \(1\)/);
    expect(refused.out).toMatch(/responses, row 3, explanation: Peter/);
    expect(refused.out).toMatch(/Nothing was written/);
    remedy = /Omit ([\w, -]+?); or give/.exec(refused.out)?.[1]?.split(", ") ?? [];
    expect(remedy.length).toBeGreaterThan(0);
    const { rows } = await pool().query("SELECT count(*)::int AS n FROM audit_event WHERE action = 'study.release'");
    expect(rows[0].n).toBe(0);
  });

  it("refuses a smaller k than the project requires, which an administrator sets with a trace", async () => {
    const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
    const { actor: admin } = await makePerson({ projectId: study.projectId, role: "admin" });
    const small = await release("small", "--k", "3");
    expect(small.code).not.toBe(0);
    expect(small.error).toMatch(/This project requires at least 5\./);
    await expect(setProjectK(actor, study.projectId, 3)).rejects.toMatchObject({ code: "not-found" });
    await expect(setProjectK(admin, study.projectId, 0)).rejects.toMatchObject({ code: "invalid", field: "k" });
    await setProjectK(admin, study.projectId, 4);
    expect((await release("small", "--dry-run", "--level", "coded")).out).toMatch(/with fewer than 3 others/);
    await setProjectK(admin, study.projectId, 5);
    const { rows } = await pool().query(
      "SELECT before, after FROM audit_event WHERE action = 'project.release-k' ORDER BY id",
    );
    expect(rows).toEqual([
      { before: { k: 5 }, after: { k: 4 } },
      { before: { k: 4 }, after: { k: 5 } },
    ]);
  });

  it("writes tables that DuckDB and Python read with the values of the CSV, and verifies its numbers", async () => {
    const out = join(folder, "public");
    const written = await release("public", "--drop", ...remedy);
    expect(written.error).toMatch(/Verifying the files/);
    expect(written).toMatchObject({ code: 0 });
    expect(written.out).toMatch(/responses: 3 records/);
    const connection = await (await DuckDBInstance.create()).connect();
    for (const table of ["responses", "wide", "participants", "items", "models"]) {
      const csv = `data/study-${study.slug.replaceAll(/[^a-z0-9]/gi, "")}_description-${table}_data.csv`;
      const columns = await connection.runAndReadAll(
        `DESCRIBE SELECT * FROM read_parquet('${out}/parquet/${table}/test.parquet')`,
      );
      const names = columns.getRowObjects().map(({ column_name }) => `"${column_name}"::VARCHAR AS "${column_name}"`);
      const read = async (from: string) =>
        (await connection.runAndReadAll(`SELECT ${names.join(", ")} FROM ${from}`)).getRowObjects();
      const parquet = await read(`read_parquet('${out}/parquet/${table}/test.parquet')`);
      const text = await read(`read_csv('${out}/${csv}', all_varchar = true, header = true)`);
      expect(parquet.map(emptyAsNull), table).toEqual(text.map(emptyAsNull));
      const rows = readWithPython(join(out, csv));
      if (rows) expect(rows.map(emptyAsNull), table).toEqual(text.map(emptyAsNull));
    }
    const { canary } = JSON.parse(await readFile(join(out, "documentation/design.json"), "utf8"));
    const answers = `data/study-${study.slug.replaceAll(/[^a-z0-9]/gi, "")}_description-responses_data.csv`;
    expect((await readFile(join(out, answers), "utf8")).split(canary.slice(-36))).toHaveLength(2);
    expect(await readFile(join(out, "documentation/reporting-checklist.md"), "utf8")).toContain(
      "| 1.1 | people | 3 started, 3 completed |",
    );
    const accuracies = (await readFile(join(out, "results/accuracy.csv"), "utf8")).trim().split("\n").slice(1);
    expect(accuracies).not.toEqual([]);
    for (const row of accuracies) expect(row).toContain("interim, data not locked");
    const plan = JSON.parse(await readFile(join(out, "documentation/plan.json"), "utf8"));
    expect(plan).toMatchObject({ canary: expect.any(String), plan: { comparator: expect.anything() } });
    const { freezes } = JSON.parse(await readFile(join(out, "documentation/amendments.json"), "utf8"));
    expect(freezes).toMatchObject([
      { number: 1, reason: "", changes: [], hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { number: 2, reason: "A second wave.", kind: "reopening", changes: [] },
    ]);
    expect(await readFile(join(out, "README.md"), "utf8")).not.toContain("qualtrics");
    const verified = await run("verify", out);
    expect(verified).toMatchObject({ code: 0, error: "" });
    expect(verified.out).toMatch(/ 0 problems/);
    const { rows } = await pool().query("SELECT after FROM audit_event WHERE action = 'study.release'");
    expect(rows).toEqual([{ after: { level: "public", version: "1.0.0", k: null } }]);
  });

  it("contains no free text, time or recruiter's id at the public level", async () => {
    const responses = `data/study-${study.slug.replaceAll(/[^a-z0-9]/gi, "")}_description-responses_data.csv`;
    const header = (await readFile(join(folder, "public", responses), "utf8")).split("\n")[0];
    expect(header).not.toMatch(/explanation|saved_at/);
    expect(await readFile(join(folder, "public", responses), "utf8")).not.toContain("ann.lee");
  });

  it("writes an override's reason to the audit log", async () => {
    expect((await release("override", "--level", "coded", "--reason", "Consent covers it.")).code).toBe(0);
    const { rows } = await pool().query(
      "SELECT reason FROM audit_event WHERE action = 'study.release' ORDER BY id DESC",
    );
    expect(rows[0].reason).toBe("Consent covers it.");
    expect(await readFile(join(folder, "override", "qualtrics/answers.csv"), "utf8")).toMatch(
      /^StartDate,EndDate,Status,/,
    );
    expect(await readFile(join(folder, "override", "README.md"), "utf8")).toContain("qualtrics/answers.csv");
  });

  it("stores each version of a study, for its page and its changelog, and refuses to write it again", async () => {
    const versions = await listReleases({ type: "study", id: study.id });
    expect(versions.map(({ level, version, createdBy }) => ({ level, version, createdBy }))).toEqual([
      { level: "coded", version: "1.0.0", createdBy: null },
      { level: "public", version: "1.0.0", createdBy: null },
    ]);
    const again = await release("again", "--drop", ...remedy);
    expect(again.code).not.toBe(0);
    expect(again.error).toContain("Version 1.0.0 of this level already exists.");
    await writeFile(join(folder, "description.json"), JSON.stringify({ ...description, version: "1.1.0" }));
    expect(await release("next", "--drop", ...remedy)).toMatchObject({ code: 0 });
    const changes = await readFile(join(folder, "next", "CHANGES.md"), "utf8");
    for (const version of ["1.1.0", "1.0.0"]) expect(changes).toContain(version);
    const { actor } = await makePerson({ projectId: study.projectId, role: "admin" });
    const copies = await listOutsideCopies(actor);
    expect(copies.filter(({ kind }) => kind === "release").map(({ name }) => name)).toEqual([
      "public 1.1.0",
      "coded 1.0.0",
      "public 1.0.0",
    ]);
  });

  it("names no author, contact, DOI or address in any file of the variant for blind review", async () => {
    const names = {
      authors: [{ given: "Ann", family: "Bexample", orcid: "0000-0002-1825-0097", affiliation: "Univ. of Cexample" }],
      contact: "dexample@example.org",
      doi: "10.5281/zenodo.424242",
      url: "https://eexample.org",
      funder: "Fexample",
      ethics: { institution: "Gexample", number: "hexample-7", date: "2026-01-02" },
    };
    const file = join(folder, "blind.json");
    await writeFile(file, JSON.stringify({ ...description, version: "1.2.0", ...names }));
    const out = join(folder, "blind");
    const written = await run(
      "release",
      study.slug,
      "--description",
      file,
      "--out",
      out,
      "--anonymous",
      "--drop",
      ...remedy,
    );
    expect(written).toMatchObject({ code: 0 });
    const paths = await readdir(out, { recursive: true, withFileTypes: true });
    for (const path of paths.filter((one) => one.isFile()))
      expect(await readFile(join(path.parentPath, path.name), "latin1"), path.name).not.toMatch(
        /[b-h]example|0000-0002-1825-0097|424242/i,
      );
    expect(await readFile(join(out, "README.md"), "utf8")).toContain("Authors, Anonymous (2026)");
  });

  it("counts the language of the screens as an attribute of a person", async () => {
    const setLanguage = (language: string | null) =>
      pool().query(
        "UPDATE session SET language = $2 WHERE id = (SELECT min(id::text)::uuid FROM session WHERE study_id = $1)",
        [study.id, language],
      );
    await setLanguage("de");
    const checked = await release("languages", "--dry-run", "--drop", ...remedy);
    expect(checked.out).toMatch(/error: 3 people share their attributes \(language\) with fewer than 4 others/);
    expect(checked.out).toContain("Omit language");
    // The translation that was shown and the hashes of its texts reveal the language.
    await writeFile(join(folder, "description.json"), JSON.stringify({ ...description, version: "1.4.0" }));
    expect(await release("languages", "--drop", ...remedy, "language")).toMatchObject({ code: 0 });
    const responses = `data/study-${study.slug.replaceAll(/[^a-z0-9]/gi, "")}_description-responses_data.csv`;
    const [header] = (await readFile(join(folder, "languages", responses), "utf8")).split("\n");
    expect(header).not.toMatch(/language|shown_item|fingerprint/);
    expect(await run("verify", join(folder, "languages"))).toMatchObject({ code: 0 });
    await setLanguage(null);
    expect((await release("again", "--dry-run", "--drop", ...remedy)).out).not.toContain("share");
  });

  it("verify finds a changed file and a number that the data do not give", async () => {
    const out = join(folder, "override");
    const numbers = JSON.parse(await readFile(join(out, "numbers.json"), "utf8"));
    numbers.numbers[0].value += 1;
    await writeFile(join(out, "numbers.json"), JSON.stringify(numbers));
    await appendFile(join(out, "README.md"), "more");
    await writeFile(join(out, "added.txt"), "");
    const found = await run("verify", out);
    expect(found.code).toBe(1);
    for (const problem of [
      "README.md was changed",
      "numbers.json was changed",
      "added.txt is not in checksums.sha256",
      "results/accuracy.csv, row 1, n: 4 published, 3 computed",
    ])
      expect(found.out).toContain(problem);
  });

  it("recomputes the counts and the cells of the analysis from the rows, and compares them with their files", async () => {
    const out = join(folder, "next");
    const { numbers } = JSON.parse(await readFile(join(out, "numbers.json"), "utf8"));
    const files = new Set(numbers.map(({ file }: { file: string }) => file));
    expect([...files]).toEqual(["results/accuracy.csv", "results/counts.csv", "analysis/cells.csv"]);
    const counts = await readFile(join(out, "results/counts.csv"), "utf8");
    for (const row of ["records,responses,3", 'sessions started,"",3', 'answers counted,"",3'])
      expect(counts).toContain(`${row}\n`);
    const readme = await readFile(join(out, "README.md"), "utf8");
    const perItem = (of: string) => new RegExp(`counted answers per item,${of},(.*)`).exec(counts)?.[1];
    expect(readme).toContain(
      `Counted answers per item: median ${perItem("median")}, from ${perItem("fewest")} to ${perItem("most")}.`,
    );
    expect(readme).toContain("3 sessions were started");
    expect(await run("verify", out)).toMatchObject({ code: 0 });

    // As after an edit of the data by hand, with new checksums.
    const edit = async (path: string, change: (text: string) => string) => {
      const text = await readFile(join(out, path), "utf8");
      const edited = change(text);
      expect(edited).not.toBe(text);
      await writeFile(join(out, path), edited);
      const checksums = await readFile(join(out, "checksums.sha256"), "utf8");
      const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");
      await writeFile(join(out, "checksums.sha256"), checksums.replace(hashOf(text), hashOf(edited)));
    };
    const responses = `data/study-${study.slug.replaceAll(/[^a-z0-9]/gi, "")}_description-responses_data.csv`;
    await edit(responses, (text) => text.replace(/^([^,]+,main,complete,true,false,false),true/m, "$1,false"));
    await edit("results/counts.csv", (text) => text.replace("records,items,4", "records,items,5"));
    const found = await run("verify", out);
    expect(found.code).toBe(1);
    expect(found.out).not.toContain("was changed");
    expect(found.out).toMatch(/results\/counts\.csv, row \d+, value: 4 in numbers\.json, 5 in the file/);
    expect(found.out).toMatch(/results\/counts\.csv, row \d+, value: 3 published, 2 computed/);
    expect(found.out).toMatch(/analysis\/cells\.csv, row \d+, people_n: 1 published, 0 computed/);
  });

  it.each([
    [["release", "no-such"], "there is no study, benchmark or collection"],
    [["verify", "."], "is not a release"],
  ])("ends with 2 for a usage error: %s", async (args, sentence) => {
    const more =
      args[0] === "release" ? ["--description", join(folder, "description.json"), "--out", join(folder, "none")] : [];
    const result = await run(...args, ...more);
    expect(result.code).toBe(2);
    expect(result.error).toContain(sentence);
  });

  it("names a column that does not exist, and a field of the description that is wrong", async () => {
    await writeFile(join(folder, "description.json"), JSON.stringify({ ...description, version: "1.3.0" }));
    expect((await release("column", "--drop", "nothing")).error).toContain('no table has a column "nothing"');
    await writeFile(join(folder, "wrong.json"), JSON.stringify({ ...description, version: "v1" }));
    const wrong = await run(
      "release",
      study.slug,
      "--description",
      join(folder, "wrong.json"),
      "--out",
      join(folder, "wrong"),
    );
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.error).toContain("version: must have the form 1.0.0");
  });
});

/** A row with empty cells and missing values alike, which CSV readers do not tell apart. */
function emptyAsNull(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === "" ? null : value]));
}

/** The rows of a CSV file as Python's csv module reads them; null, with a message, where Python is not installed. */
function readWithPython(path: string): object[] | null {
  const script = `import csv, json, sys; print(json.dumps(list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline="")))))`;
  const { stdout, error } = spawnSync("python3", ["-c", script, path], { encoding: "utf8" });
  if (!error) return JSON.parse(stdout);
  console.log("python3 is not installed: the CSV files were not read with it.");
  return null;
}
