import type { PoolClient } from "pg";
import * as z from "zod";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { lacksMark } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { conditionsOfItem, factorsOfItem } from "@/lib/domain/survey/kinds/design-variants.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { describeField } from "@/lib/domain/survey/studies/describe-field.ts";
import { findPlaceholder } from "@/lib/domain/survey/studies/placeholder-texts.ts";
import {
  nextStudyStatus as moveRule,
  type StudyStatus,
  type StudyTransition,
} from "@/lib/domain/survey/studies/study-status.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { db } from "../../platform/database/client.ts";
import { json, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { freezeProtocol, parsePlan, recordReopening } from "../draft/freeze-protocol.ts";
import { addDefaultDenials } from "../entry/add-default-denials.ts";
import { closeStudySql } from "../lock/end-study.ts";
import { lockEndedData } from "../lock/lock-data.ts";
import { countPlannedMismatches } from "../parity/count-unsigned.ts";
import { isTallied, tallyForPage } from "../parity/tally-predictions.ts";
import { refusal } from "../read-draft.ts";
import { readStudyItems, type StudyItem } from "../study-items.ts";
import { isId, lockStudy, studyWhere } from "../study-where.ts";
import { freezeDesign } from "./open-study.ts";
import { studyIsFull } from "./study-is-full.ts";

/**
 * Opens, pauses, closes or reopens a study. The first opening generates every slot of the design, which is fixed from
 * then on. Of two simultaneous requests the second gets the current state.
 *
 * Closing a main stage, and pausing one that is full, ends the stage: slots can no longer be claimed, running sessions
 * may finish, and the data are locked as soon as no session is running. Reopening an ended stage is an amendment.
 *
 * @param reason why a main stage that has ended with answers is reopened; if it is missing, a refusal names the field
 * `reason`
 */
export async function moveStudy(
  actor: Actor,
  studyId: string,
  move: StudyTransition,
  reason = "",
): Promise<StudyStatus> {
  if (move === "open") await refreshIfAllowed(actor, studyId);
  const status = await moveInTransaction(actor, studyId, move, reason);
  if (status === "closed") await lockEndedData(studyId);
  return status;
}

function moveInTransaction(actor: Actor, studyId: string, move: StudyTransition, reason: string): Promise<StudyStatus> {
  return withTx(async (client) => {
    // Generating a large design takes longer than the pool's usual limit for idle transactions.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '120s'");
    const study = await lockStudy(client, actor, "research.write", studyId);
    const result = moveRule(study.status, move);
    if (!result.ok) throw new AppError("conflict", `The study is ${study.status} now, so this cannot be done.`);
    if (study.is_archived) throw new AppError("conflict", "The study is archived. Restore it first, under Settings.");
    if (move === "open") {
      const items = await readStudyItems(studyId, client);
      if (items.length === 0) throw new AppError("invalid", "The study has no items, so it cannot be opened.");
      const unknown = items.find((item) => !itemKinds[item.item.kind]);
      if (unknown) throw new AppError("invalid", `Items of the kind ${unknown.item.kind} cannot be asked yet.`);
      refuseUnmarked(study.design, items);
      await refusePlaceholders(client, study.protocol_version_id);
      if (study.stage === "main") await refuseMismatches(client, studyId);
      await freezeDesign(client, studyId);
      await freezeProtocol(client, studyId, actor.userId, "");
      await addDefaultDenials(client, studyId);
    }
    if (move === "reopen") await amendByReopening(client, study, actor.userId, reason);
    const ends = move === "close" || (move === "pause" && study.stage === "main" && (await isFull(client, studyId)));
    const status = ends ? "closed" : result.status;
    const change = ends
      ? closeStudySql("closed", actor.userId)
      : fragment`status = ${status}::study_status, closed_at = NULL, end_cause = NULL, ended_by_id = NULL, locked_at = NULL,
          opened_at = CASE WHEN ${status} = 'open' THEN coalesce(opened_at, clock_timestamp()) ELSE opened_at END`;
    await client.query(sql`
      UPDATE study SET ${change}, stays_open = ${move === "reopen"}::boolean AND ${studyIsFull} WHERE id = ${studyId}
    `);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: `study.${move}`,
      subjectType: "study",
      subjectId: studyId,
      before: { status: study.status },
      after: { status },
      ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
    });
    return status;
  });
}

const endRow = z.strictObject({ hasEnded: z.boolean(), isFull: z.boolean() });

async function readEnd(client: PoolClient, studyId: string): Promise<z.infer<typeof endRow>> {
  return oneRow(
    client,
    endRow,
    sql`SELECT end_cause IS NOT NULL AND EXISTS (SELECT FROM response
      WHERE study_id = study.id) AS "hasEnded", ${studyIsFull} AS "isFull" FROM study WHERE id = ${studyId}`,
  );
}

async function isFull(client: PoolClient, studyId: string): Promise<boolean> {
  return (await readEnd(client, studyId)).isFull;
}

/**
 * Records that data collection continues after the data were locked: later answers are never included in the
 * confirmatory tables.
 */
async function amendByReopening(
  client: PoolClient,
  { id }: { id: string },
  actorId: string | null,
  reason: string,
): Promise<void> {
  const { hasEnded } = await readEnd(client, id);
  if (!hasEnded) return;
  if (reason.trim() === "")
    throw refusal(
      "reason",
      "The main stage has ended, so reopening it is an amendment. Please say why it is reopened.",
    );
  await recordReopening(client, id, actorId, reason.trim());
}

/** Throws if the study shows a mark that exists only in stories with an error. */
function refuseUnmarked(stored: unknown, items: readonly StudyItem[]): void {
  const design = designSchema.parse(stored);
  const lacking = items.flatMap(({ item }) => {
    const levels = conditionsOfItem(design, item).find((one) => lacksMark(item, one));
    return levels ? [{ levels, factors: factorsOfItem(item) }] : [];
  });
  const [found] = lacking;
  if (!found) return;
  throw new AppError(
    "invalid",
    `Under "${conditionLabel(found, found.levels)}", ${lacking.length} of ${items.length} items have nothing to highlight, so the highlight would show which items have it. Please remove the condition, or choose items that all have the mark.`,
  );
}

/**
 * Compares new answers before the study is locked, because comparing many prompts takes long. Does nothing for users
 * who may not open the study.
 */
async function refreshIfAllowed(actor: Actor, studyId: string): Promise<void> {
  if (!isId(studyId)) return;
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.write", studyId),
    select: { id: true },
  });
  const { uncounted } = study ? await tallyForPage(study.id) : { uncounted: null };
  if (uncounted)
    throw new AppError(
      "conflict",
      `${uncounted.answers} answers of models are still being compared with what people will see. Open the study when the page Parity shows that this is done.`,
    );
}

const planRow = z.strictObject({ document: json() });

/**
 * Throws if the stimuli of models and items that the plan compares differ and the differences are not signed off: data
 * collection must not begin then.
 */
async function refuseMismatches(client: PoolClient, studyId: string): Promise<void> {
  // Answers may have been imported, and the protocol or the design may have changed, since the comparison.
  if (!(await isTallied(studyId, client)))
    throw new AppError(
      "conflict",
      "The study or its models' answers were changed while it was being opened. Please open it again.",
    );
  const stored = await maybeRow(client, planRow, sql`SELECT document FROM study_plan WHERE study_id = ${studyId}`);
  const open = await countPlannedMismatches(studyId, stored ? parsePlan(stored.document) : null, client);
  if (open === 0) return;
  const stimuli = open === 1 ? "1 stimulus" : `${open} stimuli`;
  throw new AppError(
    "invalid",
    `Models were shown other content than people will be in ${stimuli}. Please look at the page Parity and sign for what differs, or correct it, before the main stage is opened.`,
  );
}

const documentRow = z.strictObject({ document: json() });

/** Throws if a text of the protocol still contains a placeholder. */
async function refusePlaceholders(client: PoolClient, protocolVersionId: string | null): Promise<void> {
  const row = await maybeRow(
    client,
    documentRow,
    sql`SELECT document FROM protocol_version WHERE id = ${protocolVersionId}`,
  );
  const found = row && findPlaceholder(protocolSchema.parse(row.document));
  if (!found) return;
  const message = `${describeField(found.field)} still contains ${found.quoted}. Replace this text before the study is opened.`;
  throw new AppError("invalid", message);
}
