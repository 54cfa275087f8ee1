import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/**
 * Whether a row of `session` is in progress: it has no outcome, its page gave a sign of life within so many minutes (the
 * lease of the study), and it began within the last 12 hours, which keeps the count to the newest part of an index. The
 * one definition for the live page, the flow, the notices and the limit of a network.
 */
export function sessionInProgress(minutes: number | SqlFragment): SqlFragment {
  return fragment`(session.outcome IS NULL AND session.started_at > clock_timestamp() - interval '12 hours'
    AND session.last_seen_at > clock_timestamp() - make_interval(mins => ${minutes}::int))`;
}
