import type { PoolClient } from "pg";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { hasNothingToHighlight } from "@/lib/domain/survey/kinds/asked-kind.ts";
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
import { fieldError } from "../read-draft.ts";
import { readStudyItems, type StudyItem } from "../study-items.ts";
import { isId, lockStudy, studyWhere } from "../study-where.ts";
import { freezeDesign } from "./open-study.ts";
import { studyIsFull } from "./study-is-full.ts";

/**
 * Opens, pauses, closes or reopens a study. The first opening generates every slot of the design, which is fixed from
 * then on. Of two simultaneous requests the second gets the current state.
 *
 * Closing a main stage ends it, and so does pausing a main stage that is full: slots can no longer be claimed, running
 * sessions may finish, and the data are locked as soon as no session is running. Reopening an ended stage is an
 * amendment.
 *
 * @param reason why a main stage that has ended with answers is reopened; if it is missing, throws an error at the
 * field `reason`
 */
export async function moveStudy(
  actor: Actor,
  studyId: string,
  move: StudyTransition,
  reason = "",
): Promise<StudyStatus> {
  if (move === "open") await compareNewAnswers(actor, studyId);
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
    if (!result.ok) throw new AppError("conflict", `This is not possible, because the study is now ${study.status}.`);
    if (study.is_archived) throw new AppError("conflict", "The study is archived. Restore it first, under Settings.");
    if (move === "open") {
      const items = await readStudyItems(studyId, client);
      if (items.length === 0) throw new AppError("invalid", "The study has no items, so it cannot be opened.");
      const unsupportedItem = items.find((item) => !itemKinds[item.item.kind]);
      if (unsupportedItem)
        throw new AppError("invalid", `Items of the kind ${unsupportedItem.item.kind} are not supported in studies.`);
      requireMarks(study.design, items);
      await requireNoPlaceholders(client, study.protocol_version_id);
      if (study.stage === "main") await requireParity(client, studyId);
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

async function readEndState(client: PoolClient, studyId: string): Promise<z.infer<typeof endRow>> {
  return oneRow(
    client,
    endRow,
    sql`SELECT end_cause IS NOT NULL AND EXISTS (SELECT FROM response
      WHERE study_id = study.id) AS "hasEnded", ${studyIsFull} AS "isFull" FROM study WHERE id = ${studyId}`,
  );
}

async function isFull(client: PoolClient, studyId: string): Promise<boolean> {
  return (await readEndState(client, studyId)).isFull;
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
  const { hasEnded } = await readEndState(client, id);
  if (!hasEnded) return;
  if (reason.trim() === "")
    throw fieldError("reason", "The main stage has ended, so reopening it is an amendment. Please give a reason.");
  await recordReopening(client, id, actorId, reason.trim());
}

/** Throws if a condition highlights a mark that some items lack. */
function requireMarks(stored: unknown, items: readonly StudyItem[]): void {
  const design = designSchema.parse(stored);
  const unmarkedItems = items.flatMap(({ item }) => {
    const levels = conditionsOfItem(design, item).find((one) => hasNothingToHighlight(item, one));
    return levels ? [{ levels, factors: factorsOfItem(item) }] : [];
  });
  const [firstUnmarked] = unmarkedItems;
  if (!firstUnmarked) return;
  throw new AppError(
    "invalid",
    `Under "${conditionLabel(firstUnmarked, firstUnmarked.levels)}", ${unmarkedItems.length} of ${items.length} items have nothing to highlight, so the highlight would show which items have the mark. Please remove the condition, or choose items that all have the mark.`,
  );
}

/**
 * Compares new answers before the study is locked, because comparing many prompts takes long. Does nothing for users
 * who may not open the study.
 */
async function compareNewAnswers(actor: Actor, studyId: string): Promise<void> {
  if (!isId(studyId)) return;
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.write", studyId),
    select: { id: true },
  });
  const { uncounted } = study ? await tallyForPage(study.id) : { uncounted: null };
  if (uncounted)
    throw new AppError(
      "conflict",
      `${formatNumberOf(uncounted.answers, "model answer")} ${uncounted.answers === 1 ? "is" : "are"} still being compared with the stimuli of people. Open the study when the Parity page shows that the comparison is complete.`,
    );
}

const planRow = z.strictObject({ document: json() });

/**
 * Throws if stimuli of the models and items that the plan compares differ and the differences are not signed off. Data
 * collection must not begin in this state.
 */
async function requireParity(client: PoolClient, studyId: string): Promise<void> {
  // Answers may have been imported, and the protocol or the design may have changed, since the comparison.
  if (!(await isTallied(studyId, client)))
    throw new AppError(
      "conflict",
      "The study or its models' answers changed while the study was being opened. Please open it again.",
    );
  const storedPlan = await maybeRow(client, planRow, sql`SELECT document FROM study_plan WHERE study_id = ${studyId}`);
  const unsignedCount = await countPlannedMismatches(
    studyId,
    storedPlan ? parsePlan(storedPlan.document) : null,
    client,
  );
  if (unsignedCount === 0) return;
  const stimuli = unsignedCount === 1 ? "1 stimulus" : `${unsignedCount} stimuli`;
  throw new AppError(
    "invalid",
    `The content of ${stimuli} differs between models and people. Sign off or correct the differences on the Parity page before you open the main stage.`,
  );
}

const documentRow = z.strictObject({ document: json() });

/** Throws if a text of the protocol still contains a placeholder. */
async function requireNoPlaceholders(client: PoolClient, protocolVersionId: string | null): Promise<void> {
  const row = await maybeRow(
    client,
    documentRow,
    sql`SELECT document FROM protocol_version WHERE id = ${protocolVersionId}`,
  );
  const placeholder = row && findPlaceholder(protocolSchema.parse(row.document));
  if (!placeholder) return;
  const message = `${describeField(placeholder.field)} still contains ${placeholder.quoted}. Replace this text before the study is opened.`;
  throw new AppError("invalid", message);
}
