import * as z from "zod";
import { releaseSubjectTypes } from "@/lib/domain/release/release-subject.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { SubjectFacts } from "../release-subject.ts";

const foundRow = z.strictObject({
  type: z.enum(releaseSubjectTypes),
  id: z.string(),
  projectId: z.string(),
  slug: z.string(),
  name: z.string(),
  project: z.string(),
}) satisfies z.ZodType<SubjectFacts>;

/** Benchmarks and collections with this ID, slug or name, in all projects. */
export async function findReleaseSubjects(named: string): Promise<z.infer<typeof foundRow>[]> {
  return manyRows(
    pool(),
    foundRow,
    sql`SELECT one.type, one.id, one.project_id AS "projectId", one.slug, one.name, project.slug AS project FROM (
          SELECT 'benchmark' AS type, id, project_id, slug, name FROM benchmark
          UNION ALL SELECT 'collection', id, project_id, slug, name FROM annotation_collection
        ) AS one JOIN project ON project.id = one.project_id
        WHERE ${named} IN (one.id::text, one.slug, one.name) ORDER BY one.type, project.slug, one.id`,
  );
}
