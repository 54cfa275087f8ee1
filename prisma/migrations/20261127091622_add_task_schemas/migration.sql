-- AlterTable
ALTER TABLE "item_version" ADD COLUMN     "task_fields" JSONB,
ADD COLUMN     "task_schema_version_id" UUID;

-- CreateTable
CREATE TABLE "task_schema" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "archived_at" TIMESTAMPTZ(6),

    CONSTRAINT "task_schema_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_schema_version" (
    "id" UUID NOT NULL,
    "task_schema_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "task_schema_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media" (
    "project_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "size" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "media_pkey" PRIMARY KEY ("project_id","sha256")
);

-- CreateIndex
CREATE UNIQUE INDEX "task_schema_project_id_slug_key" ON "task_schema"("project_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "task_schema_version_task_schema_id_version_key" ON "task_schema_version"("task_schema_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "task_schema_version_task_schema_id_hash_key" ON "task_schema_version"("task_schema_id", "hash");

-- CreateIndex
CREATE INDEX "item_version_task_schema_version_id_idx" ON "item_version"("task_schema_version_id");

-- AddForeignKey
ALTER TABLE "item_version" ADD CONSTRAINT "item_version_task_schema_version_id_fkey" FOREIGN KEY ("task_schema_version_id") REFERENCES "task_schema_version"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_schema" ADD CONSTRAINT "task_schema_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_schema_version" ADD CONSTRAINT "task_schema_version_task_schema_id_fkey" FOREIGN KEY ("task_schema_id") REFERENCES "task_schema"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media" ADD CONSTRAINT "media_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER task_schema_version_is_immutable BEFORE UPDATE ON task_schema_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER media_is_immutable BEFORE UPDATE ON media FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- The task of an item version; null for items of other kinds.
CREATE FUNCTION item_task(of_version uuid, fields jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('schema', document, 'fields', fields) FROM task_schema_version WHERE id = of_version
$$;

ALTER TABLE item_version ADD CONSTRAINT item_version_task_is_complete
  CHECK ((kind = 'task') = (task_schema_version_id IS NOT NULL) AND (kind = 'task') = (task_fields IS NOT NULL));
