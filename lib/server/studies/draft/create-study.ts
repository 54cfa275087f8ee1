import type { PoolClient } from "pg";
import * as z from "zod";
import type { Correspondence } from "@/lib/domain/results/model/correspondence.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { Design } from "@/lib/domain/survey/design.ts";
import { type Protocol, protocolHash } from "@/lib/domain/survey/protocol.ts";
import { pdfType } from "../../items/media/prepare-pdf.ts";
import { maybeRow, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { encryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { mintEntrySecret } from "../entry/entry-signature.ts";
import { fieldError } from "../read-draft.ts";

/** A study to be created from a preset or a form. */
export interface NewStudy {
  projectId: string;
  createdById: string | null;
  name: string;
  slug: string;
  description: string;
  language: string;
  stage: "preview" | "simulation" | "pilot" | "main" | "re-solve";
  benchmarkId: string;
  /** Item versions in the order that the slot plan uses. */
  itemIds: readonly string[];
  design: Design;
  /**
   * The protocol is stored unchanged. For a copy, this is the document of the source study with its version of the
   * texts.
   */
  protocol: Protocol;
  /**
   * The model conditions that the study's conditions are compared with: declared, or the same as in the source study.
   */
  correspondence: Correspondence | { sameAs: string };
  /** The preset's initial analysis plan; null or undefined for none. */
  plan?: AnalysisPlan | null;
  isDemo: boolean;
}

const idRow = z.strictObject({ id: z.string() });

/** Creates a draft with its first protocol version and returns its ID. Runs in the caller's transaction. */
export async function createStudy(client: PoolClient, study: NewStudy): Promise<string> {
  const row = await oneRow(
    client,
    idRow,
    sql`INSERT INTO study (id, project_id, slug, name, description, stage, language, benchmark_id, design, entry_secret,
       is_demo, created_by_id, correspondence)
     VALUES (gen_random_uuid(), ${study.projectId}, ${study.slug}, ${study.name}, ${study.description},
     ${study.stage}::stage, ${study.language}, ${study.benchmarkId}, ${JSON.stringify(study.design)},
     ${await encryptStoredSecret("entry-links", mintEntrySecret())}, ${study.isDemo}, ${study.createdById},
       coalesce(${"sameAs" in study.correspondence ? null : JSON.stringify(study.correspondence)}::jsonb,
       (SELECT correspondence FROM study
       WHERE id = ${"sameAs" in study.correspondence ? study.correspondence.sameAs : null}))) RETURNING id`,
  );
  const studyId: string = row.id;
  await client.query(
    sql`INSERT INTO study_item (study_id, item_version_id, ordinal)
     SELECT ${studyId}, id, ordinal - 1 FROM unnest(${study.itemIds}::uuid[]) WITH ORDINALITY AS listed (id, ordinal)`,
  );
  if (study.plan)
    await client.query(
      sql`INSERT INTO study_plan (study_id, document, updated_by_id)
        VALUES (${studyId}, ${JSON.stringify(study.plan)}, ${study.createdById})`,
    );
  await addProtocolVersion(client, studyId, study.protocol, study.createdById);
  return studyId;
}

const protocolVersionRow = z.strictObject({ id: z.string(), hash: z.string() });

/**
 * Sets the protocol of new sessions; sessions in progress keep their protocol. A document that equals the current
 * version does not create a new one.
 */
export async function addProtocolVersion(
  client: PoolClient,
  studyId: string,
  protocol: Protocol,
  createdById: string | null,
): Promise<string> {
  await requireEthicsFile(client, studyId, protocol);
  const hash = protocolHash(protocol);
  const current = await maybeRow(
    client,
    protocolVersionRow,
    sql`SELECT protocol_version.id, protocol_version.hash FROM study
     JOIN protocol_version ON protocol_version.id = study.protocol_version_id WHERE study.id = ${studyId}
     FOR UPDATE OF study`,
  );
  if (current?.hash === hash) return current.id;
  const row = await oneRow(
    client,
    idRow,
    sql`INSERT INTO protocol_version (id, study_id, version, hash, document, created_by_id)
     SELECT gen_random_uuid(), ${studyId}, coalesce(max(version), 0) + 1, ${hash}, ${JSON.stringify(protocol)},
     ${createdById} FROM protocol_version WHERE study_id = ${studyId}
     RETURNING id`,
  );
  await client.query(sql`UPDATE study SET protocol_version_id = ${row.id} WHERE id = ${studyId}`);
  return row.id;
}

/** Throws if the study's project does not store the PDF of the ethics approval. */
export async function requireEthicsFile(client: PoolClient, studyId: string, { consent }: Protocol): Promise<void> {
  const file = consent.ethics?.file;
  if (!file) return;
  const stored = await rowCountOf(
    client,
    sql`SELECT FROM media JOIN study USING (project_id)
        WHERE study.id = ${studyId} AND sha256 = ${file.sha256} AND type = ${pdfType}`,
  );
  if (stored === 0)
    throw fieldError("protocol.consent.ethics.file", "This project does not store this file. Upload it again.");
}
