import { expect, test } from "@playwright/test";
import { leadItems } from "../../lib/server/annotation/lead/lead-items.ts";
import { itemListQuery, listItems } from "../../lib/server/annotation/lead/list-items.ts";
import { makePractice } from "../../lib/server/annotation/training/make-practice.ts";
import { claimNextTask } from "../../lib/server/annotation/work/next-task.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeCollection } from "../../prisma/factories/make-collection.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { bridgePair } from "./stories.ts";
import { signInAgain, signInAs, WorkspacePage } from "./workspace-page.ts";

test("practice shows what an expert saw after one's own verdict, and what models answered not a moment earlier", async ({
  page,
  context,
}) => {
  const { rows } = await pool().query(
    "SELECT id, project_id FROM annotation_collection WHERE is_demo AND is_training ORDER BY created_at LIMIT 1",
  );
  const { actor } = await makePerson({ projectId: rows[0].project_id, role: "annotator" });
  // Each person has an order of their own; here it is the order of the file.
  await claimNextTask(actor, { collectionId: rows[0].id });
  await pool().query(
    `UPDATE annotation_task AS task SET ordinal = item.ordinal FROM annotation_item AS item
     WHERE item.id = task.item_id AND task.holder_id = $1`,
    [actor.userId],
  );
  await signInAgain(context, actor.userId as string);
  const workspace = new WorkspacePage(page);
  await page.goto("/annotate/queue");
  await expect(page.getByText("13 items, each with the verdict of an expert.")).toBeVisible();
  await page.goto("/annotate/practice");
  await expect(page.getByText("0 of 13")).toBeVisible();
  await page.getByRole("link", { name: "Start" }).focus();
  await workspace.press("Enter");
  await workspace.expectItem("erroneous_story_1");
  // The expert's title of the step would reveal the verdict.
  await expect(page.getByText("Step 1 of 13")).toBeVisible();

  // Before the verdict, neither the payload nor the address of the hidden answers contains anything.
  const next = await (await page.request.get(`/api/v1/annotation/next?collection=${rows[0].id}`)).json();
  for (const secret of [
    "A sound pair",
    "spoken back to her",
    "A thought is not a remark",
    '"model',
    '"expert',
    "prediction",
  ])
    expect(JSON.stringify(next).includes(secret), secret).toBe(false);
  expect((await page.request.get(`/api/v1/annotation/tasks/${next.task.task.id}/hidden-answers`)).status()).toBe(403);
  await workspace.press("j");
  await workspace.expectSaid("The models' answers are shown after your verdict.");

  await workspace.press("a", "Enter");
  const lesson = page.getByRole("dialog", { name: "A sound pair" });
  await expect(lesson).toContainText("Yours is the same");
  await expect(lesson).toContainText("To remember");
  // The story can still be read next to the expert's verdict.
  await expect(lesson.getByRole("region", { name: "The story" })).toBeVisible();
  expect((await page.request.get(`/api/v1/annotation/tasks/${next.task.task.id}/hidden-answers`)).status()).toBe(200);
  await expect(lesson.getByRole("button", { name: "Next" })).toBeFocused();
  await workspace.press("Enter");

  // The second item has a flaw; a person who accepts it sees what the expert found.
  await workspace.expectItem("erroneous_story_5");
  await expect(workspace.panel("Statements that reveal the answer")).toContainText("Not knowing");
  await workspace.press("a", "Enter");
  await expect(page.getByRole("dialog")).toContainText("Yours differs");
  await expect(page.getByRole("dialog")).toContainText("A repair");
  await workspace.press("Enter");
  await workspace.expectItem("qa_3");

  // The item can be tried again: the clause is cut with one key, and no mark breaks because of it.
  await workspace.press("u");
  await workspace.expectItem("erroneous_story_5");
  await workspace.press("c");
  await expect(workspace.story).toHaveValue(/Nasrin climbed to the roof\. She walked past/);
  await workspace.press("5");
  await expect(page.getByText("Ready to submit.")).toBeVisible();
  await workspace.press("Control+Enter");
  await expect(page.getByRole("dialog")).toContainText("Yours is the same");
  expect(workspace.problems).toEqual([]);
});

test("a collection that asks for practice opens once it is passed, and not before", async ({ page, context }) => {
  const collection = await makeCollection({ items: bridgePair(1), settings: { practicePassMark: 1 } });
  const lead = collection.researcher;
  const { items } = await listItems(lead, collection.id, itemListQuery.parse({}));
  const [sample] = items.map(({ id }) => id);
  await leadItems(lead, collection.id, { act: "gold", items: [sample as string], gold: "sound" });
  await makePractice(lead, collection.id, { items: [sample as string], note: "Nothing is wrong here." });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = new WorkspacePage(page);
  await workspace.open(collection.id);
  await expect(page.getByRole("heading", { name: "Practise first" })).toBeVisible();
  await expect(page.getByText("You have judged 0 of 1")).toBeVisible();
  await page.getByRole("link", { name: "Practise" }).focus();
  await workspace.press("Enter");
  await workspace.expectItem("story_1");
  await expect(page.getByText("Step 1 of 1")).toBeVisible();
  await workspace.press("a", "Enter");
  await expect(page.getByRole("dialog")).toContainText("Yours is the same");
  await workspace.open(collection.id);
  await workspace.expectItem("story_1");
  expect(workspace.problems).toEqual([]);
});
