import type { PoolClient } from "pg";
import * as z from "zod";
import { type AnalysisPlan, analysisPlanSchema, reviewAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { diffFrozen, type FrozenChange, type FrozenProtocol } from "@/lib/domain/results/plan/frozen-protocol.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { db } from "../../platform/database/client.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { fieldError, readDraft } from "../read-draft.ts";
import { applyChangedRules } from "../rules/apply-plan-rules.ts";
import { lockStudy, studyWhere } from "../study-where.ts";
import { amendProtocol, fixPlanModels, parsePlan } from "./freeze-protocol.ts";

/** One freeze of the protocol: the first one, or an amendment. */
export interface Freeze {
  /** 1 for the first freeze; amendments have higher numbers. */
  number: number;
  hash: string;
  /** The newest entry of the study's audit chain at that time; null if the chain was empty. */
  auditHead: string | null;
  document: FrozenProtocol;
  reason: string;
  /** "reopening" if data collection continued after the data were locked. */
  kind: string;
  hasData: boolean;
  at: Date;
  /** The changes since the previous freeze; empty for the first freeze. */
  changes: FrozenChange[];
}

export interface StudyPlanWithFreezes {
  plan: AnalysisPlan;
  /** Whether `plan` was saved; otherwise it is the default plan, and no result of the study is planned. */
  isSaved: boolean;
  /** Link or timestamp of an external registration; empty if the protocol was frozen without one. */
  registration: string;
  /** Oldest first; empty until a pilot or main stage is opened. */
  freezes: Freeze[];
}

/** The analysis plan of a study and its freezes, for users who may see the study; null otherwise. */
export async function getStudyPlan(actor: Actor, address: string): Promise<StudyPlanWithFreezes | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: {
      plan: { select: { document: true, registration: true } },
      freezes: {
        orderBy: { number: "asc" },
        select: {
          number: true,
          hash: true,
          document: true,
          reason: true,
          kind: true,
          hasData: true,
          createdAt: true,
          auditHead: true,
        },
      },
    },
  });
  if (!study) return null;
  return {
    plan: parsePlan(study.plan?.document),
    isSaved: study.plan !== null,
    registration: study.plan?.registration ?? "",
    freezes: study.freezes.map(({ createdAt, document, ...freeze }, index) => ({
      ...freeze,
      // Only `freezeProtocol` writes this document; it never changes afterwards.
      document: document as unknown as FrozenProtocol,
      at: createdAt,
      changes: index === 0 ? [] : diffFrozen(study.freezes[index - 1]?.document, document),
    })),
  };
}

const frozenRow = z.strictObject({ plan: json(), isSaved: z.boolean() });

/**
 * The stored form of a plan. After the protocol is frozen, the plan's models are a list, and an empty list means no
 * model.
 */
async function buildDocument(client: PoolClient, studyId: string, plan: AnalysisPlan): Promise<AnalysisPlan> {
  const { modelsFixed: _, ...given } = plan;
  const frozenPlan = await maybeRow(
    client,
    frozenRow,
    sql`SELECT document -> 'plan' AS plan, EXISTS (SELECT FROM study_plan WHERE study_id = ${studyId}) AS "isSaved"
        FROM protocol_freeze WHERE study_id = ${studyId} ORDER BY number DESC LIMIT 1`,
  );
  if (!frozenPlan) return given;
  const { models, modelsFixed } = parsePlan(frozenPlan.plan);
  if (!modelsFixed) return fixPlanModels(client, studyId, given);
  const isDefault = !frozenPlan.isSaved && given.models.length === 0;
  return { ...given, models: isDefault ? models : given.models, modelsFixed };
}

/**
 * Saves a study's analysis plan, and applies its exclusion rules to the existing answers. A change after the protocol
 * is frozen is an amendment and requires a reason.
 *
 * @param registration link or timestamp of an external registration; undefined keeps the current value
 */
export async function saveAnalysisPlan(
  actor: Actor,
  studyId: string,
  input: unknown,
  reason: string,
  registration?: string,
): Promise<void> {
  await withTx(async (client) => {
    // The right is checked first: users who may not change the plan get no messages about its errors.
    const study = await lockStudy(client, actor, "research.write", studyId);
    const plan = readDraft(analysisPlanSchema, input);
    const [problem] = reviewAnalysisPlan(plan);
    if (problem) throw fieldError(problem.field, problem.message);
    const document = await buildDocument(client, studyId, plan);
    await client.query(
      sql`INSERT INTO study_plan (study_id, document, registration, updated_by_id)
       VALUES (${studyId}, ${JSON.stringify(document)}, coalesce(${registration ?? null}::text, ''), ${actor.userId})
       ON CONFLICT (study_id) DO UPDATE SET document = excluded.document, updated_at = clock_timestamp(),
         registration = coalesce(${registration ?? null}::text, study_plan.registration),
         updated_by_id = excluded.updated_by_id`,
    );
    await amendProtocol(client, studyId, actor.userId, reason);
    await applyChangedRules(client, studyId, actor.userId, { exclusions: plan.exclusions, reason: reason.trim() });
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.plan",
      subjectType: "study",
      subjectId: studyId,
      after: { registration: registration ?? null, reason },
    });
  });
}
