import { randomUUID } from "node:crypto";
import * as z from "zod";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { manyRows, oneRow } from "../../lib/server/platform/database/rows.ts";
import { sql } from "../../lib/server/platform/database/sql.ts";
import { ensureOpenSlots } from "../../lib/server/studies/run/ensure-open-slots.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "./make-study.ts";

export const awkwardStages = ["preview", "simulation", "pilot", "main", "re-solve"] as const;

/**
 * Properties of a session that affect counting; each stage of the study has a session of each kind, and two ordinary
 * ones.
 */
const sessionKinds = [
  "plain",
  "plain",
  "open stratum",
  "surplus",
  "excluded before the end",
  "excluded after the end",
  "exclusion revoked",
  "revised",
  "older revision excluded",
  "newest revision excluded",
  "surplus and excluded",
  "unfinished",
  "withdrawn",
] as const;
type SessionKind = (typeof sessionKinds)[number];

export interface AwkwardStudy extends MadeStudy {
  /** Item versions by their kind. */
  items: Record<"plain" | "consistency" | "belief" | "mindgames", string>;
}

const idRow = z.strictObject({ id: z.string() });

/**
 * A study with every case that affects counting, in all five stages: four items of four kinds, all of them in every
 * session. Any query that counts differently from `isCounted` returns different numbers for it.
 *
 * @param alsoTrue whether the claim of the belief item is also true
 */
export async function makeAwkwardStudy({ alsoTrue = false } = {}): Promise<AwkwardStudy> {
  const study = await makeStudy({
    lines: itemLines(alsoTrue),
    design: { perStratumItem: 40, itemsPerSession: 4, factors: [{ name: "story", levels: ["story"] }] },
    protocol: (protocol) => withoutDwell(protocol),
  });
  const items = await manyRows(
    pool(),
    idRow.extend({ external_id: z.string() }),
    sql`SELECT id, external_id FROM item_version WHERE benchmark_id = ${study.benchmarkId}`,
  );
  const open = await oneRow(pool(), idRow, sql`SELECT id FROM stratum WHERE study_id = ${study.id} AND is_open`);
  await ensureOpenSlots(study.id, open.id);
  for (const stage of awkwardStages) {
    for (const kind of sessionKinds) await insertSession(study, stage, kind);
  }
  return {
    ...study,
    items: Object.fromEntries(items.map(({ id, external_id: name }) => [name, id])) as AwkwardStudy["items"],
  };
}

async function* itemLines(alsoTrue: boolean): AsyncGenerator<string> {
  const story = "Mira hid the letter. Tom was at sea. He came home and fetched the letter from under the clock.";
  const problem = {
    premise:
      "There are two persons. Everyone is visible to others. It is publicly announced that someone's forehead is muddy. Ann's forehead is muddy.",
    hypothesis: "Ben can know that Ann's forehead is muddy.",
    formula: "VARS 1,2 LAW Top OBS Ann: 2 Ben: 1 VALID? [! (1 | 2)] (1)",
  };
  const items = [
    { id: "plain", kind: "true-false", story: { id: "a", text: story }, text: "Tom was at sea.", gold: true },
    {
      id: "consistency",
      kind: "consistency",
      story: { id: "b", text: story },
      text: "Is there a logical error in this story?",
      gold: { consistent: false, spans: [[8, 19]] },
    },
    {
      id: "belief",
      kind: "yes-no",
      story: { id: "c", text: "Everybody knows that the capital of Iceland is Oslo." },
      text: "Is the capital of Iceland Reykjavík?",
      gold: "yes",
      attributes: {
        fact: "iceland",
        query_type: "prior_yes",
        role: "expression",
        dimension: "source",
        category: "everybody",
        ...(alsoTrue && { also_true: true }),
      },
    },
    {
      id: "mindgames",
      kind: "true-false",
      story: { id: "d", text: problem.premise },
      text: problem.hypothesis,
      gold: true,
      attributes: { setup: "forehead", names: "Ann|Ben", formula: problem.formula },
    },
  ];
  for (const item of items) yield JSON.stringify(item);
}

/** The answer of the first revision and of all later ones, by item kind: first wrong, then correct. */
const answers: Record<string, readonly [first: object, later: object]> = {
  "true-false": [{ choice: "false" }, { choice: "true" }],
  consistency: [{ choice: "consistent" }, { choice: "error", spans: [[8, 19]] }],
  "yes-no": [{ choice: "no" }, { choice: "yes" }],
};

async function insertSession(study: MadeStudy, stage: string, kind: SessionKind): Promise<void> {
  const sessionId = randomUUID();
  const isSurplus = kind.startsWith("surplus");
  await pool().query(
    sql`INSERT INTO session (id, token_hash, study_id, protocol_version_id, stage, stratum_id, slot_id, is_surplus)
     SELECT ${sessionId}::uuid, ${sessionId}::text, ${study.id}, ${study.protocolVersionId}, ${stage}, stratum.id,
     slot.id, ${isSurplus} FROM stratum JOIN slot ON slot.stratum_id = stratum.id
     WHERE stratum.study_id = ${study.id} AND stratum.is_open = ${kind === "open stratum"} AND slot.session_id IS NULL
     ORDER BY stratum.ordinal, slot.ordinal LIMIT 1`,
  );
  if (!isSurplus) {
    await pool().query(
      sql`UPDATE slot SET session_id = ${sessionId}, is_done = ${kind !== "unfinished" && kind !== "withdrawn"}
        WHERE id = (SELECT slot_id FROM session WHERE id = ${sessionId})`,
    );
  }
  await pool().query(
    sql`INSERT INTO entry_identity (session_id, study_id, source, external_id)
      VALUES (${sessionId}, ${study.id}, 'test', ${sessionId})`,
  );
  const first = await insertRevision(sessionId, 1);
  const newest = kind.includes("revis") && kind !== "exclusion revoked" ? await insertRevision(sessionId, 2) : first;
  if (kind.includes("before the end") || kind.startsWith("surplus and")) await exclude(newest, false);
  if (kind === "older revision excluded") await exclude(first, false);
  if (kind === "newest revision excluded") await exclude(newest, false);
  if (kind === "exclusion revoked") await exclude(newest, true);
  if (kind !== "unfinished") {
    await pool().query(sql`UPDATE session SET outcome = 'complete', ended_at = now() WHERE id = ${sessionId}`);
  }
  if (kind === "excluded after the end") await exclude(newest, false);
  if (kind === "withdrawn") await pool().query(sql`UPDATE session SET outcome = 'withdrawn' WHERE id = ${sessionId}`);
}

async function insertRevision(sessionId: string, revision: number): Promise<string[]> {
  const rows = await manyRows(
    pool(),
    idRow,
    sql`INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, condition_id, stratum_id,
       position, screen, revision, answer, answer_key, sha256, content_fingerprint, presentation_fingerprint,
       elapsed_ms)
     SELECT gen_random_uuid(), session.id, session.study_id, session.stage, placement.id, item.id,
       placement.condition_id, session.stratum_id, placement.position, 4, ${revision}, given.answer,
       given.answer ->> 'choice',
       '', '', '', 4000
     FROM session JOIN placement ON placement.slot_id = session.slot_id
     JOIN item_version AS item ON item.id = placement.item_version_id
     JOIN LATERAL (SELECT ${JSON.stringify(answers)}::jsonb -> item.kind -> ${Math.min(revision, 2) - 1}::int AS
     answer) AS given ON true
     WHERE session.id = ${sessionId} RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

/** Two exclusions of each answer in one statement: the second one must have no effect. */
async function exclude(responseIds: readonly string[], isRevoked: boolean): Promise<void> {
  await pool().query(
    sql`INSERT INTO exclusion (id, response_id, reason, created_by_id)
     SELECT gen_random_uuid(), response_id, reason, gen_random_uuid()
     FROM unnest(${responseIds}::uuid[]) AS response_id, unnest(ARRAY['gibberish', 'duplicate']) AS reason`,
  );
  if (isRevoked) {
    await pool().query(
      sql`UPDATE exclusion SET revoked_at = now(), revoked_by_id = created_by_id
        WHERE response_id = ANY (${responseIds})`,
    );
  }
}
