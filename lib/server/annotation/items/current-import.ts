import { correctedMark } from "@/lib/domain/stories/items/story-source.ts";
import { fragment } from "../../platform/database/sql.ts";

const corrections = fragment`annotation_story_source AS source
  WHERE source.collection_id = item.collection_id AND source.group_key = item.group_key`;

/** Condition on `annotation_item AS item`: someone has corrected its source. */
export const isSourceCorrected = fragment`EXISTS (SELECT FROM ${corrections})`;

/** SQL on `annotation_item AS item`: the imported item with the last correction of its source. */
export const currentImport = fragment`CASE WHEN ${isSourceCorrected} THEN item.imported || jsonb_build_object('provenance',
    CASE jsonb_typeof(item.imported->'provenance') WHEN 'object' THEN item.imported->'provenance' ELSE '{}' END
    || jsonb_build_object('source', (
      SELECT jsonb_strip_nulls(jsonb_build_object('title', nullif(title, ''), 'author', nullif(author, ''),
        'address', nullif(address, ''), 'licence', nullif(licence, ''), ${correctedMark}::text, true))
      FROM ${corrections} ORDER BY source.at DESC LIMIT 1)))
  ELSE item.imported END`;
