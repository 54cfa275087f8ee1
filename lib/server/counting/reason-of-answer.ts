/**
 * Joins the reason that an answer came with, or none, to rows of answers: `reason.words`, and `reason.id` of the answer to
 * the screen on which it was given. That is the answer's own screen where reasons are asked for below, else the one after
 * it; the screen after may also be the next item's, with a reason of its own.
 *
 * @param answer the name of the rows, which have a session and a screen
 */
export function reasonOfAnswer(answer: string): string {
  return `LEFT JOIN LATERAL (
    SELECT id, given ->> 'explanation' AS words FROM step_answer
    WHERE session_id = ${answer}.session_id AND given ? 'explanation'
      AND (screen = ${answer}.screen OR (screen = ${answer}.screen + 1 AND key LIKE '%-explanation'))
    ORDER BY screen LIMIT 1
  ) AS reason ON true`;
}
