import type { PoolClient } from "pg";
import * as z from "zod";
import type { ExportLevel, ExportShape } from "@/lib/domain/interchange/export-study-columns.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { listConditional } from "@/lib/domain/survey/branching/not-asked.ts";
import { findFailureRule } from "@/lib/domain/survey/check.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { type Protocol, protocolQuestions, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import { readShownTranslations, readStudyItemRows, type StoredItem } from "../../items/read-items.ts";
import { json, manyRows, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { decryptStoredSecret } from "../../platform/settings/stored-secret.ts";
import { deriveStudyKey } from "../entry/entry-signature.ts";

/**
 * The data needed for all records of a study's export. Their size depends on the design, not on the number of answers.
 */
export interface ExportContext {
  study: {
    id: string;
    projectId: string;
    slug: string;
    name: string;
    stage: string;
    language: string;
    isDemo: boolean;
    benchmark: string;
    design: unknown;
  };
  level: ExportLevel;
  canary: string;
  /** The salt for the order of anonymous participants and for the pseudonyms of their texts. */
  salt: string;
  shape: ExportShape;
  items: Map<string, StoredItem>;
  /** Translations of items that were shown to participants. */
  translations: Map<string, StoredItem>;
  conditions: Map<string, { key: string; levels: ConditionLevels }>;
  strata: Map<string, string>;
  itemsPerSession: number;
  protocols: Map<string, { version: number; hash: string; document: Protocol }>;
  /** The study's data locks, oldest first. */
  locks: z.infer<typeof lockRow>[];
}

const lockRow = z.strictObject({
  id: z.string(),
  number: z.number(),
  cause: z.string(),
  lockedAt: z.date(),
  sha256: z.string(),
  listed: z.number(),
  counted: z.number(),
  leftSince: z.number(),
});

const exportContextRow = z.strictObject({
  id: z.string(),
  project_id: z.string(),
  slug: z.string(),
  name: z.string(),
  stage: z.enum(stages),
  language: z.string(),
  is_demo: z.boolean(),
  design: json(),
  entry_secret: z.string(),
  canary: z.string(),
  benchmark: z.string(),
});

/** Reads the context of an export. The caller must find the study and check the right. */
export async function readExportContext(
  client: PoolClient,
  studyId: string,
  level: ExportLevel,
): Promise<ExportContext> {
  const studyRecord = await oneRow(
    client,
    exportContextRow,
    sql`SELECT study.id, study.project_id, study.slug, study.name, study.stage, study.language, study.is_demo, study.design,
       study.entry_secret,
       benchmark.canary, benchmark.name AS benchmark
     FROM study JOIN benchmark ON benchmark.id = study.benchmark_id WHERE study.id = ${studyId}`,
  );
  const { entry_secret: secret, canary, is_demo: isDemo, project_id: projectId, ...study } = studyRecord;
  const items = new Map<string, StoredItem>();
  for await (const item of readStudyItemRows(client, studyId)) items.set(item.itemVersionId, item);
  const translations = new Map<string, StoredItem>();
  for await (const item of readShownTranslations(client, studyId)) translations.set(item.itemVersionId, item);
  const protocols = await readProtocols(client, studyId);
  const documents = [...protocols.values()].map(({ document }) => document);
  const design = designSchema.parse(study.design);
  const itemRows = [...items.values()].map(({ row }) => row);
  return {
    study: { ...study, projectId, isDemo },
    level,
    canary,
    salt: deriveStudyKey(await decryptStoredSecret("entry-links", secret), "anonymous export"),
    items,
    translations,
    protocols,
    locks: await manyRows(
      client,
      lockRow,
      sql`SELECT id, number, cause, locked_at AS "lockedAt", sha256, listed, counted, left_since AS "leftSince"
       FROM data_lock WHERE study_id = ${studyId} ORDER BY number`,
    ),
    conditions: await readConditions(client, studyId),
    strata: await readStrata(client, studyId),
    itemsPerSession: design.itemsPerSession,
    shape: {
      level,
      factors: design.factors.map((factor) => factor.name),
      attributes: listAttributes(itemRows),
      questions: listNewestQuestions(documents),
      conditional: documents.flatMap((document) => listConditional(listScreens(document, 1))),
      boxes: keepNewestByKey(documents.flatMap(({ consent }) => consent.boxes ?? [])),
      checks: keepNewestByKey(documents.flatMap(({ steps }) => steps.filter((step) => findFailureRule(step) !== null))),
      hasTimeLimit: documents.some(({ steps }) =>
        steps.some((step) => "timeLimitSeconds" in step && step.timeLimitSeconds),
      ),
      kinds: [...new Set(itemRows.map(({ kind }) => kind))].flatMap((kind) => itemKinds[kind] ?? []),
      items: [...new Map(itemRows.map(({ id, gold }) => [id, { id, hasKey: gold !== null }])).values()],
    },
  };
}

function listAttributes(items: readonly ItemRow[]): string[] {
  return [...new Set(items.flatMap(({ attributes }) => Object.keys(attributes)))].sort();
}

/** The questions of all versions of the protocol; if their wording differs, the newest wording is used. */
function listNewestQuestions(documents: readonly Protocol[]) {
  return keepNewestByKey(documents.flatMap(protocolQuestions));
}

function keepNewestByKey<Named extends { key: string }>(listed: readonly Named[]): Named[] {
  return [...new Map(listed.map((one) => [one.key, one])).values()];
}

const protocolRow = z.strictObject({ id: z.string(), version: z.number(), hash: z.string(), document: json() });

async function readProtocols(client: PoolClient, studyId: string) {
  const rows = await manyRows(
    client,
    protocolRow,
    sql`SELECT id, version, hash, document FROM protocol_version WHERE study_id = ${studyId} ORDER BY version`,
  );
  return new Map(
    rows.map((row) => [
      row.id as string,
      { version: row.version as number, hash: row.hash as string, document: protocolSchema.parse(row.document) },
    ]),
  );
}

const conditionRow = z.strictObject({ id: z.string(), key: z.string(), levels: json() });

async function readConditions(client: PoolClient, studyId: string) {
  const rows = await manyRows(
    client,
    conditionRow,
    sql`SELECT id, key, levels FROM condition WHERE study_id = ${studyId} ORDER BY ordinal`,
  );
  return new Map(
    rows.map((row) => [row.id as string, { key: row.key as string, levels: row.levels as ConditionLevels }]),
  );
}

const strataRow = z.strictObject({ id: z.string(), key: z.string() });

async function readStrata(client: PoolClient, studyId: string) {
  const rows = await manyRows(
    client,
    strataRow,
    sql`SELECT id, key FROM stratum WHERE study_id = ${studyId} ORDER BY ordinal`,
  );
  return new Map(rows.map((row) => [row.id as string, row.key as string]));
}
