import * as z from "zod";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import {
  allowedMs,
  isTimedOut,
  limitOfScreen,
  type TimeOption,
  timeOptionKey,
  timeOptions,
} from "@/lib/domain/survey/time-limit.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";

/** SQL: the choice of the row `session` about time limits; null before the choice, and if there is no limit. */
const chosenOption = fragment`(SELECT given ->> ${timeOptionKey} FROM step_answer
  WHERE step_answer.session_id = session.id AND given ? ${timeOptionKey})`;

const optionRow = z.strictObject({ option: z.enum(timeOptions).nullable() });

/** A session's choice about time limits; null for a screen whose time is not limited. One query at most. */
export async function readTimeOption(sessionId: string, screen: Screen): Promise<TimeOption | null> {
  if (limitOfScreen(screen) === null) return null;
  const row = await maybeRow(
    pool(),
    optionRow,
    sql`SELECT ${chosenOption} AS option FROM session WHERE id = ${sessionId}`,
  );
  return row?.option ?? null;
}

const timeRow = optionRow.extend({ elapsed_ms: z.number(), was_timed_out: z.boolean() });

/** The time of a POST request to a screen with a limit. */
export interface PostTime {
  option: TimeOption;
  isTimedOut: boolean;
}

/**
 * Whether a POST request arrived after the time limit of its screen, counted by the database's clock from the first
 * display of the screen; null if the screen has no limit. A repeated request gets the same result as the stored one, so
 * that a draft that is not a valid answer can be sent again. One query at most.
 *
 * @param dwellMs the minimum display time of the screen
 * @param isExpiry whether the page sent the request automatically when the time was over
 */
export async function readPostTime(
  tokenHash: string,
  screen: Screen,
  { dwellMs, isExpiry }: { dwellMs: number; isExpiry: boolean },
): Promise<PostTime | null> {
  if (limitOfScreen(screen) === null) return null;
  const row = await maybeRow(
    pool(),
    timeRow,
    sql`SELECT ${chosenOption} AS option,
       CASE WHEN screen = ${screen.index}
         THEN (extract(epoch FROM clock_timestamp() - screen_shown_at) * 1000)::float8 ELSE 0 END AS elapsed_ms,
       EXISTS (SELECT FROM response WHERE response.session_id = session.id AND response.screen = ${screen.index}
         AND answer ? 'timedOut') AS was_timed_out
     FROM session WHERE token_hash = ${tokenHash}`,
  );
  if (!row) return null;
  const { option, elapsed_ms: elapsedMs } = row;
  return {
    option: option ?? "standard",
    isTimedOut: row.was_timed_out || isTimedOut(allowedMs(screen, option, dwellMs), elapsedMs, isExpiry),
  };
}
