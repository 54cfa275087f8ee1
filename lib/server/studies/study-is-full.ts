import { fragment } from "../platform/database/sql.ts";

/**
 * Whether the row `study` of a statement is full: it has groups, and each slot of theirs is filled. The open group, which
 * always has room, does not matter.
 */
export const studyIsFull = fragment`(
  EXISTS (SELECT FROM stratum WHERE stratum.study_id = study.id AND NOT stratum.is_open) AND NOT EXISTS (
    SELECT FROM stratum JOIN slot ON slot.stratum_id = stratum.id AND NOT slot.is_done
    WHERE stratum.study_id = study.id AND NOT stratum.is_open))`;
