import { expect, it } from "vitest";
import { withMigratedDatabase } from "@/prisma/factories/migrated-database.ts";

const merging = "20261127152239_one_task_schema_table";

it("the schema versions of collections move to the project's task schemas, and none is lost or changed", async () => {
  await withMigratedDatabase("20261127091622_add_task_schemas", async (client, migrateUpTo) => {
    await client.query(inUse);
    const { rows: before } =
      await client.query(`SELECT collection_id, version, schema, sha256, created_at, created_by_id
      FROM annotation_schema_version ORDER BY collection_id, version`);
    expect(await migrateUpTo(merging)).toEqual([merging]);
    const { rows: after } =
      await client.query(`SELECT collection.id AS collection_id, version.version, document AS schema,
        hash AS sha256, version.created_at, version.created_by_id
      FROM annotation_collection AS collection JOIN task_schema_version AS version USING (task_schema_id)
      ORDER BY collection.id, version.version`);
    expect(after).toEqual(before);
    expect(after).toHaveLength(4);
    const { rows: seen } = await client.query("SELECT * FROM collection_schema ORDER BY collection_id, version");
    expect(seen).toEqual(before.map(({ collection_id, version, schema }) => ({ collection_id, version, schema })));
    const { rows: slugs } = await client.query(`SELECT collection.slug, task_schema.slug AS schema
      FROM annotation_collection AS collection LEFT JOIN task_schema ON task_schema.id = task_schema_id
      ORDER BY collection.slug`);
    expect(slugs).toEqual([
      { slug: "labels", schema: "labels" },
      // The project has a task schema of the collection's name, which stays as it is.
      { slug: "mood", schema: "mood-00000000-0000-4000-8000-000000000012" },
      { slug: "stories", schema: null },
    ]);
    const { rows: kept } =
      await client.query(`SELECT version.document FROM task_schema JOIN task_schema_version AS version
      ON version.task_schema_id = task_schema.id WHERE slug = 'mood'`);
    expect(kept).toEqual([{ document: { title: "A study's" } }]);
  });
});

const inUse = `
  INSERT INTO project (id, name, slug) VALUES ('00000000-0000-4000-8000-000000000001', 'P', 'p');
  INSERT INTO annotation_collection (id, project_id, name, slug, settings) VALUES
    ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000001', 'Labels', 'labels', '{}'),
    ('00000000-0000-4000-8000-000000000012', '00000000-0000-4000-8000-000000000001', 'Mood', 'mood', '{}'),
    ('00000000-0000-4000-8000-000000000013', '00000000-0000-4000-8000-000000000001', 'Stories', 'stories', '{}');
  INSERT INTO annotation_schema_version (collection_id, version, schema, sha256, created_at, created_by_id) VALUES
    ('00000000-0000-4000-8000-000000000011', 1, '{"title": "A"}', 'a', '2026-11-01', NULL),
    ('00000000-0000-4000-8000-000000000011', 2, '{"title": "B"}', 'b', '2026-11-02', gen_random_uuid()),
    ('00000000-0000-4000-8000-000000000011', 3, '{"title": "A"}', 'a', '2026-11-03', NULL),
    ('00000000-0000-4000-8000-000000000012', 1, '{"title": "C"}', 'c', '2026-11-04', NULL);
  INSERT INTO task_schema (id, project_id, slug)
    VALUES ('00000000-0000-4000-8000-000000000021', '00000000-0000-4000-8000-000000000001', 'mood');
  INSERT INTO task_schema_version (id, task_schema_id, version, document, hash) VALUES (gen_random_uuid(),
    '00000000-0000-4000-8000-000000000021', 1, '{"title": "A study''s"}', 's');
`;
