import { fragment } from "../../platform/database/sql.ts";

/**
 * Of `annotation_item AS item`: what its annotators are asked (`SchemaTask`), by the newest version of the collection's
 * task schema; null for a story. Hidden suggestions are left out.
 */
export const schemaTask = fragment`CASE WHEN item.kind = 'schema' THEN (
  SELECT json_build_object('version', newest.version, 'schema', newest.schema, 'fields', item.stimulus->'fields',
    'suggestion', CASE WHEN item.is_suggestion_shown THEN
      json_build_object('model', item.suggestion->'model', 'score', item.suggestion->'score') END)
  FROM collection_schema AS newest WHERE newest.collection_id = item.collection_id
  ORDER BY newest.version DESC LIMIT 1) END`;
