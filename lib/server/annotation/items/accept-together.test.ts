import { expect, it } from "vitest";
import { giveVerdict, makeCollection } from "@/prisma/factories/make-collection.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { getCollectionFigures } from "../figures/get-collection-figures.ts";
import { listItems } from "../lead/list-items.ts";
import { previewReReview } from "../lead/re-review.ts";
import { publishAcceptedItems } from "../publish/publish-accepted.ts";
import { claimNextTask } from "../work/next-task.ts";
import { acceptTogether } from "./accept-together.ts";
import { getItemHistory } from "./item-history.ts";
import { requeueItem } from "./requeue-item.ts";

withTestDatabase();

it("accepts what no one has judged with one reason, marks it, and leaves the rates as they are", async () => {
  const collection = await makeCollection({ pairs: 3 });
  const [annotator, reviewer] = [await collection.annotator(), await collection.reviewer()];
  const { task } = await claimNextTask(annotator, { collectionId: collection.id });
  const { next } = await giveVerdict(annotator, task!, "sound");
  expect(next).not.toBeNull();
  const before = await getCollectionFigures(collection.researcher, collection.id);

  await expect(acceptTogether(annotator, collection.id, null, "A release.")).rejects.toMatchObject({
    code: "not-found",
  });
  await expect(acceptTogether(reviewer, collection.id, null, " ")).rejects.toMatchObject({ field: "reason" });
  // One of six is judged, and the annotator holds another one.
  expect(await acceptTogether(reviewer, collection.id, null, "The published release.")).toEqual({
    changed: 4,
    left: 0,
    why: [],
  });
  const { items } = await listItems(collection.researcher, collection.id, { after: 0 });
  const accepted = items.filter(({ isAcceptedTogether }) => isAcceptedTogether);
  expect(accepted.map(({ status }) => status)).toEqual(["accepted", "accepted", "accepted", "accepted"]);
  const others = items.filter(({ isAcceptedTogether }) => !isAcceptedTogether).map(({ id }) => id);
  expect(await acceptTogether(reviewer, collection.id, others, "The published release.")).toMatchObject({
    changed: 0,
    left: 2,
    why: [expect.stringContaining("must be reviewed individually")],
  });

  const [first] = accepted;
  const history = await getItemHistory(collection.researcher, first!.id);
  expect(history.map((line) => JSON.stringify(line)).join(" ")).toContain("not reviewed individually");
  const after = await getCollectionFigures(collection.researcher, collection.id);
  expect({ ...after, items: null }).toEqual({ ...before, items: null });
  expect((await previewReReview(collection.researcher, collection.id, { seed: "" })).items).toBeLessThanOrEqual(1);

  const { benchmarkId } = await publishAcceptedItems(collection.researcher, collection.id);
  const { rows } = await pool().query(
    "SELECT count(*)::int AS n FROM item_version WHERE benchmark_id = $1 AND attributes ->> 'review' = 'not reviewed individually'",
    [benchmarkId],
  );
  expect(rows[0]?.n).toBe(4);

  await requeueItem(collection.researcher, first!.id, "A closer look.");
  const again = await listItems(collection.researcher, collection.id, { after: 0 });
  expect(again.items.find(({ id }) => id === first!.id)).toMatchObject({ status: "open", isAcceptedTogether: false });
});
