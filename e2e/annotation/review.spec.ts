import { expect, test } from "@playwright/test";
import { claimNextTask } from "../../lib/server/annotation/work/next-task.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { giveVerdict, type MadeCollection, makeCollection, saveText } from "../../prisma/factories/make-collection.ts";
import { bridgePair } from "./stories.ts";
import { signInAgain, signInAs, WorkspacePage } from "./workspace-page.ts";

/**
 * One annotator judges every item of a collection: the story is changed where it contains `from`, with the fields of
 * `more`, and left unchanged otherwise.
 */
async function judgeAll(collection: MadeCollection, from: string, to: string, more: { character?: string } = {}) {
  const annotator = await collection.annotator();
  for (;;) {
    const { task } = await claimNextTask(annotator, { collectionId: collection.id });
    if (!task) return annotator;
    const story = task.document.story.replace(from, to);
    if (story === task.document.story || task.task.kind === "original") await giveVerdict(annotator, task, "sound");
    else {
      const { revisionId } = await saveText(annotator, task, { ...task.document, ...more, story });
      await giveVerdict(annotator, task, "refined", revisionId);
    }
  }
}

async function decisions(collectionId: string): Promise<{ external_id: string; status: string; decision: string }[]> {
  const { rows } = await pool().query(
    `SELECT item.external_id, item.status::text, review.decision, review.reason FROM annotation_review AS review
     JOIN annotation_item AS item ON item.id = review.item_id WHERE item.collection_id = $1
       AND NOT EXISTS (SELECT FROM annotation_review_undo WHERE review_id = review.id) ORDER BY review.saved_at`,
    [collectionId],
  );
  return rows;
}

test("a reviewer sees the change first, not the person, and accepts, changes or returns it; the annotator reads why", async ({
  context,
  browser,
}) => {
  const collection = await makeCollection({
    items: [bridgePair(1), bridgePair(2), bridgePair(3)].flatMap(([, error]) => [error]),
  });
  const annotator = await judgeAll(collection, "price of rye", "price of oats");
  await signInAs(context, collection.projectId, "reviewer");
  const workspace = new WorkspacePage(await context.newPage());
  const { page } = workspace;
  await page.goto("/annotate/review");
  await page.getByRole("link", { name: /^Review Collection/ }).focus();
  await workspace.press("Enter");
  await workspace.expectReview("erroneous_story_1");
  await expect(page.getByRole("group", { name: "Change 1" })).toContainText("rye");
  await expect(page.getByRole("group", { name: "Change 1" })).toContainText("oats");
  await expect(page.getByRole("group", { name: "Change 1" })).toBeInViewport();
  await expect(page.getByText(/cannot know/).first()).toBeInViewport();
  await expect(page.getByText("The annotator is hidden.")).toBeVisible();
  expect(await page.content()).not.toContain(annotator.userId ?? "");
  expect(await page.content()).not.toContain(annotator.email ?? "");
  await workspace.press("a", "Enter");

  await workspace.expectReview("erroneous_story_2");
  await expect(page.getByText("erroneous_story_1: accepted.").first()).toBeVisible();
  // A decision can be undone with one key, and given again with two.
  await workspace.press("u");
  await workspace.expectReview("erroneous_story_1");
  await workspace.press("a", "Enter");
  await workspace.expectReview("erroneous_story_2");
  await workspace.press("c");
  await expect(page.getByRole("textbox", { name: "Your version" })).toBeVisible();
  await workspace.press("e");
  await workspace.goBehind("price of oats");
  await page.keyboard.type(" and hay");
  // The reviewer's words survive a reload, too.
  await expect(workspace.story).toHaveValue(/price of oats and hay/);
  await workspace.press("Escape");
  await page.reload();
  await workspace.expectReview("erroneous_story_2");
  await workspace.press("c");
  await expect(workspace.story).toHaveValue(/price of oats and hay/);
  await workspace.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Accept with your changes" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Hay belongs to it.");
  await workspace.press("Control+Enter");

  await workspace.expectReview("erroneous_story_3");
  await workspace.press("b");
  await expect(page.getByRole("dialog", { name: "Return it" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Rye was right: oats grow elsewhere.");
  await workspace.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "No items to review" })).toBeVisible();
  expect((await decisions(collection.id)).map(({ status, decision }) => [status, decision])).toEqual([
    ["accepted", "accept"],
    ["accepted", "change"],
    ["returned", "return"],
  ]);

  // Back to its annotator, who finds it with the reason and hands it in again.
  const theirs = await browser.newContext();
  await signInAgain(theirs, annotator.userId ?? "");
  const back = new WorkspacePage(await theirs.newPage());
  await back.page.goto("/annotate/mine");
  await expect(back.page.getByRole("row", { name: /erroneous_story_3/ })).toContainText("Rye was right");
  await expect(back.page.getByRole("heading", { name: "Hours and pay" })).toBeVisible();
  await back.page.getByRole("link", { name: "Open erroneous_story_3" }).focus();
  await back.press("Enter");
  await back.expectItem("erroneous_story_3");
  await expect(back.page.getByText("Rye was right: oats grow elsewhere.")).toBeVisible();
  await back.press("d", "]", "r");
  await expect(back.story).toHaveValue(/price of rye/);
  await back.press("a", "Control+Enter");
  await expect(
    back.page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();
  // The item is as imported again, and still returns to review.
  await expect
    .poll(async () => (await decisions(collection.id)).map(({ status }) => status))
    .toEqual(["accepted", "accepted", "submitted"]);
  // An item whose review has begun cannot be reopened.
  await back.page.goto("/annotate/mine");
  await expect(back.page.getByRole("row", { name: /erroneous_story_1/ })).toContainText("done");
  await expect(back.page.getByRole("button", { name: "Reopen erroneous_story_1" })).toHaveCount(0);
  expect([...workspace.problems, ...back.problems]).toEqual([]);
  await theirs.close();
});

test("copies that disagree are compared with none chosen, and combined", async ({ context }) => {
  const collection = await makeCollection({ items: bridgePair(1).slice(1), settings: { overlap: 2 } });
  await judgeAll(collection, "price of rye", "price of oats");
  await judgeAll(collection, "across the sound", "over the lake", { character: "Jonas the carter" });
  await signInAs(context, collection.projectId, "reviewer");
  const workspace = new WorkspacePage(await context.newPage());
  const { page } = workspace;
  await page.goto(`/annotate/review/${collection.id}`);
  await workspace.expectReview("erroneous_story_1");
  const copies = page.getByRole("region", { name: "Copies that disagree" });
  await expect(copies).toContainText("oats");
  await expect(copies).toContainText("lake");
  await workspace.press("a");
  await workspace.expectSaid("The copies disagree. Choose one copy, or combine the copies.");
  await expect(copies.getByText("Not possible yet")).toBeInViewport();
  // "across the sound" and "over the lake" share a word, so they are two changes; the third is left as in copy 1.
  for (const change of [1, 2]) {
    await copies.getByRole("checkbox", { name: `Apply change ${change} from copy 2` }).focus();
    await workspace.press("Space");
  }
  // A differing field is taken from one copy; none is preselected.
  await expect(copies.getByRole("radio", { checked: true })).toHaveCount(0);
  await copies.getByRole("button", { name: /^Combine/ }).focus();
  await workspace.press("Enter");
  await expect(copies.getByText("Not possible yet. Choose the copy for Character.")).toBeInViewport();
  await workspace.press("Tab", "ArrowDown");
  await expect(copies.getByRole("radio", { name: "From copy 2: Jonas the carter" })).toBeChecked();
  await copies.getByRole("button", { name: /^Combine/ }).focus();
  await workspace.press("Enter");
  await expect(workspace.story).toHaveValue(/over the lake[\s\S]*price of oats/);
  // The page jumps to the problem that blocks submission, and opens the closed part that contains it.
  const fields = page.getByText("The other fields", { exact: true });
  const character = page.getByRole("textbox", { name: "Character", exact: true });
  await fields.click();
  await expect(character).toHaveValue("Jonas the carter");
  await character.fill("");
  await fields.click();
  await expect(character).toBeHidden();
  await workspace.press("Control+Enter");
  await expect(page.getByText("Not possible yet. Character is empty.").last()).toBeInViewport();
  await expect(character).toBeFocused();
  await page.keyboard.type("Jonas the carter");
  await workspace.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Accept with your changes" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Both are right.");
  await workspace.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "No items to review" })).toBeVisible();
  expect(await decisions(collection.id)).toMatchObject([{ status: "accepted", decision: "change" }]);
  expect(workspace.problems).toEqual([]);
});

test("a share of the untouched items comes to review, and nobody reviews an own one", async ({ context }) => {
  const collection = await makeCollection({
    items: [...bridgePair(1), ...bridgePair(2)],
    settings: { reviewShareUntouched: 1 },
  });
  await judgeAll(collection, "nothing like this", "");
  await signInAs(context, collection.projectId, "reviewer");
  const workspace = new WorkspacePage(await context.newPage());
  await workspace.page.goto(`/annotate/review/${collection.id}`);
  for (const name of ["story_1", "erroneous_story_1", "story_2", "erroneous_story_2"]) {
    await workspace.expectReview(name);
    await workspace.press("a", "Enter");
  }
  await expect(workspace.page.getByRole("heading", { name: "No items to review" })).toBeVisible();
  const { rows } = await pool().query(
    `SELECT count(*)::int AS n FROM annotation_review AS review JOIN annotation_item AS item ON item.id = review.item_id
     WHERE item.collection_id = $1 AND review.is_sample`,
    [collection.id],
  );
  expect(rows[0].n).toBe(4);
  expect(workspace.problems).toEqual([]);
});
