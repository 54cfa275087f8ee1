import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const subjectRow = z.strictObject({ type: z.enum(["benchmark", "collection"]), id: z.string(), project: z.string() });

/** Benchmarks and collections with this ID, slug or name, in all projects. */
export async function findReleaseSubjects(named: string): Promise<z.infer<typeof subjectRow>[]> {
  return manyRows(
    pool(),
    subjectRow,
    sql`SELECT one.type, one.id, project.slug AS project FROM (
          SELECT 'benchmark' AS type, id, project_id, slug, name FROM benchmark
          UNION ALL SELECT 'collection', id, project_id, slug, name FROM annotation_collection
        ) AS one JOIN project ON project.id = one.project_id
        WHERE ${named} IN (one.id::text, one.slug, one.name) ORDER BY one.type, project.slug, one.id`,
  );
}
