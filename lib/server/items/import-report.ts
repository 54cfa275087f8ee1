import type { PoolClient } from "pg";

export interface Rejection {
  line: number;
  field: string;
  message: string;
}

/** What an import did. Always rows = inserted + unchanged + rejected. */
export interface ImportReport {
  id: string;
  rows: number;
  inserted: number;
  unchanged: number;
  rejected: number;
  /** The first thousand. */
  rejections: Rejection[];
}

const keptRejections = 1_000;

/** Counts rows as they are imported. */
export class ImportTally {
  inserted = 0;
  unchanged = 0;
  rejected = 0;
  readonly rejections: Rejection[] = [];

  count(result: "inserted" | "unchanged"): void {
    this[result] += 1;
  }

  reject(rejection: Rejection): void {
    this.rejected += 1;
    if (this.rejections.length < keptRejections) this.rejections.push(rejection);
  }
}

/** Stores the report beside the rows it speaks of, in their transaction. */
export async function saveImportReport(
  client: PoolClient,
  tally: ImportTally,
  source: { projectId: string; kind: string; fileName: string; fileSha256: string; actorId: string | null },
): Promise<ImportReport> {
  const { inserted, unchanged, rejected, rejections } = tally;
  const rows = inserted + unchanged + rejected;
  const stored = await client.query(
    `INSERT INTO import_report (id, project_id, kind, file_name, file_sha256, rows, inserted, unchanged, rejected,
       rejections, actor_id)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [
      source.projectId,
      source.kind,
      source.fileName.slice(0, 300),
      source.fileSha256,
      rows,
      inserted,
      unchanged,
      rejected,
      JSON.stringify(rejections),
      source.actorId,
    ],
  );
  return { id: stored.rows[0].id, rows, inserted, unchanged, rejected, rejections };
}
