import { fragment, SqlFragment } from "../platform/database/sql.ts";

/**
 * Joins the reason given with an answer, if any, to rows of answers: `reason.words`, and `reason.id` of the answer to
 * the screen on which it was given. This is the answer's own screen where reasons are requested below the answer, else
 * the following screen; the following screen may also be the next item's, with its own reason.
 *
 * @param answer the name of the rows, which have a session and a screen
 */
export function reasonOfAnswer(answer: string): SqlFragment {
  const from = new SqlFragment([answer], []);
  return fragment`LEFT JOIN LATERAL (
    SELECT id, given ->> 'explanation' AS words FROM step_answer
    WHERE session_id = ${from}.session_id AND given ? 'explanation'
      AND (screen = ${from}.screen OR (screen = ${from}.screen + 1 AND key LIKE '%-explanation'))
    ORDER BY screen LIMIT 1
  ) AS reason ON true`;
}
