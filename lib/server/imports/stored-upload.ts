import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import * as z from "zod";
import { pool } from "../platform/database/pool.ts";
import { maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { readParts, storeParts } from "../platform/database/stored-parts.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { requireFreeSpace } from "../platform/files/free-space.ts";
import { withTransferPermit } from "../platform/http/transfer-permit.ts";
import { withSpooledUpload } from "./upload.ts";

interface UploadTarget {
  /** Null if the job that reads the upload creates the project. */
  projectId: string | null;
  fileName: string;
  /** The command for files that are too large for an upload. */
  command: string;
}

/**
 * Stores an uploaded file until the background job whose payload names the upload has read it; another process may run
 * the job. The next upload deletes the uploads of finished and failed jobs, and uploads that are older than a day and
 * used by no job. The caller has checked the user's rights.
 *
 * @param work runs in the transaction that stores the file
 */
export async function storeUpload<Result>(
  body: ReadableStream<Uint8Array> | null,
  { projectId, fileName, command }: UploadTarget,
  work: (client: PoolClient, upload: string) => Promise<Result>,
): Promise<Result> {
  const upload = randomUUID();
  const name = toFileName(fileName);
  return withTransferPermit(() =>
    withSpooledUpload(
      body,
      async (path) => {
        // The database may be on the same disk, and writes the bytes to its log and to its tables.
        await requireFreeSpace(path, 2 * (await stat(path)).size);
        return withTx(async (client) => {
          await deleteUnused(client);
          const parts = await storeParts(
            client,
            path,
            (number, bytes) =>
              sql`INSERT INTO upload_part (upload_id, number, project_id, file_name, bytes)
                VALUES (${upload}::uuid, ${number}, ${projectId}::uuid, ${name}, ${bytes})`,
          );
          if (parts === 0) throw new AppError("invalid", "The file is empty.");
          return work(client, upload);
        });
      },
      command,
    ),
  );
}

async function deleteUnused(client: PoolClient): Promise<void> {
  await client.query(
    sql`WITH used AS (
        SELECT state IN ('waiting', 'running') AS is_needed, value AS upload
        FROM job, jsonb_each_text(payload) AS entry (name, value)
        WHERE kind = ANY(${Object.values(uploadJobKinds)}::text[])
      )
      DELETE FROM upload_part
      WHERE NOT EXISTS (SELECT FROM used WHERE is_needed AND upload = upload_id::text)
        AND (created_at < clock_timestamp() - interval '1 day' OR EXISTS (SELECT FROM used WHERE upload = upload_id::text))`,
  );
}

/** The kinds of the jobs that read uploads. */
export const uploadJobKinds = { replication: "replicate-paper", archive: "import-project-archive" } as const;

/** A name that every file system accepts; its end has the type of the file. */
function toFileName(given: string): string {
  const name = given
    .replace(/[\\/\p{Cc}]/gu, "_")
    .toWellFormed()
    .slice(-80)
    .replace(/^\.+/u, "");
  return name === "" ? "data" : name;
}

/** Throws an AppError at the field if an upload does not exist in the project. */
export async function requireUpload(projectId: string, upload: string | undefined, field: string): Promise<void> {
  if (upload === undefined) return;
  const found = await rowCountOf(
    pool(),
    sql`SELECT FROM upload_part WHERE upload_id = ${upload}::uuid AND number = 0 AND project_id = ${projectId}::uuid`,
  );
  if (found === 0) throw new AppError("invalid", "no longer exists; upload the file again", field);
}

const uploadRow = z.strictObject({ name: z.string() });

/** Writes an uploaded file into a new folder, and returns its path. Throws an AppError if the upload was deleted. */
export async function writeUpload(upload: string, folder: string): Promise<string> {
  const found = await maybeRow(
    pool(),
    uploadRow,
    sql`SELECT file_name AS name FROM upload_part WHERE upload_id = ${upload}::uuid AND number = 0`,
  );
  if (!found) throw new AppError("gone", "The uploaded file no longer exists; upload it again.");
  await mkdir(folder, { recursive: true });
  const path = join(folder, found.name);
  const parts = readParts(
    (number) => sql`SELECT bytes FROM upload_part WHERE upload_id = ${upload}::uuid AND number = ${number}`,
  );
  await pipeline(parts, createWriteStream(path));
  return path;
}

/** Deletes uploads that a job has read. */
export async function deleteUploads(uploads: readonly string[]): Promise<void> {
  await pool().query(sql`DELETE FROM upload_part WHERE upload_id = ANY(${uploads}::uuid[])`);
}
