import { fragment } from "../../platform/database/sql.ts";

/**
 * SQL: whether a practice of the task has a copy of `item`. Its expected answers were shown as feedback there, so
 * answers to it do not count as answers to a hidden gold item.
 */
export const hasPracticeCopy = fragment`EXISTS (SELECT FROM annotation_item AS practised
  JOIN annotation_collection AS training ON training.id = practised.collection_id AND training.is_training
  JOIN annotation_collection AS own ON own.id = item.collection_id AND own.task_schema_id = training.task_schema_id
  WHERE practised.external_id = item.external_id AND practised.import_hash = item.import_hash)`;
