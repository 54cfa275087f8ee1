import type { PoolClient } from "pg";
import * as z from "zod";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { formOfItem, type ItemForm, rowOfForm } from "@/lib/domain/interchange/item-form.ts";
import { readItemRow } from "@/lib/domain/interchange/read-item-row.ts";
import { findItemRemedy } from "@/lib/domain/interchange/remedy.ts";
import { type ItemRow, storyContentHash } from "@/lib/domain/items/item.ts";
import { findTableTask } from "@/lib/domain/tasks/templates/table-task.ts";
import { ImportTally } from "../items/import-report.ts";
import { listItemsOfStory, readItemsById } from "../items/read-items.ts";
import { lockBenchmark } from "../items/save-benchmark.ts";
import { readLastOrdinal, storeItems } from "../items/store-items.ts";
import { resolveTasks, TaskSchemas } from "../items/tasks/resolve-tasks.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { amendForKeys } from "../studies/draft/amend-for-keys.ts";

/** An item as its form sends it. */
export interface ItemChange {
  /** The version that the form was filled with; null for a new item. */
  basedOn: string | null;
  form: ItemForm;
  /** The reason for the change; required for a changed item, and stored with the new version. */
  reason: string;
}

/**
 * Stores an item that someone wrote in the browser: a new item, or a new version of an item. A changed story creates a
 * new version of every item about it; if only the key changed, only the key gets a new version. Returns the newest
 * version.
 */
export async function saveItem(
  actor: Actor,
  benchmarkId: string,
  change: ItemChange,
): Promise<{ id: string; stored: number }> {
  return withTx(async (client) => {
    const { project_id: projectId } = await lockBenchmark(client, actor, benchmarkId);
    const currentItem = change.basedOn === null ? null : await readNewest(client, benchmarkId, change.basedOn);
    const id = currentItem?.id ?? (change.form.id.trim() || (await findFreeName(client, benchmarkId)));
    if (currentItem === null) await refuseExistingId(client, benchmarkId, id);
    const form = { ...change.form, id, kind: currentItem ? formOfItem(currentItem).kind : change.form.kind };
    const row = await checkRow(client, { projectId, actorId: actor.userId }, rowOfForm(form, currentItem), form.kind);
    const rows =
      currentItem === null ? [row] : [row, ...(await readItemsOfChangedStory(client, benchmarkId, currentItem, row))];
    if (currentItem !== null && change.reason.trim() === "")
      throw new AppError("invalid", "Please state why the item is changed.", "reason");
    let changedKeyCount = 0;
    const storedVersions = await storeItems(
      client,
      {
        benchmarkId,
        actorId: actor.userId,
        firstOrdinal: await readLastOrdinal(client, benchmarkId),
        reason: change.reason.trim(),
        onKeyChanged: () => {
          changedKeyCount += 1;
        },
      },
      rows.map((one, index) => ({ line: index + 1, row: one })),
    );
    const insertedCount = storedVersions.filter(({ result }) => result === "inserted").length;
    if (insertedCount === 0) throw noNewVersionError(currentItem, row);
    if (changedKeyCount > 0) await amendForKeys(client, benchmarkId, actor.userId, change.reason);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: currentItem === null ? "item.create" : "item.change",
      subjectType: "benchmark",
      subjectId: benchmarkId,
      ...(currentItem === null ? {} : { before: { ...formOfItem(currentItem) } }),
      after: { ...form, reason: change.reason, stored: insertedCount },
    });
    return { id: storedVersions[0]!.itemVersionId, stored: insertedCount };
  });
}

function noNewVersionError(before: ItemRow | null, row: ItemRow): AppError {
  const isSame = before !== null && canonicalJson(formOfItem(before)) === canonicalJson(formOfItem(row));
  if (isSame) return new AppError("invalid", "Nothing was changed.");
  return new AppError(
    "conflict",
    "An earlier version of this item has exactly this content. Change something else as well.",
  );
}

/** The item that the form was filled with, if it is still the newest version. */
async function readNewest(client: PoolClient, benchmarkId: string, itemVersionId: string): Promise<ItemRow> {
  const row = (await readItemsById([itemVersionId], client)).get(itemVersionId);
  const newest = row && (await findNewestVersionId(client, benchmarkId, row.id));
  if (!row || !newest) throw notFoundError();
  if (newest !== itemVersionId)
    throw new AppError("conflict", "This item was changed after you opened the page. Nothing was saved; reload it.");
  return row;
}

const idRow = z.strictObject({ id: z.string() });

async function findNewestVersionId(client: PoolClient, benchmarkId: string, name: string): Promise<string | null> {
  const rows = await manyRows(
    client,
    idRow,
    sql`SELECT id FROM item_version WHERE benchmark_id = ${benchmarkId}::uuid AND external_id = ${name}
      ORDER BY version DESC LIMIT 1`,
  );
  return rows[0]?.id ?? null;
}

async function refuseExistingId(client: PoolClient, benchmarkId: string, name: string): Promise<void> {
  if ((await findNewestVersionId(client, benchmarkId, name)) !== null)
    throw new AppError("conflict", "The benchmark already has an item with this ID.", "id");
}

/** The row after the same checks as in an import. Throws a refusal that names the field of the form. */
async function checkRow(
  client: PoolClient,
  { projectId, actorId }: { projectId: string; actorId: string | null },
  given: Record<string, unknown>,
  kind: string,
): Promise<ItemRow> {
  const parsed = readItemRow(JSON.stringify(given));
  if (!parsed.ok) throw createFormRefusal(parsed.field, parsed.message, kind);
  const tally = new ImportTally();
  const [resolved] = await resolveTasks(
    new TaskSchemas(client, projectId, actorId),
    [{ line: 1, row: parsed.row }],
    tally,
  );
  const [rejection] = tally.rejections;
  if (!resolved || rejection)
    throw createFormRefusal(rejection?.field ?? "", rejection?.message ?? "is not valid", kind);
  return resolved.row;
}

const formFields: Readonly<Record<string, string>> = {
  gold: "key",
  "story.text": "story",
  "story.title": "title",
  "story.genre": "genre",
};

/** The parts of the form that are fields of a task of a table. */
const tableTaskFormFields: Readonly<Record<string, string>> = {
  story: "story",
  question: "text",
  responses: "options",
};

function createFormRefusal(field: string, message: string, kind: string): AppError {
  const remedy = findItemRemedy(field, message);
  const [first = "", second = ""] = field.split(".");
  const isTaskField = first === "fields" && second !== "";
  const taskField = findTableTask(kind) ? tableTaskFormFields[second] : `field-${second}`;
  // Each field of a task has its own input for its key.
  const isTaskKey = first === "gold" && second !== "";
  const name = formFields[field] ?? (isTaskField ? taskField : isTaskKey ? `key-${second}` : first);
  return new AppError("invalid", `This ${message}.${remedy === "" ? "" : ` ${remedy}`}`, name ?? first);
}

/** The other items about a changed story, with its new text; empty if the story is unchanged. */
async function readItemsOfChangedStory(
  client: PoolClient,
  benchmarkId: string,
  before: ItemRow,
  { story }: ItemRow,
): Promise<ItemRow[]> {
  if (before.story.text === "" || storyContentHash(before.story) === storyContentHash(story)) return [];
  const ids = await listItemsOfStory(client, benchmarkId, before.story.id);
  const items = await readItemsById(ids, client);
  return [...items.values()].filter(({ id }) => id !== before.id).map((row) => ({ ...row, story }));
}

const itemCountRow = z.strictObject({ last: z.number() });

/** The first free name "item-N" after the number of items. */
async function findFreeName(client: PoolClient, benchmarkId: string): Promise<string> {
  const { last } = await oneRow(
    client,
    itemCountRow,
    sql`SELECT coalesce(max((regexp_match(external_id, '^item-(\\d{1,8})$'))[1]::int), 0)::int AS last
      FROM item_version WHERE benchmark_id = ${benchmarkId}::uuid`,
  );
  return `item-${last + 1}`;
}
