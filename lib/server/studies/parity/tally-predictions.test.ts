import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { renderPrompt } from "@/lib/domain/items/stimulus.ts";
import type { Parity } from "@/lib/domain/models/decide-parity.ts";
import { matchPredictions, type StoredPrediction } from "@/lib/domain/results/model/match-predictions.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import { cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { withAnswersOutOfReach } from "@/prisma/factories/out-of-reach.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { jobHandlers } from "../../background/job-handlers.ts";
import { makeImportSource } from "../../items/import-lines.ts";
import { importPredictions } from "../../models/import-predictions.ts";
import { maxTalliedWhileWaiting } from "../../models/request-tallies.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { declareCorrespondence } from "../../results/declare-correspondence.ts";
import { loadCellView, loadFreshCellView } from "../../results/load-cell-view.ts";
import { loadResults } from "../../results/load-results.ts";
import { moveStudy } from "../run/move-study.ts";
import { loadParity } from "./load-parity.ts";

withTestDatabase();

const item = (number: number) => ({
  kind: "true-false",
  story: { title: `Story ${number}`, genre: "", text: `Ana told Ben the number ${number}.` },
  text: `Ben knows the number ${number}.`,
  options: [],
});
const human = { prompt: "human", questionOrder: "true-false" };

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function importRows(study: MadeStudy, rows: readonly object[], source = "test") {
  return importPredictions({
    projectId: study.projectId,
    benchmarkId: study.benchmarkId,
    source,
    actorId: null,
    ...makeImportSource("p.jsonl", bytesOf(rows.map((row) => JSON.stringify(row)).join("\n"))),
  });
}

async function pageOf(study: MadeStudy): Promise<StudyResultsPage> {
  const page = await loadResults(installation, study.id, defaultResultsQuery);
  if (!page) throw new Error("the results are not there");
  return page;
}

/** What the page would say had it read every answer. */
async function readOneByOne(study: MadeStudy, page: StudyResultsPage) {
  const { rows } = await pool().query(
    `SELECT run.id AS run_id, model.id AS model_id, model.name, model.is_demo, run.source, prediction.*,
       (SELECT jsonb_object_agg(condition_key, parity) FROM parity_finding
        WHERE study_id = $1 AND prediction_id = prediction.id) AS findings
     FROM study_item JOIN prediction ON prediction.item_version_id = study_item.item_version_id
     JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id WHERE study_item.study_id = $1`,
    [study.id],
  );
  const single = rows.map(
    (row): StoredPrediction => ({
      runId: row.run_id,
      modelId: row.model_id,
      model: row.name,
      source: row.source,
      isDemo: row.is_demo,
      itemId: row.item_version_id,
      conditionKey: row.condition_key,
      condition: row.condition,
      answerKey: row.answer_key,
      findings: new Map<string, Parity>(Object.entries(row.findings ?? {})),
      count: 1,
    }),
  );
  return matchPredictions(single, page.results.conditions, page.correspondence);
}

function inOrder({ series, answers, unmatched }: ReturnType<typeof matchPredictions>) {
  const sorted = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).sort();
  const given = (answer: (typeof answers)[number]) => ({ ...answer, given: sorted(answer.given) });
  return { series: sorted(series), answers: sorted(answers.map(given)), unmatched: sorted(unmatched) };
}

/** Everything that can change model answers, or the data they are compared with. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("import" as const),
      model: fc.constantFrom("M", "N"),
      source: fc.constantFrom("first", "second"),
      item: fc.nat(3),
      prompt: fc.constantFrom("human", "simplified", "chat"),
      answers: fc.array(fc.option(fc.boolean()), { minLength: 1, maxLength: 4 }),
      text: fc.constantFrom("same", "other", "none"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constantFrom("re-read", "declare", "delete run", "declare nothing" as const) }),
  },
);

describe("the counts of models' answers", () => {
  it("say the same as the answers themselves, whatever happens to them", async () => {
    const study = await makeStudy();
    let repeat = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 6 }), async (happenings) => {
        for (const one of happenings) {
          if (one.what === "import") {
            const condition = { prompt: one.prompt, questionOrder: "true-false" };
            const shown = { same: renderPrompt(item(one.item), human), other: "Something else.", none: undefined };
            await importRows(
              study,
              one.answers.map((answer) => ({
                model: one.model,
                item: `item-${one.item}`,
                condition,
                repeat: repeat++,
                prompt: shown[one.text],
                ...(answer === null ? { output: "?" } : { answer }),
              })),
              one.source,
            );
          } else if (one.what === "re-read") {
            await pool().query(
              `UPDATE prediction SET answer = '{"choice": "true"}', answer_key = 'true' WHERE id IN (
                 SELECT id FROM prediction WHERE answer IS NULL ORDER BY id LIMIT 2)`,
            );
          } else if (one.what === "delete run") {
            await pool().query("DELETE FROM run WHERE id = (SELECT id FROM run ORDER BY id LIMIT 1)");
          } else {
            await declareCorrespondence(
              installation,
              study.id,
              one.what === "declare" ? { pairs: [], same: [] } : null,
            );
          }
        }
        const page = await pageOf(study);
        const { series, answers, unmatched } = page.results;
        expect(page.uncounted).toBeNull();
        expect(inOrder({ series, answers, unmatched: unmatched.conditions })).toEqual(
          inOrder(await readOneByOne(study, page)),
        );
        const stored = await pool().query(
          `SELECT run.id, count(prediction.id)::int AS answers,
             (count(prediction.id) FILTER (WHERE prediction.answer IS NULL))::int AS unparsed
           FROM run LEFT JOIN prediction ON prediction.run_id = run.id GROUP BY 1 ORDER BY 1`,
        );
        const counted = await pool().query(
          `SELECT run.id, coalesce(sum(answers), 0)::int AS answers, coalesce(sum(unparsed), 0)::int AS unparsed
           FROM run LEFT JOIN prediction_change ON run_id = run.id GROUP BY 1 ORDER BY 1`,
        );
        expect(counted.rows).toEqual(stored.rows);
        const parity = await pool().query(
          `SELECT (count(*) FILTER (WHERE found.parity = 'verified'))::int AS verified,
             (count(*) FILTER (WHERE found.parity = 'mismatch'))::int AS mismatch,
             (count(*) FILTER (WHERE found.parity = 'unmatched'))::int AS unmatched,
             (count(DISTINCT (item_version_id, found.condition_key, shown_hash)) FILTER (WHERE found.parity = 'mismatch'))::int
               AS stimuli
           FROM parity_finding AS found JOIN prediction ON prediction.id = prediction_id WHERE study_id = $1`,
          [study.id],
        );
        const shown = await loadParity(installation, study.id, 1);
        const { verified, content, presentation, unmatched: beside } = shown!.counts;
        expect({ verified, mismatch: content + presentation, unmatched: beside, stimuli: shown!.total }).toEqual(
          parity.rows[0],
        );
      }),
      { numRuns: 15 },
    );
  });

  describe("of many answers", () => {
    let study: MadeStudy;
    let draft: MadeStudy;
    beforeAll(async () => {
      study = await makeStudy();
      draft = await makeStudy({ open: false });
      for (const one of [study, draft]) {
        await importRows(one, [{ model: "M", item: "item-0", condition: human, answer: true }]);
        await pageOf(one);
      }
      // What the planner knows is from before the answers came, as right after an import.
      await pool().query("ANALYZE");
      await pool().query(
        `INSERT INTO prediction (id, run_id, item_version_id, condition_key, condition, repeat, answer, answer_key, row_hash)
         SELECT gen_random_uuid(), run_id, item_version_id, condition_key, condition, nth, answer, answer_key, ''
         FROM prediction, generate_series(1, $1::int) AS extra (nth)
         WHERE run_id IN (SELECT id FROM run WHERE benchmark_id = ANY ($2))`,
        [maxTalliedWhileWaiting + 1, [study.benchmarkId, draft.benchmarkId]],
      );
    });

    it("are made in the background, and pages and the gate say so until then", async () => {
      const waiting = { answers: maxTalliedWhileWaiting + 1, runs: 1, share: 0, failed: null };
      const before = await pageOf(study);
      expect(before.uncounted).toEqual(waiting);
      expect(before.results.answers).toMatchObject([{ repeats: 1 }]);
      expect((await loadParity(installation, study.id, 1))?.uncounted).toEqual(waiting);
      const { actor } = await makePerson({ projectId: draft.projectId, role: "researcher" });
      await expect(moveStudy(actor, draft.id, "open")).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringContaining("still being compared"),
      });
      while (await runNextJob(jobHandlers));
      const after = await pageOf(study);
      expect(after.uncounted).toBeNull();
      expect(after.results.answers).toMatchObject([{ repeats: maxTalliedWhileWaiting + 2 }]);
      expect(await moveStudy(actor, draft.id, "open")).toBe("open");
    });

    it("are all that overview, conditions, item list, tables and parity read", async () => {
      const before = await pageOf(study);
      await withAnswersOutOfReach(async () => {
        // The one prompt of each stimulus that differs may be looked up; here there is none.
        await pool().query("CREATE VIEW prediction AS SELECT NULL::uuid AS id, NULL::text AS prompt");
        try {
          expect((await pageOf(study)).results).toEqual(before.results);
          for (const { id } of cellViewTitles) {
            const found = await loadCellView(installation, study.id, defaultResultsQuery, id);
            expect(found?.state.stored?.document.view.id).toBe(id);
          }
          // One item alone, as its page gives it away.
          const { items, conditions } = before.results;
          const alone = await loadFreshCellView(installation, study.id, defaultResultsQuery, "cells", items[0]!.id);
          expect(alone?.view.tables[0]?.rows).toHaveLength(conditions.length);
          expect((await loadParity(installation, study.id, 1))?.counts.unproved).toBe(maxTalliedWhileWaiting + 2);
        } finally {
          await pool().query("DROP VIEW prediction");
        }
      });
    });
  });
});
