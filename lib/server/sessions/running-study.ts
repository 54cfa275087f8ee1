import * as z from "zod";
import { hasContextFree } from "@/lib/domain/items/kinds/context-free.ts";
import { type ArrivalRules, readArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { type Protocol, protocolSchema, publicTitleOf } from "@/lib/domain/survey/protocol.ts";
import type { EntryParamNames } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { listScreens, type Screen } from "@/lib/domain/survey/screens.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { listOfferedLanguages, translateProtocol } from "@/lib/domain/survey/translate-protocol.ts";
import { findTextProblem } from "@/lib/domain/text.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { decryptStoredSecret } from "../platform/settings/stored-secret.ts";

/** A protocol version with all immutable data that its sessions need. */
export interface RunningProtocol {
  id: string;
  studyId: string;
  slug: string;
  /** The study's name as participants see it. */
  studyName: string;
  /** The language of `protocol` and `screens`. */
  language: string;
  /** The languages that participants may choose, the study's own language first. */
  languages: string[];
  hash: string;
  protocol: Protocol;
  screens: Screen[];
  itemsPerSession: number;
  /** Whether a condition shows no story. */
  hasContextFree: boolean;
  /** Whether an item has a recording that must be played completely. */
  hasPlayback: boolean;
  /** The seed of the design. */
  seed: string;
  strata: { id: string; key: string; criteria: Record<string, string>; isOpen: boolean }[];
}

/** Data that may change while a study runs. */
export interface StudyState {
  studyId: string;
  status: "draft" | "open" | "paused" | "closed";
  protocolVersionId: string | null;
  /** The secret with which signatures of external IDs are checked. */
  entrySecret: string;
  arrivalRules: ArrivalRules;
}

const protocols = new Map<string, Promise<RunningProtocol | null>>();
const states = new Map<string, { readAt: number; state: Promise<StudyState | null> }>();

/**
 * The maximum delay after which the consent page shows a pause or a new protocol. Every write reads the current state
 * from the database.
 */
const stateFreshMs = 1_000;
const stateUsableMs = 10_000;

/** One entry per protocol version in use; the limit bounds the size of the cache. */
const maximumProtocols = 200;

/**
 * The protocol in the language of a session; unchanged for null and for a language that the protocol does not offer.
 * Cached with the protocol.
 */
export function translateRunning(running: RunningProtocol, language: string | null): RunningProtocol {
  if (language === null || language === running.language || !running.languages.includes(language)) return running;
  const translations = translationCache.get(running) ?? new Map<string, RunningProtocol>();
  translationCache.set(running, translations);
  const translatedProtocol = translations.get(language) ?? translate(running, language);
  translations.set(language, translatedProtocol);
  return translatedProtocol;
}

const translationCache = new WeakMap<RunningProtocol, Map<string, RunningProtocol>>();

function translate(running: RunningProtocol, language: string): RunningProtocol {
  const [originalLanguage = running.language] = running.languages;
  const protocol = translateProtocol(running.protocol, originalLanguage, language);
  const studyName = publicTitleOf(protocol, running.studyName);
  return { ...running, studyName, language, protocol, screens: listScreens(protocol, running.itemsPerSession) };
}

/** The parameters of the links of a study's own panel; null for other recruiters. */
export function panelParamNames({ recruiter }: Pick<Protocol, "recruiter">): EntryParamNames | null {
  if (recruiter?.kind !== "panel" || recruiter.idParameter === "") return null;
  return { id: recruiter.idParameter, others: recruiter.otherParameters };
}

/** Whether a text has the form of a protocol version's ID; any other text would make the query fail. */
export function isProtocolId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** The protocol version with that ID, cached because it is immutable; null if there is none. */
export function getRunningProtocol(protocolVersionId: string): Promise<RunningProtocol | null> {
  const cachedProtocol = protocols.get(protocolVersionId);
  if (cachedProtocol) return cachedProtocol;
  const loading = readProtocol(protocolVersionId);
  if (protocols.size >= maximumProtocols) protocols.delete(protocols.keys().next().value as string);
  protocols.set(protocolVersionId, loading);
  // Failed and empty reads are not cached. Drafts are not cached either, because their name, design and groups can
  // change.
  loading
    .then((found) => found?.strata.length || protocols.delete(protocolVersionId))
    .catch(() => protocols.delete(protocolVersionId));
  return loading;
}

/**
 * Whether a study is open and which protocol it runs; null for an unknown slug. A value older than a second is still
 * returned while the next one is being read, so that no page waits for other writes; a value older than ten seconds is
 * not returned.
 */
export function getStudyState(slug: string): Promise<StudyState | null> {
  // A text that cannot be stored cannot be a slug, and would make the query fail.
  if (findTextProblem(slug, 200)) return Promise.resolve(null);
  const cachedState = states.get(slug);
  const ageMs = cachedState ? performance.now() - cachedState.readAt : Number.POSITIVE_INFINITY;
  if (cachedState && ageMs < stateFreshMs) return cachedState.state;
  const state = readStudyState(slug);
  if (states.size >= maximumProtocols) states.clear();
  const next = { readAt: performance.now(), state: cachedState && ageMs < stateUsableMs ? cachedState.state : state };
  states.set(slug, next);
  state.then(
    () => {
      next.state = state;
    },
    () => states.delete(slug),
  );
  return next.state;
}

const studyStateRow = z.strictObject({
  id: z.string(),
  status: z.enum(studyStatuses),
  stage: z.enum(stages),
  protocol_version_id: z.string().nullable(),
  entry_secret: z.string(),
  arrival_rules: json().nullable(),
});

async function readStudyState(slug: string): Promise<StudyState | null> {
  const row = await maybeRow(
    pool(),
    studyStateRow,
    sql`
    SELECT id, status, stage::text, protocol_version_id, entry_secret, arrival_rules
    FROM study WHERE slug = ${slug}
  `,
  );
  if (!row) return null;
  return {
    studyId: row.id,
    status: row.status,
    protocolVersionId: row.protocol_version_id,
    entrySecret: await decryptStoredSecret("entry-links", row.entry_secret),
    arrivalRules: readArrivalRules({ stage: row.stage, arrival_rules: row.arrival_rules }),
  };
}

const stratumRow = z.object({
  id: z.string(),
  key: z.string(),
  criteria: z.record(z.string(), z.string()),
  is_open: z.boolean(),
});

const protocolRow = z.strictObject({
  id: z.string(),
  study_id: z.string(),
  hash: z.string(),
  document: json(),
  slug: z.string(),
  name: z.string(),
  language: z.string(),
  design: json(),
  has_playback: z.boolean(),
});

const strataRow = z.strictObject({ id: z.string(), key: z.string(), criteria: json(), is_open: z.boolean() });

async function readProtocol(protocolVersionId: string): Promise<RunningProtocol | null> {
  const row = await maybeRow(
    pool(),
    protocolRow,
    sql`
    SELECT protocol_version.id, protocol_version.study_id, protocol_version.hash, protocol_version.document,
           study.slug, study.name, study.language, study.design, EXISTS (
             SELECT FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
             JOIN task_schema_version AS version ON version.id = item.task_schema_version_id
             WHERE study_item.study_id = study.id AND version.document @? '$.stimulus[*] ? (@.playback == "complete")'
           ) AS has_playback
    FROM protocol_version JOIN study ON study.id = protocol_version.study_id
    WHERE protocol_version.id = ${protocolVersionId}
  `,
  );
  if (!row) return null;
  const strata = await manyRows(
    pool(),
    strataRow,
    sql`
    SELECT id, key, criteria, is_open FROM stratum WHERE study_id = ${row.study_id} ORDER BY is_open, ordinal
  `,
  );
  const protocol = protocolSchema.parse(row.document);
  const { itemsPerSession, factors, seed } = designSchema.parse(row.design);
  return {
    id: row.id,
    studyId: row.study_id,
    slug: row.slug,
    studyName: publicTitleOf(protocol, row.name),
    language: row.language,
    languages: listOfferedLanguages(row.language, protocol),
    hash: row.hash,
    protocol,
    screens: listScreens(protocol, itemsPerSession),
    itemsPerSession,
    hasContextFree: hasContextFree(factors),
    hasPlayback: row.has_playback,
    seed,
    strata: strata
      .map((stratum) => stratumRow.parse(stratum))
      .map(({ id, key, criteria, is_open }) => ({ id, key, criteria, isOpen: is_open })),
  };
}
