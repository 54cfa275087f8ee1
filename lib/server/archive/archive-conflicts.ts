import type pg from "pg";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { BackupError } from "../backup/backup-manifest.ts";
import { quoteIdentifier } from "../backup/copy-table.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ArchiveManifest } from "./archive-manifest.ts";
import { archivedTables } from "./archived-tables.ts";

const projectRow = z.strictObject({ id: z.string(), name: z.string() });

/** Refuses an archive whose project already exists here, and a name in addresses that another project uses. */
export async function refuseConflicts(client: pg.Client, { project }: ArchiveManifest, slug: string): Promise<void> {
  const conflicts = await manyRows(
    client,
    projectRow,
    sql`SELECT id, name FROM project WHERE id = ${project.id}::uuid OR slug = ${slug}`,
  );
  const same = conflicts.find(({ id }) => id === project.id);
  if (same)
    throw new BackupError(
      `The project of this archive is already in this installation, as “${same.name}”. Import it into another installation.`,
    );
  const sameSlug = conflicts[0];
  if (sameSlug)
    throw new BackupError(
      `The project “${sameSlug.name}” already uses the name ${slug} in addresses; import it under another name (--as NAME on the command line).`,
    );
}

const strayCountRow = z.strictObject({ strays: z.number() });

/**
 * Refuses an archive with a row of another project, so that no file can add rows to another project. Reads the tables
 * into which the archive was loaded, in the schema that the search path names.
 */
export async function requireRowsOfProject(client: pg.Client, projectId: string): Promise<void> {
  for (const { name, rows } of archivedTables) {
    const { strays } = await oneRow(
      client,
      strayCountRow,
      `SELECT count(*)::float8 AS strays FROM ${quoteIdentifier(name)}
       WHERE (${rows.replaceAll("PROJECT", `'${projectId}'::uuid`)}) IS NOT TRUE`,
    );
    if (strays > 0)
      throw new BackupError(
        `The archive was changed: ${formatNumberOf(strays, "row")} of ${name} ${strays === 1 ? "does" : "do"} not belong to its project. Use the original file.`,
      );
  }
}

const studyRow = z.strictObject({ slug: z.string(), project: z.string() });

/** Refuses studies whose addresses are already used. The archive's studies are in the schema `staged`. */
export async function refuseStudyAddressConflicts(client: pg.Client, staged: string): Promise<void> {
  const conflicts = await manyRows(
    client,
    studyRow,
    `SELECT study.slug, project.name AS project FROM study JOIN project ON project.id = study.project_id
     WHERE study.slug IN (SELECT slug FROM ${staged}.study) ORDER BY study.slug LIMIT 20`,
  );
  if (conflicts.length === 0) return;
  const list = conflicts.map(({ slug, project }) => `${slug} (project ${project})`).join(", ");
  throw new BackupError(
    `Studies of this installation have the same address: ${list}. An address is part of a frozen protocol, so it is not changed: import the archive into an installation without these studies.`,
  );
}
