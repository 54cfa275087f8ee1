import { type OutsideCopy, outsideCopy } from "@/lib/domain/release/outside-copy.ts";
import { backupAction } from "../../backup/write-backup.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Copies outside the database, newest first: backups, archives of projects, versions and deposits of studies and
 * collections, and downloads with identifiers, for the projects in which the user may erase. At most 100.
 */
export async function listOutsideCopies(actor: Actor): Promise<OutsideCopy[]> {
  const scope = projectScope(actor, "identities.erase");
  return await manyRows(
    pool(),
    outsideCopy,
    sql`
    SELECT kind, at, name, study, "studyId", address, "isEncrypted" FROM (
      SELECT 'backup' AS kind, at, subject_id AS name, NULL AS study, NULL::uuid AS "studyId",
        NULL AS address, (after ->> 'isEncrypted')::boolean AS "isEncrypted"
      FROM audit_event WHERE subject_type = 'backup' AND action = ${backupAction}
      UNION ALL
      SELECT 'archive', audit_event.at, project.name, NULL, NULL, NULL, NULL
      FROM audit_event JOIN project ON project.id = audit_event.project_id
      WHERE subject_type = 'project' AND action = 'project.archive'
        AND (${scope}::uuid[] IS NULL OR project.id = ANY (${scope}))
      UNION ALL
      SELECT 'release', release.created_at, coalesce(collection.name, release.level) || ' ' || release.version,
        study.name, study.id, NULL, NULL
      FROM release LEFT JOIN study ON study.id = release.study_id
      LEFT JOIN annotation_collection AS collection ON collection.id = release.collection_id
      WHERE release.benchmark_id IS NULL
        AND (${scope}::uuid[] IS NULL OR coalesce(study.project_id, collection.project_id) = ANY (${scope}))
      UNION ALL
      SELECT 'deposit', release_deposit.created_at, release_deposit.service, study.name, study.id,
        release_deposit.page, NULL
      FROM release_deposit LEFT JOIN study ON study.id = release_deposit.study_id
      LEFT JOIN annotation_collection AS collection ON collection.id = release_deposit.collection_id
      WHERE release_deposit.benchmark_id IS NULL
        AND (${scope}::uuid[] IS NULL OR coalesce(study.project_id, collection.project_id) = ANY (${scope}))
      UNION ALL
      SELECT 'identified', audit_event.at, 'identified', study.name, study.id, NULL, NULL
      FROM audit_event JOIN study ON study.id::text = audit_event.subject_id
      WHERE subject_type = 'study' AND action = 'study.export' AND after ->> 'level' = 'identified'
        AND (${scope}::uuid[] IS NULL OR study.project_id = ANY (${scope}))
    ) AS copies
    ORDER BY at DESC, name LIMIT 100
  `,
  );
}
