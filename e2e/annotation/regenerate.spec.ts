import { expect, type Locator, test } from "@playwright/test";
import { claimNextTask } from "../../lib/server/annotation/work/next-task.ts";
import { setEndpoint } from "../../lib/server/construct/endpoint.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { says, startChatServer } from "../../prisma/factories/chat-server.ts";
import { hostileTexts } from "../../prisma/factories/hostile-texts.ts";
import { giveVerdict, makeCollection, saveText, withSentence } from "../../prisma/factories/make-collection.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { withoutLanguageModel } from "../language-model.ts";
import { bridgePair } from "./stories.ts";
import { signInAgain, signInAs, WorkspacePage } from "./workspace-page.ts";

const [original, erroneous] = bridgePair(1);
const knowledge =
  "During the night the old bridge at Holm had fallen into the river, and only the miller had heard it.";

/** The story as a model retells it: another opening, and another action with the cart. */
function retold(): string {
  if (erroneous.kind !== "error") throw new Error("the second of a pair is the erroneous one");
  const story = erroneous.story
    .replace("Every evening Mara rowed", "Each night Mara rowed")
    .replace("left the cart at home", "left the cart in the barn");
  const event = erroneous.error.replace("at home", "in the barn");
  return `<response>
<original_event>${erroneous.originalEvent}</original_event>
<character>Jonas</character>
<implausible_knowledge>${knowledge}</implausible_knowledge>
<knowledge_explanation>Only the miller heard it.</knowledge_explanation>
<modified_explanation>He acts as if he knew.</modified_explanation>
<modified_event><modified>${event}</modified></modified_event>
<modified_story>${story}</modified_story>
</response>`;
}

/** Presses Tab until that part of the page has the focus. */
async function tabTo(workspace: WorkspacePage, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await workspace.press(key);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("the Tab key does not come there");
}

test("another version by a model stays beside the text; one change of it is taken over with the keyboard", async ({
  page,
  context,
}) => {
  const release = await withoutLanguageModel();
  const collection = await makeCollection({ items: [original, erroneous] });
  const { actor: owner } = await makePerson({ projectId: collection.projectId, role: "admin", isOwner: true });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = new WorkspacePage(page);
  await workspace.open(collection.id);
  await workspace.expectItem("story_1");
  await workspace.press("a", "Enter");
  await workspace.expectItem("erroneous_story_1");

  // Without a model the workspace shows what is missing, and everything else works.
  await workspace.press("g");
  const tray = workspace.panel("Rewrite with a model");
  await expect(tray).toContainText("An admin can enter an OpenAI-compatible endpoint");
  await expect(tray.getByRole("button", { name: "Ask for a new version" })).toBeDisabled();
  await workspace.press("g");
  await expect(tray).toHaveCount(0);

  const server = await startChatServer([says(retold())]);
  await setEndpoint(owner, collection.projectId, {
    url: server.url,
    model: "small",
    promptUsdPerMillion: 1,
    completionUsdPerMillion: 10,
  });
  await workspace.press("g");
  await expect(tray).toContainText("No versions have been generated yet.");
  await tabTo(workspace, tray.getByRole("textbox", { name: /What should be different/ }));
  await page.keyboard.type("Keep the cart out of sight.");
  await tabTo(workspace, tray.getByRole("button", { name: "Ask for a new version" }));
  await workspace.press("Enter");
  const version = tray.getByRole("button", { name: /^Version 1/ });
  await expect(version).toBeVisible({ timeout: 180_000 });
  const sent = server.requests[0]?.body as { seed: number; messages: { content: string }[] };
  await expect(version).toContainText(`Erroneous story, small-0001, seed ${sent.seed}, US$ 0.003, −4 +5 words`);
  expect(sent.messages[1]?.content).toContain("Keep the cart out of sight.");

  const stored = async () => {
    const { rows } = await pool().query(
      `SELECT to_jsonb(candidate) AS candidate, revision.document->>'story' AS story
       FROM annotation_candidate AS candidate JOIN annotation_task AS task ON task.item_id = candidate.item_id
       LEFT JOIN annotation_revision AS revision ON revision.id = task.head_id WHERE task.collection_id = $1`,
      [collection.id],
    );
    return rows as {
      candidate: { id: string; prompt_id: string; document: { story: string } };
      story: string | null;
    }[];
  };
  const [before] = await stored();
  // Requesting a text changes nothing.
  expect(before).toMatchObject({ story: null, candidate: { prompt_id: "erroneous-story@1" } });
  await expect(workspace.story).toHaveValue(erroneous.story);

  await tabTo(workspace, tray.getByText("The prompt: erroneous-story@1"));
  await workspace.press("Enter");
  await expect(tray.locator("pre")).toContainText("Keep the cart out of sight.");
  const ticks = tray.getByRole("checkbox", { name: /^Apply change \d/ });
  await expect(ticks).toHaveCount(2);
  await tabTo(workspace, ticks.last(), "Shift+Tab");
  await workspace.press("Space");
  await tabTo(workspace, tray.getByRole("button", { name: "Apply the selected change" }), "Shift+Tab");
  await workspace.press("Enter");
  const merged = erroneous.story.replace("left the cart at home", "left the cart in the barn");
  await expect(workspace.story).toHaveValue(merged);
  await workspace.expectSaved();
  expect(await stored()).toEqual([{ ...before, story: merged }]);
  expect(before?.candidate.document.story).toContain("Each night Mara rowed");
  await expect(ticks).toHaveCount(1);

  // The change is an edit like any other: one undo step, one redo step, moved marks, and it can be submitted.
  await page.reload();
  await workspace.expectItem("erroneous_story_1");
  await expect(workspace.story).toHaveValue(merged);
  await workspace.press("z");
  await expect(workspace.story).toHaveValue(erroneous.story);
  await workspace.press("y");
  await expect(workspace.story).toHaveValue(merged);
  await workspace.press("1", "a");
  await expect(page.getByText("Ready to submit.")).toBeVisible();
  await workspace.press("Enter");
  await expect(
    page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();
  expect(await stored()).toEqual([{ ...before, story: merged }]);
  expect(server.requests).toHaveLength(1);
  expect(workspace.problems).toEqual([]);
  await server.stop();
  await release();
});

test("marked words that come to stand in the story twice are shown, and nothing is handed in until they are distinguished", async ({
  page,
  context,
}) => {
  const collection = await makeCollection({ items: [erroneous] });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = new WorkspacePage(page);
  await workspace.open(collection.id);
  await workspace.expectItem("erroneous_story_1");
  await workspace.press("e", "Control+End");
  await page.keyboard.type(` ${knowledge}`);
  await expect(workspace.panel("Marks")).toContainText("doubled");
  await expect(workspace.panel("To resolve")).toContainText("The words of the knowledge occur twice in the story");
  await workspace.press("Escape", "a", "Enter");
  await workspace.expectSaid(/Not possible yet\. The words of the knowledge occur twice in the story/);
  await workspace.press("Control+Enter");
  await workspace.expectItem("erroneous_story_1");
  await workspace.expectSaved();
  // One of the two passages has been changed since.
  await workspace.press("e", "Control+End", ...Array.from({ length: 3 }, () => "Backspace"));
  await page.keyboard.type("about it.");
  await workspace.press("Escape", "1");
  await expect(workspace.panel("Marks")).not.toContainText("doubled");
  await expect(page.getByText("Ready to submit.")).toBeVisible();
  await workspace.press("Control+Enter");
  await expect(
    page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();
  expect(workspace.problems).toEqual([]);
});

test("hostile texts are words and nothing else, for the reviewer and in My work", async ({ browser }) => {
  const hostile = [...hostileTexts, "\u202Egnp.exe\u2066\u200Fnoitcerid\u2069 <b onclick=window.wasHit=10>"];
  const collection = await makeCollection({
    items: hostile.map((text, at) => {
      const [, pair] = bridgePair(at + 1);
      return { ...pair, id: `${at} ${text.slice(0, 100)}`, genre: text.slice(0, 60), story: `${text} ${pair.story}` };
    }),
  });
  const annotator = await collection.annotator();
  for (;;) {
    const { task } = await claimNextTask(annotator, { collectionId: collection.id });
    if (!task) break;
    const text = hostile[Number.parseInt(task.item.externalId, 10)] as string;
    const { revisionId } = await saveText(annotator, task, withSentence(task.document, text));
    await giveVerdict(annotator, task, "refined", revisionId);
  }
  const watched = async (userId: string | null) => {
    const context = await browser.newContext({ baseURL: process.env.PARALLAX_URL });
    if (userId) await signInAgain(context, userId);
    else await signInAs(context, collection.projectId, "reviewer");
    const workspace = new WorkspacePage(await context.newPage());
    workspace.page.on("dialog", (dialog) => workspace.problems.push(`dialog: ${dialog.message()}`));
    workspace.page.on("request", (request) => {
      if (!request.url().startsWith(process.env.PARALLAX_URL as string)) workspace.problems.push(request.url());
    });
    const expectQuiet = async () => {
      expect(await workspace.page.evaluate(() => (window as unknown as { wasHit?: number }).wasHit)).toBeUndefined();
      expect(new URL(workspace.page.url()).origin).toBe(process.env.PARALLAX_URL);
      expect(workspace.problems).toEqual([]);
    };
    return { workspace, expectQuiet, close: () => context.close() };
  };

  const reviewer = await watched(null);
  await reviewer.workspace.page.goto(`/annotate/review/${collection.id}`);
  for (const [at, text] of hostile.entries()) {
    await expect(reviewer.workspace.page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^${at} `));
    await expect(reviewer.workspace.page.getByRole("group", { name: "Change 1" }).locator("ins")).toContainText(text);
    await reviewer.workspace.press("d");
    await expect.poll(() => reviewer.workspace.panel("The submission").textContent()).toContain(text);
    await reviewer.expectQuiet();
    await reviewer.workspace.press("b");
    await reviewer.workspace.page.keyboard.insertText(`Not so: ${text}`);
    await reviewer.workspace.press("Control+Enter");
  }
  await expect(reviewer.workspace.page.getByRole("heading", { name: "No items to review" })).toBeVisible();
  await reviewer.expectQuiet();
  await reviewer.close();

  const mine = await watched(annotator.userId);
  await mine.workspace.page.goto("/annotate/mine");
  for (const [at, text] of hostile.entries()) {
    await expect
      .poll(() =>
        mine.workspace.page
          .getByRole("row")
          .nth(at + 1)
          .textContent(),
      )
      .not.toBeNull();
    await expect.poll(() => mine.workspace.page.locator("main").textContent()).toContain(`Not so: ${text}`);
  }
  await mine.expectQuiet();
  await mine.workspace.page.getByRole("link", { name: /^Open 0 / }).focus();
  await mine.workspace.press("Enter");
  await expect(mine.workspace.page.getByText(`Not so: ${hostile[0]}`)).toBeVisible();
  await expect(mine.workspace.story).toHaveValue(/^<script>window.wasHit = 1<\/script> Every evening/);
  await mine.expectQuiet();
  await mine.close();
});
