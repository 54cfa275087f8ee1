import type { PoolClient } from "pg";
import * as z from "zod";
import type { Correspondence } from "@/lib/domain/results/model/correspondence.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { Design } from "@/lib/domain/survey/design.ts";
import { type Protocol, protocolHash } from "@/lib/domain/survey/protocol.ts";
import { maybeRow, oneRow } from "../../platform/database/rows.ts";
import { encryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { mintEntrySecret } from "../entry/entry-signature.ts";

/** A study as a preset or a form describes it. */
export interface NewStudy {
  projectId: string;
  createdById: string | null;
  name: string;
  slug: string;
  description: string;
  language: string;
  stage: "preview" | "simulation" | "pilot" | "main" | "re-solve";
  benchmarkId: string;
  /** Item versions in the order in which the slot plan counts them. */
  itemIds: readonly string[];
  design: Design;
  /** Stored as it is: of a copy or twin, the document of its source, with the edition of words that it has. */
  protocol: Protocol;
  /** Which conditions of models its own conditions are compared with: declared, or as in the study that it was made from. */
  correspondence: Correspondence | { sameAs: string };
  /** The analysis plan that its preset begins with; null or left out for none. */
  plan?: AnalysisPlan | null;
  isDemo: boolean;
}

const idRow = z.strictObject({ id: z.string() });

/** Writes a draft with its first protocol version and answers its id. Runs in the transaction of its caller. */
export async function createStudy(client: PoolClient, study: NewStudy): Promise<string> {
  const row = await oneRow(
    client,
    idRow,
    `INSERT INTO study (id, project_id, slug, name, description, stage, language, benchmark_id, design, entry_secret,
       is_demo, created_by_id, correspondence)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5::stage, $6, $7, $8, $9, $10, $11,
       coalesce($12::jsonb, (SELECT correspondence FROM study WHERE id = $13))) RETURNING id`,
    [
      study.projectId,
      study.slug,
      study.name,
      study.description,
      study.stage,
      study.language,
      study.benchmarkId,
      JSON.stringify(study.design),
      await encryptStoredSecret("entry-links", mintEntrySecret()),
      study.isDemo,
      study.createdById,
      "sameAs" in study.correspondence ? null : JSON.stringify(study.correspondence),
      "sameAs" in study.correspondence ? study.correspondence.sameAs : null,
    ],
  );
  const studyId: string = row.id;
  await client.query(
    `INSERT INTO study_item (study_id, item_version_id, ordinal)
     SELECT $1, id, ordinal - 1 FROM unnest($2::uuid[]) WITH ORDINALITY AS listed (id, ordinal)`,
    [studyId, study.itemIds],
  );
  if (study.plan)
    await client.query("INSERT INTO study_plan (study_id, document, updated_by_id) VALUES ($1, $2, $3)", [
      studyId,
      JSON.stringify(study.plan),
      study.createdById,
    ]);
  await addProtocolVersion(client, studyId, study.protocol, study.createdById);
  return studyId;
}

const addProtocolVersionRow = z.strictObject({ id: z.string(), hash: z.string() });

/**
 * Makes a protocol the one that new sessions run; sessions under way keep theirs. The same document twice is one
 * version.
 */
export async function addProtocolVersion(
  client: PoolClient,
  studyId: string,
  protocol: Protocol,
  createdById: string | null,
): Promise<string> {
  const hash = protocolHash(protocol);
  const current = await maybeRow(
    client,
    addProtocolVersionRow,
    `SELECT protocol_version.id, protocol_version.hash FROM study
     JOIN protocol_version ON protocol_version.id = study.protocol_version_id WHERE study.id = $1 FOR UPDATE OF study`,
    [studyId],
  );
  if (current?.hash === hash) return current.id;
  const row = await oneRow(
    client,
    idRow,
    `INSERT INTO protocol_version (id, study_id, version, hash, document, created_by_id)
     SELECT gen_random_uuid(), $1, coalesce(max(version), 0) + 1, $2, $3, $4 FROM protocol_version WHERE study_id = $1
     RETURNING id`,
    [studyId, hash, JSON.stringify(protocol), createdById],
  );
  await client.query("UPDATE study SET protocol_version_id = $2 WHERE id = $1", [studyId, row.id]);
  return row.id;
}
