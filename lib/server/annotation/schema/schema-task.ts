import { fragment } from "../../platform/database/sql.ts";

/**
 * SQL on `annotation_item AS item`: the task that its annotators receive (`SchemaTask`), by the newest version of the
 * collection's task schema; null for a story. Hidden suggestions are not included.
 */
export const schemaTask = fragment`CASE WHEN item.kind = 'schema' THEN (
  SELECT json_build_object('version', newest.version, 'schema', newest.schema, 'fields', item.stimulus->'fields',
    'suggestion', CASE WHEN item.is_suggestion_shown THEN
      json_build_object('model', item.suggestion->'model', 'score', item.suggestion->'score') END)
  FROM collection_schema AS newest WHERE newest.collection_id = item.collection_id
  ORDER BY newest.version DESC LIMIT 1) END`;
