import { beforeAll, expect, it } from "vitest";
import { timeLimitMethods } from "@/lib/domain/results/analysis/collection-methods.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { timeOptionKey } from "@/lib/domain/survey/time-limit.ts";
import { exportTables } from "@/prisma/factories/export-tables.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "@/prisma/factories/make-study.ts";
import { speaksEnglish, startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { readCounts } from "../../counting/read-counts.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCollectionFacts } from "../../results/read-collection-facts.ts";
import { hashToken } from "../../sessions/session-token.ts";
import { listResponses } from "../responses/list-responses.ts";
import { responseFilterSchema } from "../responses/response-filter.ts";
import { computePilot } from "../run/pilot-result.ts";
import { exportStudy, requireExportableStudy } from "./export-study.ts";

withTestDatabase();

let study: MadeStudy;

beforeAll(async () => {
  study = await makeStudy({
    items: 1,
    protocol: (protocol) => {
      const plain = withoutDwell(protocol);
      const steps = plain.steps.map((step) => (step.kind === "items" ? { ...step, timeLimitSeconds: 30 } : step));
      return { ...plain, steps };
    },
  });
  for (const [option, isLate] of [
    ["standard", true],
    ["double", false],
    ["none", false],
  ] as const) {
    const walker = await startWalker(study);
    const posts: Record<string, string>[] = [
      { consent: "yes" },
      speaksEnglish,
      { age: "18-29", gender: option === "none" ? "male" : "female" },
      { [timeOptionKey]: option },
      {},
    ];
    for (const [screen, fields] of posts.entries()) await walker.post(screen, fields);
    if (isLate)
      await pool().query(
        "UPDATE session SET screen_shown_at = screen_shown_at - interval '40 seconds' WHERE token_hash = $1",
        [hashToken(walker.token)],
      );
    await walker.post(5, { choice: "true" });
    if (!isLate) await walker.post(6, { explanation: "Because the story says so." });
  }
});

it("a late answer is exported as timed out and not right, with the choice about the limit and the draft", async () => {
  const { lines, files } = await exportTables(study);
  const found = lines("responses.jsonl").map((line) => ({
    option: line.time_option,
    late: line.timed_out,
    answer: line.answer,
    full: line.answer_full,
    right: line.is_correct,
    counted: line.is_counted,
  }));
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      {
        option: "standard",
        late: true,
        answer: "(timed out)",
        full: { timedOut: { draft: { choice: "true" } } },
        right: false,
        counted: true,
      },
      expect.objectContaining({ option: "double", late: false, answer: "true", full: { choice: "true" } }),
      expect.objectContaining({ option: "none", late: false, answer: "true" }),
    ]),
  );
  expect(files["codebook.json"] ?? files["codebook.csv"] ?? Object.values(files).join("")).toContain("time_option");
  const anonymous: Record<string, string> = {};
  const exportable = await requireExportableStudy(installation, study.id, "anonymous");
  const options = { format: "jsonl", level: "anonymous", forSpreadsheet: false } as const;
  await exportStudy(exportable, options, async ({ name, chunks }) => {
    for await (const chunk of chunks) anonymous[name] = (anonymous[name] ?? "") + Buffer.from(chunk).toString();
  });
  expect(anonymous["responses.jsonl"]).toContain('"timedOut":{"draft":{}}');
});

it("answers that timed out are found among the responses", async () => {
  const answers = async (filter: Record<string, string>) =>
    (await listResponses(installation, study.id, responseFilterSchema.parse(filter)))?.lines.map(
      ({ answer }) => answer,
    );
  expect(await answers({ timing: "timed-out" })).toEqual([expect.stringContaining("timed out")]);
  expect(await answers({ timing: "in-time" })).toHaveLength(2);
  expect(await answers({ timing: "" })).toHaveLength(3);
});

it("a study without a limit has no such columns", async () => {
  const { files } = await exportTables(await makeStudy({ items: 1 }));
  expect(Object.values(files).join("")).not.toMatch(/time_option|timed_out/);
});

it("the methods name the limit, the choices and how many answers timed out; a pilot scores them as wrong", async () => {
  const facts = await readCollectionFacts(study.id, "main", []);
  expect(facts?.timeLimits).toEqual([{ versions: [1], seconds: 30, chosen: { standard: 1, double: 1, none: 1 } }]);
  const counts = await readCounts(study.id, countedByDefault("main"));
  expect(timeLimitMethods(facts?.timeLimits, counts, "wrong")).toContain("1 of 3 answers timed out");
  expect(timeLimitMethods(facts?.timeLimits, counts, "omit")).toContain("answers that timed out are excluded");
  expect(timeLimitMethods(null, [], "wrong")).toBe("");
  const inProcess = { isInThread: false, read: async () => undefined, step: async () => undefined };
  const { items } = await computePilot(study.id, inProcess, 100);
  expect(items).toMatchObject([{ n: 3, rest: { value: null, n: 0 }, suggestion: { advice: "wait" } }]);
});

it("the methods name the limit of each version of the protocol", async () => {
  const change = async (version: number, seconds: number | null, answered: "double" | "none") => {
    const { rows } = await pool().query<{ document: { steps: { kind: string; timeLimitSeconds?: number | null }[] } }>(
      "SELECT document FROM protocol_version WHERE study_id = $1 AND version = 1",
      [study.id],
    );
    const document = rows[0]?.document;
    for (const step of document?.steps ?? []) if (step.kind === "items") step.timeLimitSeconds = seconds;
    await pool().query(
      `WITH made AS (
         INSERT INTO protocol_version (id, study_id, version, hash, document)
         VALUES (gen_random_uuid(), $1, $2, $3, $4) RETURNING id
       )
       UPDATE session SET protocol_version_id = made.id FROM made, step_answer
       WHERE step_answer.session_id = session.id AND step_answer.given ->> $5 = $6 AND session.study_id = $1`,
      [study.id, version, `hash-${version}`, JSON.stringify(document), timeOptionKey, answered],
    );
  };
  await change(2, 60, "double");
  await change(3, 30, "none");
  const facts = await readCollectionFacts(study.id, "main", []);
  expect(facts?.timeLimits).toEqual([
    { versions: [1, 3], seconds: 30, chosen: { standard: 1, double: 0, none: 1 } },
    { versions: [2], seconds: 60, chosen: { standard: 0, double: 1, none: 0 } },
  ]);
  const text = timeLimitMethods(facts?.timeLimits, [], "wrong");
  expect(text).toContain("Under versions 1, 3 of the protocol, each item had a time limit of 30 seconds");
  expect(text).toContain("Under version 2 of the protocol, each item had a time limit of 60 seconds");
  await change(4, null, "none");
  const untimed = await readCollectionFacts(study.id, "main", []);
  expect(timeLimitMethods(untimed?.timeLimits, [], "wrong")).toContain(
    "Under version 4 of the protocol, items had no time limit.",
  );
});
