import { fragment } from "../../platform/database/sql.ts";

/**
 * Whether the row `study` of a statement is full: it has groups, and each slot of theirs is filled. The open group, which
 * always has room, does not matter. A group is looked at from its end: slots are given out from the beginning, so the last
 * ones are the last to be filled, and what was filled need not be passed to find one that is not.
 */
export const studyIsFull = fragment`(
  EXISTS (SELECT FROM stratum WHERE stratum.study_id = study.id AND NOT stratum.is_open) AND NOT EXISTS (
    SELECT FROM stratum WHERE stratum.study_id = study.id AND NOT stratum.is_open AND (
      SELECT slot.id FROM slot WHERE slot.stratum_id = stratum.id AND NOT slot.is_done ORDER BY slot.ordinal DESC LIMIT 1
    ) IS NOT NULL))`;
