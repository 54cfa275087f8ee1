import type * as z from "zod";
import { mediaRow } from "../../items/media/file-response.ts";
import type { Actor } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireStudyId } from "../require-study-id.ts";

/** The document of the ethics approval of a study's newest protocol, for users who may see the study. */
export async function getEthicsFile(actor: Actor, address: string): Promise<z.infer<typeof mediaRow> | undefined> {
  const studyId = await requireStudyId(actor, address);
  return maybeRow(
    pool(),
    mediaRow,
    sql`SELECT media.project_id, media.sha256, media.type, media.size FROM study
        JOIN protocol_version ON protocol_version.id = study.protocol_version_id
        JOIN media ON media.project_id = study.project_id
          AND media.sha256 = protocol_version.document #>> '{consent,ethics,file,sha256}'
        WHERE study.id = ${studyId}`,
  );
}
