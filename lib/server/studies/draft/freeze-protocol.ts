import type { PoolClient } from "pg";
import * as z from "zod";
import { parserVersion } from "@/lib/domain/models/read-output/reading.ts";
import { correspondenceSchema } from "@/lib/domain/results/model/correspondence.ts";
import { type AnalysisPlan, analysisPlanSchema, defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { type FrozenProtocol, frozenHash } from "@/lib/domain/results/plan/frozen-protocol.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import { getStudyChainHead } from "../../platform/audit/chain/chain-head.ts";
import { json, manyRows, maybeRow, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { fieldError } from "../read-draft.ts";

/**
 * The last parser version that frozen protocols do not record. A protocol that was frozen with this or an earlier
 * version contains no parser version.
 */
const lastUnrecordedParserVersion = 3;

/** The stages whose opening freezes the protocol. */
const freezingStages = ["pilot", "main"];

const newestRow = z.strictObject({ number: z.number(), hash: z.string() });

/**
 * Freezes a study's protocol, or adds an amendment if the protocol is frozen and has changed. The protocol is frozen
 * when a pilot or main stage is first opened. Runs in the transaction of its caller, which must have locked the study.
 *
 * @param reason why the protocol is amended; if it is missing, throws an error at the field `reason`
 */
export async function freezeProtocol(
  client: PoolClient,
  studyId: string,
  actorId: string | null,
  reason: string,
): Promise<void> {
  const newest = await maybeRow(
    client,
    newestRow,
    sql`SELECT number, hash FROM protocol_freeze WHERE study_id = ${studyId} ORDER BY number DESC LIMIT 1`,
  );
  const before = newest;
  const currentDocument = await readCurrentDocument(client, studyId);
  if (!before && !freezingStages.includes(currentDocument.study.stage)) return;
  const document = before ? currentDocument : await addFixedValues(client, studyId, currentDocument);
  const hash = frozenHash(document);
  if (before?.hash === hash) return;
  if (before && reason.trim() === "") {
    throw fieldError(
      "reason",
      "The protocol is frozen. Please give a reason for the amendment. The reason is stored with the change.",
    );
  }
  const chain = await getStudyChainHead(client, studyId);
  await client.query(
    sql`INSERT INTO protocol_freeze (id, study_id, number, hash, document, reason, has_data, created_by_id, audit_head)
     SELECT gen_random_uuid(), ${studyId}, ${(before?.number ?? 0) + 1}, ${hash}, ${JSON.stringify(document)},
     ${before ? reason.trim() : ""}, EXISTS (SELECT FROM response
     WHERE study_id = ${studyId}), ${actorId}, ${chain?.head ?? null}`,
  );
}

/**
 * Adds the values that are fixed by the first freeze: the parser version of model texts, and the models of the plan.
 */
async function addFixedValues(
  client: PoolClient,
  studyId: string,
  commitment: FrozenProtocol,
): Promise<FrozenProtocol> {
  const plan = await fixPlanModels(client, studyId, commitment.plan);
  await client.query(sql`UPDATE study_plan SET document = ${JSON.stringify(plan)}::jsonb WHERE study_id = ${studyId}`);
  return { ...commitment, plan, ...parserVersionField(await fixParserVersion(client, studyId)) };
}

/**
 * Adds an amendment which records that data collection was reopened after the data were locked: the newest frozen
 * document again, with the reason. Does nothing for a study without a frozen protocol.
 */
export async function recordReopening(
  client: PoolClient,
  studyId: string,
  actorId: string | null,
  reason: string,
): Promise<void> {
  const chain = await getStudyChainHead(client, studyId);
  await client.query(
    sql`INSERT INTO protocol_freeze (id, study_id, number, hash, document, reason, kind, has_data, created_by_id,
     audit_head)
     SELECT gen_random_uuid(), ${studyId}, number + 1, hash, document, ${reason}, 'reopening', true, ${actorId},
     ${chain?.head ?? null}
     FROM protocol_freeze WHERE study_id = ${studyId} ORDER BY number DESC LIMIT 1`,
  );
}

/**
 * Returns the plan with an explicit list of models. If the plan names no models, the list contains all models that now
 * have answers to the study's items. A model that is imported later is exploratory until an amendment names it.
 */
export async function fixPlanModels(client: PoolClient, studyId: string, plan: AnalysisPlan): Promise<AnalysisPlan> {
  if (plan.modelsFixed) return plan;
  if (plan.models.length > 0) return { ...plan, modelsFixed: true };
  const models = await manyRows(
    client,
    z.strictObject({ name: z.string() }),
    sql`SELECT DISTINCT model.name FROM model WHERE EXISTS (
          SELECT FROM run JOIN prediction ON prediction.run_id = run.id
          WHERE run.model_id = model.id AND prediction.item_version_id IN (
            SELECT item_version_id FROM study_item WHERE study_id = ${studyId})) ORDER BY 1`,
  );
  return { ...plan, models: models.map(({ name }) => name), modelsFixed: true };
}

/**
 * Fixes the parser version of a study's model texts to the current one, unless it is already fixed; returns the
 * version.
 */
async function fixParserVersion(client: PoolClient, studyId: string): Promise<number> {
  const { reader } = await oneRow(
    client,
    z.strictObject({ reader: z.number() }),
    sql`UPDATE study SET reader_version = coalesce(reader_version, ${parserVersion}) WHERE id = ${studyId}
      RETURNING reader_version AS reader`,
  );
  return reader;
}

/** Adds an amendment to the frozen protocol after a change; does nothing for a study without a frozen protocol. */
export async function amendProtocol(
  client: PoolClient,
  studyId: string,
  actorId: string | null,
  reason: string,
): Promise<void> {
  const freezeCount = await rowCountOf(client, sql`SELECT 1 FROM protocol_freeze WHERE study_id = ${studyId} LIMIT 1`);
  if (freezeCount) await freezeProtocol(client, studyId, actorId, reason);
}

const protocolStateRow = z.strictObject({
  name: z.string(),
  slug: z.string(),
  stage: z.enum(stages),
  language: z.string(),
  design: json(),
  correspondence: json().nullable(),
  protocol: json().nullable(),
  plan: json().nullable(),
  reader: z.number().nullable(),
});

const itemRow = z.strictObject({ id: z.string(), contentHash: z.string(), key: z.number().nullable() });

async function readCurrentDocument(client: PoolClient, studyId: string): Promise<FrozenProtocol> {
  const row = await oneRow(
    client,
    protocolStateRow,
    sql`SELECT study.name, study.slug, study.stage::text, study.language, study.design, study.correspondence,
       study.reader_version AS reader, protocol_version.document AS protocol,
       coalesce(study_plan.document, (SELECT document -> 'plan' FROM protocol_freeze
         WHERE study_id = study.id ORDER BY number DESC LIMIT 1)) AS plan
     FROM study LEFT JOIN protocol_version ON protocol_version.id = study.protocol_version_id
     LEFT JOIN study_plan ON study_plan.study_id = study.id WHERE study.id = ${studyId}`,
  );
  const items = await manyRows(
    client,
    itemRow,
    sql`SELECT item_version.external_id AS id, item_version.content_hash AS "contentHash",
       (SELECT max(version) FROM item_key WHERE item_key.item_version_id = item_version.id) AS key
     FROM study_item JOIN item_version ON item_version.id = study_item.item_version_id
     WHERE study_item.study_id = ${studyId} ORDER BY study_item.ordinal`,
  );
  return {
    format: "parallax-protocol/1",
    study: { name: row.name, slug: row.slug, stage: row.stage, language: row.language },
    protocol: protocolSchema.parse(row.protocol),
    design: designSchema.parse(row.design),
    items,
    correspondence: row.correspondence === null ? null : correspondenceSchema.parse(row.correspondence),
    plan: parsePlan(row.plan),
    ...parserVersionField(row.reader),
  };
}

function parserVersionField(reader: number | null): Pick<FrozenProtocol, "reader"> {
  return reader === null || reader <= lastUnrecordedParserVersion ? {} : { reader };
}

/** A stored plan; the default plan if none is stored. */
export function parsePlan(stored: unknown): AnalysisPlan {
  return stored === null || stored === undefined ? defaultAnalysisPlan() : analysisPlanSchema.parse(stored);
}
