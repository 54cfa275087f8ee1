import { expect, it } from "vitest";
import type { TaskPayload } from "@/lib/domain/annotation/task.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { deleteCollection } from "../collections/delete-collection.ts";
import { getCollection } from "../collections/list-collections.ts";
import { claimNextTask } from "../work/next-task.ts";
import { listCollectionImports, undoImport } from "./undo-import.ts";

withTestDatabase();

it("removes what nobody has begun with, keeps the rest, and the counters follow", async () => {
  const collection = await makeCollection({ pairs: 3, settings: { overlap: 2 } });
  const { researcher, id } = collection;
  const ann = await collection.annotator();
  const { task } = await claimNextTask(ann, { collectionId: id });
  await saveText(ann, task as TaskPayload, withSentence((task as TaskPayload).document, "More."));
  const [line] = await listCollectionImports(researcher, id);
  expect(line).toMatchObject({ fileName: "made.jsonl", items: 6, untouched: 5 });
  await expect(undoImport(ann, id, line?.id as string)).rejects.toMatchObject({ code: "not-found" });
  expect(await undoImport(researcher, id, line?.id as string)).toEqual({ removed: 5, kept: 1 });
  const { items, tasks } = await getCollection(researcher, id);
  expect([items, tasks]).toEqual([{ "in-work": 1 }, { leased: 1, open: 1 }]);
  await expect(undoImport(researcher, id, line?.id as string)).rejects.toMatchObject({ code: "conflict" });
});

it("deletes a collection once its name is typed, with its work, and leaves a line in the audit log", async () => {
  const collection = await makeCollection({ pairs: 2 });
  const { researcher, id } = collection;
  const ann = await collection.annotator();
  const { task } = await claimNextTask(ann, { collectionId: id });
  const { revisionId } = await saveText(
    ann,
    task as TaskPayload,
    withSentence((task as TaskPayload).document, "More."),
  );
  await giveVerdict(ann, task as TaskPayload, "refined", revisionId, ["language"]);
  const { name } = await getCollection(researcher, id);
  await expect(deleteCollection(ann, id, name)).rejects.toMatchObject({ code: "not-found" });
  await expect(deleteCollection(researcher, id, "another")).rejects.toMatchObject({ field: "name" });
  await deleteCollection(researcher, id, name);
  await expect(getCollection(researcher, id)).rejects.toMatchObject({ code: "not-found" });
  const { rows } = await pool().query(
    "SELECT before FROM audit_event WHERE action = 'collection.delete' AND subject_id = $1",
    [id],
  );
  expect(rows).toMatchObject([{ before: { name, items: 4, verdicts: 1 } }]);
});
