import { fragment, SqlFragment } from "../platform/database/sql.ts";

/**
 * SQL: whether a reason belongs to an answer: it was given on the answer's screen, or on the following screen if that
 * screen asks only for the reason.
 */
const isReasonOf = (reason: SqlFragment, answer: SqlFragment) =>
  fragment`(${reason}.screen = ${answer}.screen OR (${reason}.screen = ${answer}.screen + 1 AND ${reason}.key LIKE '%-explanation'))`;

/**
 * Joins the reason given with an answer, if any, to rows of answers: `reason.words`, and `reason.id` of the screen on
 * which the reason was given. If reasons are requested below the answer, this is the answer's screen. Otherwise it is
 * the following screen, which may also belong to the next item and contain the reason of that item.
 *
 * @param answer the alias of the rows, which must have a session and a screen
 */
export function reasonOfAnswerSql(answer: string): SqlFragment {
  const from = new SqlFragment([answer], []);
  return fragment`LEFT JOIN LATERAL (
    SELECT id, given ->> 'explanation' AS words FROM step_answer
    WHERE session_id = ${from}.session_id AND given ? 'explanation' AND ${isReasonOf(fragment`step_answer`, from)}
    ORDER BY screen LIMIT 1
  ) AS reason ON true`;
}

/**
 * SQL: the answers of a study whose text or reason contains all words of a query. Returns each answer once, and uses
 * the full-text indexes of texts and reasons.
 *
 * @param words SQL of a tsquery
 */
export function selectAnswersWithWords(words: SqlFragment, studyId: string): SqlFragment {
  return fragment`SELECT response.* FROM step_answer
      JOIN response ON response.session_id = step_answer.session_id
        AND ${isReasonOf(fragment`step_answer`, fragment`response`)}
    WHERE response.study_id = ${studyId}::uuid AND step_answer.given ? 'explanation'
      AND to_tsvector('simple', step_answer.given ->> 'explanation') @@ ${words}
    UNION ALL
    SELECT response.* FROM response ${reasonOfAnswerSql("response")}
    WHERE response.study_id = ${studyId}::uuid AND response.answer ? 'text'
      AND to_tsvector('simple', response.answer ->> 'text') @@ ${words}
      AND (to_tsvector('simple', reason.words) @@ ${words}) IS NOT TRUE`;
}
