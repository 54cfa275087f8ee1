import type { PoolClient } from "pg";
import * as z from "zod";
import { oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

interface Owner {
  projectId: string;
  benchmarkId: string;
  source: string;
  isDemo?: boolean;
}

const idRow = z.strictObject({ id: z.string() });

/** The runs to which one import writes. A model and its run are created with the first accepted row that names them. */
export class ImportRuns {
  private readonly runIds = new Map<string, string>();
  private readonly client: PoolClient;
  private readonly owner: Owner;

  constructor(client: PoolClient, owner: Owner) {
    this.client = client;
    this.owner = owner;
  }

  /** The names of the models, in order of appearance. */
  get models(): string[] {
    return [...this.runIds.keys()];
  }

  /** The run of an opened model; throws an error for any other model. */
  runOf(model: string): string {
    const id = this.runIds.get(model);
    if (id === undefined) throw new RangeError(`no run was opened for the model ${JSON.stringify(model)}`);
    return id;
  }

  /** Records the file of the runs' answers, its harness and the notes, unless they are already recorded. */
  async sign(
    fileName: string,
    fileSha256: string,
    { harness, notes }: { harness?: string | undefined; notes?: string | undefined },
  ): Promise<void> {
    await this.client.query(
      sql`UPDATE run SET file_name = ${fileName.slice(0, 300)}, file_sha256 = ${fileSha256},
         settings = CASE WHEN settings = '{}' THEN jsonb_strip_nulls(jsonb_build_object('harness',
         ${harness ?? null}::text, 'notes', ${notes ?? null}::text))
           ELSE settings END
       WHERE id = ANY(${[...this.runIds.values()]}::uuid[]) AND file_name = ''`,
    );
  }

  async open(model: string): Promise<void> {
    if (this.runIds.has(model)) return;
    const { projectId, benchmarkId, source, isDemo = false } = this.owner;
    await this.client.query(
      sql`INSERT INTO model (id, project_id, name, is_demo)
       VALUES (gen_random_uuid(), ${projectId}, ${model}, ${isDemo})
       ON CONFLICT (project_id, name) DO NOTHING`,
    );
    await this.client.query(
      sql`INSERT INTO run (id, model_id, benchmark_id, source)
       SELECT gen_random_uuid(), id, ${benchmarkId}, ${source} FROM model WHERE project_id = ${projectId}
       AND name = ${model}
       ON CONFLICT (model_id, benchmark_id, source) DO NOTHING`,
    );
    const row = await oneRow(
      this.client,
      idRow,
      sql`SELECT run.id FROM run JOIN model ON model.id = run.model_id
       WHERE model.project_id = ${projectId} AND model.name = ${model} AND run.benchmark_id = ${benchmarkId}
       AND run.source = ${source}`,
    );
    this.runIds.set(model, row.id);
  }
}
