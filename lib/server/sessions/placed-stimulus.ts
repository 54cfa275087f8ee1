import * as z from "zod";
import type { Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { renderStimulus, type Stimulus } from "@/lib/domain/items/stimulus.ts";
import { buildPresentation } from "@/lib/domain/survey/step-presentation.ts";
import { listFilesToPlay } from "@/lib/domain/tasks/screens/playback.ts";
import { itemOfRow, itemRowColumns } from "../items/item-of-row.ts";
import { pool } from "../platform/database/pool.ts";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { RunningProtocol } from "./running-study.ts";

export interface PlacedStimulus {
  /** The displayed stimulus: in the session's language if the item is linked to a translation. */
  item: Item;
  /** The displayed item version; differs from the placed one if it is a translation. */
  shownItemVersionId: string;
  /** The story of the placed item; it is the same in every language. */
  storyId: string;
  stimulus: Stimulus;
  /** The length of all recordings that must be played completely, in milliseconds; 0 if there are none. */
  playbackMs: number;
}

const placedRow = z.strictObject({
  shown_id: z.string(),
  story_id: z.string(),
  kind: z.string(),
  text: z.string(),
  options: z.array(z.string()),
  task: itemRowColumns.task,
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  title: z.string(),
  genre: z.string(),
  story: z.string(),
  levels: z.record(z.string(), z.string()),
});

const cachedStimuli = new Map<string, Promise<PlacedStimulus>>();
const maxCached = 5_000;

/**
 * The stimulus of one item version under one condition, as the protocol presents it, in the language of a running
 * protocol. Cached, because item versions, their translations, conditions and protocols never change.
 */
export function getPlacedStimulus(
  running: Pick<RunningProtocol, "id" | "language" | "protocol">,
  itemVersionId: string,
  conditionId: string,
): Promise<PlacedStimulus> {
  const key = `${running.id}/${running.language}/${itemVersionId}/${conditionId}`;
  const cachedStimulus = cachedStimuli.get(key);
  if (cachedStimulus) return cachedStimulus;
  const loading = readPlacedStimulus(running, itemVersionId, conditionId);
  if (cachedStimuli.size >= maxCached) cachedStimuli.delete(cachedStimuli.keys().next().value as string);
  cachedStimuli.set(key, loading);
  loading.catch(() => cachedStimuli.delete(key));
  return loading;
}

async function readPlacedStimulus(
  running: Pick<RunningProtocol, "language" | "protocol">,
  itemVersionId: string,
  conditionId: string,
): Promise<PlacedStimulus> {
  const row = await oneRow(
    pool(),
    placedRow,
    sql`
    SELECT item_version.id AS shown_id, placed.story_version_id AS story_id, item_version.kind, item_version.text,
           item_version.options, item_version.attributes,
       item_task(item_version.task_schema_version_id, item_version.task_fields) AS task, story_version.title, story_version.genre,
           story_version.text AS story, condition.levels
    FROM item_version AS placed
    LEFT JOIN item_translation ON item_translation.item_version_id = placed.id AND item_translation.language = ${running.language}
    JOIN item_version ON item_version.id = coalesce(item_translation.translated_id, placed.id)
    JOIN story_version ON story_version.id = item_version.story_version_id, condition
    WHERE placed.id = ${itemVersionId} AND condition.id = ${conditionId}
  `,
  );
  const item = itemOfRow(row);
  const levels: ConditionLevels = row.levels;
  const stimulus = renderStimulus(item, levels, buildPresentation(running.protocol, item.kind, running.language));
  const playbackMs = await readPlaybackMs(
    listFilesToPlay(stimulus.screens.flatMap(({ task }) => task?.shown ?? [])),
    row.shown_id,
  );
  return { item, shownItemVersionId: row.shown_id, storyId: row.story_id, stimulus, playbackMs };
}

const playbackRow = z.strictObject({ total: z.number() });

async function readPlaybackMs(files: readonly string[], itemVersionId: string): Promise<number> {
  if (files.length === 0) return 0;
  const { total } = await oneRow(
    pool(),
    playbackRow,
    sql`SELECT coalesce(sum(media.duration_ms), 0)::int AS total FROM item_version AS item
      JOIN benchmark ON benchmark.id = item.benchmark_id
      JOIN media ON media.project_id = benchmark.project_id AND media.sha256 = ANY(${files}::text[])
      WHERE item.id = ${itemVersionId}`,
  );
  return total;
}
