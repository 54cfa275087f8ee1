import { mediaRow } from "../items/media/file-response.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/**
 * A file that an item of this session shows, in the item's language or a translation. Undefined for every other file,
 * and after the session's data were erased.
 *
 * @param tokenHash hash of the session's current token
 */
export function readSessionFile(tokenHash: string, sha256: string) {
  return maybeRow(
    pool(),
    mediaRow,
    sql`SELECT media.project_id, media.sha256, media.type, media.size FROM session
      JOIN study ON study.id = session.study_id
      JOIN media ON media.project_id = study.project_id AND media.sha256 = ${sha256}
      WHERE session.token_hash = ${tokenHash} AND session.erased_at IS NULL AND EXISTS (
        SELECT FROM placement
        LEFT JOIN item_translation AS translation ON translation.item_version_id = placement.item_version_id
        JOIN item_version AS item ON item.id IN (placement.item_version_id, translation.translated_id)
        JOIN jsonb_each(item.task_fields) AS field ON field.value->>'sha256' = media.sha256
        WHERE placement.slot_id = session.slot_id)`,
  );
}
