import type pg from "pg";
import * as z from "zod";
import type { Design } from "../../lib/domain/survey/design.ts";
import { json, oneRow } from "../../lib/server/platform/database/rows.ts";
import type { Acknowledged, Session } from "./scripted-participant.ts";

/** A condition that must be true of a study after a load test, and the result of the check. */
export interface Finding {
  claim: string;
  holds: boolean;
  found: string;
}

const studyRow = z.strictObject({ id: z.string(), design: json<Design>() });
const countRow = z.strictObject({ n: z.number() });

/**
 * Reads all data and compares them with the responses that participants received and with the design. Runs against a
 * database without other activity.
 */
export async function checkLoadTest(
  client: pg.ClientBase,
  slug: string,
  sessions: readonly Session[],
): Promise<Finding[]> {
  const { id: studyId, design } = await oneRow(client, studyRow, "SELECT id, design FROM study WHERE slug = $1", [
    slug,
  ]);
  const findings: Finding[] = [];
  const claim = (text: string, holds: boolean, found: unknown) =>
    findings.push({ claim: text, holds, found: JSON.stringify(found) });
  const count = async (text: string) => (await oneRow(client, countRow, text, [studyId])).n;

  const { perStratumItem } = design;
  claim("every slot with a quota is done", (await count(`${quotaSlots} AND NOT slot.is_done`)) === 0, {
    slots: await count(quotaSlots),
  });
  const stratumItem = await range(client, studyId, "slot.stratum_id, response.item_version_id");
  claim(`stratum x item is ${perStratumItem} everywhere`, isExactly(stratumItem, perStratumItem), stratumItem);
  const itemCondition = await range(client, studyId, "response.item_version_id, response.condition_id");
  const conditions = await count("SELECT count(*)::int AS n FROM condition WHERE study_id = $1");
  const expected = (perStratumItem * design.strata.length) / conditions;
  claim(`item x condition is ${expected} everywhere`, isExactly(itemCondition, expected), itemCondition);
  const finest = await range(client, studyId, "slot.stratum_id, response.item_version_id, response.condition_id");
  claim(
    "stratum x item x condition differs by at most one",
    finest.high - finest.low <= 1 || conditions > perStratumItem,
    finest,
  );
  claim(
    "no slot was completed by two sessions",
    (await count(
      `SELECT count(*)::int AS n FROM (SELECT slot_id FROM session WHERE study_id = $1 AND outcome = 'complete' AND NOT is_surplus
       GROUP BY slot_id HAVING count(*) > 1) AS doubled`,
    )) === 0,
    {},
  );
  claim(
    "no session answered a placement twice",
    (await count(
      `SELECT count(*)::int AS n FROM (SELECT session_id, position FROM response WHERE study_id = $1
       GROUP BY 1, 2 HAVING count(*) > 1) AS doubled`,
    )) === 0,
    {},
  );
  const cells = await count("SELECT coalesce(sum(count), 0)::int AS n FROM cell_count WHERE study_id = $1");
  const answers = await count(
    "SELECT count(*)::int AS n FROM counted_response WHERE study_id = $1 AND is_complete AND is_newest",
  );
  claim("the counters equal the rows", cells === answers, { cells, answers });
  findings.push(
    await checkAcknowledged(
      client,
      sessions.flatMap((session) => session.acknowledged),
    ),
  );
  const told = sessions.filter((session) => session.end === "complete").length;
  const stored = await count("SELECT count(*)::int AS n FROM session WHERE study_id = $1 AND outcome = 'complete'");
  claim("everybody who was told that they finished is stored as finished", told === stored, { told, stored });
  return findings;
}

const quotaSlots = `SELECT count(*)::int AS n FROM slot JOIN stratum ON stratum.id = slot.stratum_id
  WHERE slot.study_id = $1 AND NOT stratum.is_open`;

/** Fewest and most complete answers over the cells of a margin, quota strata only, cells without answers included. */
async function range(client: pg.ClientBase, studyId: string, cell: string): Promise<{ low: number; high: number }> {
  return oneRow(
    client,
    z.strictObject({ low: z.number(), high: z.number() }),
    `WITH planned AS (
       SELECT DISTINCT ${cell.replaceAll("response.", "placement.")} FROM placement JOIN slot ON slot.id = placement.slot_id
       JOIN stratum ON stratum.id = slot.stratum_id WHERE slot.study_id = $1 AND NOT stratum.is_open
     ), answered AS (
       SELECT ${cell}, count(*)::int AS n FROM response JOIN session ON session.id = response.session_id
       JOIN slot ON slot.session_id = session.id JOIN stratum ON stratum.id = slot.stratum_id
       WHERE session.study_id = $1 AND session.outcome = 'complete' AND NOT session.is_surplus AND NOT stratum.is_open
       GROUP BY ${cell}
     )
     SELECT coalesce(min(coalesce(answered.n, 0)), 0) AS low, coalesce(max(answered.n), 0) AS high
     FROM planned NATURAL LEFT JOIN answered`,
    [studyId],
  );
}

function isExactly(found: { low: number; high: number }, expected: number): boolean {
  return found.low === expected && found.high === expected;
}

/** Every answer that was reported as saved to a participant is stored once, with the same hash. */
async function checkAcknowledged(client: pg.ClientBase, acknowledged: readonly Acknowledged[]): Promise<Finding> {
  const { told, lost, doubled } = await oneRow(
    client,
    z.strictObject({ told: z.number(), lost: z.number(), doubled: z.number() }),
    `WITH told AS (
       SELECT encode(sha256(convert_to(token, 'UTF8')), 'hex') AS token_hash, screen, sha256
       FROM unnest($1::text[], $2::int[], $3::text[]) AS listed (token, screen, sha256)
     ), kept AS (
       SELECT token_hash, step_answer.screen, sha256 FROM step_answer JOIN session ON session.id = step_answer.session_id
       UNION ALL
       SELECT token_hash, response.screen, sha256 FROM response JOIN session ON session.id = response.session_id
     )
     SELECT count(*)::int AS told, count(*) FILTER (WHERE kept.n IS NULL)::int AS lost,
            count(*) FILTER (WHERE kept.n > 1)::int AS doubled
     FROM told LEFT JOIN (SELECT token_hash, screen, sha256, count(*) AS n FROM kept GROUP BY 1, 2, 3) AS kept
       USING (token_hash, screen, sha256)`,
    [
      acknowledged.map((entry) => entry.token),
      acknowledged.map((entry) => entry.screen),
      acknowledged.map((entry) => entry.sha256),
    ],
  );
  return {
    claim: "every acknowledged answer is there once",
    holds: told > 0 && lost === 0 && doubled === 0,
    found: JSON.stringify({ told, lost, doubled }),
  };
}
