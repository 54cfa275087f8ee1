import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ItemSelection } from "@/lib/domain/items/item-selection.ts";
import type { PaperTable } from "@/lib/domain/replicate/paper-table.ts";
import { installation } from "@/lib/server/platform/access/access.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { loadModelTables } from "@/lib/server/replicate/model-tables.ts";
import { writeKsteRelease } from "@/prisma/factories/kste-release.ts";
import { makeProject } from "@/prisma/factories/make-person.ts";
import { type ModelRequest, type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { inProcess, parallax, reportIn, valueIn } from "@/prisma/factories/run-parallax.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";

withTestDatabase();

const groups = 12;
let folder: string;
let release: string;
let unusable: string[];
let server: ModelServer;
const unexpected: string[] = [];

beforeAll(async () => {
  await makeProject();
  folder = mkdtempSync(join(tmpdir(), "replicate-kste-"));
  release = join(folder, "release");
  ({ unusable } = writeKsteRelease(release, groups));
  server = await startModelServer(reply);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Finds every error, quotes its last part in quotation marks of another kind, and always chooses the first option. */
function reply({ prompt }: ModelRequest): string {
  if (prompt.startsWith("You are an accuracy evaluator")) return prompt.includes("box 1?") ? "NA" : "True";
  if (prompt.includes("Logical Error")) {
    const found = prompt.includes("secret sign") ? "because she knew its secret sign" : "And took the 'lost' key.";
    const isWrong = /took the “lost” key|secret sign/.test(prompt);
    return `Reasoning: so.\nLogical Error: ${isWrong ? `"${found}"` : "NA"}\nConclusion: ${isWrong ? "Yes" : "No"}`;
  }
  if (!prompt.includes("box")) unexpected.push(prompt);
  return "**Reasoning:** she was out.\n**Answer:** A";
}

describe("parallax replicate kste2025", () => {
  it("writes the paper's tables from the released folder, and asks nothing twice", async () => {
    const named = ["evaluate", "endpoint", "GPT-4o", "--url", server.url, "--model", "any"];
    expect(await parallax(...named)).toMatchObject({ code: 0, err: "" });
    const out = join(folder, "first");
    const call = ["replicate", "kste2025", "--data", release, "--endpoint", "GPT-4o", "--out", out];
    const first = await parallax(...call, "--json");
    expect({ code: first.code, unexpected }).toEqual({ code: 1, unexpected: [] });
    expect(JSON.parse(first.out)).toEqual(reportIn(out));
    const files = readdirSync(out);
    for (const table of ["table-1", "table-2", "table-3", "table-4", "figure-3", "figure-4", "text"])
      for (const ending of ["csv", "md", "tex"]) expect(files).toContain(`${table}.${ending}`);
    for (const figure of ["figure-3.svg", "figure-4.svg"])
      expect(readFileSync(join(out, figure), "utf8")).toMatch(/^<svg .*<\/svg>\n$/s);

    const report = reportIn(out);
    const value = (table: string, column: string) => valueIn(report, table, "GPT-4o", column);
    // Of 13 erroneous stories four have marks that are not in the story; two of the others have a first part as well.
    const erroneous = groups + 1 - unusable.length;
    const overlaps = erroneous - 2 + (2 * 5) / 16;
    expect(value("2", "posCls")).toMatchObject({
      printed: expect.any(Number),
      ours: 1,
      n: groups,
      interval: [expect.any(Number), 1],
    });
    expect(value("2", "negCls")).toMatchObject({ ours: 1, n: erroneous });
    expect(value("2", "fullCls")).toMatchObject({ ours: 1, n: groups + erroneous });
    expect(value("2", "negLoc").ours).toBeCloseTo(overlaps / erroneous, 10);
    expect(value("2", "fullLoc").ours).toBeCloseTo((groups + overlaps) / (groups + erroneous), 10);
    expect(value("2", "knp")).toMatchObject({ printed: 0.51, ours: 0.5, n: 2 * groups });
    // One story has no knowledge in words of its own and is not asked with its highlight.
    expect(value("3", "abl1").ours).toBeCloseTo(overlaps / erroneous, 10);
    expect(value("3", "abl2").n).toBeLessThan(erroneous);
    expect(value("4", "openEnded")).toMatchObject({ printed: 0.51, ours: 1, n: groups - 1 });
    expect(value("figure-4", "KNP difference")).toMatchObject({ printed: null, ours: 0, n: groups });
    expect(valueIn(report, "1", "KNP", "samples")).toMatchObject({ printed: "500", ours: groups });

    const why = (what: string) => report.missing.filter((one) => one.what.includes(what)).map((one) => one.why);
    for (const id of unusable) expect(why(id)).toEqual([expect.stringContaining("does not occur in its story")]);
    expect(why("Table 2, Zero-shot Human")).toEqual(["no people yet"]);
    expect(why("Table 2, Qwen3-8B: posCls")).toEqual(["no endpoint or log has a model with this name"]);
    expect(readFileSync(join(out, "table-2.csv"), "utf8")).toMatch(/Zero-shot Human,0\.82,no people yet/);

    const asked = server.requests.length;
    expect(await parallax(...call)).toMatchObject({ code: 1 });
    expect(server.requests).toHaveLength(asked);
    expect(reportIn(out)).toEqual(report);
  });

  it("shows the same columns for every model on the benchmark, and for selected items", async () => {
    const { rows } = await pool().query("SELECT benchmark_id AS id FROM run ORDER BY created_at LIMIT 1");
    const report = reportIn(join(folder, "first"));
    const read = async (items: ItemSelection | null) =>
      (await loadModelTables(installation, rows[0].id, items))?.state.stored?.document.tables ?? [];
    const cellOf = (tables: readonly PaperTable[], table: string, column: string) => {
      const found = tables.find((one) => one.table === table);
      const index = found?.columns.findIndex(({ name }) => name === column) ?? -1;
      return found?.rows.find(({ row }) => row === "GPT-4o")?.cells[index];
    };
    const tables = await read(null);
    for (const { table, row, column, ours, n, interval } of report.rows)
      if (["2", "3", "4", "figure-4"].includes(table) && row === "GPT-4o" && ours !== null)
        expect(cellOf(tables, table, column)).toMatchObject({ ours, n, interval, printed: null });
    expect(tables.map(({ table }) => table)).toEqual(["2", "3", "4", "figure-3", "figure-4"]);
    // One answer matches neither option: excluded, as in the paper, and wrong in the last column.
    expect(cellOf(tables, "4", "openEnded")).toMatchObject({ ours: 1, n: groups - 1 });
    expect(cellOf(tables, "4", "openEndedAll")).toMatchObject({ ours: (groups - 1) / groups, n: groups });
    expect(tables[0]?.rows.map(({ row }) => row)).toEqual(["GPT-4o"]);
    const one = await read({ ids: ["story_1", "story_2", "qa_1"] });
    expect(cellOf(one, "2", "posCls")).toMatchObject({ n: 2 });
    expect(cellOf(one, "2", "knp")).toMatchObject({ n: 2 });
    expect(cellOf(one, "2", "negCls")).toBeUndefined();
    expect(await loadModelTables({ ...installation, isOwner: false, userId: null }, rows[0].id, null)).toBeNull();
  });

  it("reads logs of models, and lists the models without any", async () => {
    const log = join(folder, "log.jsonl");
    const rows = Array.from({ length: groups }, (_, index) => ({
      model: "Claude-4.5-Opus",
      item: `qa_${index + 1}`,
      condition: { prompt: "knp", optionOrder: "0-1" },
      output: index === 0 ? "I cannot say." : "**Answer:** B",
    }));
    writeFileSync(log, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const out = join(folder, "logs");
    const call = ["replicate", "kste2025", "--data", release, "--logs", log, "--out", out];
    expect(await inProcess(...call)).toMatchObject({ code: 1 });
    // The right option is the second one in the release's order; an unreadable answer is wrong.
    const knp = valueIn(reportIn(out), "2", "Claude-4.5-Opus", "knp");
    expect(knp.printed).toBe(0.71);
    expect([1 / groups, (groups - 1) / groups, 0]).toContainEqual(knp.ours);
    expect(knp.n).toBe(groups);
    // The authors shuffled the options; the prompt shows the order.
    const shuffled = join(folder, "shuffled.jsonl");
    const shuffledRows = Array.from({ length: groups }, (_, index) => {
      const path = join(release, `Data/KNP/qa_${index + 1}.json`);
      const { story, question, ...qa } = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
      const options = [qa.answer_without_knowledge, qa.answer_with_knowledge];
      const [first, second] = index % 2 === 0 ? options : options.reverse();
      return {
        model: "Gemini-3-Pro",
        item: `qa_${index + 1}`,
        prompt: `**Story:**\n${story}\n**Question:**\n${question}\n**Answers:**\nA. ${first}\nB. ${second}`,
        output: `**Answer:** ${index % 2 === 0 ? "A" : "B"}`,
      };
    });
    writeFileSync(shuffled, shuffledRows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const fromPrompts = ["replicate", "kste2025", "--data", release, "--logs", shuffled, "--out", out];
    expect(await inProcess(...fromPrompts)).toMatchObject({ code: 1 });
    const report = reportIn(out);
    expect(valueIn(report, "2", "Gemini-3-Pro", "knp")).toMatchObject({ ours: 1, n: groups });
    expect(report.missing.filter(({ what }) => /answers of Gemini-3-Pro|rows of shuffled/.test(what))).toEqual([]);
    const none = join(folder, "none");
    expect(await inProcess("replicate", "kste2025", "--data", release, "--out", none)).toMatchObject({ code: 1 });
    expect(reportIn(none).missing).toContainEqual({ what: "the models", why: "no endpoint and no log was named" });
  });

  it("refuses a wrong call before anything is stored", async () => {
    const priced = ["--url", server.url, "--model", "any", "--usd-read", "1", "--usd-written", "1"];
    await inProcess("evaluate", "endpoint", "Priced", ...priced);
    const other = join(folder, "other");
    writeKsteRelease(other, 2);
    const out = ["--out", join(folder, "refused")];
    const empty = mkdtempSync(join(folder, "empty-"));
    const slugFor = async (data: string) =>
      /kste2025-action-[0-9a-f]{8}/.exec((await inProcess("replicate", "kste2025", "--data", data, ...out)).out)?.[0] ??
      "";
    const [slug, smaller] = [await slugFor(release), await slugFor(other)];
    const plans = await pool().query(
      "SELECT document FROM study_plan JOIN study ON study.id = study_id WHERE slug = $1",
      [slug],
    );
    expect(plans.rows[0]?.document).toMatchObject({
      family: { tests: [{ kind: "model-against-people", role: "primary" }, { role: "secondary" }] },
    });
    const cases: [string[], string][] = [
      [["kste2024", "--data", release, ...out], "paper must be one of"],
      [["kste2025", "--data", join(folder, "nowhere"), ...out], "--data: "],
      [["kste2025", "--data", release, "--endpoint", "Nobody", ...out], 'there is no endpoint "Nobody"'],
      [["kste2025", "--data", release, "--endpoint", "Priced", ...out], "--max-cost: "],
      [["kste2025", "--data", release, "--logs", join(folder, "nowhere"), ...out], "--logs: "],
      [["kste2025", "--data", release, "--logs", empty, ...out], "contains no log"],
      [["kste2025", "--data", release, "--study", "none", ...out], 'there is no study "none"'],
      [["kste2025", "--data", other, "--study", slug, ...out], "differ from the data"],
      [["kste2025", "--data", release, "--study", smaller, ...out], "differ from the data: it does not ask"],
    ];
    for (const [args, says] of cases) {
      const { code, err } = await inProcess("replicate", ...args);
      expect({ args, code, err: err.includes(says) ? says : err }).toEqual({ args, code: 2, err: says });
    }
  });

  const real = process.env.PARALLAX_RELEASE_DIR ?? "";
  it.skipIf(real === "" || !existsSync(real))(
    "reads a whole release (the folder of PARALLAX_RELEASE_DIR)",
    async () => {
      const out = join(folder, "real");
      const call = ["replicate", "kste2025", "--data", real, "--endpoint", "GPT-4o", "--out", out];
      expect(await parallax(...call)).toMatchObject({ code: 1 });
      const report = reportIn(out);
      expect(valueIn(report, "1", "IKD Classification", "samples").ours).toBeGreaterThan(980);
      expect(valueIn(report, "2", "GPT-4o", "posCls")).toMatchObject({ n: 500, ours: expect.any(Number) });
      expect(valueIn(report, "2", "GPT-4o", "knp")).toMatchObject({ n: 1_000, ours: 0.5 });
    },
    1_800_000,
  );
});
