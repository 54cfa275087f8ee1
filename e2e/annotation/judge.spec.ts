import { expect, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeCollection } from "../../prisma/factories/make-collection.ts";
import { bridgePair, bridgeQuestion, brokenKnowledge, faultyWithHint, faultyWithoutHint } from "./stories.ts";
import { signInAs, WorkspacePage } from "./workspace-page.ts";

// Most annotators' screens move what may move; the other journeys ask for less of it (playwright.config.ts).
test.use({ contextOptions: { reducedMotion: "no-preference" } });

interface Judged {
  external_id: string;
  state: string;
  verdict: string | null;
  reason: string | null;
  story: string;
}

async function judged(collectionId: string): Promise<Judged[]> {
  const { rows } = await pool().query(
    `SELECT item.external_id, task.state::text, verdict.verdict, verdict.reason,
       coalesce(head.document, item.document)->>'story' AS story
     FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
     LEFT JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
     LEFT JOIN annotation_revision AS head ON head.id = task.head_id
     WHERE task.collection_id = $1 ORDER BY item.ordinal`,
    [collectionId],
  );
  return rows;
}

test("an untouched item is accepted with two keys, the next is there, and one key brings it back", async ({
  page,
  context,
}) => {
  const collection = await makeCollection({ items: [...bridgePair(1), bridgeQuestion(2)] });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = new WorkspacePage(page);
  await workspace.open(collection.id);
  await workspace.expectItem("story_1");
  // A double press of the key hands in one item; the next one is on the screen and waits to be read.
  await workspace.pressTwice({ key: "Enter", code: "Enter", ctrlKey: true });
  await workspace.expectItem("erroneous_story_1");
  await expect(page.getByText("story_1: submitted as sound.", { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await judged(collection.id))[0])
    .toMatchObject({ state: "submitted", verdict: "sound" });

  // The keys for models' answers work only now that the verdict is given.
  const models = page.getByRole("dialog", { name: "Model answers: story_1" });
  await expect(async () => {
    // The browser may hear that the verdict is stored later than we read it.
    if (!(await models.isVisible())) await workspace.press("j");
    await expect(models).toContainText("this item can no longer be reopened", { timeout: 2_000 });
  }).toPass();
  await expect(models.getByRole("button", { name: "Show the answers" })).toBeFocused();
  await workspace.press("Enter");
  await expect(models).toContainText("No model has answered");
  await workspace.press("Escape");

  await workspace.press("u");
  await workspace.expectItem("story_1");
  await expect.poll(async () => (await judged(collection.id))[0]?.state).toBe("leased");
  // Enter alone hands in an item that is ready.
  await workspace.press("Enter");
  await workspace.expectItem("erroneous_story_1");

  // Every fault has its digit; the examples open with the keyboard.
  await workspace.press("l", "Tab", "Tab", "Enter");
  await expect(workspace.panel("Faults").getByText("Incorrect:").first()).toBeVisible();
  await workspace.press("Escape", "1", "8");
  await expect(workspace.panel("Faults")).toContainText("2 faults");
  await workspace.press("1", "8");
  await expect(page.getByText("Ready to submit.")).toBeVisible();
  await workspace.press("Control+Enter");
  await workspace.expectItem("qa_2");
  await expect(workspace.panel("Artefacts").or(workspace.panel("Artefact meter")).first()).toBeVisible();
  await workspace.press("a", "Enter");
  await expect(
    page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();
  await expect
    .poll(async () => (await judged(collection.id)).map(({ verdict }) => verdict))
    .toEqual(["sound", "sound", "sound"]);
  // The last one can be reopened from here, too.
  await workspace.press("u");
  await workspace.expectItem("qa_2");
  expect(workspace.problems).toEqual([]);
});

test("an item is refined: an edit, a mark mended, and one cut in all stories of its source", async ({
  page,
  context,
}) => {
  const [original, erroneous] = bridgePair(1, { faulty: faultyWithHint });
  const sibling = { ...bridgePair(1, { faulty: faultyWithHint })[1], id: "erroneous_story_1b" };
  const collection = await makeCollection({
    items: [original, erroneous, sibling, { ...sibling, id: "erroneous_story_1c" }],
  });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = new WorkspacePage(page);
  await workspace.open(collection.id);
  await workspace.expectItem("story_1");
  // The next item is requested before the cut and received after it: it must not contain the older text.
  const askedBefore = await workspace.holdNext();
  await workspace.press("a", "Enter");
  await workspace.expectItem("erroneous_story_1");
  await askedBefore.answered;
  const hints = workspace.panel("Statements that reveal the answer");
  await expect(hints).toContainText("not knowing");
  await expect(hints).toContainText("The same sentence is in erroneous_story_1b, erroneous_story_1c.");

  await workspace.press("Shift+C");
  await expect(page.getByRole("dialog")).toContainText("Cut in erroneous_story_1c");
  await expect(page.getByRole("checkbox", { name: "Cut in erroneous_story_1b" })).toBeFocused();
  await workspace.press("Space", "Enter");
  await expect(workspace.story).toHaveValue(new RegExp(faultyWithoutHint));
  await workspace.expectSaid(/Cut in this story; cut in erroneous_story_1b\./);
  askedBefore.letGo();

  // Words before the event change nothing about the mark; an edit across its edge breaks it.
  await workspace.press("e");
  await workspace.goBehind("rowed across the sound");
  await page.keyboard.type(" at dusk");
  await workspace.select("heard it.\n\nIn the morning Jonas");
  await page.keyboard.type("known. Jonas");
  await workspace.press("Escape");
  const open = workspace.panel("To resolve");
  await expect(open).toContainText("An edit crossed the boundary of the event");
  await workspace.press("a", "Enter");
  await workspace.expectItem("erroneous_story_1");
  await workspace.expectSaid(/Not possible yet\. An edit crossed the boundary/);
  // A blocked submission moves to its cause, with the remedy next to it.
  await expect(page.locator(":focus")).toContainText("An edit crossed the boundary");

  // One step back, one forward, then the marks are put right by selecting and by what is left of them.
  await workspace.press("z");
  await expect(open).not.toContainText("An edit crossed");
  await workspace.press("y");
  await expect(open).toContainText("An edit crossed the boundary of the event");
  await workspace.press("e");
  await workspace.select("Jonas left the cart at home and asked Mara to row him over.");
  await workspace.press("Escape", "v");
  await workspace.press("e");
  await workspace.select(
    "During the night the old bridge at Holm had fallen into the river, and only the miller had known.",
  );
  await workspace.press("Escape", "k");
  while (await open.getByText("An edit crossed the boundary").first().isVisible()) await workspace.press("t");
  // A changed item is submitted with the violated rule, and a blocked submit leads to the problem.
  await workspace.press("Control+Enter");
  await workspace.expectSaid(/Not possible yet\. No reason is given for the change/);
  await workspace.press("2", "5");
  await expect(page.getByText("Ready to submit.")).toBeVisible();

  // The sidebar counts words before, inside and after the event; a change can be reverted in the text.
  await expect(workspace.panel("Against the original")).toContainText("before the event");
  await workspace.press("d", "]", "r");
  await workspace.expectSaid("Undone.");
  await expect(workspace.story).not.toHaveValue(/at dusk/);
  await workspace.press("z");
  await expect(workspace.story).toHaveValue(/at dusk/);
  await expect(page.getByRole("button", { name: /Submit refined/ })).toBeVisible();
  // A key that is pressed while the next item is on its way, fetched before or not, reaches that item.
  const held = await workspace.holdNext();
  await workspace.press("Control+Enter", "x");
  held.letGo();
  const givingUp = page.getByRole("dialog", { name: "Mark as unusable" });
  await expect(givingUp).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "erroneous_story_1b", exact: true })).toBeVisible();
  await workspace.press("Escape");
  await expect(page.getByText("A story of the same source was changed")).toBeVisible();
  await expect(workspace.story).toHaveValue(new RegExp(faultyWithoutHint));
  const refined = async () => (await judged(collection.id))[1];
  await expect.poll(refined).toMatchObject({ state: "submitted", verdict: "refined" });
  const first = await refined();
  expect(first?.story).toContain("rowed across the sound at dusk");
  expect(first?.story).not.toContain("not knowing");

  // A sentence that was cut from another story is not this annotator's change.
  await expect(page.getByRole("button", { name: /Submit as sound/ })).toBeVisible();
  await workspace.press("a", "Control+Enter");
  await workspace.expectItem("erroneous_story_1c");

  // Here the clause is kept, with a reason that is stored with the verdict.
  await workspace.press("i");
  await expect(page.getByRole("dialog", { name: "Keep this clause" }).getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Mara says it aloud.");
  await workspace.press("Control+Enter");
  await expect(hints).toContainText("Kept with a reason: 1");
  await workspace.press("a", "Enter");
  await expect(
    page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();
  // Submissions are sent while the next item is worked on, so the server may receive them later or in another order.
  const stored = async () => {
    const { rows } = await pool().query(
      `SELECT cardinality(verdict.codes) AS codes, verdict.dismissals->0->>'reason' AS kept
       FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id
       JOIN annotation_verdict AS verdict ON verdict.id = task.verdict_id
       WHERE task.collection_id = $1 ORDER BY item.ordinal`,
      [collection.id],
    );
    return rows.map(({ codes, kept }) => [codes, kept]);
  };
  await expect.poll(stored).toEqual([
    [0, null],
    [2, null],
    [0, null],
    [0, "Mara says it aloud."],
  ]);
  expect(workspace.problems).toEqual([]);
});

test("knowledge in other words is a note that stops nothing and can be put on its nearest sentences; items are parked, skipped and given up", async ({
  page,
  context,
}) => {
  const collection = await makeCollection({
    items: [bridgePair(1, { knowledge: brokenKnowledge }), bridgePair(2), bridgePair(3)].flatMap(([, error]) => [
      error,
    ]),
  });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = new WorkspacePage(page);
  await workspace.open(collection.id);
  await workspace.expectItem("erroneous_story_1");
  const marks = workspace.panel("Marks");
  await expect(marks).toContainText("Paraphrased");
  await expect(workspace.panel("To resolve")).not.toContainText("knowledge");
  // Old and new are on the screen before anything is moved.
  await workspace.press("m");
  const nearest = page.getByRole("dialog", { name: "The nearest match" });
  await expect(nearest).toContainText("During the night the old bridge at Holm had fallen");
  await expect(nearest.getByRole("button", { name: "Move the mark here" })).toBeFocused();
  await workspace.press("Escape");
  await expect(marks).toContainText("Paraphrased");
  await workspace.press("m", "Enter");
  await expect(marks).not.toContainText("Paraphrased");
  // Keys move to marks and remove them, and undo restores them.
  await workspace.press(".");
  await workspace.expectSaid(/Mark 1 of/);
  await workspace.press("Delete");
  await workspace.expectSaid(/Removed the/);
  await workspace.press("z", "1");
  await expect(page.getByText("Ready to submit.")).toBeVisible();
  await workspace.press("Control+Enter");
  await workspace.expectItem("erroneous_story_2");

  await workspace.press("p");
  await workspace.expectItem("erroneous_story_3");
  await workspace.press("x");
  await expect(page.getByRole("dialog", { name: "Mark as unusable" }).getByRole("textbox")).toBeFocused();
  await workspace.press("Control+Enter");
  await expect(page.getByText("Please give a reason")).toBeVisible();
  await page.keyboard.type("Jonas can see the bridge from his window.");
  await workspace.press("Control+Enter");
  await expect(
    page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();

  // A parked item stays mine, and is skipped with a reason.
  await workspace.press("w");
  await expect(page.getByRole("heading", { level: 1, name: "My work" })).toBeVisible();
  await page.getByRole("link", { name: "Open erroneous_story_2" }).focus();
  await workspace.press("Enter");
  await workspace.expectItem("erroneous_story_2");
  await workspace.press("s");
  await expect(page.getByRole("dialog", { name: "Skip this item" }).getByRole("textbox")).toBeFocused();
  // Two keys: the digit sends the reason of that number.
  await workspace.press("1");
  await expect(
    page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();
  const states = await judged(collection.id);
  expect(states.map(({ state, verdict }) => [state, verdict])).toEqual([
    ["submitted", "refined"],
    ["open", null],
    ["irreparable", "irreparable"],
  ]);
  expect(states[2]?.reason).toBe("Jonas can see the bridge from his window.");
  expect(workspace.problems).toEqual([]);
});

test("plain keys write while somebody writes, an input method is left alone, and keys can be given to other actions", async ({
  page,
  context,
}) => {
  const collection = await makeCollection({ items: [...bridgePair(1), ...bridgePair(2)] });
  await signInAs(context, collection.projectId, "annotator");
  const workspace = new WorkspacePage(page);
  await workspace.open(collection.id);
  await workspace.expectItem("story_1");
  await workspace.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toContainText("Park the item for later");
  // An open dialog has the keyboard to itself.
  await workspace.press("p", "Escape");
  await workspace.expectItem("story_1");

  await workspace.press("e");
  await workspace.goBehind("every market day.");
  await page.keyboard.type(" psxua?1");
  await expect(workspace.story).toHaveValue(/every market day\. psxua\?1/);
  await workspace.expectItem("story_1");
  const input = await context.newCDPSession(page);
  await input.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  await page.evaluate(() => {
    const press = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true, isComposing: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", press));
  });
  await workspace.expectItem("story_1");
  await input.send("Input.insertText", { text: "日本" });
  await expect(workspace.story).toHaveValue(/psxua\?1日本 The market/);
  // A composed text is one step of the history.
  await workspace.press("Control+z");
  await expect(workspace.story).toHaveValue(/psxua\?1 The market/);
  await workspace.press("Escape");

  await page.goto("/annotate/keys");
  await page.getByRole("button", { name: /^Change ?: Park/ }).focus();
  await workspace.press("Enter", "Shift+P");
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await workspace.open(collection.id);
  await workspace.expectItem("story_1");
  await workspace.press("p");
  await workspace.expectItem("story_1");
  await workspace.press("Shift+P");
  await workspace.expectItem("erroneous_story_1");
  expect(workspace.problems).toEqual([]);
});
