-- The schema versions of collections move to the table that item versions refer to. Each collection that has one gets a
-- task schema of its own, under its name unless the project has a task schema of that name.
DROP INDEX "task_schema_version_task_schema_id_hash_key";

ALTER TABLE "annotation_collection" ADD COLUMN     "task_schema_id" UUID;

UPDATE annotation_collection SET task_schema_id = gen_random_uuid()
WHERE id IN (SELECT collection_id FROM annotation_schema_version);

INSERT INTO task_schema (id, project_id, slug, created_at)
SELECT collection.task_schema_id, collection.project_id,
  CASE WHEN EXISTS (SELECT FROM task_schema AS other
    WHERE other.project_id = collection.project_id AND other.slug = collection.slug)
  THEN collection.slug || '-' || collection.id ELSE collection.slug END,
  (SELECT min(created_at) FROM annotation_schema_version WHERE collection_id = collection.id)
FROM annotation_collection AS collection WHERE collection.task_schema_id IS NOT NULL;

INSERT INTO task_schema_version (id, task_schema_id, version, document, hash, created_at, created_by_id)
SELECT gen_random_uuid(), collection.task_schema_id, stored.version, stored.schema, stored.sha256, stored.created_at,
  stored.created_by_id
FROM annotation_schema_version AS stored JOIN annotation_collection AS collection ON collection.id = stored.collection_id;

DROP TABLE "annotation_schema_version";

CREATE INDEX "annotation_collection_task_schema_id_idx" ON "annotation_collection"("task_schema_id");

ALTER TABLE "annotation_collection" ADD CONSTRAINT "annotation_collection_task_schema_id_fkey" FOREIGN KEY ("task_schema_id") REFERENCES "task_schema"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- The versions of the task schema of each collection.
CREATE VIEW collection_schema AS
SELECT collection.id AS collection_id, version.version, version.document AS schema
FROM annotation_collection AS collection JOIN task_schema_version AS version USING (task_schema_id);
