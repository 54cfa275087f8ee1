import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/**
 * SQL: whether a row of `session` is in progress. It has no outcome, its page sent a heartbeat within this number of
 * minutes (the lease of the study), and it began within the last 12 hours; the last condition limits the count to the
 * newest part of an index. The live page, the flow, the notices and the limit per network use this definition.
 */
export function sessionInProgressSql(minutes: number | SqlFragment): SqlFragment {
  return fragment`(session.outcome IS NULL AND session.started_at > clock_timestamp() - interval '12 hours'
    AND session.last_seen_at > clock_timestamp() - make_interval(mins => ${minutes}::int))`;
}
