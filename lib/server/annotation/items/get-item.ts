import * as z from "zod";
import type { KsteDocument } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { GateResult } from "@/lib/domain/annotation/judge-gate.ts";
import type { AnnotationVerdict } from "@/lib/domain/annotation/requests.ts";
import { type ItemFlag, type ItemStatus, itemFlags, itemStatuses } from "@/lib/domain/annotation/task.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import type { LintFinding } from "@/lib/domain/stories/lint/finding.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { currentImport } from "./current-import.ts";

export interface AnnotationItemView {
  id: string;
  collectionId: string;
  collectionName: string;
  externalId: string;
  genre: string;
  knowledgeType: string | null;
  groupKey: string;
  status: ItemStatus;
  flags: ItemFlag[];
  findings: LintFinding[];
  /** The item in the fields of the released format, as imported or generated, with its corrected source. */
  imported: KsteItem;
  importedDocument: KsteDocument;
  /** Null while nothing is accepted. */
  acceptedDocument: KsteDocument | null;
  itemVersionId: string | null;
  benchmarkId: string | null;
  relatives: { id: string; externalId: string; kind: KsteDocument["kind"]; status: ItemStatus }[];
  copies: {
    taskId: string;
    copy: number;
    state: string;
    holderName: string | null;
    verdict: AnnotationVerdict | null;
  }[];
  gate: { studyId: string; passed: boolean | null; result: GateResult | null } | null;
}

const itemRow = z.strictObject({
  id: z.string(),
  collection_id: z.string(),
  name: z.string(),
  external_id: z.string(),
  genre: z.string(),
  knowledge_type: z.string().nullable(),
  group_key: z.string(),
  status: z.enum(itemStatuses),
  flags: z.array(z.enum(itemFlags)),
  findings: json<LintFinding[]>(),
  document: json<KsteDocument>(),
  imported: json<KsteItem>(),
  item_version_id: z.string().nullable(),
  benchmark_id: z.string().nullable(),
  accepted: json<KsteDocument>().nullable(),
  relatives: json<AnnotationItemView["relatives"]>().nullable(),
  copies: json<AnnotationItemView["copies"]>().nullable(),
  gate: json<NonNullable<AnnotationItemView["gate"]>>().nullable(),
});

/** One item with all its data. Only for users who manage its collection. */
export async function getItem(actor: Actor, itemId: string): Promise<AnnotationItemView> {
  const scope = projectScope(actor, "annotation.manage");
  const row = await maybeRow(
    pool(),
    itemRow,
    sql`
    SELECT item.id, item.collection_id, collection.name, item.external_id, item.genre, item.knowledge_type, item.group_key,
      item.status::text, item.flags, item.findings, item.document, ${currentImport} AS imported, item.item_version_id,
      collection.benchmark_id,
      CASE WHEN item.accepted_task_id IS NOT NULL THEN text.current_document END AS accepted,
      (SELECT json_agg(json_build_object('id', id, 'externalId', external_id, 'kind', kind, 'status', status) ORDER BY ordinal)
       FROM (SELECT id, external_id, kind, status, ordinal FROM annotation_item AS relative
             WHERE relative.collection_id = item.collection_id AND relative.group_key = item.group_key
               AND relative.id <> item.id ORDER BY ordinal LIMIT 50) AS relative) AS relatives,
      (SELECT json_agg(json_build_object('taskId', task.id, 'copy', task.copy, 'state', task.state,
          'holderName', app_user.name, 'verdict', verdict.verdict) ORDER BY task.copy)
       FROM annotation_task AS task LEFT JOIN app_user ON app_user.id = task.holder_id
       LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
       WHERE task.item_id = item.id) AS copies,
      (SELECT json_build_object('studyId', study_id, 'passed', passed, 'result', result) FROM annotation_gate
       WHERE item_id = item.id ORDER BY created_at DESC LIMIT 1) AS gate
    FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
    JOIN item_text AS text ON text.item_id = item.id
    WHERE item.id = ${itemId}::uuid AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}::uuid[]))
  `,
  );
  if (!row) throw notFoundError();
  return {
    id: row.id,
    collectionId: row.collection_id,
    collectionName: row.name,
    externalId: row.external_id,
    genre: row.genre,
    knowledgeType: row.knowledge_type,
    groupKey: row.group_key,
    status: row.status,
    flags: row.flags,
    findings: row.findings,
    imported: row.imported,
    importedDocument: row.document,
    acceptedDocument: row.accepted,
    itemVersionId: row.item_version_id,
    benchmarkId: row.benchmark_id,
    relatives: row.relatives ?? [],
    copies: row.copies ?? [],
    gate: row.gate,
  };
}
