import { fragment } from "../../platform/database/sql.ts";

/**
 * SQL on `annotation_item AS item`: the number of characters that an annotator reads, in a story or in the texts of a
 * task schema's stimulus. Media fields (the only fields that are objects) are not counted.
 */
export const itemCharacters = fragment`coalesce(length(item.document->>'story'), (
  SELECT sum(length(part #>> '{}'))::int FROM jsonb_each(item.stimulus->'fields') AS field,
    jsonb_path_query(field.value, 'strict $.** ? (@.type() == "string")') AS part
  WHERE jsonb_typeof(field.value) <> 'object'), 0)`;
