import { createHmac, randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import * as z from "zod";
import { manyRows, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { readInstallationSecret } from "../../platform/settings/installation-secret.ts";

/** The person of a recruiter's event, before it is stored. */
export interface EventSubject {
  submission: string;
  person: string | null;
  /** The study that an imported file belongs to; null if the event does not name a study. */
  studyId: string | null;
}

const submissionToForgetRow = z.strictObject({
  session_id: z.string(),
  study_id: z.string(),
  project_id: z.string(),
  source: z.string(),
  external_id: z.string(),
  submissions: z.array(z.string()),
});

/**
 * Removes the submission and participant IDs of these sessions from recruiters' reports. Keyed hashes are stored
 * instead, so that a later event about the same submission is recognised and the person's ID is not stored again. Must
 * run in the caller's transaction, before the IDs of the sessions themselves are removed.
 */
export async function forgetSubmissions(client: ClientBase, sessionIds: readonly string[]): Promise<void> {
  const rows = await manyRows(
    client,
    submissionToForgetRow,
    sql`
    SELECT entry_identity.session_id, entry_identity.study_id, study.project_id, source, external_id,
           array_remove(ARRAY[parameters ->> 'SESSION_ID', parameters ->> 'assignmentId'], NULL) AS submissions
    FROM entry_identity JOIN study ON study.id = entry_identity.study_id
    WHERE entry_identity.session_id = ANY (${sessionIds}::uuid[])
  `,
  );
  const key = await hashKey();
  for (const { session_id, study_id, project_id, source, external_id, submissions } of rows) {
    const alias = `erased:${session_id}`;
    const digests = [
      ...submissions.map((submission) => submissionDigest(key, submission)),
      personDigest(key, study_id, external_id),
    ];
    await client.query(sql`
      INSERT INTO forgotten_submission (project_id, source, digest, alias)
      SELECT ${project_id}, ${source}, digest, ${alias} FROM unnest(${digests}::text[]) AS digest
      ON CONFLICT (project_id, source, digest) DO UPDATE SET alias = excluded.alias
    `);
    // The key of an event from a file contains personal data, so the key is also erased. The key of a webhook's event
    // is the recruiter's event ID.
    await client.query(sql`
      UPDATE recruiter_event SET person = NULL, submission = ${alias}, code = NULL,
        event_id = CASE WHEN origin = 'file' THEN 'erased:' || id ELSE event_id END
      WHERE project_id = ${project_id} AND source = ${source}
        AND (submission = ANY (${submissions}::text[])
          OR (study_id = ${study_id} AND person = ${external_id} AND NOT EXISTS (
            -- The same person with another ID: events about that session keep referring to it.
            SELECT 1 FROM entry_identity AS other
            WHERE other.study_id = ${study_id} AND other.source = ${source} AND other.session_id <> ${session_id}
              AND recruiter_event.submission IN (other.parameters ->> 'SESSION_ID', other.parameters ->> 'assignmentId'))))
    `);
  }
}

/** A submission without a session, and all person IDs in the events about it. */
export interface UnmatchedSubmission {
  projectId: string;
  source: string;
  submission: string;
  people: readonly { studyId: string | null; person: string }[];
}

/** Like `forgetSubmissions`, for people who have no session. Returns the number of events whose IDs were removed. */
export async function eraseUnmatchedSubmissions(
  client: ClientBase,
  unmatched: readonly UnmatchedSubmission[],
): Promise<number> {
  const key = await hashKey();
  const aliasedSubmissions = unmatched.map((one) => ({ ...one, alias: `forgotten:${randomUUID()}` }));
  const digests = aliasedSubmissions.flatMap(({ projectId, source, submission, people, alias }) =>
    [
      submissionDigest(key, submission),
      ...people.flatMap(({ studyId, person }) => (studyId ? personDigest(key, studyId, person) : [])),
    ].map((digest) => ({ projectId, source, digest, alias })),
  );
  await client.query(sql`
    INSERT INTO forgotten_submission (project_id, source, digest, alias)
    SELECT * FROM unnest(
      ${digests.map((one) => one.projectId)}::uuid[], ${digests.map((one) => one.source)}::text[],
      ${digests.map((one) => one.digest)}::text[], ${digests.map((one) => one.alias)}::text[])
    ON CONFLICT (project_id, source, digest) DO NOTHING
  `);
  const rowCount = await rowCountOf(
    client,
    sql`
    UPDATE recruiter_event AS event SET person = NULL, submission = known.alias, code = NULL,
      event_id = CASE WHEN origin = 'file' THEN 'forgotten:' || id ELSE event_id END
    FROM unnest(
      ${aliasedSubmissions.map((one) => one.projectId)}::uuid[], ${aliasedSubmissions.map((one) => one.source)}::text[],
      ${aliasedSubmissions.map((one) => one.submission)}::text[], ${aliasedSubmissions.map((one) => one.alias)}::text[]
    ) AS known (project_id, source, submission, alias)
    WHERE event.project_id = known.project_id AND event.source = known.source AND event.submission = known.submission
  `,
  );
  return rowCount;
}

/** Whether this stored submission ID replaces an erased ID. */
export function isForgotten(submission: string): boolean {
  return submission.startsWith("erased:") || submission.startsWith("forgotten:");
}

const forgottenSubmissionRow = z.strictObject({ digest: z.string(), alias: z.string() });

/**
 * Returns the events in the form in which they are stored. An event about an erased session names the session instead
 * of the person. If an erased person has started a new session, events about the new session keep their IDs.
 */
export async function replaceForgottenIds<Subject extends EventSubject>(
  client: ClientBase,
  projectId: string,
  source: string,
  subjects: readonly Subject[],
): Promise<Subject[]> {
  const key = await hashKey();
  const digestsOf = ({ submission, person, studyId }: EventSubject) => [
    submissionDigest(key, submission),
    ...(studyId && person ? [personDigest(key, studyId, person)] : []),
  ];
  const rows = await manyRows(
    client,
    forgottenSubmissionRow,
    sql`
    SELECT digest, alias FROM forgotten_submission
    WHERE project_id = ${projectId} AND source = ${source} AND digest = ANY (${subjects.flatMap(digestsOf)}::text[])
  `,
  );
  if (rows.length === 0) return [...subjects];
  const aliases = new Map<string, string>(rows.map((row) => [row.digest, row.alias]));
  const aliasBySubject = subjects.map(
    (subject) => digestsOf(subject).flatMap((digest) => aliases.get(digest) ?? [])[0] ?? null,
  );
  const indicesWithSession = await findIndicesWithSession(
    client,
    projectId,
    source,
    subjects.flatMap((subject, place) => (aliasBySubject[place] ? { ...subject, place } : [])),
  );
  return subjects.map((subject, place) => {
    const alias = aliasBySubject[place];
    return alias && !indicesWithSession.has(place) ? { ...subject, submission: alias, person: null } : subject;
  });
}

const indexRow = z.strictObject({ place: z.number() });

/**
 * The indices of the subjects that belong to a session that still has an ID. The session is found by its submission or,
 * if it was started without a submission ID, by its person.
 */
async function findIndicesWithSession(
  client: ClientBase,
  projectId: string,
  source: string,
  subjects: readonly (EventSubject & { place: number })[],
): Promise<Set<number>> {
  const rows = await manyRows(
    client,
    indexRow,
    sql`
    SELECT said.place FROM unnest(
      ${subjects.map(({ place }) => place)}::int[], ${subjects.map(({ submission }) => submission)}::text[],
      ${subjects.map(({ person }) => person)}::text[], ${subjects.map(({ studyId }) => studyId)}::uuid[]
    ) AS said (place, submission, person, study_id)
    WHERE EXISTS (
      SELECT 1 FROM entry_identity JOIN study ON study.id = entry_identity.study_id
      WHERE study.project_id = ${projectId} AND entry_identity.source = ${source}
        AND (said.study_id IS NULL OR entry_identity.study_id = said.study_id)
        AND CASE WHEN entry_identity.parameters ?| ARRAY['SESSION_ID', 'assignmentId']
          THEN said.submission IN (entry_identity.parameters ->> 'SESSION_ID', entry_identity.parameters ->> 'assignmentId')
          ELSE entry_identity.study_id = said.study_id AND entry_identity.external_id = said.person END)
  `,
  );
  return new Set(rows.map((row) => row.place));
}

async function hashKey(): Promise<string> {
  return `${await readInstallationSecret()}:forgotten-submissions`;
}

function submissionDigest(key: string, submission: string): string {
  return createHmac("sha256", key).update(`submission\n${submission}`).digest("base64url");
}

function personDigest(key: string, studyId: string, person: string): string {
  return createHmac("sha256", key).update(`person\n${studyId}\n${person}`).digest("base64url");
}
