import type { PoolClient } from "pg";
import * as z from "zod";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import { conditionKey, fingerprintVersion, type Presentation } from "@/lib/domain/items/stimulus.ts";
import { parityRuleVersion } from "@/lib/domain/models/decide-parity.ts";
import { type Correspondence, storedCorrespondence } from "@/lib/domain/results/model/correspondence.ts";
import type { ResultCondition } from "@/lib/domain/results/model/study-results.ts";
import { type Design, designSchema } from "@/lib/domain/survey/design.ts";
import { studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { buildPresentation } from "@/lib/domain/survey/step-presentation.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * The properties of a study that determine whether a model and the study's people were shown the same stimulus, and a
 * hash of them.
 */
export interface StudyFrame {
  studyId: string;
  /** How the study presents items of a kind. */
  presentationOf: (kind: string) => Presentation;
  design: Pick<Design, "factors" | "variants">;
  conditions: Pick<ResultCondition, "id" | "levels">[];
  correspondence: Correspondence;
  hash: string;
  /**
   * The hash, with the selection of items and the parser version added. It identifies the state for which the study's
   * answers were counted.
   */
  tallyHash: string;
}

const studyFrameRow = z.strictObject({
  design: json(),
  language: z.string(),
  correspondence: json().nullable(),
  protocol: json(),
  kind: z.string().nullable(),
  items: z.string().nullable(),
  reader: z.number().nullable(),
});

/** The current frame of a study; null for a study without a protocol or items. */
export async function readStudyFrame(
  studyId: string,
  client: Pick<PoolClient, "query"> = pool(),
): Promise<StudyFrame | null> {
  const row = await maybeRow(
    client,
    studyFrameRow,
    sql`SELECT study.design, study.language, study.correspondence, study.reader_version AS reader,
       protocol_version.document AS protocol,
       (SELECT item_version.kind FROM study_item JOIN item_version ON item_version.id = study_item.item_version_id
        WHERE study_item.study_id = study.id ORDER BY study_item.ordinal LIMIT 1) AS kind,
       (SELECT md5(string_agg(item_version_id::text, ',' ORDER BY item_version_id)) FROM study_item
        WHERE study_id = study.id) AS items
     FROM study JOIN protocol_version ON protocol_version.id = study.protocol_version_id WHERE study.id = ${studyId}`,
  );
  if (!row?.kind) return null;
  const { factors, variants } = designSchema.parse(row.design);
  const protocol = protocolSchema.parse(row.protocol);
  const { language } = row;
  const presentation = buildPresentation(protocol, row.kind, language);
  const design = { factors, ...(variants ? { variants } : {}) };
  const conditions = studyConditions(design).map((levels) => ({ id: conditionKey(levels), levels }));
  const correspondence = storedCorrespondence(row.correspondence, factors);
  // `presentation` is built for one item kind; the presentations of other kinds are built from the same protocol.
  const hashedProperties = {
    presentation,
    ...(variants ? { protocol, variants } : {}),
    conditions,
    correspondence,
    versions: [parityRuleVersion, fingerprintVersion],
  };
  const hash = fingerprint(canonicalJson(hashedProperties));
  return {
    studyId,
    presentationOf: (kind) => buildPresentation(protocol, kind, language),
    design,
    conditions,
    correspondence,
    hash,
    tallyHash: [hash, row.items, row.reader].filter((part) => part !== null).join("/"),
  };
}
