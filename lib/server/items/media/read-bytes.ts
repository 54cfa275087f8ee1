import * as z from "zod";
import { type Connection, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const bytesRow = z.strictObject({ bytes: z.instanceof(Uint8Array) });

/** The bytes of a stored file. Throws if the project does not have it. */
export async function readFileBytes(connection: Connection, projectId: string, sha256: string): Promise<Buffer> {
  const { bytes } = await oneRow(
    connection,
    bytesRow,
    sql`SELECT bytes FROM media WHERE project_id = ${projectId} AND sha256 = ${sha256}`,
  );
  return Buffer.from(bytes);
}
