import type { PoolClient } from "pg";
import { readCursor } from "../platform/database/read-cursor.ts";

/** What models answered to the items of a study, as lines of a prediction file with their line feeds. */
export async function* predictionLines(client: PoolClient, studyId: string, canary: string): AsyncGenerator<string> {
  const rows = readCursor(
    client,
    `SELECT model.name AS model, item.external_id AS item, prediction.*
     FROM study_item
     JOIN item_version AS item ON item.id = study_item.item_version_id
     JOIN run ON run.benchmark_id = item.benchmark_id
     JOIN model ON model.id = run.model_id
     JOIN prediction ON prediction.run_id = run.id AND prediction.item_version_id = item.id
     WHERE study_item.study_id = $1
     ORDER BY model.name, run.source, run.id, study_item.ordinal, prediction.condition_key, prediction.repeat`,
    [studyId],
  );
  for await (const row of rows) {
    const said = {
      model: row.model,
      item: row.item,
      condition: row.condition,
      repeat: row.repeat,
      prompt: row.prompt,
      answer: row.answer,
      logprobs: row.logprobs,
      output: row.output,
      contentFingerprint: row.content_fingerprint,
      presentationFingerprint: row.presentation_fingerprint,
      canary,
    };
    yield `${JSON.stringify(Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null)))}\n`;
  }
}
