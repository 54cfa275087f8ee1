import type { PoolClient } from "pg";
import * as z from "zod";
import { findTemplateProblem } from "@/lib/domain/stories/construction/prompt-template.ts";
import { builtInTemplates, type NamedTemplate } from "@/lib/domain/stories/construction/prompts.ts";
import { type ConstructionStep, constructionSteps } from "@/lib/domain/stories/construction/steps.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { mayAccessCollection } from "../access/has-access.ts";

/** The current prompt of a step, and its history. */
export interface StepPrompt extends NamedTemplate {
  step: ConstructionStep;
  isOwn: boolean;
  /** Earlier versions, newest first. */
  history: { version: number; note: string; authorName: string | null; createdAt: Date; isOwn: boolean }[];
}

const templateRow = z.strictObject({
  step: z.enum(constructionSteps),
  version: z.number(),
  system: z.string().nullable(),
  user_text: z.string().nullable(),
});

type TemplateRow = z.infer<typeof templateRow>;

const versionRow = templateRow.extend({
  note: z.string(),
  name: z.string().nullable(),
  created_at: z.date(),
});

/** The prompts of all steps of a collection. Only for users who manage the collection. */
export async function listPrompts(actor: Actor, collectionId: string): Promise<StepPrompt[]> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(
    pool(),
    versionRow,
    sql`
    SELECT prompt.step, prompt.version, prompt.system, prompt.user_text, prompt.note, app_user.name, prompt.created_at
    FROM construct_prompt AS prompt LEFT JOIN app_user ON app_user.id = prompt.created_by_id
    WHERE prompt.collection_id = ${collectionId}::uuid ORDER BY prompt.version DESC
  `,
  );
  return constructionSteps.map((step) => {
    const versions = rows.filter((row) => row.step === step);
    return {
      step,
      ...toTemplate(step, versions[0]),
      isOwn: versions[0]?.user_text != null,
      history: versions.map((row) => ({
        version: row.version,
        note: row.note,
        authorName: row.name,
        createdAt: row.created_at,
        isOwn: row.user_text !== null,
      })),
    };
  });
}

/** The current prompt of a step in a collection; undefined for the built-in one. */
export async function readCurrentPrompt(
  collectionId: string,
  step: ConstructionStep,
): Promise<NamedTemplate | undefined> {
  const row = await maybeRow(
    pool(),
    templateRow,
    sql`
    SELECT step, version, system, user_text FROM construct_prompt
    WHERE collection_id = ${collectionId}::uuid AND step = ${step} ORDER BY version DESC LIMIT 1
  `,
  );
  return row?.user_text == null ? undefined : toTemplate(step, row);
}

const projectIdRow = z.strictObject({ project_id: z.string() });

/**
 * Stores a custom prompt as the next version of its step; `null` restores the built-in prompt. Every text generated
 * afterwards records this version. Earlier versions are kept.
 */
export async function publishPrompt(
  actor: Actor,
  collectionId: string,
  request: { step: ConstructionStep; template: { system: string; user: string } | null; note: string },
): Promise<{ id: string }> {
  const { step, template, note } = request;
  const problem = template && findTemplateProblem(step, template);
  if (problem) throw new AppError("invalid", problem, "user");
  const scope = projectScope(actor, "annotation.manage");
  return withTx(async (client) => {
    const collection = await maybeRow(
      client,
      projectIdRow,
      sql`SELECT project_id FROM annotation_collection WHERE id = ${collectionId} AND (${scope}::uuid[] IS NULL
        OR project_id = ANY(${scope})) FOR UPDATE`,
    );
    if (!collection) throw notFoundError();
    const newest = await readNewestVersion(client, collectionId, step);
    const isSame = template === null ? newest?.user_text == null : isSameText(newest, template);
    if (isSame) throw new AppError("conflict", "This prompt is already the current one.", "user");
    const version = (newest?.version ?? 0) + 1;
    await client.query(
      sql`INSERT INTO construct_prompt (id, collection_id, step, version, system, user_text, note, created_by_id)
       VALUES (gen_random_uuid(), ${collectionId}, ${step}, ${version}, ${template?.system ?? null},
       ${template?.user ?? null}, ${note}, ${actor.userId})`,
    );
    const id = template === null ? builtInTemplates[step].id : promptIdOf(step, version);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.project_id,
      action: "collection.prompt",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { step, version, id, note },
    });
    return { id };
  });
}

async function readNewestVersion(
  client: PoolClient,
  collectionId: string,
  step: string,
): Promise<TemplateRow | undefined> {
  return maybeRow(
    client,
    templateRow,
    sql`SELECT step, version, system, user_text FROM construct_prompt WHERE collection_id = ${collectionId}
     AND step = ${step}
     ORDER BY version DESC LIMIT 1`,
  );
}

function isSameText(last: TemplateRow | undefined, { system, user }: { system: string; user: string }): boolean {
  return last !== undefined && last.system === system && last.user_text === user;
}

function toTemplate(step: ConstructionStep, row: TemplateRow | undefined): NamedTemplate {
  if (row?.user_text == null) return builtInTemplates[step];
  return { id: promptIdOf(step, row.version), system: row.system ?? "", user: row.user_text };
}

/** The version label that is stored with everything generated by this version. */
function promptIdOf(step: ConstructionStep, version: number): string {
  return `own/${step}@${version}`;
}
