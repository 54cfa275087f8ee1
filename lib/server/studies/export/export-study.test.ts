import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import type { ExportLevel } from "@/lib/domain/interchange/export-study-columns.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { readPredictionRow } from "@/lib/domain/interchange/read-prediction-row.ts";
import { openText } from "@/lib/domain/items/kinds/open-text/open-text.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../../items/import-lines.ts";
import { importPredictions } from "../../models/import-predictions.ts";
import { type Actor, installation } from "../../platform/access/access.ts";
import { getStudyChainHead } from "../../platform/audit/chain/chain-head.ts";
import { extendChains } from "../../platform/audit/chain/extend-chains.ts";
import { pool } from "../../platform/database/pool.ts";
import { withdraw } from "../../sessions/erasure/withdraw.ts";
import { hashToken } from "../../sessions/session-token.ts";
import { openExportArchive } from "./export-archive.ts";
import { type ExportOptions, exportFormats, type ManifestFile } from "./export-files.ts";
import { exportStudy, requireExportableStudy } from "./export-study.ts";

withTestDatabase();

const formula = '=HYPERLINK("http://evil.example","click")';
let study: MadeStudy;
let canary = "";

beforeAll(async () => {
  study = await makeStudy();
  const complete = async (choice: string, explanation: string) => {
    const walker = await startWalker(study);
    await walkTo(walker, 4, { choice });
    await walker.post(5, { explanation });
    return walker;
  };
  const first = await complete("true", formula);
  await complete("false", 'Two lines,\nand "quotes".');
  const left = await complete("true", "Please forget me.");
  await withdraw(hashToken(left.token), "erase");
  await walkTo(await startWalker(study), 2);
  const session = await pool().query("SELECT id FROM session WHERE token_hash = $1", [hashToken(first.token)]);
  await pool().query(
    `INSERT INTO entry_identity (session_id, study_id, source, external_id) VALUES ($1, $2, 'prolific', 'worker-secret-1')`,
    [session.rows[0].id, study.id],
  );
  await pool().query(
    `INSERT INTO exclusion (id, response_id, reason, note, created_by_id)
     SELECT gen_random_uuid(), id, 'gibberish', 'see text', gen_random_uuid() FROM response WHERE session_id = $1`,
    [session.rows[0].id],
  );
  const line = JSON.stringify({ model: "M", item: "item-0", condition: { prompt: "human" }, answer: true });
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
  canary = (await pool().query("SELECT canary FROM benchmark WHERE id = $1", [study.benchmarkId])).rows[0].canary;
});

async function exported(options: Partial<ExportOptions> = {}): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const settings = { format: "csv", level: "coded", forSpreadsheet: false, ...options } as const;
  await exportStudy(study, settings, async ({ name, chunks }) => {
    files[name] = "";
    for await (const chunk of chunks) files[name] += chunk;
  });
  return files;
}

const rows = (text: string | undefined): Record<string, string>[] => parse(text ?? "", { columns: true, bom: true });

describe("a study's export", () => {
  it("has one row for each answer, with its condition, key and explanation, and marks what is excluded", async () => {
    const files = await exported();
    const responses = rows(files["responses.csv"]);
    expect(responses).toHaveLength(3);
    expect(responses[0]).toMatchObject({
      outcome: "complete",
      in_design: "true",
      is_excluded: "true",
      exclusion_reasons: '["gibberish"]',
      answer: "true",
      answer_text: "True",
      explanation: formula,
      canary,
    });
    expect(responses[1]).toMatchObject({ is_excluded: "false", explanation: 'Two lines,\nand "quotes".' });
    expect(responses[2]).toMatchObject({ outcome: "withdrawn", in_design: "false", answer: "", explanation: "" });
    const decided = responses.slice(0, 2).map((row) => String(row.answer === row.gold));
    expect(responses.slice(0, 2).map((row) => row.is_correct)).toEqual(decided);
    expect(responses.slice(0, 2).map((row) => String(row.answer_text === row.gold_text))).toEqual(decided);
    expect(rows(files["participants.csv"])).toHaveLength(4);
    expect(rows(files["participants.csv"])[0]).toMatchObject({
      consent: "yes",
      answer_age: "18-29",
      source: "prolific",
    });
    expect(rows(files["assignments.csv"]).map((row) => row.event)).toContain("completed");
    expect(rows(files["exclusions.csv"])).toMatchObject([{ reason: "gibberish", note: "see text", holds: "true" }]);
  });

  it("carries the canary once per file, in every line of the item file, and says rows, bytes and SHA-256 of every file in the manifest", async () => {
    const files = await exported({ format: "bundle" });
    const manifest = JSON.parse(files["manifest.json"] ?? "");
    expect(manifest.canary).toBe(canary);
    expect(manifest.files.map(({ name }: ManifestFile) => name)).toEqual(
      Object.keys(files).filter((name) => name !== "manifest.json"),
    );
    for (const { name, rows: count, bytes, sha256 } of manifest.files as ManifestFile[]) {
      const text = files[name] ?? "";
      expect(Buffer.byteLength(text)).toBe(bytes);
      expect(createHash("sha256").update(text).digest("hex")).toBe(sha256);
      if (name.endsWith(".csv")) {
        expect(rows(text)).toHaveLength(count ?? -1);
        for (const [index, row] of rows(text).entries()) expect(row.canary).toBe(index === 0 ? canary : "");
      } else if (name.endsWith(".jsonl")) {
        const lines = text.split("\n").slice(0, -1);
        expect(lines).toHaveLength(count ?? -1);
        const isForImport = name === "items.jsonl";
        for (const [index, line] of lines.entries())
          expect(JSON.parse(line).canary ?? null).toBe(index === 0 || isForImport ? canary : null);
      } else if (name.endsWith(".json")) expect(JSON.parse(text).canary).toBe(canary);
      // Scripts hold no data.
      else expect(["start.py", "start.R"]).toContain(name);
    }
  });

  it("states the head of the study's audit chain in the manifest of every format", async () => {
    await extendChains();
    const chain = await getStudyChainHead(pool(), study.id);
    for (const format of exportFormats) {
      const { "manifest.json": manifest = "" } = await exported({ format });
      expect(JSON.parse(manifest).auditHead).toEqual({
        batches: chain?.number,
        head: chain?.head,
        madeAt: chain?.madeAt.toISOString(),
      });
    }
    expect(chain?.head).toMatch(/^[0-9a-f]{64}$/);
  });

  it("explains every column in the codebook", async () => {
    const files = await exported();
    const codebook = rows(files["codebook.csv"]);
    for (const name of Object.keys(files).filter((file) => file.endsWith(".csv") && file !== "codebook.csv")) {
      const columns = (files[name] ?? "").split("\n")[0]?.split(",");
      const explained = codebook
        .filter((row) => `${row.file}.csv` === name && row.value === "")
        .map((row) => row.column);
      // The items of the wide table are one row of the codebook.
      const listed = columns?.map((column) =>
        name === "wide.csv" ? column.replace(/^response_.*/, "response_…") : column,
      );
      expect(explained).toEqual([...new Set(listed)]);
    }
    expect(codebook).toContainEqual(
      expect.objectContaining({
        file: "participants",
        column: "answer_gender",
        value: "non-binary",
        meaning: expect.any(String),
      }),
    );
  });

  it("has items and predictions that can be imported again", async () => {
    const files = await exported({ format: "bundle" });
    for (const line of (files["items.jsonl"] ?? "").trimEnd().split("\n")) expect(readItemRow(line).ok).toBe(true);
    for (const line of (files["predictions.jsonl"] ?? "").trimEnd().split("\n"))
      expect(readPredictionRow(line).ok).toBe(true);
  });

  it("is the same twice but for the time, in every level", async () => {
    for (const level of ["anonymous", "coded", "identified"] as ExportLevel[]) {
      const { "manifest.json": _first, ...one } = await exported({ format: "bundle", level });
      const { "manifest.json": _second, ...two } = await exported({ format: "bundle", level });
      expect(one).toEqual(two);
    }
  });

  it("says as much about people as its level allows", async () => {
    const all = async (level: ExportLevel) => Object.values(await exported({ format: "bundle", level })).join("\n");
    expect(await all("coded")).not.toContain("worker-secret-1");
    const identified = await exported({ level: "identified" });
    expect(rows(identified["identities.csv"])).toMatchObject([{ source: "prolific", external_id: "worker-secret-1" }]);
    const { "identities.csv": _identities, ...others } = identified;
    expect(Object.values(others).join("\n")).not.toContain("worker-secret-1");
    const anonymous = await all("anonymous");
    const sessions = await pool().query("SELECT id, to_char(started_at, 'YYYY-MM-DD') AS day FROM session");
    for (const secret of ["worker-secret-1", "quotes", "see text", ...sessions.rows.map(({ id }) => id)]) {
      expect(anonymous).not.toContain(secret);
    }
    const { "manifest.json": _manifest, ...data } = await exported({ level: "anonymous" });
    expect(Object.values(data).join("\n")).not.toContain(sessions.rows[0].day);
    const named = rows(data["responses.csv"]).map((row) => row.participant);
    expect(named.length).toBeGreaterThan(0);
    for (const participant of named) expect(participant).toMatch(/^P\d{6}$/);
  });

  it("names words so that nobody can check a guess at them where it is anonymous, equal words equally", async () => {
    const study = await makeStudy({ items: 1, design: { perStratumItem: 4 } });
    for (const text of ["Sally", "sally!", "Ben"]) {
      const walker = await startWalker(study);
      await walkTo(walker, 4);
      await pool().query(
        `UPDATE response SET answer = $2, answer_key = $3
         WHERE session_id = (SELECT id FROM session WHERE token_hash = $1)`,
        [hashToken(walker.token), { text }, openText.answerKey({ text })],
      );
    }
    const answersAt = async (level: ExportLevel) => {
      const files: Record<string, string> = {};
      await exportStudy(study, { format: "csv", level, forSpreadsheet: false }, async ({ name, chunks }) => {
        files[name] = "";
        for await (const chunk of chunks) files[name] += chunk;
      });
      return rows(files["responses.csv"]).map(({ answer }) => answer ?? "");
    };
    const coded = await answersAt("coded");
    expect(coded).toHaveLength(3);
    expect(new Set(coded)).toEqual(new Set(["Sally", "Ben"].map((text) => openText.answerKey({ text }))));
    const anonymous = await answersAt("anonymous");
    for (const answer of anonymous) {
      expect(answer).toMatch(/^text-[0-9a-f]{16}$/u);
      expect(coded).not.toContain(answer);
    }
    const counts = [...new Set(anonymous)].map((one) => anonymous.filter((other) => other === one).length);
    expect(counts.sort()).toEqual([1, 2]);
  });

  it("is safe in a spreadsheet when that is asked for, and plain otherwise", async () => {
    const safe = (await exported({ forSpreadsheet: true }))["responses.csv"] ?? "";
    expect(safe.startsWith("\uFEFF")).toBe(true);
    expect(safe).toContain("\r\n");
    expect(rows(safe)[0]?.explanation).toBe(`'${formula}`);
  });

  it("never passes a recruiter's id on as a formula, and keeps it as it is in JSON lines", async () => {
    const setId = (id: string) =>
      pool().query("UPDATE entry_identity SET external_id = $1 WHERE study_id = $2", [id, study.id]);
    try {
      for (const id of [formula, "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "＝1"]) {
        await setId(id);
        for (const forSpreadsheet of [false, true]) {
          const files = await exported({ level: "identified", format: "bundle", forSpreadsheet });
          expect(rows(files["identities.csv"])[0]?.external_id).toBe(`'${id}`);
          expect(JSON.parse(files["identities.jsonl"]?.split("\n")[0] ?? "").external_id).toBe(id);
        }
      }
    } finally {
      await setId("worker-secret-1");
    }
  });

  it("is read from one moment, whatever is written meanwhile", async () => {
    const counts: Record<string, number> = {};
    await exportStudy(study, { format: "csv", level: "coded", forSpreadsheet: false }, async ({ name, chunks }) => {
      let text = "";
      for await (const chunk of chunks) text += chunk;
      if (name.endsWith(".csv")) counts[name] = rows(text).length;
      if (name === "responses.csv") await walkTo(await startWalker(study), 5);
    });
    expect(counts["responses.csv"]).toBe(3);
    expect(counts["participants.csv"]).toBe(4);
  });
});

describe("the download", () => {
  it("is a zip whose files agree with its manifest", async () => {
    const stream = openExportArchive(study, { format: "csv", level: "coded", forSpreadsheet: false });
    const files = await unzip(Buffer.from(await new Response(stream).arrayBuffer()));
    const manifest = JSON.parse(files["manifest.json"]?.toString() ?? "");
    for (const { name, sha256 } of manifest.files as ManifestFile[]) {
      expect(
        createHash("sha256")
          .update(files[name] ?? "")
          .digest("hex"),
      ).toBe(sha256);
    }
  });

  it("gives its connection back when nobody reads on", async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const reader = openExportArchive(study, { format: "bundle", level: "coded", forSpreadsheet: false }).getReader();
      await reader.read();
      await reader.cancel();
      // One at a time: more would be refused while the one before is being ended.
      await expect.poll(() => pool().totalCount - pool().idleCount).toBe(0);
    }
    // More than the pool has connections: a leak would leave none.
    await expect.poll(() => pool().idleCount + (10 - pool().totalCount)).toBe(10);
  });

  it("leaves connections to people who answer, however many downloads stand still", async () => {
    const settings = { format: "bundle", level: "coded", forSpreadsheet: false } as const;
    const standing = Array.from({ length: 5 }, () => openExportArchive(study, settings).getReader());
    try {
      await expect.poll(() => pool().totalCount - pool().idleCount).toBe(5);
      expect(() => openExportArchive(study, settings)).toThrow("Other downloads and uploads are running");
      expect((await pool().query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    } finally {
      for (const reader of standing) await reader.cancel();
    }
    const again = async () => openExportArchive(study, settings).cancel();
    await expect.poll(() => again().then(() => "given back", String)).toBe("given back");
  });

  it("is for those who may read research; recruiters' ids only for those who may read them; a stranger finds nothing", async () => {
    const as = (role: "viewer" | "researcher" | "annotator", projectId = study.projectId): Actor => ({
      ...installation,
      userId: null,
      isOwner: false,
      memberships: [{ projectId, role }],
    });
    const other = await makeStudy({ open: false });
    const ask = (actor: Actor, level: ExportLevel) => requireExportableStudy(actor, study.slug, level);
    expect(await ask(as("viewer"), "coded")).toEqual({ id: study.id, slug: study.slug });
    expect(await ask(as("researcher"), "identified")).toMatchObject({ id: study.id });
    await expect(ask(as("viewer"), "identified")).rejects.toMatchObject({ code: "not-found" });
    await expect(ask(as("annotator"), "anonymous")).rejects.toMatchObject({ code: "not-found" });
    await expect(ask(as("researcher", other.projectId), "coded")).rejects.toMatchObject({ code: "not-found" });
    const audit = await pool().query("SELECT after FROM audit_event WHERE action = 'study.export' ORDER BY id");
    expect(audit.rows).toEqual([{ after: { level: "coded" } }, { after: { level: "identified" } }]);
  });
});

function unzip(bytes: Buffer): Promise<Record<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (failure, zip: ZipFile) => {
      if (failure) return reject(failure);
      const files: Record<string, Buffer> = {};
      zip.on("end", () => resolve(files));
      zip.on("entry", (entry: Entry) =>
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          files[entry.fileName] = Buffer.concat(await stream.toArray());
          zip.readEntry();
        }),
      );
      zip.readEntry();
    });
  });
}
