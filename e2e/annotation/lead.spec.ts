import { expect, type Page, test } from "@playwright/test";
import { startSession } from "../../lib/server/platform/auth/start-session.ts";
import { makeCollection } from "../../prisma/factories/make-collection.ts";
import { signIn } from "../sign-in.ts";
import { bridgePair } from "./stories.ts";
import { signInAgain, WorkspacePage } from "./workspace-page.ts";

async function send(page: Page, button: string, said: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByText(said).first()).toBeVisible();
}

/** Something that one request waits for and another gives. */
class Signal {
  give: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

test("a lead hides a gold item, publishes guidelines, narrows a role and pays; an annotator reads before the first item and is told of news", async ({
  browser,
}) => {
  // Thirty pages of three people; on a busy machine that is more than the usual minute.
  const collection = await makeCollection({ items: bridgePair(1), settings: { payPerHour: 1_200, payPerItem: 50 } });
  const ann = await collection.annotator();
  const base = `/research/annotation/${collection.id}`;
  const office = await browser.newContext({ baseURL: process.env.PARALLAX_URL as string });
  const claims = await startSession(collection.researcher.userId as string);
  if (!claims) throw new Error("the lead cannot sign in");
  await signIn(office, claims);
  const lead = await office.newPage();
  await lead.goto(`${base}/items`);
  await lead.getByRole("checkbox", { name: "Select story_1", exact: true }).check();
  // A choice made before the page's script runs shows no other field, so it is made again.
  const known = lead.getByLabel("Gold verdict");
  await expect(async () => {
    await lead.getByLabel("Action", { exact: true }).selectOption("gold");
    await expect(known).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await known.selectOption("sound");
  await send(lead, "Apply", "Done for 1 item.");
  await lead.goto(`${base}/guidelines`);
  await lead
    .getByRole("textbox", { name: "Text", exact: true })
    .fill("# What counts\n\n- A thought is *not* a remark.");
  await send(lead, "Publish", "Version 1 is published.");

  // The guidelines come before the first item, and annotators cannot see that it is gold.
  const work = await browser.newContext({ baseURL: process.env.PARALLAX_URL as string });
  await signInAgain(work, ann.userId as string);
  const workspace = new WorkspacePage(await work.newPage());
  await workspace.open(collection.id);
  const guidelines = workspace.page.getByRole("dialog", { name: "Guidelines, version 1" });
  await expect(guidelines).toContainText("A thought is not a remark.");
  await expect(workspace.page.getByRole("heading", { name: "Read version 1 of the guidelines first" })).toBeAttached();
  await guidelines.getByRole("button", { name: "I have read the guidelines" }).click();
  await workspace.expectItem("story_1");
  const next = await workspace.page.request.get(`/api/v1/annotation/next?collection=${collection.id}`);
  expect(await next.text()).not.toContain("gold");
  await workspace.press("a", "Enter");
  await workspace.expectItem("erroneous_story_1");
  await workspace.press("h");
  await expect(guidelines).toContainText("What counts");
  await guidelines.getByRole("textbox").fill("May a ghost know it?");
  await guidelines.getByRole("button", { name: "Send the question" }).click();
  await expect(guidelines.getByText("Your question was sent to the lead.")).toBeVisible();
  await workspace.press("Escape");

  // A version that is published in the meantime must be read before the verdict is accepted.
  await lead.goto(`${base}/guidelines`);
  await lead.getByRole("textbox", { name: "Answer", exact: true }).fill("Only its own death.");
  await send(lead, "Send the answer", "The answer is sent.");
  await lead
    .getByRole("textbox", { name: "Text", exact: true })
    .fill("# What counts\n\n- A thought is not a remark.\n- Ghosts may know.");
  await lead.getByRole("textbox", { name: "What changed", exact: true }).fill("Ghosts may know.");
  await send(lead, "Publish", "Version 2 is published.");
  // What comes next is asked for at once; the answer, that they are to be read first, is there only after they were read.
  const wasRead = workspace.page.waitForResponse(/\/guidelines\/read$/);
  const answer = new Promise((resolve) => {
    void workspace.page.route(
      /\/annotation\/next\?/,
      async (route) => {
        const response = await route.fetch();
        resolve(await response.json());
        await wasRead;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
  });
  await workspace.press("a", "Enter");
  expect(await answer).toMatchObject({ task: null, guidelines: 2 });
  const second = workspace.page.getByRole("dialog", { name: "Guidelines, version 2" });
  await expect(second).toContainText("Only its own death.");
  // The verdict is sent again, and the next item is requested at the same time: before the verdict is accepted.
  const { page } = workspace;
  const [isAsked, isTaken] = [new Signal(), new Signal()];
  await page.route(/\/annotation\/next\?/, async (route) => {
    const response = await route.fetch();
    isAsked.give();
    await isTaken.given;
    await route.fulfill({ response });
  });
  await page.route(/\/verdict$/, async (route) => {
    await isAsked.given;
    await route.fulfill({ response: await route.fetch() });
    isTaken.give();
  });
  await second.getByRole("button", { name: "I have read the guidelines" }).click();
  await expect(
    page.getByRole("heading", { name: /^(Every item is done|No item for you at the moment)$/ }),
  ).toBeVisible();
  await page.unrouteAll();

  await lead.goto(`${base}/numbers`);
  await expect(
    lead
      .getByRole("row", { name: /^Somebody/ })
      .getByText("1 of 1")
      .first(),
  ).toBeVisible();
  await lead.getByRole("link", { name: "1 of 1" }).first().click();
  await expect(lead.getByRole("link", { name: "story_1", exact: true })).toBeVisible();
  await expect(lead.getByRole("link", { name: "erroneous_story_1", exact: true })).toHaveCount(0);

  // Correcting the source of a story applies to all items that were made from it.
  await lead.getByRole("link", { name: "story_1", exact: true }).click();
  await lead.getByRole("textbox", { name: /^Licence/ }).fill("CC BY 4.0");
  await send(lead, "Correct the source", "Corrected for all 2 items of this source.");

  await lead.goto(`${base}/people`);
  await expect(lead.getByText("$0.50 per item, at least $12.00 per hour of active time").first()).toBeVisible();
  const theirs = lead.getByRole("row", { name: /annotator/ });
  await theirs.getByRole("combobox").selectOption("none");
  await theirs.getByRole("button", { name: /^Set/ }).click();
  await expect(theirs).toContainText("–");
  await workspace.page.goto("/annotate/queue");
  await expect(workspace.page.getByText("No collection yet")).toBeVisible();
  await theirs.getByRole("combobox").selectOption("both");
  await theirs.getByRole("button", { name: /^Set/ }).click();
  await expect(theirs.getByRole("cell", { name: "annotate and review", exact: true })).toBeVisible();
  await workspace.page.goto("/annotate/review");
  await expect(workspace.page.getByRole("heading", { level: 1, name: "Review" })).toBeVisible();
  expect(workspace.problems).toEqual([]);
  await office.close();
  await work.close();
});
