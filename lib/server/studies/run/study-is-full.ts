import { fragment } from "../../platform/database/sql.ts";

/**
 * SQL: whether the row `study` of a statement is full: the study has groups, and each of their slots is filled. The
 * open group, which has no limit, is ignored. Each group is checked from its end: slots are assigned from the
 * beginning, so a free slot is found immediately near the end.
 */
export const studyIsFull = fragment`(
  EXISTS (SELECT FROM stratum WHERE stratum.study_id = study.id AND NOT stratum.is_open) AND NOT EXISTS (
    SELECT FROM stratum WHERE stratum.study_id = study.id AND NOT stratum.is_open AND (
      SELECT slot.id FROM slot WHERE slot.stratum_id = stratum.id AND NOT slot.is_done ORDER BY slot.ordinal DESC LIMIT 1
    ) IS NOT NULL))`;
