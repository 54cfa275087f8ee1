import { z } from "zod";
import type { Item } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { renderStimulus, type Stimulus } from "@/lib/domain/items/stimulus.ts";
import type { ItemStep } from "@/lib/domain/survey/screens.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

export interface PlacedStimulus {
  item: Item;
  stimulus: Stimulus;
}

const placedRow = z.object({
  kind: z.string(),
  text: z.string(),
  options: z.array(z.string()),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  title: z.string(),
  genre: z.string(),
  story: z.string(),
  levels: z.record(z.string(), z.string()),
});

const placed = new Map<string, Promise<PlacedStimulus>>();
const maximumPlaced = 5_000;

/**
 * The stimulus of one item version under one condition, as a step words it. Kept in memory, because item versions,
 * conditions and protocols never change; the key holds the three ids.
 */
export function getPlacedStimulus(
  protocolVersionId: string,
  step: ItemStep,
  itemVersionId: string,
  conditionId: string,
): Promise<PlacedStimulus> {
  const key = `${protocolVersionId}/${itemVersionId}/${conditionId}`;
  const known = placed.get(key);
  if (known) return known;
  const loading = readPlaced(step, itemVersionId, conditionId);
  if (placed.size >= maximumPlaced) placed.delete(placed.keys().next().value as string);
  placed.set(key, loading);
  loading.catch(() => placed.delete(key));
  return loading;
}

async function readPlaced(step: ItemStep, itemVersionId: string, conditionId: string): Promise<PlacedStimulus> {
  const { rows } = await pool().query(sql`
    SELECT item_version.kind, item_version.text, item_version.options, item_version.attributes, story_version.title, story_version.genre,
           story_version.text AS story, condition.levels
    FROM item_version JOIN story_version ON story_version.id = item_version.story_version_id, condition
    WHERE item_version.id = ${itemVersionId} AND condition.id = ${conditionId}
  `);
  const row = placedRow.parse(rows[0]);
  const item: Item = {
    kind: row.kind,
    story: { title: row.title, genre: row.genre, text: row.story },
    text: row.text,
    options: row.options,
    attributes: row.attributes,
  };
  const levels: ConditionLevels = row.levels;
  return { item, stimulus: renderStimulus(item, levels, step.wording, step.layout) };
}
