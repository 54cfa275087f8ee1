import * as z from "zod";
import { drawPagePosition, pagesAmongItems, positionKey } from "@/lib/domain/survey/branching/check-position.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { RunningProtocol } from "./running-study.ts";

const storedAnswerRow = z.strictObject({ given: json() });

/**
 * All answers of a session to the protocol's own questions, by question key. Also contains the drawn positions of pages
 * among the items, by `positionKey`.
 */
export async function readGivenAnswers(running: RunningProtocol, tokenHash: string): Promise<Record<string, string>> {
  const rows = await manyRows(
    pool(),
    storedAnswerRow,
    sql`
    SELECT given FROM step_answer JOIN session ON session.id = step_answer.session_id
    WHERE session.token_hash = ${tokenHash} ORDER BY step_answer.screen
  `,
  );
  return Object.assign(await readPositions(running, tokenHash), ...rows.map((row) => row.given));
}

const slotRow = z.strictObject({ ordinal: z.number(), stratum_id: z.string() });

/**
 * The drawn positions in the slot of a session; empty before it has a slot, and in protocols without drawn positions.
 */
async function readPositions(
  { protocol, seed, strata }: RunningProtocol,
  tokenHash: string,
): Promise<Record<string, string>> {
  const drawnPages = pagesAmongItems(protocol.steps).filter(({ from, to }) => from < to);
  if (drawnPages.length === 0) return {};
  const slot = await maybeRow(
    pool(),
    slotRow,
    sql`SELECT slot.ordinal, slot.stratum_id FROM session JOIN slot ON slot.id = session.slot_id
        WHERE session.token_hash = ${tokenHash}`,
  );
  if (!slot) return {};
  const stratum = strata.find(({ id }) => id === slot.stratum_id);
  const key = stratum && !stratum.isOpen && strata.filter(({ isOpen }) => !isOpen).length === 1 ? "" : stratum?.key;
  const slotContext = { seed, stratum: key ?? "", ordinal: slot.ordinal };
  return Object.fromEntries(drawnPages.map((page) => [positionKey(page), String(drawPagePosition(page, slotContext))]));
}

/** The answers that determine what a screen shows; empty if nothing depends on them. */
export async function readEarlierAnswers(sessionId: string, screen: Screen): Promise<Record<string, string>> {
  const hasConditions = screen.kind === "questions" && screen.step.questions.some(({ showIf }) => showIf);
  if (!hasConditions && screen.kind !== "feedback") return {};
  const rows = await manyRows(
    pool(),
    storedAnswerRow,
    sql`
    SELECT given FROM step_answer WHERE session_id = ${sessionId} ORDER BY screen
  `,
  );
  return Object.assign({}, ...rows.map((row) => row.given));
}
