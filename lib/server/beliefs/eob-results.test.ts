import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { alsoTrue } from "@/lib/domain/beliefs/false-alternative.ts";
import { fakeAnswers } from "@/lib/domain/beliefs/fixtures/fake-answers.ts";
import { tuples } from "@/lib/domain/beliefs/fixtures/load.ts";
import { scoreModel } from "@/lib/domain/beliefs/scoring/model-score.ts";
import { type BeliefAnswer, createPairTable } from "@/lib/domain/beliefs/scoring/pair-table.ts";
import { makePerson, makeProject } from "@/prisma/factories/make-person.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { openItemFile } from "../imports/open-item-file.ts";
import { openPredictionFile } from "../imports/open-prediction-file.ts";
import { importItems } from "../items/import-items.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { createItemMatcher } from "../models/read-known-items.ts";
import { pool } from "../platform/database/pool.ts";
import { listBeliefBenchmarks } from "./list-belief-benchmarks.ts";
import { readScores } from "./score-runs.ts";

withTestDatabase();

const header = "example_id,assertion,query,prompt,generated_answer,yes_probability,no_probability,classification".split(
  ",",
);
const facts = "dimension,category,subject,object,object_true,query_only,query_format".split(",");

/** Answers as the authors' programs write them, with the expression or without it. */
function resultFile(answers: readonly BeliefAnswer[], isShown: boolean): string {
  const rows = answers
    .filter(({ shown }) => shown === isShown)
    .map(({ fact, expression, query, answer }, place) => {
      const tuple = tuples.find(({ id }) => id === fact);
      const assertion = expression?.text ?? "";
      const prompt = isShown ? `${assertion} ${query}` : query;
      const names = [tuple?.subject, tuple?.objectContext, tuple?.objectPrior];
      return [place, assertion, query, prompt, answer, -1, -1, "", expression?.dimension, expression?.category]
        .concat(names, isShown ? "False" : "True", "yes_no")
        .map((cell) => `"${String(cell ?? "").replaceAll('"', '""')}"`)
        .join(",");
    });
  return `${[[...header, ...facts].join(","), ...rows].join("\n")}\n`;
}

it("the authors' result files become items about expressions, answers of a model, and its figures", async () => {
  const { id: projectId } = await makeProject();
  const { actor } = await makePerson({ projectId });
  const scored = new Set(tuples.filter((tuple) => alsoTrue(tuple) === null).map(({ id }) => id));
  const answers = fakeAnswers("model-a", 3).filter(({ fact }) => scored.has(fact));
  const folder = await mkdtemp(join(tmpdir(), "parallax-eob-"));
  try {
    const files = [join(folder, "results.csv"), join(folder, "results_query_only.csv")] as const;
    await writeFile(files[0], resultFile(answers, true));
    await writeFile(files[1], resultFile(answers, false));

    const opened = await openItemFile(files[0], { fileName: "results.csv", columns: {}, kind: null, language: "en" });
    expect(opened.format).toBe("eob-csv");
    const to = { projectId, benchmarkName: "From results", actorId: actor.userId };
    const made = await importItems({ ...to, ...opened.source });
    expect(made).toMatchObject({ rejected: 0, inserted: made.rows });
    const { benchmarkId } = made;
    expect(await listBeliefBenchmarks(actor, projectId)).toMatchObject([{ id: benchmarkId, name: "From results" }]);

    for (const file of files) {
      const settings = {
        fileName: "results.csv",
        format: "auto",
        model: "model-a",
        condition: {},
      } as const;
      const { format, source } = await openPredictionFile(file, settings, () => createItemMatcher(benchmarkId));
      const report = await importPredictions({ projectId, benchmarkId, source: "authors", actorId: null, ...source });
      const each = answers.length / 2;
      expect(format).toBe("eob-csv");
      expect(report).toMatchObject({ rows: each, inserted: each, rejected: 0 });
      expect(report.parity).toEqual({ verified: each, mismatch: 0, unverified: 0 });
    }

    const table = createPairTable("first-word");
    for (const answer of answers) table.add(answer);
    const expected = scoreModel("model-a", table.pairs("model-a"), table.repeated("model-a"));
    const { rows } = await pool().query<{ id: string; answers: number }>(
      "SELECT run.id, count(*)::int AS answers FROM run JOIN prediction ON prediction.run_id = run.id GROUP BY run.id",
    );
    expect(rows).toHaveLength(1);
    const runs = rows.map(({ id, answers: count }) => ({ runId: id, observer: "model-a", answers: count }));
    const [score] = (await readScores(runs, { rule: "first-word", parity: "all" })).values();
    expect(score?.overall).toEqual(expected.overall);
    expect([...(score?.byCategory ?? [])]).toEqual([...expected.byCategory]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
