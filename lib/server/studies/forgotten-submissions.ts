import { createHmac } from "node:crypto";
import type { ClientBase } from "pg";
import { sql } from "../platform/database/sql.ts";
import { installationSecret } from "../platform/settings/installation-secret.ts";

/** Whom an event of a recruiter is about, before it is stored. */
export interface EventSubject {
  submission: string;
  person: string | null;
  /** The study that a file was given for; null where the event does not say. */
  studyId: string | null;
}

/**
 * Takes the submissions and numbers of these sessions' people out of what recruiters have said about them, and keeps keyed
 * hashes in their place, so that an event that comes later is recognised and never stores the person again. Runs before
 * the sessions' own numbers are removed, in the transaction of its caller.
 */
export async function forgetSubmissions(client: ClientBase, sessionIds: readonly string[]): Promise<void> {
  const { rows } = await client.query(sql`
    SELECT entry_identity.session_id, entry_identity.study_id, study.project_id, source, external_id,
           array_remove(ARRAY[parameters ->> 'SESSION_ID', parameters ->> 'assignmentId'], NULL) AS submissions
    FROM entry_identity JOIN study ON study.id = entry_identity.study_id
    WHERE entry_identity.session_id = ANY (${sessionIds}::uuid[])
  `);
  const key = await hashKey();
  for (const { session_id, study_id, project_id, source, external_id, submissions } of rows) {
    const alias = `erased:${session_id}`;
    const digests = [
      ...submissions.map((submission: string) => submissionDigest(key, submission)),
      personDigest(key, study_id, external_id),
    ];
    await client.query(sql`
      INSERT INTO forgotten_submission (project_id, source, digest, alias)
      SELECT ${project_id}, ${source}, digest, ${alias} FROM unnest(${digests}::text[]) AS digest
      ON CONFLICT (project_id, source, digest) DO UPDATE SET alias = excluded.alias
    `);
    // The name of a file's event is made of what it says, so that goes too; a webhook's is the recruiter's own number of it.
    await client.query(sql`
      UPDATE recruiter_event SET person = NULL, submission = ${alias}, code = NULL,
        event_id = CASE WHEN origin = 'file' THEN 'erased:' || id ELSE event_id END
      WHERE project_id = ${project_id} AND source = ${source}
        AND (submission = ANY (${submissions}::text[]) OR (study_id = ${study_id} AND person = ${external_id}))
    `);
  }
}

/** An event as it may be stored: one about an erased session says whose session it was, and no longer who. */
export async function withoutForgotten<Subject extends EventSubject>(
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
  const { rows } = await client.query(sql`
    SELECT digest, alias FROM forgotten_submission
    WHERE project_id = ${projectId} AND source = ${source} AND digest = ANY (${subjects.flatMap(digestsOf)}::text[])
  `);
  if (rows.length === 0) return [...subjects];
  const aliases = new Map<string, string>(rows.map((row) => [row.digest, row.alias]));
  return subjects.map((subject) => {
    const alias = digestsOf(subject).flatMap((digest) => aliases.get(digest) ?? [])[0];
    return alias ? { ...subject, submission: alias, person: null } : subject;
  });
}

async function hashKey(): Promise<string> {
  return `${await installationSecret()}:forgotten-submissions`;
}

function submissionDigest(key: string, submission: string): string {
  return createHmac("sha256", key).update(`submission\n${submission}`).digest("base64url");
}

function personDigest(key: string, studyId: string, person: string): string {
  return createHmac("sha256", key).update(`person\n${studyId}\n${person}`).digest("base64url");
}
