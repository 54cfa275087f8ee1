import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, test } from "@playwright/test";
import { documentHash } from "../../lib/domain/annotation/documents/copy-document.ts";
import { claimNextTask } from "../../lib/server/annotation/work/next-task.ts";
import { saveRevision } from "../../lib/server/annotation/work/save-revision.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeCollection } from "../../prisma/factories/make-collection.ts";
import { bridgePair } from "./stories.ts";
import { signInAgain, signInAs, WorkspacePage } from "./workspace-page.ts";

async function storedStories(collectionId: string): Promise<string[]> {
  const { rows } = await pool().query(
    `SELECT revision.document->>'story' AS story FROM annotation_revision AS revision
     JOIN annotation_task AS task ON task.id = revision.task_id WHERE task.collection_id = $1 ORDER BY revision.saved_at`,
    [collectionId],
  );
  return rows.map(({ story }) => story);
}

/** An hour without a sign of life, in no time. */
async function letLeasesRunOut(collectionId: string): Promise<void> {
  await pool().query(
    "UPDATE annotation_task SET available_at = clock_timestamp() - interval '45 minutes' WHERE collection_id = $1 AND state = 'leased'",
    [collectionId],
  );
}

async function workspaceOf(context: BrowserContext, collectionId: string): Promise<WorkspacePage> {
  const workspace = new WorkspacePage(await context.newPage());
  await workspace.open(collectionId);
  return workspace;
}

test("undo goes on where it was after a reload, in text and marks", async ({ context }) => {
  const collection = await makeCollection({ items: bridgePair(1).slice(1) });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = await workspaceOf(context, collection.id);
  await workspace.expectItem("erroneous_story_1");
  await workspace.press("e");
  await workspace.goBehind("the mill on the far bank");
  await workspace.page.keyboard.type(" of the river");
  await workspace.press("ArrowRight");
  await workspace.goBehind("had fallen into the river");
  await workspace.page.keyboard.type(" at Holm");
  await workspace.press("Escape");
  await workspace.expectSaved();

  await workspace.page.reload();
  await workspace.expectItem("erroneous_story_1");
  await expect(workspace.story).toHaveValue(/far bank of the river/);
  await workspace.press("z");
  await expect(workspace.story).toHaveValue(/into the river, and/);
  await expect(workspace.story).toHaveValue(/far bank of the river/);
  await workspace.press("z");
  await expect(workspace.story).toHaveValue(/far bank and/);
  await expect(workspace.page.getByRole("button", { name: /Submit as sound/ })).toBeVisible();
  await workspace.press("y", "y");
  await expect(workspace.story).toHaveValue(/into the river at Holm, and/);
  expect(workspace.problems).toEqual([]);
});

test("a second tab looks on, shows what the first writes, and takes over when asked", async ({ context }) => {
  const collection = await makeCollection({ items: bridgePair(1) });
  await signInAs(context, collection.projectId, "annotator");
  const first = await workspaceOf(context, collection.id);
  await first.expectItem("story_1");
  const second = await workspaceOf(context, collection.id);
  await expect(second.page.getByText("You have this item open in another tab")).toBeVisible();
  await expect(second.story).toHaveAttribute("readonly", "");

  await first.page.bringToFront();
  await first.press("e");
  await first.goBehind("every market day");
  await first.page.keyboard.type(" in May");
  await first.expectSaved();
  await expect(second.story).toHaveValue(/every market day in May/);
  // A read-only tab cannot decide.
  await second.page.bringToFront();
  await second.press("a", "Control+Enter", "p");
  await expect(second.page.getByRole("heading", { level: 1, name: "story_1", exact: true })).toBeVisible();

  await expect(second.page.getByRole("button", { name: "Write here instead" })).toHaveAttribute(
    "aria-keyshortcuts",
    "Shift+w",
  );
  await second.press("?");
  await expect(second.page.getByRole("dialog", { name: "Keys" })).toContainText(
    "Edit in this tab instead of the other tab",
  );
  await second.press("Escape", "Shift+W");
  await second.expectItem("story_1");
  await expect(first.page.getByText("You have this item open in another tab")).toBeVisible();
  await second.press("e");
  await second.goBehind("every market day in May");
  await second.page.keyboard.type(" and June");
  await expect(first.story).toHaveValue(/in May and June/);
  await second.expectSaved();
  expect((await storedStories(collection.id)).at(-1)).toContain("every market day in May and June");
  // The first tab writes again when the second is closed.
  await second.page.close();
  await first.page.bringToFront();
  await first.expectItem("story_1");
  await expect(first.story).toHaveValue(/in May and June/);
  expect([...first.problems, ...second.problems]).toEqual([]);
});

test("an hour without a network costs nothing: words and verdict wait on the device and arrive", async ({
  context,
}) => {
  const collection = await makeCollection({ items: bridgePair(1) });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = await workspaceOf(context, collection.id);
  await workspace.expectItem("story_1");
  await context.setOffline(true);
  await workspace.press("e");
  await workspace.goBehind("every market day");
  await workspace.page.keyboard.type(" since spring");
  await expect(
    workspace.page.getByText("Saved on this device, not yet on the server: no connection", { exact: true }),
  ).toBeVisible();
  await letLeasesRunOut(collection.id);
  expect(await storedStories(collection.id)).toEqual([]);

  // The browser may even be closed and opened: the page is not there without a network, the words are.
  await context.setOffline(false);
  await workspace.expectSaved();
  expect((await storedStories(collection.id)).at(-1)).toContain("every market day since spring");

  // An offline verdict is being sent while the next item, which was prefetched, is on the screen.
  await workspace.press("Escape");
  await context.setOffline(true);
  await workspace.press("1", "a", "Enter");
  await expect(workspace.page.getByRole("heading", { level: 1, name: "erroneous_story_1" })).toBeVisible();
  await expect(workspace.page.getByText("story_1: submitted as refined, being sent.")).toBeVisible();
  await context.setOffline(false);
  await expect(workspace.page.getByText("story_1: submitted as refined.")).toBeVisible();
  await workspace.expectItem("erroneous_story_1");
  expect(workspace.problems).toEqual([]);
});

test("items fetched ahead are judged without a network, and the last one is announced", async ({ context }) => {
  const collection = await makeCollection({ pairs: 12 });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = new WorkspacePage(await context.newPage());
  const ahead = workspace.page.waitForResponse(/annotation\/ahead/u);
  await workspace.open(collection.id);
  await workspace.expectItem("story_1");
  expect((await (await ahead).json()).payloads.length).toBeGreaterThanOrEqual(20);
  await context.setOffline(true);
  const last = workspace.page.getByText("This is the last item on this device");
  const heading = workspace.page.getByRole("heading", { level: 1 });
  const seen = [];
  while (!(await last.isVisible())) {
    const name = await heading.textContent();
    seen.push(name);
    await workspace.press("a", "Enter");
    await expect(heading).not.toHaveText(name ?? "");
  }
  expect(new Set(seen).size).toBeGreaterThanOrEqual(20);

  await context.setOffline(false);
  await expect
    .poll(async () => {
      const { rows } = await pool().query(
        "SELECT count(*)::int AS n FROM annotation_task WHERE collection_id = $1 AND state = 'submitted'",
        [collection.id],
      );
      return rows[0].n;
    })
    .toBe(seen.length);
  expect(workspace.problems).toEqual([]);
});

test("a verdict that waits is counted at the foot with the reason, named as submitted after a reload, and delivered unopened", async ({
  context,
}) => {
  const collection = await makeCollection({ items: [...bridgePair(1), ...bridgePair(2)] });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = await workspaceOf(context, collection.id);
  const { page } = workspace;
  await workspace.expectItem("story_1");
  await context.setOffline(true);
  await workspace.press("a", "Enter");
  await expect(page.getByRole("heading", { level: 1, name: "erroneous_story_1" })).toBeVisible();
  await expect(page.getByText("1 verdict on this device, not yet on the server: no connection")).toBeVisible();
  await expect(page.getByText("Nothing unsaved", { exact: true })).toHaveCount(0);

  // The page can be loaded again before anything can be sent: the network is back, the server's writes are not.
  const writes = "**/api/v1/annotation/tasks/*/verdict";
  await page.route(writes, (route) => route.abort());
  await context.setOffline(false);
  await page.goto("/annotate/queue");
  await expect(page.getByText("Submitted, not on the server yet: story_1")).toBeVisible();
  await workspace.open(collection.id);
  await expect(page.getByRole("heading", { name: "The item could not be loaded" })).toBeVisible();
  await expect(page.getByText("Submitted and waiting on this device: story_1.")).toBeVisible();
  await page.unroute(writes);
  await page.goto("/annotate/queue");
  const verdicts = async () => {
    const { rows } = await pool().query(
      `SELECT item.external_id, task.state::text FROM annotation_verdict AS verdict JOIN annotation_task AS task
         ON task.verdict_id = verdict.id JOIN annotation_item AS item ON item.id = task.item_id WHERE task.collection_id = $1`,
      [collection.id],
    );
    return rows;
  };
  await expect.poll(verdicts).toEqual([{ external_id: "story_1", state: "submitted" }]);
  await expect(page.getByText(/^Submitted, not on the server/)).toHaveCount(0);
  await workspace.open(collection.id);
  await workspace.expectItem("erroneous_story_1");
  expect(workspace.problems).toEqual([]);
});

test("a page that is closed before anything was sent brings its words back", async ({ context }) => {
  const collection = await makeCollection({ items: bridgePair(1) });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = await workspaceOf(context, collection.id);
  await workspace.expectItem("story_1");
  await context.setOffline(true);
  await workspace.press("e");
  await workspace.goBehind("every market day");
  await workspace.page.keyboard.type(" since spring");
  await expect(
    workspace.page.getByText("Saved on this device, not yet on the server: no connection", { exact: true }),
  ).toBeVisible();
  await workspace.page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const again = await workspaceOf(context, collection.id);
  await again.expectItem("story_1");
  await expect(again.page.getByText("Your draft on this device was restored.")).toBeVisible();
  await expect(again.story).toHaveValue(/every market day since spring/);
  await again.expectSaved();
  expect((await storedStories(collection.id)).at(-1)).toContain("every market day since spring");
});

test("who comes back after another annotator took the item keeps every word, sees none of theirs, and goes on with the own text", async ({
  context,
  browser,
}) => {
  const collection = await makeCollection({ items: bridgePair(1).slice(1) });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = await workspaceOf(context, collection.id);
  await workspace.expectItem("erroneous_story_1");
  await context.setOffline(true);
  await workspace.press("e");
  await workspace.goBehind("came home with flour");
  await workspace.page.keyboard.type(" and bran");
  await expect(
    workspace.page.getByText("Saved on this device, not yet on the server: no connection", { exact: true }),
  ).toBeVisible();

  // In the meantime the lease ends, and someone else takes the item and saves a text.
  await letLeasesRunOut(collection.id);
  const other = await collection.annotator();
  const { task } = await claimNextTask(other, { collectionId: collection.id });
  if (!task || task.task.fence === null) throw new Error("the other annotator got nothing");
  const document = { ...task.document, story: task.document.story.replace("price of rye", "price of oats") };
  await saveRevision(other, task.task.id, randomUUID(), {
    base: null,
    fence: task.task.fence,
    document,
    undo: null,
    sha256: documentHash(document),
  });
  await context.setOffline(false);
  await expect(workspace.page.getByText("This item is no longer assigned to you")).toBeVisible();
  const versions = workspace.page.getByRole("region", { name: "Two versions of this item" });
  await expect(versions).toContainText("Your version is kept");
  await expect(versions).toContainText("bran");
  await expect(versions).not.toContainText("oats");
  await expect(workspace.page.getByRole("button", { name: "Continue with mine" })).toHaveCount(0);
  await expect.poll(() => storedStories(collection.id)).toHaveLength(2);
  const branches = async () => {
    const { rows } = await pool().query(
      "SELECT branch, document->>'story' AS story FROM annotation_revision WHERE task_id = $1 ORDER BY saved_at",
      [task.task.id],
    );
    return rows;
  };
  expect((await branches()).map(({ branch }) => branch)).toEqual(["main", "late-1"]);

  // The holder continues with their own text and sees nothing of the draft.
  const theirs = await browser.newContext({ baseURL: process.env.PARALLAX_URL });
  await signInAgain(theirs, other.userId ?? "");
  const holder = await workspaceOf(theirs, collection.id);
  await holder.expectItem("erroneous_story_1");
  await expect(holder.story).toHaveValue(/price of oats/);
  await expect(holder.story).not.toHaveValue(/bran/);
  await expect(holder.page.getByText("Two versions of this item")).toHaveCount(0);
  await theirs.close();

  // They go away; the first one is still there, takes the item up again and decides between the draft and the imported text.
  await letLeasesRunOut(collection.id);
  await workspace.page.getByRole("button", { name: "Try now" }).focus();
  await workspace.press("Enter");
  await expect(workspace.page.getByRole("button", { name: "Continue with mine" })).toBeVisible();
  await workspace.press("a", "Control+Enter");
  await workspace.expectSaid("Not possible yet. There are two versions of this item; decide between them first.");
  // If nothing is selected, there is nothing to adopt.
  await workspace.press("Shift+T");
  await expect(workspace.page.getByRole("button", { name: "Continue with mine" })).toBeVisible();
  await workspace.press("Shift+M");
  await workspace.expectItem("erroneous_story_1");
  await expect(workspace.story).toHaveValue(/flour and bran/);
  await expect(workspace.story).not.toHaveValue(/price of oats/);
  await expect.poll(async () => (await branches()).at(-1)?.branch).toBe("main");
  expect((await branches()).at(-1)?.story).toContain("flour and bran");
  await workspace.press("1", "a", "Control+Enter");
  await expect(
    workspace.page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();
  expect(workspace.problems).toEqual([]);
});
