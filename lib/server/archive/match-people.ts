import { createHmac } from "node:crypto";
import * as z from "zod";
import {
  type MatchedPeople,
  matchPeopleAcrossSites,
  type PersonMatch,
} from "@/lib/domain/results/sites/match-people.ts";
import { type Connection, manyRows } from "../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";

const identityRow = z.strictObject({ id: z.string(), source: z.string(), external: z.string() });

/** Number of people that are read and stored at once. */
const batchSize = 2_000;

/**
 * Stores keyed digests (HMAC-SHA-256) of the recruiter IDs of a project's participants, so that the project's archive
 * contains them. Without a key, removes the digests. Only sites that share the key can detect that a person took part
 * at several sites. The time is proportional to the number of participants.
 */
export async function storePersonDigests(projectId: string, key: string | null): Promise<void> {
  await withTx(async (client) => {
    await client.query(sql`
      DELETE FROM person_match USING entry_identity, study
      WHERE entry_identity.session_id = person_match.session_id AND study.id = person_match.study_id
        AND study.project_id = ${projectId}::uuid`);
    if (key === null) return;
    const keyDigest = digestOfKey(key);
    const projectCondition = fragment`entry_identity.study_id IN (SELECT id FROM study WHERE project_id = ${projectId}::uuid)`;
    for (let after: string | null = null; ; ) {
      const rows = await readIdentities(client, projectCondition, after, batchSize);
      await client.query(sql`
        INSERT INTO person_match (session_id, study_id, source, key_digest, digest)
        SELECT found.id, session.study_id, found.source, ${keyDigest}, found.digest
        FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ source }) => source)}::text[],
          ${rows.map((row) => digestIdentity(key, row))}::text[]) AS found (id, source, digest)
        JOIN session ON session.id = found.id`);
      after = rows.at(-1)?.id ?? null;
      if (rows.length < batchSize) return;
    }
  });
}

const matchRow = z.strictObject({ person: z.string(), source: z.string(), digest: z.string() });
const startRow = z.strictObject({ person: z.string(), startedAt: z.date() });

/**
 * Finds people with counted answers in several studies. Participants of this installation are matched by their
 * recruiter IDs, those of imported studies by the digests in their archives, both with one key. Memory grows with the
 * number of participants.
 */
export async function matchPeople(
  client: Connection,
  studies: readonly { id: string; people: ReadonlySet<string> }[],
  key: string,
): Promise<MatchedPeople> {
  const keyDigest = digestOfKey(key);
  const sites: PersonMatch[][] = [];
  for (const { id: studyId, people } of studies) {
    const sessions = await manyRows(
      client,
      startRow,
      sql`SELECT id::text AS person, started_at AS "startedAt" FROM session WHERE study_id = ${studyId}::uuid`,
    );
    const storedMatches = await manyRows(
      client,
      matchRow,
      sql`SELECT session_id::text AS person, source, digest FROM person_match
          WHERE study_id = ${studyId}::uuid AND key_digest = ${keyDigest}`,
    );
    const identities = await readIdentities(client, fragment`entry_identity.study_id = ${studyId}::uuid`, null, null);
    const matches = new Map(storedMatches.map(({ person, ...match }) => [person, match]));
    for (const row of identities) matches.set(row.id, { source: row.source, digest: digestIdentity(key, row) });
    const countedPeople = sessions.filter(({ person }) => people.has(person));
    sites.push(
      countedPeople.map(({ person, startedAt }) => ({
        person,
        startedAt: startedAt.getTime(),
        match: matches.get(person) ?? null,
      })),
    );
  }
  return matchPeopleAcrossSites(sites);
}

/** Recruiter IDs in the order of sessions, normalised for the comparison. IDs of erased sessions are omitted. */
async function readIdentities(client: Connection, where: SqlFragment, after: string | null, limit: number | null) {
  return await manyRows(
    client,
    identityRow,
    sql`SELECT entry_identity.session_id::text AS id, source, compared_id AS external FROM entry_identity
        WHERE ${where} AND compared_id IS NOT NULL
          AND (${after}::uuid IS NULL OR entry_identity.session_id > ${after}::uuid)
        ORDER BY entry_identity.session_id LIMIT ${limit}::int`,
  );
}

function digestIdentity(key: string, { source, external }: { source: string; external: string }): string {
  return createHmac("sha256", key)
    .update(JSON.stringify([source, external]))
    .digest("hex");
}

/** A digest that distinguishes keys without revealing them. */
function digestOfKey(key: string): string {
  return createHmac("sha256", key).update("key of matched people").digest("hex");
}
