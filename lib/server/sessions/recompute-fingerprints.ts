import * as z from "zod";
import { computeFingerprintsVersion1 } from "@/lib/domain/items/fingerprints-before.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { twoChoice } from "@/lib/domain/items/kinds/knp/two-choice.ts";
import { renderStimulus } from "@/lib/domain/items/stimulus.ts";
import { buildPresentation } from "@/lib/domain/survey/step-presentation.ts";
import { itemOfRow, itemRowColumns } from "../items/item-of-row.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { getPlacedStimulus } from "./placed-stimulus.ts";
import { getRunningProtocol, translateRunning } from "./running-study.ts";

export const recomputeJobKind = "recompute-fingerprints";

/**
 * Kinds whose parts had a different order than in the current rendering; fingerprints of version 1 did not record this.
 */
const reorderedKinds = [twoChoice.name];

const batchSize = 500;

/**
 * Upgrades stored fingerprints of version 1 to the newest version, if the current rendering has exactly the stored
 * fingerprint; this proves that this rendering was shown. All other fingerprints keep their version and can no longer
 * prove anything. If the process is killed, the job can run again.
 */
export const recomputeFingerprints: JobHandler = async (job) => {
  const report = async (responses: number, predictions: number) => job.progress({ responses, predictions });
  const responses = await recomputeResponses((done) => report(done, 0));
  const predictions = await recomputePredictions((done) => report(responses, done));
  return { responses, predictions };
};

type Report = (done: number) => Promise<unknown>;

const shownStimulusRow = z.strictObject({
  protocol_version_id: z.string(),
  language: z.string().nullable(),
  item_version_id: z.string(),
  condition_id: z.string(),
  content_fingerprint: z.string(),
  presentation_fingerprint: z.string(),
});

/**
 * Recomputes the fingerprints of responses. One rendered stimulus is an item version under one condition, shown by one
 * protocol version in one language.
 */
async function recomputeResponses(report: Report): Promise<number> {
  const rows = await manyRows(
    pool(),
    shownStimulusRow,
    sql`SELECT DISTINCT session.protocol_version_id, session.language, response.item_version_id, response.condition_id,
       response.content_fingerprint, response.presentation_fingerprint
     FROM response JOIN session ON session.id = response.session_id
     JOIN item_version ON item_version.id = response.item_version_id
     WHERE response.content_fingerprint NOT LIKE '%:%' AND NOT item_version.kind = ANY (${reorderedKinds})`,
  );
  let doneCount = 0;
  for (const row of rows) {
    const sourceProtocol = row.protocol_version_id && (await getRunningProtocol(row.protocol_version_id));
    if (!sourceProtocol) continue;
    const running = translateRunning(sourceProtocol, row.language);
    const { item, stimulus } = await getPlacedStimulus(running, row.item_version_id, row.condition_id);
    const presentation = buildPresentation(running.protocol, item.kind, running.language);
    const oldFingerprints = computeFingerprintsVersion1(item, stimulus, presentation);
    if (
      oldFingerprints.content !== row.content_fingerprint ||
      oldFingerprints.presentation !== row.presentation_fingerprint
    )
      continue;
    const updatedCount = await rowCountOf(
      pool(),
      sql`UPDATE response SET content_fingerprint = ${stimulus.contentFingerprint},
       presentation_fingerprint = ${stimulus.presentationFingerprint} FROM session
       WHERE session.id = response.session_id AND session.protocol_version_id = ${row.protocol_version_id}
         AND session.language IS NOT DISTINCT FROM ${row.language}
         AND response.item_version_id = ${row.item_version_id} AND response.condition_id = ${row.condition_id}
         AND response.content_fingerprint = ${row.content_fingerprint}
         AND response.presentation_fingerprint = ${row.presentation_fingerprint}`,
    );
    doneCount += updatedCount;
    await report(doneCount);
  }
  return doneCount;
}

const predictionRow = z.strictObject({
  id: z.string(),
  content_fingerprint: z.string(),
  condition: json<ConditionLevels>(),
  ...itemRowColumns,
});

/**
 * Recomputes the fingerprints of predictions. Predictions have no study, so the kind's own texts are used, which show
 * no titles and usually no marks.
 */
async function recomputePredictions(report: Report): Promise<number> {
  let doneCount = 0;
  let lastId = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await manyRows(
      pool(),
      predictionRow,
      sql`SELECT prediction.id, prediction.content_fingerprint, prediction.condition, item.kind, item.text, item.options,
         item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task, story.title, story.genre, story.text AS story
       FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id
       JOIN story_version AS story ON story.id = item.story_version_id
       WHERE prediction.id > ${lastId} AND prediction.content_fingerprint NOT LIKE '%:%'
       ORDER BY prediction.id LIMIT ${batchSize}`,
    );
    if (rows.length === 0) return doneCount;
    const provenRows = rows.flatMap((row): { id: string; content: string }[] => {
      const item = itemOfRow(row);
      const stimulus = renderStimulus(item, row.condition);
      const isMarked = stimulus.screens.some(({ highlights = [] }) => highlights.length > 0);
      const isSame = computeFingerprintsVersion1(item, stimulus, {}).content === row.content_fingerprint;
      return isSame && !isMarked ? [{ id: row.id, content: stimulus.contentFingerprint }] : [];
    });
    await pool().query(
      // Findings based on the older fingerprint are computed again; otherwise they would hide what the newer
      // fingerprint proves.
      sql`WITH proved AS (SELECT *
         FROM unnest(${provenRows.map(({ id }) => id)}::uuid[],
         ${provenRows.map(({ content }) => content)}::text[]) AS proved (id, content)),
         outdated AS (DELETE FROM parity_finding USING proved WHERE prediction_id = proved.id)
       UPDATE prediction SET content_fingerprint = proved.content FROM proved WHERE prediction.id = proved.id`,
    );
    lastId = rows.at(-1)!.id;
    doneCount += provenRows.length;
    await report(doneCount);
  }
}
