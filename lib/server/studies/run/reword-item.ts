import type { PoolClient } from "pg";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { ImportTally } from "../../items/import-report.ts";
import { readItemVersion } from "../../items/read-items.ts";
import { storeItems } from "../../items/store-items.ts";
import { resolveTasks, TaskSchemas } from "../../items/tasks/resolve-tasks.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../study-where.ts";

/**
 * Rewords an item of a study that is or was a pilot: creates a new version of the item in its benchmark, with the same
 * story, key and attributes. For an item of a task schema, the wording is its field `question`. Existing answers stay
 * with the version that was shown.
 */
export async function rewordItem(actor: Actor, studyId: string, itemVersionId: string, wording: string): Promise<void> {
  const text = boundedText(5_000).safeParse(wording.trim());
  if (!text.success || text.data === "") {
    throw new AppError("invalid", "Please enter the new wording, with at most 5,000 characters.", "text");
  }
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const item = await readItemVersion(client, studyId, itemVersionId);
    if (!item) throw notFoundError();
    const row = item.row.task
      ? await withQuestion(client, { projectId: study.project_id, actorId: actor.userId }, item.row, text.data)
      : { ...item.row, text: text.data };
    let isNew = false;
    const target = {
      benchmarkId: study.benchmark_id,
      actorId: actor.userId,
      firstOrdinal: 0,
      onNewVersion: () => {
        isNew = true;
      },
    };
    await storeItems(client, target, [{ line: 1, row }]);
    if (!isNew)
      throw new AppError(
        "conflict",
        "The item already has a version with exactly this wording. Change the wording.",
        "text",
      );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "item.reword",
      subjectType: "study",
      subjectId: studyId,
      before: { item: item.row.id, text: questionOf(item.row) ?? item.row.text },
      after: { item: item.row.id, text: text.data },
    });
  });
}

function questionOf({ task }: ItemRow): string | null {
  const question = task?.fields.question;
  return typeof question === "string" ? question : null;
}

/** The row of a task with another question, checked as in an import, and with its new summary. */
async function withQuestion(
  client: PoolClient,
  { projectId, actorId }: { projectId: string; actorId: string | null },
  row: ItemRow,
  question: string,
): Promise<ItemRow> {
  if (questionOf(row) === null)
    throw new AppError(
      "conflict",
      "The task of this item has no question to reword. Edit the item on the page of its benchmark.",
      "text",
    );
  const tally = new ImportTally();
  const fields = { ...row.task?.fields, question };
  const [resolved] = await resolveTasks(
    new TaskSchemas(client, projectId, actorId),
    [{ line: 1, row: { ...row, fields } }],
    tally,
  );
  const [rejection] = tally.rejections;
  if (!resolved || rejection) throw new AppError("invalid", `This ${rejection?.message ?? "is not valid"}.`, "text");
  return resolved.row;
}
