import { expect, test } from "@playwright/test";
import { makeCollection } from "../../prisma/factories/make-collection.ts";
import { findBlemishes } from "../look.ts";
import { bridgePair, bridgeQuestion, brokenKnowledge, faultyWithHint } from "./stories.ts";
import { signInAs, WorkspacePage } from "./workspace-page.ts";

// The two sizes know nothing of each other and are the longest tests of the workspace.
test.describe.configure({ mode: "parallel" });

const sizes = [
  { width: 1280, height: 900 },
  { width: 320, height: 640 },
];

for (const viewport of sizes) {
  test(`every screen of an annotator and a reviewer is accessible in both themes at ${viewport.width} px`, {
    tag: "@looks",
  }, async ({ browser }) => {
    const [original, hinted] = bridgePair(1, { faulty: faultyWithHint });
    const broken = { ...bridgePair(2, { knowledge: brokenKnowledge })[1], sourceId: null };
    const collection = await makeCollection({ items: [original, hinted, broken, bridgeQuestion(3)] });
    const context = await browser.newContext({ viewport, baseURL: process.env.PARALLAX_URL });
    await signInAs(context, collection.projectId, "annotator");
    const workspace = new WorkspacePage(await context.newPage());
    const { page } = workspace;
    const found: string[] = [];
    const look = async (what: string) => {
      for (const blemish of await findBlemishes(page, [viewport.width])) found.push(`${what}: ${blemish}`);
    };
    for (const [path, title] of [
      ["queue", "Queue"],
      ["practice", "Practice"],
      ["mine", "My work"],
      ["keys", "Keys"],
    ] as const) {
      await page.goto(`/annotate/${path}`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await look(path);
    }
    await workspace.open(collection.id);
    await workspace.expectItem("story_1");
    await look("original");
    await workspace.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await look("key sheet");
    await workspace.press("Escape");
    await workspace.press("s");
    await expect(page.getByRole("dialog", { name: "Skip this item" })).toBeVisible();
    await look("reason");
    await workspace.press("Escape");
    await workspace.press("a", "Enter");
    await workspace.expectItem("erroneous_story_1");
    await look("hint");
    await workspace.press("c", "d");
    await expect(workspace.panel("Against the original")).toBeVisible();
    await look("diff");
    await workspace.press("g");
    await expect(page.getByRole("heading", { name: "Rewrite with a model" })).toBeVisible();
    await look("candidates");
    await workspace.press("1", "a", "Control+Enter");
    await workspace.expectItem("erroneous_story_2");
    await look("broken mark");
    const other = await context.newPage();
    await other.goto(`/annotate/queue/${collection.id}`);
    await expect(other.getByText("You have this item open in another tab")).toBeVisible();
    for (const blemish of await findBlemishes(other, [viewport.width])) found.push(`second tab: ${blemish}`);
    await other.close();
    await workspace.press("m");
    await look("nearest match");
    await workspace.press("Enter", "1", "a", "Control+Enter");
    await workspace.expectItem("qa_3");
    await look("question");
    await workspace.press("a", "Control+Enter");
    await expect(
      page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
    ).toBeVisible();
    await look("nothing left");
    await page.goto("/annotate/mine");
    await expect(page.getByRole("row", { name: /qa_3/ })).toBeVisible();
    await look("my work");

    const reviewer = await browser.newContext({ viewport, baseURL: process.env.PARALLAX_URL });
    await signInAs(reviewer, collection.projectId, "reviewer");
    const review = new WorkspacePage(await reviewer.newPage());
    const lookAt = async (what: string) => {
      for (const blemish of await findBlemishes(review.page, [viewport.width], 1_600))
        found.push(`${what}: ${blemish}`);
    };
    await review.page.goto("/annotate/review");
    await expect(review.page.getByRole("heading", { level: 1, name: "Review" })).toBeVisible();
    await lookAt("reviews");
    await review.page.goto(`/annotate/review/${collection.id}`);
    await review.expectReview("erroneous_story_1");
    await lookAt("review");
    await review.press("c");
    await expect(review.story).toBeVisible();
    await lookAt("review, changing");
    await review.press("Escape");
    await review.page.getByRole("button", { name: "Cancel" }).focus();
    await review.press("Enter", "a", "Enter");
    await review.expectReview("erroneous_story_2");
    await review.press("a", "Enter");
    await expect(review.page.getByRole("heading", { name: "No items to review" })).toBeVisible();
    await lookAt("nothing to review");
    expect(found).toEqual([]);
    expect([...workspace.problems, ...review.problems]).toEqual([]);
    await reviewer.close();
    await context.close();
  });
}
