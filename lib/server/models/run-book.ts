import type { PoolClient } from "pg";
import * as z from "zod";
import { oneRow } from "../platform/database/rows.ts";

interface Owner {
  projectId: string;
  benchmarkId: string;
  source: string;
  isDemo?: boolean;
}

const idRow = z.strictObject({ id: z.string() });

/** The runs that one import writes to. A model and its run are made when the first row that is taken names them. */
export class RunBook {
  private readonly runIds = new Map<string, string>();
  private readonly client: PoolClient;
  private readonly owner: Owner;

  constructor(client: PoolClient, owner: Owner) {
    this.client = client;
    this.owner = owner;
  }

  /** In order of appearance. */
  get models(): string[] {
    return [...this.runIds.keys()];
  }

  /** The run of a model that was opened; a row of any other model has no business here. */
  runOf(model: string): string {
    const id = this.runIds.get(model);
    if (id === undefined) throw new RangeError(`no run was opened for the model ${JSON.stringify(model)}`);
    return id;
  }

  /** Records which file the runs' answers come from, which harness wrote it and what is to be noted, where nothing is recorded yet. */
  async sign(
    fileName: string,
    fileSha256: string,
    { harness, notes }: { harness?: string | undefined; notes?: string | undefined },
  ): Promise<void> {
    await this.client.query(
      `UPDATE run SET file_name = $2, file_sha256 = $3,
         settings = CASE WHEN settings = '{}' THEN jsonb_strip_nulls(jsonb_build_object('harness', $4::text, 'notes', $5::text))
           ELSE settings END
       WHERE id = ANY($1::uuid[]) AND file_name = ''`,
      [[...this.runIds.values()], fileName.slice(0, 300), fileSha256, harness ?? null, notes ?? null],
    );
  }

  async open(model: string): Promise<void> {
    if (this.runIds.has(model)) return;
    const { projectId, benchmarkId, source, isDemo = false } = this.owner;
    await this.client.query(
      `INSERT INTO model (id, project_id, name, is_demo) VALUES (gen_random_uuid(), $1, $2, $3)
       ON CONFLICT (project_id, name) DO NOTHING`,
      [projectId, model, isDemo],
    );
    await this.client.query(
      `INSERT INTO run (id, model_id, benchmark_id, source)
       SELECT gen_random_uuid(), id, $3, $4 FROM model WHERE project_id = $1 AND name = $2
       ON CONFLICT (model_id, benchmark_id, source) DO NOTHING`,
      [projectId, model, benchmarkId, source],
    );
    const row = await oneRow(
      this.client,
      idRow,
      `SELECT run.id FROM run JOIN model ON model.id = run.model_id
       WHERE model.project_id = $1 AND model.name = $2 AND run.benchmark_id = $3 AND run.source = $4`,
      [projectId, model, benchmarkId, source],
    );
    this.runIds.set(model, row.id);
  }
}
