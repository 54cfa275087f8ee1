import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tuples } from "@/lib/domain/beliefs/fixtures/load.ts";
import eobCounts from "@/lib/domain/beliefs/fixtures/published-counts.json";
import { askWhether } from "@/lib/domain/beliefs/queries.ts";
import { formatTuple } from "@/lib/domain/beliefs/tuple.ts";
import { seededRandom } from "@/lib/domain/random.ts";
import type { ReplicationReport } from "@/lib/domain/replicate/report.ts";
import kste from "@/lib/domain/statistics/fixtures/kste2025.json";
import street from "@/lib/domain/statistics/fixtures/street2024.json";
import { installation } from "@/lib/server/platform/access/access.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { getStudyDraft } from "@/lib/server/studies/draft/get-study-draft.ts";
import { updateStudy } from "@/lib/server/studies/draft/update-study.ts";
import { openStudy } from "@/lib/server/studies/run/open-study.ts";
import { fillSlots } from "@/prisma/factories/fill-slots.ts";
import { writeKsteRelease } from "@/prisma/factories/kste-release.ts";
import { makeProject } from "@/prisma/factories/make-person.ts";
import type { MadeStudy } from "@/prisma/factories/make-study.ts";
import { type ModelRequest, type ModelServer, startModelServer } from "@/prisma/factories/model-server.ts";
import { inProcess, parallax, reportIn, valueIn } from "@/prisma/factories/run-parallax.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";

withTestDatabase();

const demoItems = fileURLToPath(new URL("../../content/demo/items.jsonl", import.meta.url));
let folder: string;
let server: ModelServer;

beforeAll(async () => {
  await makeProject();
  folder = mkdtempSync(join(tmpdir(), "replicate-complete-"));
  server = await startModelServer(reply);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Each model by its name: another one says something else. */
function reply(request: ModelRequest): string {
  const { body, prompt } = request;
  const says = seededRandom(`${body.model} ${prompt}`).next() < 0.5;
  if (body.logprobs) return says ? '{"True":-0.2,"False":-2}' : '{"True":-2,"False":-0.2}';
  if (prompt.startsWith("You are an accuracy evaluator")) return says ? "True" : "False";
  if (prompt.includes("Logical Error"))
    return says ? 'Logical Error: "took the lost key"\nConclusion: Yes' : "Logical Error: NA\nConclusion: No";
  if (prompt.includes("**Answer:**") || prompt.includes("box")) return says ? "**Answer:** A" : "**Answer:** B";
  if (prompt.startsWith("Answer the question with")) return believe(request);
  return says ? "True" : "False";
}

/** Knows every fact, and follows about half of the texts that stand before a question, the same for both questions. */
function believe({ body, prompt }: ModelRequest): string {
  const asked = prompt.replace("Answer the question with Yes or No.\n\n", "");
  const isRight = tuples.some((tuple) => asked.endsWith(askWhether(tuple.objectPrior, tuple.subjectRelation)));
  const text = asked.slice(0, Math.max(0, asked.lastIndexOf(" Is ")));
  const follows = text !== "" && seededRandom(`${body.model} ${text}`).next() < 0.5;
  return isRight === follows ? "No" : "Yes";
}

async function addEndpoints(names: readonly string[]): Promise<string[]> {
  for (const name of names) await inProcess("evaluate", "endpoint", name, "--url", server.url, "--model", name);
  return ["--endpoint", ...names];
}

/** The studies of a paper's replication, in the order in which they were made. */
async function studiesOf(paper: string): Promise<MadeStudy[]> {
  const { rows } = await pool().query(
    `SELECT id, slug, project_id AS "projectId", benchmark_id AS "benchmarkId",
       protocol_version_id AS "protocolVersionId" FROM study WHERE slug LIKE $1 || '-%' ORDER BY created_at, slug`,
    [paper],
  );
  return rows;
}

const isRightOf = (seed: string) => {
  const random = seededRandom(seed);
  return () => random.next() < 0.7;
};

/** The printed values without one of ours. */
const notComputed = ({ rows }: ReplicationReport) =>
  rows.filter(({ printed, ours }) => printed !== null && ours === null);

/** The missing parts, without the answers of people. */
const noPeople = (missing: { what: string; why: string }[]) => missing.filter(({ why }) => why !== "no people yet");

describe("parallax replicate ends with 0 and nothing missing when people and every model of the paper have answered", () => {
  it("mindgames2023", async () => {
    const made = join(folder, "made.jsonl");
    const settings = ["--persons", "2,3", "--rows-per-setup", "16", "--seed", "29", "--out", made];
    expect(await inProcess("mindgames", "generate", ...settings, "--splits", "test=0.5,examples=0.5")).toMatchObject({
      code: 0,
    });
    const data = join(folder, "problems.jsonl");
    writeFileSync(data, ["test", "examples"].map((part) => readFileSync(join(folder, `made.${part}.jsonl`))).join(""));
    const models = ["deberta-small", "GPT-3.5", "GPT-4"];
    const out = join(folder, "mindgames");
    const call = ["replicate", "mindgames2023", "--data", data, ...(await addEndpoints(models)), "--out", out];
    expect(await parallax(...call)).toMatchObject({ code: 1 });
    const first = reportIn(out);
    expect(first.missing).toEqual([{ what: "Human, Human: accuracy, agreement", why: "no people yet" }]);
    expect(valueIn(first, "problems", "training examples", "value")).toMatchObject({ printed: "11.2k", ours: 32 });
    expect(valueIn(first, "problems", "test cases per setup", "value")).toMatchObject({ ours: 8 });

    const [study] = await studiesOf("mindgames2023");
    await openStudy(study!.id);
    await fillSlots(study!, isRightOf("mindgames"));

    const asked = server.requests.length;
    const second = await parallax(...call);
    const report = reportIn(out);
    expect({ missing: report.missing, code: second.code }).toEqual({ missing: [], code: 0 });
    // The same command asks nothing twice and changes no value of a model.
    expect(server.requests).toHaveLength(asked);
    expect(report.rows.filter(({ row }) => models.includes(row))).toEqual(
      first.rows.filter(({ row }) => models.includes(row)),
    );
    expect(valueIn(report, "human", "Human", "accuracy").ours).toBeGreaterThan(0.4);
    expect(valueIn(report, "human", "Human", "agreement").ours).toBeLessThan(1);
  });

  it("street2024: two stories, and one answer of people to each presentation", async () => {
    const data = join(folder, "street.jsonl");
    const stories = new Set<string>();
    const lines = readFileSync(demoItems, "utf8")
      .trim()
      .split("\n")
      .filter((line) => stories.add(JSON.parse(line).story.id).size <= 2);
    writeFileSync(data, `${lines.join("\n")}\n`);
    const models = street.table5.map(({ subject }) => subject);
    const out = join(folder, "street");
    const call = ["replicate", "street2024", "--data", data, ...(await addEndpoints(models)), "--out", out];
    expect(await inProcess(...call)).toMatchObject({ code: 1 });
    expect(noPeople(reportIn(out).missing)).toEqual([]);

    // The researcher removes the quotas and minimum times, and asks each presentation once.
    const [study] = await studiesOf("street2024");
    const edited = (await getStudyDraft(installation, study!.id))!;
    const steps = edited.draft.protocol.steps.map((step) =>
      step.kind === "items" ? { ...step, dwellSeconds: 0 } : step,
    );
    const protocol = { ...edited.draft.protocol, steps };
    const draft = { ...edited.draft, protocol, quotas: [], openStratum: false, perStratumItem: 4 };
    await updateStudy(installation, study!.id, edited.revision, draft);
    await openStudy(study!.id);
    const [opened] = await studiesOf("street2024");
    expect(await fillSlots(opened!, isRightOf("street"))).toBe(4 * lines.length);

    const { code } = await parallax(...call);
    const report = reportIn(out);
    expect({ missing: report.missing, code, left: notComputed(report) }).toEqual({ missing: [], code: 0, left: [] });
    expect(valueIn(report, "2", "Humans", "aggregate")).toMatchObject({ printed: 0.9, n: 2 * lines.length });
    expect(valueIn(report, "4.1-cochran", "ToM", "df")).toMatchObject({ ours: models.length });
  });

  it("kste2025: one model by endpoint, which also judges the open answers of the others' logs", async () => {
    const data = join(folder, "release");
    writeKsteRelease(data, 2);
    // The release's defective story has no knowledge to highlight, so that it would be listed.
    rmSync(join(data, "Data/IKD/errors/erroneous_story_900.json"));
    const log = join(folder, "kste-log.jsonl");
    const names = kste.table2.filter(({ kind }) => kind === "model").map(({ model }) => model);
    writeFileSync(
      log,
      names
        .filter((name) => name !== "GPT-4o")
        .flatMap(ksteLines)
        .join(""),
    );
    const out = join(folder, "kste");
    const call = ["replicate", "kste2025", "--data", data, ...(await addEndpoints(["GPT-4o"])), "--logs", log];
    expect(await inProcess(...call, "--out", out)).toMatchObject({ code: 1 });
    expect(noPeople(reportIn(out).missing)).toEqual([]);

    for (const { id } of await studiesOf("kste2025")) await openStudy(id);
    const studies = await studiesOf("kste2025");
    expect(studies.map(({ slug }) => slug.split("-")[1])).toEqual(["consistency", "highlighted", "action"]);
    for (const study of studies) await fillSlots(study, isRightOf("kste"));

    const { code } = await parallax(...call, "--out", out);
    const report = reportIn(out);
    expect({ missing: report.missing, code }).toEqual({ missing: [], code: 0 });
    // Only the other benchmarks of Table 1, which the paper does not release.
    for (const { table, row, why } of notComputed(report))
      expect([table, why, ["KNP", "IKD Classification"].includes(row)]).toEqual([
        "1",
        "another benchmark: not part of the released data",
        false,
      ]);
    expect(valueIn(report, "2", "Zero-shot Human", "negLoc")).toMatchObject({
      printed: 0.61,
      ours: expect.any(Number),
    });
    expect(valueIn(report, "3", "Human", "abl2")).toMatchObject({ printed: 0.86, ours: expect.any(Number) });
    expect(valueIn(report, "4", "Claude-4.5-Opus", "openEnded")).toMatchObject({ printed: 0.66, n: 2 });
  });

  it("eob2026: every model by endpoint, from tuples", async () => {
    // The layout of the authors' repository, with the triples beside the tuples that were made from them.
    const data = join(folder, "beliefs");
    for (const name of ["data", "backup_data"]) mkdirSync(join(data, name), { recursive: true });
    const facts = tuples.filter((tuple) => !/[.?!]/.test(tuple.objectPrior + tuple.subjectRelation)).slice(0, 3);
    const lines = facts.map((tuple) => `${JSON.stringify(formatTuple(tuple))}\n`);
    writeFileSync(join(data, "data", "facts_enhanced.jsonl"), lines.join(""));
    writeFileSync(join(data, "backup_data", "facts.csv"), `subj,prop,obj\n${"Oslo,country,Norway\n".repeat(5)}`);
    const names = await addEndpoints([...new Set(eobCounts.map(({ model }) => model))]);
    const out = join(folder, "eob");
    const { code } = await inProcess("replicate", "eob2026", "--data", data, ...names, "--out", out);
    const report = reportIn(out);
    expect({ missing: report.missing, code, left: notComputed(report) }).toEqual({ missing: [], code: 0, left: [] });
    expect(valueIn(report, "design", "triples before filtering", "value")).toMatchObject({ printed: 3_797, ours: 5 });
    expect(valueIn(report, "figure-3", "Qwen3-8B", "all")).toMatchObject({ printed: -0.106, ours: expect.any(Number) });
  });
});

/** Answers of a model to the small release under every condition that the paper reports. */
function ksteLines(model: string): string[] {
  const line = (item: string, condition: Record<string, string>, output: string) =>
    `${JSON.stringify({ model, item, condition, output })}\n`;
  return [1, 2].flatMap((number) => [
    ...["plain", "event", "event-knowledge", "event-knowledge-attention", "attention"].flatMap((ablation) => [
      line(
        `erroneous_story_${number}`,
        { prompt: "ikd", ablation },
        'Logical Error: "took the lost key"\nConclusion: Yes',
      ),
      ...(["plain", "attention"].includes(ablation)
        ? [line(`story_${number}`, { prompt: "ikd", ablation }, "Logical Error: NA\nConclusion: No")]
        : []),
    ]),
    ...["plain", "attention"].flatMap((ablation) =>
      ["0-1", "1-0"].map((optionOrder) =>
        line(`qa_${number}`, { prompt: "knp", optionOrder, ablation }, "**Answer:** A"),
      ),
    ),
    line(`qa_${number}`, { prompt: "open-ended", ablation: "plain" }, "She asks where the key is."),
  ]);
}
