import { randomBytes } from "node:crypto";
import * as z from "zod";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import type { StudyStage } from "@/lib/domain/survey/studies/study-draft.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../study-where.ts";
import { copyLists } from "./copy-lists.ts";
import { copySettings } from "./copy-settings.ts";
import { createStudy } from "./create-study.ts";
import { withFreeSlug } from "./with-free-slug.ts";

const documentRow = z.strictObject({ document: json() });

const itemVersionIdRow = z.strictObject({ item_version_id: z.string() });

/**
 * Creates a draft with the design, planned sessions, items, protocol and settings of another study, and a new seed, for
 * example from a pilot to the main stage. No participant data are copied.
 */
export async function copyStudy(actor: Actor, studyId: string): Promise<{ id: string; slug: string }> {
  return withFreeSlug(async (client, freeSlug) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const version = await maybeRow(
      client,
      documentRow,
      sql`SELECT document FROM protocol_version WHERE id = ${study.protocol_version_id}`,
    );
    if (!version) throw new AppError("conflict", "The study has no protocol yet, so it cannot be copied.");
    const items = await manyRows(
      client,
      itemVersionIdRow,
      sql`SELECT item_version_id FROM study_item WHERE study_id = ${studyId} ORDER BY ordinal`,
    );
    const name = `Copy of ${study.name}`.slice(0, 200);
    const slug = await freeSlug(`${study.slug}-copy`);
    const seed = randomBytes(9).toString("base64url");
    const id = await createStudy(client, {
      projectId: study.project_id,
      createdById: actor.userId,
      name,
      slug,
      description: study.description,
      language: study.language,
      stage: study.stage as StudyStage,
      benchmarkId: study.benchmark_id,
      itemIds: items.map((row) => row.item_version_id),
      design: { ...designSchema.parse(study.design), seed },
      protocol: protocolSchema.parse(version.document),
      correspondence: { sameAs: studyId },
      isDemo: false,
    });
    await copyLists(client, studyId, id, seed);
    await copySettings(client, actor, studyId, id);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.copy",
      subjectType: "study",
      subjectId: id,
      after: { copiedFrom: studyId, name, slug },
    });
    return { id, slug };
  });
}
