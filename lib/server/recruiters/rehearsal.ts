import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { entrySources, isRemovedId } from "@/lib/domain/survey/entry.ts";
import { type Departure, findDeparture, withExit } from "@/lib/domain/survey/exit.ts";
import { type Outcome, outcomes, type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import type { RehearsalFacts } from "@/lib/domain/survey/recruiters/readiness.ts";
import {
  type EntryParamNames,
  knownEntryParamNames,
  sourceOfRecruiter,
} from "@/lib/domain/survey/recruiters/recruiter.ts";
import { type RehearsalLinks, rehearsalLinks } from "@/lib/domain/survey/recruiters/rehearsal-links.ts";
import type { ExitStep } from "@/lib/domain/survey/screens.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { environment } from "../platform/environment.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { decryptStoredSecret } from "../platform/settings/stored-secret.ts";
import { copyLists } from "../studies/draft/copy-lists.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { deleteRehearsals } from "../studies/draft/delete-rehearsals.ts";
import { minimiseDesign } from "../studies/draft/rehearsal-design.ts";
import { signEntry, signReturnLink } from "../studies/entry/entry-signature.ts";
import type { StudyFacts } from "../studies/get-study.ts";
import { freezeDesign } from "../studies/run/open-study.ts";
import { lockStudy } from "../studies/study-where.ts";

/** One preview session and its progress. */
export interface RehearsedSession {
  id: string;
  startedAt: Date;
  endedAt: Date | null;
  outcome: Outcome | null;
  /** The recruiter's parameters that were received, and the names of the parameters that were not received. */
  arrived: { name: string; value: string }[];
  missing: string[];
  /** The code and the return link of its last page. */
  departure: Departure | null;
  /** The recruiter's last report about the session by webhook. */
  lastEvent: string | null;
}

export interface Rehearsal {
  createdAt: Date;
  facts: RehearsalFacts;
  links: RehearsalLinks;
  /** The sessions, newest first. */
  sessions: RehearsedSession[];
}

const documentRow = z.strictObject({ document: json() });

/**
 * Creates a new preview of a study: a copy in the stage "preview" with the same texts, codes, rules and secret, under
 * an address that cannot be guessed. Its sessions are shown only on the study's recruiting page. The previous preview
 * is deleted with all of its data. A preview can be created for a draft and while the study runs.
 */
export async function startRehearsal(actor: Actor, studyId: string): Promise<void> {
  await withTx(async (client) => {
    // Generating a large design takes longer than the pool's usual limit for idle transactions.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '120s'");
    const study = await lockStudy(client, actor, "research.write", studyId);
    const version = await maybeRow(
      client,
      documentRow,
      sql`SELECT document FROM protocol_version WHERE id = ${study.protocol_version_id}`,
    );
    if (!version) throw new AppError("conflict", "The study has no pages yet, so it cannot be previewed.");
    await deleteRehearsals(client, studyId);
    await createPreviewCopy(client, study, protocolSchema.parse(version.document), actor.userId);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.rehearse",
      subjectType: "study",
      subjectId: studyId,
    });
  });
}

const itemVersionIdRow = z.strictObject({ item_version_id: z.string() });

async function createPreviewCopy(
  client: PoolClient,
  study: Awaited<ReturnType<typeof lockStudy>>,
  protocol: Protocol,
  createdById: string | null,
): Promise<void> {
  const items = await manyRows(
    client,
    itemVersionIdRow,
    sql`SELECT item_version_id FROM study_item WHERE study_id = ${study.id} ORDER BY ordinal`,
  );
  if (items.length === 0) throw new AppError("conflict", "The study has no items, so it cannot be previewed.");
  const id = await createStudy(client, {
    projectId: study.project_id,
    createdById,
    name: study.name,
    slug: `${study.slug.slice(0, 40).replace(/-+$/, "")}-rehearsal-${randomBytes(8).toString("hex")}`,
    description: "",
    language: study.language,
    stage: "preview",
    benchmarkId: study.benchmark_id,
    itemIds: items.map((row) => row.item_version_id),
    design: minimiseDesign(study.design),
    protocol,
    correspondence: { sameAs: study.id },
    isDemo: false,
  });
  await client.query(
    // The links of a preview are shown; the links of a simulation are not.
    sql`UPDATE study SET rehearsal_of_id = source.id,
       entry_secret = CASE WHEN source.stage = 'simulation' THEN study.entry_secret ELSE source.entry_secret END,
       arrival_rules = source.arrival_rules, status = 'open', opened_at = clock_timestamp()
     FROM study AS source WHERE study.id = ${id} AND source.id = ${study.id}`,
  );
  await copyLists(client, study.id, id, id);
  await freezeDesign(client, id);
}

const rehearsalRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  created_at: z.date(),
  entry_secret: z.string(),
  hash: z.string(),
});

/**
 * A study's preview with all of its sessions; null if there is none. The caller must check the right to see the study.
 */
export async function getRehearsal(study: StudyFacts): Promise<Rehearsal | null> {
  const previewStudy = await maybeRow(
    pool(),
    rehearsalRow,
    sql`
    SELECT study.id, study.slug, study.created_at, study.entry_secret, protocol_version.hash
    FROM study JOIN protocol_version ON protocol_version.id = study.protocol_version_id
    WHERE study.rehearsal_of_id = ${study.id}
  `,
  );
  if (!previewStudy) return null;
  const entrySecret = await decryptStoredSecret("entry-links", previewStudy.entry_secret);
  const sessions = await readSessions(study, previewStudy.id, entrySecret);
  const mostCompleteSession = sessions.toSorted((one, other) => one.missing.length - other.missing.length)[0];
  const { recruiter } = study.protocol;
  const links = rehearsalLinks(
    environment().publicUrl,
    previewStudy.slug,
    { kind: recruiter?.kind ?? "none", panel: panelNames(study.protocol) },
    randomBytes(6).toString("hex"),
    (text) => signEntry(entrySecret, text),
  );
  return {
    createdAt: previewStudy.created_at,
    facts: {
      isCurrent: previewStudy.hash === study.protocolVersion.hash,
      isComplete: sessions.some(({ outcome }) => outcome === "complete"),
      missingParameters: mostCompleteSession?.missing ?? [],
      hasArrived: sessions.length > 0,
    },
    links,
    sessions,
  };
}

/** The code and the return link of each outcome, for a participant whom the recruiter sent. */
export function listExampleDepartures(protocol: Protocol): Record<Outcome, Departure> {
  const names = entryParamNames(protocol);
  const source = protocolSource(protocol);
  const parameters: Record<string, string> = Object.fromEntries(names.others.map((name) => [name, name]));
  if (source === "mturk") parameters.turkSubmitTo = "https://www.mturk.com";
  const participant = { sessionId: "SESSION", entry: { source, externalId: names.id, parameters } };
  return Object.fromEntries(
    Object.keys(protocol.ends).map((outcome) => {
      // For other outcomes than "complete", only a participant who finished before withdrawing has a code. Such a
      // participant leaves in the same way as participants who finished.
      const completionCode = outcome === "complete" ? "OWN-CODE" : null;
      return [
        outcome,
        findDeparture(protocol, outcome as Outcome, { ...participant, completionCode }, () => "SIGNATURE"),
      ];
    }),
  ) as Record<Outcome, Departure>;
}

const sessionRow = z.strictObject({
  id: z.string(),
  started_at: z.date(),
  ended_at: z.date().nullable(),
  outcome: z.enum(outcomes).nullable(),
  completion_code: z.string().nullable(),
  document: json(),
  source: z.string().nullable(),
  external_id: z.string().nullable(),
  parameters: json<Record<string, string>>(),
  lastEvent: z.string().nullable(),
  lastScreen: z.string().nullable(),
});

async function readSessions(study: StudyFacts, previewId: string, secret: string): Promise<RehearsedSession[]> {
  const rows = await manyRows(
    pool(),
    sessionRow,
    sql`
    SELECT session.id, started_at, ended_at, outcome::text AS outcome, completion_code, protocol_version.document,
      entry_identity.source, external_id, coalesce(parameters, '{}') AS parameters,
      (SELECT status FROM recruiter_event
       WHERE project_id = ${study.projectId} AND source = 'prolific' AND submission = parameters ->> 'SESSION_ID'
       ORDER BY happened_at DESC LIMIT 1) AS "lastEvent",
      (SELECT key FROM session_screen WHERE session_id = session.id ORDER BY screen DESC LIMIT 1) AS "lastScreen"
    FROM session JOIN protocol_version ON protocol_version.id = session.protocol_version_id
    LEFT JOIN entry_identity ON entry_identity.session_id = session.id
    WHERE session.study_id = ${previewId} ORDER BY started_at DESC, session.id LIMIT 20
  `,
  );
  return rows.map((row) => {
    const protocol = protocolSchema.parse(row.document);
    const exit = protocol.steps.find((step): step is ExitStep => step.kind === "exit" && step.key === row.lastScreen);
    const names = entryParamNames(protocol);
    const source = entrySources.find((candidate) => candidate === row.source);
    const isFromRecruiter = source === protocolSource(protocol);
    const values: Record<string, string> = isFromRecruiter
      ? { [names.id]: row.external_id ?? "", ...row.parameters }
      : {};
    const expectedNames = [names.id, ...names.others];
    const id = row.external_id ?? "";
    const externalId = isRemovedId(id, row.id) ? "" : id;
    const entry = source ? { source, externalId, parameters: row.parameters } : null;
    const participant = { sessionId: row.id, completionCode: row.completion_code, entry };
    return {
      id: row.id,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      outcome: row.outcome,
      arrived: expectedNames.flatMap((name) => (values[name] ? [{ name, value: values[name] }] : [])),
      missing: expectedNames.filter((name) => !values[name]),
      departure:
        row.outcome &&
        findDeparture(withExit(protocol, exit ?? null), row.outcome, participant, (text) =>
          signReturnLink(secret, text),
        ),
      lastEvent: row.lastEvent,
    };
  });
}

function protocolSource({ recruiter }: Protocol): ReturnType<typeof sourceOfRecruiter> {
  return sourceOfRecruiter(recruiter?.kind ?? "none");
}

function entryParamNames(protocol: Protocol): EntryParamNames {
  const source = protocolSource(protocol);
  return source === "panel" ? (panelNames(protocol) ?? knownEntryParamNames.pid) : knownEntryParamNames[source];
}

function panelNames({ recruiter }: Protocol): EntryParamNames | null {
  if (recruiter?.kind !== "panel") return null;
  return { id: recruiter.idParameter, others: recruiter.otherParameters };
}
