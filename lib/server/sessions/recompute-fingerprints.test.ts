import { expect, it } from "vitest";
import { computeFingerprintsVersion1 } from "@/lib/domain/items/fingerprints-before.ts";
import { renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker, walkTo } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { makeImportSource } from "../items/import-lines.ts";
import { importPredictions } from "../models/import-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import { runNextJob } from "../platform/jobs/run-job.ts";
import { tallyPredictions } from "../studies/parity/tally-predictions.ts";
import { recomputeFingerprints, recomputeJobKind } from "./recompute-fingerprints.ts";

withTestDatabase();

const item = {
  kind: "true-false",
  story: { title: "Story 0", genre: "", text: "Ana told Ben the number 0." },
  text: "Ben knows the number 0.",
  options: [],
};

it("computes stored fingerprints of version 1 anew where it can prove what was shown, and leaves the others", async () => {
  const study = await makeStudy({ items: 1, design: { perStratumItem: 4 } });
  for (let person = 0; person < 4; person += 1) await walkTo(await startWalker(study), 5);
  const shown = await pool().query(
    `SELECT response.id, condition.levels, content_fingerprint, presentation_fingerprint FROM response
     JOIN condition ON condition.id = response.condition_id WHERE response.study_id = $1 ORDER BY response.id`,
    [study.id],
  );
  expect(shown.rows).toHaveLength(4);
  // As they were stored before fingerprints had a version; one of them by a rendering that no one knows any more.
  for (const [index, row] of shown.rows.entries()) {
    const before = computeFingerprintsVersion1(item, renderStimulus(item, row.levels), {});
    await pool().query("UPDATE response SET content_fingerprint = $2, presentation_fingerprint = $3 WHERE id = $1", [
      row.id,
      index === 0 ? "0".repeat(64) : before.content,
      before.presentation,
    ]);
  }
  const condition = { prompt: "human", questionOrder: "true-false" };
  const before = computeFingerprintsVersion1(item, renderStimulus(item, condition), {});
  const lines = [before.content, "f".repeat(64)].map((contentFingerprint, index) =>
    JSON.stringify({ model: `M${index}`, item: "item-0", condition, answer: true, contentFingerprint }),
  );
  await importPredictions({
    projectId: study.projectId,
    benchmarkId: study.benchmarkId,
    source: "test",
    actorId: null,
    ...makeImportSource("p.jsonl", bytesOf(lines.join("\n"))),
  });

  // What pages found by the older fingerprints, which prove nothing.
  await tallyPredictions(study.id);

  await enqueueJob({ kind: recomputeJobKind, payload: {}, projectId: null, createdById: null });
  while (await runNextJob({ [recomputeJobKind]: recomputeFingerprints }));
  const job = await pool().query("SELECT state::text, result FROM job WHERE kind = $1", [recomputeJobKind]);
  expect(job.rows).toEqual([{ state: "done", result: { responses: 3, predictions: 1 } }]);
  const kept = await pool().query(
    `SELECT model.name FROM parity_finding JOIN prediction ON prediction.id = prediction_id
     JOIN run ON run.id = run_id JOIN model ON model.id = model_id`,
  );
  expect(new Set(kept.rows.map(({ name }) => name))).toEqual(new Set(["M1"]));
  const after = await pool().query(
    "SELECT content_fingerprint, presentation_fingerprint FROM response WHERE study_id = $1 ORDER BY id",
    [study.id],
  );
  expect(after.rows[0].content_fingerprint).toBe("0".repeat(64));
  expect(after.rows.slice(1)).toEqual(
    shown.rows.slice(1).map(({ content_fingerprint, presentation_fingerprint }) => ({
      content_fingerprint,
      presentation_fingerprint,
    })),
  );
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
