import * as z from "zod";
import { openEnded, twoChoice } from "@/lib/domain/items/kinds/knp/two-choice.ts";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { auditChange } from "../../platform/audit/audit-change.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { judgeable } from "../judging/judgeable.ts";
import { limitSchema } from "./create-evaluation.ts";
import { getEndpointOfProject } from "./endpoints.ts";
import { enqueueEvaluation, refuseLimit } from "./store-evaluation.ts";

export const judgingFormSchema = z.strictObject({
  endpoint: z.uuid("must be chosen"),
  run: z.uuid("must be chosen"),
  limitUsd: limitSchema,
});

const judgedRunRow = z.strictObject({ benchmark_id: z.string(), answers: z.number() });

const idRow = z.strictObject({ id: z.string() });

/**
 * Starts a model as judge of the open-ended answers of a run (Yang et al. 2026, appendix B). The judging is a separate
 * evaluation with the same limit, delays and retries.
 */
export async function beginJudging(actor: Actor, form: z.infer<typeof judgingFormSchema>): Promise<{ id: string }> {
  const endpoint = await getEndpointOfProject(actor, form.endpoint);
  if (!endpoint) throw notFoundError();
  const { projectId, settings } = endpoint;
  const scope = projectScope(actor, "research.write");
  const run = await maybeRow(
    pool(),
    judgedRunRow,
    sql`SELECT run.benchmark_id, (SELECT count(*)::int FROM prediction JOIN item_version AS item ON item.id = item_version_id
       WHERE prediction.run_id = run.id AND ${judgeable}) AS answers
     FROM run JOIN model ON model.id = run.model_id
     WHERE run.id = ${form.run} AND model.project_id = ${projectId}
       AND (${scope}::uuid[] IS NULL OR model.project_id = ANY(${scope}))`,
  );
  if (!run) throw notFoundError();
  if (endpoint.isArchived) throw new AppError("invalid", "must be an endpoint that is not archived", "endpoint");
  refuseLimit(form.limitUsd, settings);
  if (run.answers === 0) throw new AppError("invalid", "has no open-ended answers to items with an answer key", "run");
  return withTx(async (client) => {
    const inserted = await oneRow(
      client,
      idRow,
      sql`INSERT INTO evaluation (id, project_id, benchmark_id, endpoint_id, run_id, plan, settings, limit_usd,
       created_by_id, judges)
       VALUES (gen_random_uuid(), ${projectId}, ${run.benchmark_id}, ${endpoint.id}, ${form.run},
       ${JSON.stringify(judgingPlan)}, ${JSON.stringify(settings)}, ${form.limitUsd}, ${actor.userId}, true)
       RETURNING id`,
    );
    const id = inserted.id;
    await enqueueEvaluation(client, { id, projectId, createdById: actor.userId });
    const auditSubject = { projectId, action: "evaluation.create", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, {
      after: { judge: endpoint.name, run: form.run, answers: run.answers, limitUsd: form.limitUsd },
    });
    return { id };
  });
}

const judgingPlan: EvaluationPlan = {
  kind: twoChoice.name,
  conditions: [{ prompt: openEnded }],
  answer: "text",
  shots: 0,
  seed: "",
  repeats: 1,
  sample: null,
  priorFirst: false,
};
