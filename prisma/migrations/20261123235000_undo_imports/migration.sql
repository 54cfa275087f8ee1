-- Which import brought an item, so that it can be undone; null for constructed items and for imports from before.
ALTER TABLE "annotation_item" ADD COLUMN "import_id" UUID;
CREATE INDEX "annotation_item_import_id_idx" ON "annotation_item"("import_id");

-- The counters follow deletions. Where the collection itself goes, its counters go with it.
CREATE FUNCTION uncount_annotation_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_count AS counted (collection_id, scope, state, shard, count)
  SELECT before.collection_id, 'task', before.state::text, (pg_backend_pid() % 32)::smallint, -count(*)
  FROM before JOIN annotation_collection AS collection ON collection.id = before.collection_id GROUP BY 1, 3 ORDER BY 1, 3
  ON CONFLICT (collection_id, scope, state, shard) DO UPDATE SET count = counted.count + excluded.count;
  RETURN NULL;
END
$$;
CREATE FUNCTION uncount_annotation_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO annotation_count AS counted (collection_id, scope, state, shard, count)
  SELECT before.collection_id, 'item', before.status::text, (pg_backend_pid() % 32)::smallint, -count(*)
  FROM before JOIN annotation_collection AS collection ON collection.id = before.collection_id GROUP BY 1, 3 ORDER BY 1, 3
  ON CONFLICT (collection_id, scope, state, shard) DO UPDATE SET count = counted.count + excluded.count;
  RETURN NULL;
END
$$;
CREATE TRIGGER annotation_tasks_are_uncounted AFTER DELETE ON annotation_task
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION uncount_annotation_tasks();
CREATE TRIGGER annotation_items_are_uncounted AFTER DELETE ON annotation_item
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION uncount_annotation_items();
