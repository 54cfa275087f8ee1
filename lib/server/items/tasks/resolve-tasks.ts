import type { PoolClient } from "pg";
import * as z from "zod";
import { goldOfAnswer } from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import { formatRejectedValue } from "@/lib/domain/interchange/rejected-value.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { task as taskKind } from "@/lib/domain/items/kinds/task/task.ts";
import { parseTaskFields } from "@/lib/domain/tasks/schema/item-fields.ts";
import { filesOf, type TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { type TaskSchema, taskSchemaSchema } from "@/lib/domain/tasks/schema/task-schema.ts";
import { resolveFiles } from "@/lib/domain/tasks/schema/with-files.ts";
import { goldByField } from "@/lib/domain/tasks/scoring/field-gold.ts";
import { summariseTaskItem } from "@/lib/domain/tasks/screens/task-summary.ts";
import { createTableTaskSchema, tableTaskOf } from "@/lib/domain/tasks/templates/table-task.ts";
import { firstProblem } from "@/lib/domain/text.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { ImportTally, NumberedRow } from "../import-report.ts";
import { storeFiles, type UploadedArchive } from "../media/store-files.ts";
import { storeTaskSchema } from "./save-task-schema.ts";

interface StoredVersion {
  id: string;
  version: number;
  schema: TaskSchema;
}

/** The task schemas of a project that a file's rows name. Each version is read once per file. */
export class TaskSchemas {
  readonly #known = new Map<string, StoredVersion[]>();

  constructor(
    private readonly client: PoolClient,
    private readonly projectId: string,
    private readonly actorId: string | null = null,
    private readonly archive: UploadedArchive = { files: new Map(), prepared: new Map() },
  ) {}

  /** The fields of a row. Paths in them are replaced by the files of the archive. */
  withFiles(schema: TaskSchema, fields: Readonly<Record<string, unknown>> | undefined) {
    return resolveFiles(schema, fields ?? {}, this.archive.files);
  }

  /** Stores the schema of a question of a table if the project does not have it. */
  async addTableTask(slug: string, schema: TaskSchema): Promise<void> {
    const existingVersions = await this.versionsOf(slug);
    if (existingVersions.length > 0) return;
    await storeTaskSchema(this.client, { projectId: this.projectId, actorId: this.actorId, slug, schema });
    this.#known.delete(slug);
  }

  /** The versions of a schema, newest first; empty if the project has no schema with this name. */
  async versionsOf(slug: string): Promise<readonly StoredVersion[]> {
    const cachedVersions = this.#known.get(slug);
    if (cachedVersions) return cachedVersions;
    const rows = await manyRows(
      this.client,
      versionRow,
      sql`SELECT version.id, version.version, version.document FROM task_schema_version AS version
        JOIN task_schema ON task_schema.id = version.task_schema_id
        WHERE task_schema.project_id = ${this.projectId} AND task_schema.slug = ${slug} ORDER BY version.version DESC`,
    );
    const versions = rows.map(({ document, ...row }) => ({ ...row, schema: taskSchemaSchema.parse(document) }));
    this.#known.set(slug, versions);
    return versions;
  }

  /** Stores the uploaded files that the fields show. Returns the first field whose file is missing, or null. */
  async storeFiles(fields: TaskFields): Promise<{ field: string; message: string } | null> {
    const missingFiles = await storeFiles(this.client, this.projectId, [{ fields }], this.archive.prepared);
    const missingFile = filesOf(fields).find(({ sha256 }) => missingFiles.has(sha256));
    return missingFile
      ? { field: `fields.${missingFile.name}`, message: "names a file that the project does not have" }
      : null;
  }
}

const versionRow = z.strictObject({ id: z.string(), version: z.number(), document: json() });

/**
 * Resolves the task schemas of a batch's rows, and checks the fields and keys of these rows. Rows that do not fit are
 * rejected. Rows of other kinds are returned unchanged.
 */
export async function resolveTasks(
  schemas: TaskSchemas,
  batch: readonly NumberedRow<ItemRow>[],
  tally: ImportTally,
): Promise<NumberedRow<ItemRow>[]> {
  const resolvedRows: NumberedRow<ItemRow>[] = [];
  for (const { line, row } of batch) {
    const outcome = row.kind === taskKind.name ? await resolveRow(schemas, row) : { ok: true as const, row };
    if (outcome.ok) resolvedRows.push({ line, row: outcome.row });
    else {
      const { field, message } = outcome;
      tally.reject({ line, field, message, value: formatRejectedValue(row, field) });
    }
  }
  return resolvedRows;
}

type ResolvedRow = { ok: true; row: ItemRow } | { ok: false; field: string; message: string };

/** Moves the options of a table's row to its schema. */
async function moveOptionsToSchema(schemas: TaskSchemas, row: ItemRow): Promise<ResolvedRow> {
  const task = row.schema === undefined ? null : tableTaskOf(row.schema, row.options);
  if (task === null || row.schema === undefined) return { ok: true, row };
  const schema = taskSchemaSchema.safeParse(createTableTaskSchema(task, row.options));
  if (!schema.success) return { ok: false, field: "options", message: firstProblem(schema.error).message };
  await schemas.addTableTask(row.schema, schema.data);
  return { ok: true, row: { ...row, options: [] } };
}

/**
 * Resolves the task schema of one row. Without a key for any field, the accepted answers of annotators are the key.
 */
export async function resolveRow(schemas: TaskSchemas, rawRow: ItemRow): Promise<ResolvedRow> {
  const moved = await moveOptionsToSchema(schemas, rawRow);
  if (!moved.ok) return moved;
  const { row } = moved;
  const slug = row.schema ?? "";
  const versions = await schemas.versionsOf(slug);
  if (versions.length === 0)
    return {
      ok: false,
      field: "schema",
      message: `is "${slug}", which the project does not have: import the task schema first`,
    };
  const schemaVersion =
    row.schemaVersion === undefined ? versions[0] : versions.find(({ version }) => version === row.schemaVersion);
  if (!schemaVersion)
    return {
      ok: false,
      field: "schemaVersion",
      message: `does not exist; the newest version is ${versions[0]?.version}`,
    };
  const fieldsWithFiles = schemas.withFiles(schemaVersion.schema, row.fields);
  if (!fieldsWithFiles.ok) return fieldsWithFiles;
  const parsed = parseTaskFields(schemaVersion.schema, fieldsWithFiles.fields);
  if (!parsed.ok) return parsed;
  const missingFile = await schemas.storeFiles(parsed.fields);
  if (missingFile) return { ok: false, ...missingFile };
  const rowTask = { schema: schemaVersion.schema, fields: parsed.fields };
  const hasKey = Object.keys(goldByField(row.gold)).length > 0;
  const resolvedRow: ItemRow = {
    ...row,
    ...(!hasKey && row.accepted ? { gold: goldOfAnswer(schemaVersion.schema, row.accepted) } : {}),
    ...summariseTaskItem(row, rowTask.schema, rowTask.fields),
    schemaVersion: schemaVersion.version,
    task: rowTask,
    taskSchemaVersionId: schemaVersion.id,
  };
  const problem = taskKind.refuseItem(resolvedRow) ?? taskKind.refuseGold?.(resolvedRow.gold, resolvedRow) ?? null;
  return problem ? { ok: false, ...problem } : { ok: true, row: resolvedRow };
}
