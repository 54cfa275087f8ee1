import type { PoolClient } from "pg";
import * as z from "zod";
import { filesOf, type TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import type { UploadedFiles } from "@/lib/domain/tasks/schema/with-files.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import type { PreparedFile } from "./prepared-file.ts";

/** The files of an archive: by path for its rows, and by SHA-256 to be stored. */
export interface UploadedArchive {
  files: UploadedFiles;
  prepared: ReadonlyMap<string, PreparedFile>;
}

/** Stores a file, if the project does not have it. */
export async function storeFile(client: PoolClient, projectId: string, file: PreparedFile): Promise<void> {
  await client.query(
    sql`INSERT INTO media (project_id, sha256, type, bytes, size, duration_ms)
      VALUES (${projectId}, ${file.sha256}, ${file.type}, ${Buffer.from(file.bytes)}, ${file.bytes.byteLength},
        ${file.durationMs})
      ON CONFLICT (project_id, sha256) DO NOTHING`,
  );
}

const fileRow = z.strictObject({ sha256: z.string() });

/**
 * Stores the uploaded files that the items show.
 *
 * @param uploaded the files by SHA-256
 * @returns the hashes of files that the items show but the project does not have
 */
export async function storeFiles(
  client: PoolClient,
  projectId: string,
  items: readonly { fields: TaskFields }[],
  uploaded: ReadonlyMap<string, PreparedFile>,
): Promise<Set<string>> {
  const shownFiles = new Set(items.flatMap(({ fields }) => filesOf(fields).map(({ sha256 }) => sha256)));
  for (const sha256 of shownFiles) {
    const file = uploaded.get(sha256);
    if (file) await storeFile(client, projectId, file);
  }
  if (shownFiles.size === 0) return shownFiles;
  const rows = await manyRows(
    client,
    fileRow,
    sql`SELECT sha256 FROM media WHERE project_id = ${projectId} AND sha256 = ANY(${[...shownFiles]}::text[])`,
  );
  for (const { sha256 } of rows) shownFiles.delete(sha256);
  return shownFiles;
}
