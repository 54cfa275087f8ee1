import * as z from "zod";
import { readReplicaState } from "../platform/database/export-snapshot.ts";
import type { Connection } from "../platform/database/rows.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { sessionInProgressSql } from "../studies/run/session-in-progress.ts";
import { type JobFigures, readJobFigures } from "./job-figures.ts";

/** The state of an installation, for its owners and for metrics. */
export interface InstallationStatus {
  database: z.infer<typeof databaseRow>;
  /** The lag of the replica for exports, or why it is not used; null if none is configured. */
  replica: Awaited<ReturnType<typeof readReplicaState>>;
  /** Programs on all machines that are connected to the database. */
  programs: z.infer<typeof programRow>[];
  jobs: JobFigures;
  /** The latest jobs that were given up. */
  deadJobs: z.infer<typeof deadJobRow>[];
  people: z.infer<typeof peopleRow>;
  /** The largest tables, with their indexes. */
  tables: z.infer<typeof tableRow>[];
}

const databaseRow = z.strictObject({
  version: z.string(),
  bytes: z.number(),
  connections: z.number(),
  maximumConnections: z.number(),
  /** When the server started. */
  since: z.date(),
});

const programRow = z.strictObject({
  program: z.string(),
  /** The address of the machine; null for a socket on the database's own machine. */
  machine: z.string().nullable(),
  connections: z.number(),
  since: z.date(),
});

const deadJobRow = z.strictObject({
  id: z.string(),
  kind: z.string(),
  project: z.string().nullable(),
  error: z.string().nullable(),
  at: z.date().nullable(),
});

const peopleRow = z.strictObject({
  /** Participants who were active in the last five minutes and have not finished. */
  participants: z.number(),
  /** Sessions that ended complete in the last hour. */
  completedLastHour: z.number(),
  /** Annotators who hold a copy now. */
  annotators: z.number(),
});

const tableRow = z.strictObject({ name: z.string(), rows: z.number(), bytes: z.number() });

const maxListedTables = 8;
const maxListedDeadJobs = 10;

/** Reads the state of the installation. The caller must check who may see it. */
export async function readInstallationStatus(connection: Connection): Promise<InstallationStatus> {
  return {
    database: await oneRow(
      connection,
      databaseRow,
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
         pg_database_size(current_database())::float8 AS bytes,
         (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
         current_setting('max_connections')::int AS "maximumConnections", pg_postmaster_start_time() AS since`,
    ),
    replica: await readReplicaState(),
    programs: await manyRows(
      connection,
      programRow,
      `SELECT application_name AS program, host(client_addr) AS machine, count(*)::int AS connections,
         min(backend_start) AS since
       FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'parallax/%'
       GROUP BY application_name, client_addr ORDER BY application_name, machine`,
    ),
    jobs: await readJobFigures(connection),
    deadJobs: await manyRows(
      connection,
      deadJobRow,
      `SELECT job.id, job.kind, project.name AS project, job.last_error AS error, job.finished_at AS at
       FROM job LEFT JOIN project ON project.id = job.project_id
       WHERE job.state = 'dead' ORDER BY job.finished_at DESC NULLS LAST LIMIT ${maxListedDeadJobs}`,
    ),
    people: await oneRow(
      connection,
      peopleRow,
      sql`SELECT
         -- One study at a time, because the indexes of sessions begin with the study.
         (SELECT coalesce(sum(count), 0)::int FROM study CROSS JOIN LATERAL (SELECT count(*) FROM session
           WHERE session.study_id = study.id AND ${sessionInProgressSql(5)}) AS active) AS participants,
         (SELECT coalesce(sum(count), 0)::int FROM study CROSS JOIN LATERAL (SELECT count(*) FROM session
           WHERE study_id = study.id AND outcome = 'complete' AND ended_at > clock_timestamp() - interval '1 hour') AS ended)
           AS "completedLastHour",
         (SELECT count(DISTINCT holder_id)::int FROM annotation_task WHERE holder_id IS NOT NULL
           AND available_at <> 'infinity' AND NOT lease_is_free(available_at, clock_timestamp())) AS annotators`,
    ),
    tables: await manyRows(
      connection,
      tableRow,
      `SELECT relname AS name, greatest(reltuples, 0)::float8 AS rows, pg_total_relation_size(oid)::float8 AS bytes
       FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
       ORDER BY pg_total_relation_size(oid) DESC LIMIT ${maxListedTables}`,
    ),
  };
}
