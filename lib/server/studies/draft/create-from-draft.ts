import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { presetPlan } from "@/lib/domain/results/plan/preset-plans.ts";
import { type StudyDraft, studyDraftSchema } from "@/lib/domain/survey/studies/study-draft.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { classifyDatabaseError } from "../../platform/database/classify-error.ts";
import { pool } from "../../platform/database/pool.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { fieldError, readDraft } from "../read-draft.ts";
import { createStudy } from "./create-study.ts";
import { resolveDraft } from "./resolve-draft.ts";

/** Creates a draft study of a project from its form. */
export async function createFromDraft(
  actor: Actor,
  projectId: string,
  input: unknown,
): Promise<{ id: string; slug: string }> {
  requireRight(actor, "research.write", projectId);
  const draft = readDraft(studyDraftSchema, input);
  // The draft is resolved before the transaction, which would otherwise be idle while a large design is generated.
  const { items, design } = await resolveDraft(pool(), projectId, draft, null);
  return reportUsedSlug(draft, () =>
    withTx(async (client) => {
      const id = await createStudy(client, {
        projectId,
        createdById: actor.userId,
        name: draft.name.trim(),
        slug: draft.slug,
        description: draft.description,
        language: draft.language,
        stage: draft.stage,
        benchmarkId: draft.benchmarkId,
        itemIds: items.map((item) => item.id),
        design,
        protocol: draft.protocol,
        plan: presetPlan(draft.preset),
        correspondence: presetCorrespondence(draft.preset, design.factors),
        isDemo: false,
      });
      await recordAudit(client, {
        actorId: actor.userId,
        projectId,
        action: "study.create",
        subjectType: "study",
        subjectId: id,
        after: { name: draft.name, slug: draft.slug, items: items.length },
      });
      return { id, slug: draft.slug };
    }),
  );
}

/**
 * Runs `work`, and reports a used slug as an error at its field. The unique constraint also prevents equal slugs for
 * concurrent requests.
 */
export async function reportUsedSlug<Result>(
  draft: Pick<StudyDraft, "slug">,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { constraint } = error as { constraint?: unknown };
    if (classifyDatabaseError(error) === "unique" && constraint === "study_slug_key") {
      throw fieldError("slug", `"${draft.slug}" is already used by another study. Please choose another one.`);
    }
    throw error;
  }
}
