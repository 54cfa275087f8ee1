import type { PoolClient } from "pg";
import * as z from "zod";
import { findUnmarked } from "@/lib/domain/items/kinds/marks.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { crossFactors } from "@/lib/domain/items/stimulus.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { conditionLabel } from "@/lib/domain/survey/studies/condition-label.ts";
import { describeField } from "@/lib/domain/survey/studies/describe-field.ts";
import { findPlaceholder } from "@/lib/domain/survey/studies/placeholder-texts.ts";
import {
  moveStudy as moveRule,
  type StudyStatus,
  type StudyTransition,
} from "@/lib/domain/survey/studies/study-status.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { db } from "../../platform/database/client.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { freezeProtocol } from "../draft/freeze-protocol.ts";
import { addDefaultDenials } from "../entry/add-default-denials.ts";
import { countUnsignedMismatches } from "../parity/count-unsigned.ts";
import { isTallied, tallyForPage } from "../parity/tally-predictions.ts";
import { readStudyItems, type StudyItem } from "../study-items.ts";
import { isId, lockStudy, studyWhere } from "../study-where.ts";
import { freezeDesign } from "./open-study.ts";
import { studyIsFull } from "./study-is-full.ts";

/**
 * Opens, pauses, closes or reopens a study. The first opening generates every slot of the design, which is fixed from
 * then on. Sessions under way may always finish. Of two at once the second is told how things stand.
 */
export async function moveStudy(actor: Actor, studyId: string, move: StudyTransition): Promise<StudyStatus> {
  if (move === "open") await refreshIfAllowed(actor, studyId);
  return withTx(async (client) => {
    // Laying out a large design takes longer than the pool's usual limit for one statement's transaction.
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
    await client.query(sql`
      UPDATE study SET status = ${result.status}::study_status,
        opened_at = CASE WHEN ${result.status} = 'open' THEN coalesce(opened_at, clock_timestamp()) ELSE opened_at END,
        closed_at = CASE WHEN ${result.status} = 'closed' THEN clock_timestamp() END,
        stays_open = ${move === "reopen"}::boolean AND ${studyIsFull}
      WHERE id = ${studyId}
    `);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: `study.${move}`,
      subjectType: "study",
      subjectId: studyId,
      before: { status: study.status },
      after: { status: result.status },
    });
    return result.status;
  });
}

/** No one is shown a mark that only stories with an error have. */
function refuseUnmarked(stored: unknown, items: readonly StudyItem[]): void {
  const kind = itemKinds[items[0]?.item.kind ?? ""];
  if (!kind) return;
  const conditions = crossFactors(designSchema.parse(stored).factors);
  const found = findUnmarked(
    kind,
    conditions,
    items.map(({ item }) => item),
  );
  if (!found) return;
  throw new AppError(
    "invalid",
    `Under "${conditionLabel(kind, found.levels)}", ${found.items} of ${items.length} items have nothing to highlight, so the mark would give the others away. Please leave the condition out, or choose items that all have the mark.`,
  );
}

/** Compares what is new before the study is locked: prompts may be many. Does nothing for those who may not open it. */
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
      `${uncounted.answers} answers of models are still being compared with what people will see. Please open the study when the page Parity says that this is done.`,
    );
}

/** No people are asked for a comparison with models that were shown something else, unless someone signs for it. */
async function refuseMismatches(client: PoolClient, studyId: string): Promise<void> {
  // Since the comparison, answers may have been imported and the protocol or the design changed.
  if (!(await isTallied(studyId, client)))
    throw new AppError(
      "conflict",
      "The study or its models' answers were changed while it was being opened. Please open it again.",
    );
  const open = await countUnsignedMismatches(studyId, client);
  if (open === 0) return;
  const stimuli = open === 1 ? "1 stimulus" : `${open} stimuli`;
  throw new AppError(
    "invalid",
    `Models were shown other content than people will be in ${stimuli}. Please look at the page Parity and sign for what differs, or correct it, before the main stage is opened.`,
  );
}

const documentRow = z.strictObject({ document: json() });

/** No one is shown a text that is not written yet. */
async function refusePlaceholders(client: PoolClient, protocolVersionId: string | null): Promise<void> {
  const row = await maybeRow(client, documentRow, "SELECT document FROM protocol_version WHERE id = $1", [
    protocolVersionId,
  ]);
  const found = row && findPlaceholder(protocolSchema.parse(row.document));
  if (!found) return;
  const message = `${describeField(found.field)} still says "${found.text}". Please write this text before the study is opened.`;
  throw new AppError("invalid", message);
}
