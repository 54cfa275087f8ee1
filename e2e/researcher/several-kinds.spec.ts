import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { consentPlaceholder } from "../../lib/domain/survey/studies/placeholder-texts.ts";
import { cookieAttributes } from "../../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken } from "../../lib/server/platform/auth/session-token.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { expectWellMade } from "../look.ts";
import { CountedActions } from "./counted-actions.ts";

/** Eight kinds, three items of each. */
const kinds = [
  ["true/false", "The key NN is in the bag.", "", "", "", "true"],
  ["yes/no", "Is key NN lost?", "", "", "", "no"],
  ["multiple choice", "Where is key NN?", "box", "bag", "drawer", "B"],
  ["select all", "Who has seen key NN?", "Ana", "Ben", "Cem", "A;C"],
  ["ranking", "Order the places of key NN.", "box", "bag", "drawer", "B>A>C"],
  ["rating", "Key NN is important.", "1-7", "", "", ""],
  ["number", "How many doors does key NN open?", "", "", "", "12"],
  ["open text", "Name the owner of key NN.", "", "", "", "Ana"],
];
const rows = [1, 2, 3].flatMap((index) => kinds.map((cells) => cells.map((cell) => cell.replace("NN", `${index}`))));
const sheet = [["kind", "question", "A", "B", "C", "key"], ...rows].map((cells) => cells.join(",")).join("\n");

test("a spreadsheet of 24 mixed items becomes an open study in at most 60 actions on 12 pages", async ({
  page,
  browser,
}) => {
  const slug = `mixed-${randomUUID().slice(0, 8)}`;
  const project = await makeProject(slug);
  const { claims } = await makePerson({ projectId: project.id, role: "researcher" });
  const url = process.env.PARALLAX_URL as string;
  const token = await encodeSessionToken(claims);
  await page.context().addCookies([{ name: cookieAttributes("session").name, value: token, url }]);
  const did = new CountedActions(page);

  await test.step("import", async () => {
    await page.goto("/research/benchmarks");
    await did.fill("Benchmark", `Keys ${slug}`);
    await did.upload("File", "keys.csv", sheet);
    await did.press("Preview");
    await expect(page.getByText("24 items would be imported, 0 rejected.")).toBeVisible();
    await did.press("Import");
    await did.press("New study with these items", "link");
  });

  await test.step("design", async () => {
    await expect(page.getByText(/^With 24 items: /).first()).toBeVisible();
    await did.press(/^Your own task/, "link");
    await expect(page.getByText("24 of 24 items are asked.")).toBeVisible();
    await did.fill("Name", "Keys, all kinds");
    await did.fill("Title for participants", "Keys");
    await did.fill("Address", slug);
    await expectWellMade(page);
    await did.press("Next: Session");
    await did.click(page.locator("#consent").getByLabel("Text", { exact: true }));
    const consent = page.locator("#consent").getByLabel("Text", { exact: true });
    did.actions += 1;
    await consent.fill(
      (await consent.inputValue())
        .replace(consentPlaceholder, "You answer questions about keys. It takes ten minutes.")
        .replaceAll(/\[[^\]]*\]/g, "University X"),
    );
    await expectWellMade(page);
    await did.press("Save as draft");
    await page.waitForURL(/\/research\/studies\/[0-9a-f-]{36}$/);
  });

  await test.step("open", async () => {
    await did.press("Open the study");
    await did.click(page.getByRole("dialog").locator('button[type="submit"]'));
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  });
  const { rows: studies } = await pool().query("SELECT id, status::text FROM study WHERE slug = $1", [slug]);
  expect(studies).toEqual([{ id: expect.any(String), status: "open" }]);
  test.info().annotations.push({ type: "actions", description: `${did.actions} on ${did.pages.length} pages` });
  expect(did.actions).toBeLessThanOrEqual(60);
  expect(did.pages.length).toBeLessThanOrEqual(12);

  await test.step("without answers, the results say what they need", async () => {
    await page.goto(`/research/studies/${studies[0].id}/results`);
    await expect(page.getByRole("heading", { name: "Nothing to compare yet" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Verdict" })).toHaveCount(0);
    await expectWellMade(page);
  });

  await test.step("a participant answers all kinds in one session", async () => {
    const context = await browser.newContext();
    const participant = await context.newPage();
    await participant.goto(`${url}/s/${slug}`);
    await participant.getByRole("button", { name: "I agree and want to take part" }).click();
    const heading = participant.getByRole("heading", { level: 1 });
    for (let item = 1; item <= rows.length; item += 1) {
      await expect(heading).toContainText(`${item} of ${rows.length}`);
      await answer(participant);
      await participant.getByRole("button", { name: "Continue" }).click();
    }
    await expect(heading).not.toContainText(`of ${rows.length}`);
    await context.close();
  });
  const { rows: counted } = await pool().query(
    `SELECT item.kind, condition.key, count(*)::int AS answers FROM response
     JOIN item_version AS item ON item.id = response.item_version_id JOIN condition ON condition.id = response.condition_id
     WHERE response.study_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [studies[0].id],
  );
  expect(counted).toEqual([
    { kind: "choice", key: "confidence=not-asked;optionOrder=given", answers: 3 },
    { kind: "open-text", key: "confidence=not-asked", answers: 3 },
    { kind: "task", key: "", answers: 6 },
    { kind: "task", key: "optionOrder=given", answers: 6 },
    { kind: "true-false", key: "questionOrder=true-false;story=story", answers: 3 },
    { kind: "yes-no", key: "answerOrder=yes-no", answers: 3 },
  ]);
  for (const path of ["", "/design", "/design/protocol", "/collect", "/responses", "/results"]) {
    await page.goto(`/research/studies/${studies[0].id}${path}`);
    await expectWellMade(page);
  }
});

/** Answers the current item, of any kind. */
async function answer(page: Page): Promise<void> {
  const selects = page.locator("main select");
  const count = await selects.count();
  for (let index = 0; index < count; index += 1) await selects.nth(index).selectOption(`${index + 1}`);
  const options = page.locator('main input:is([type="radio"], [type="checkbox"])');
  if ((await options.count()) > 0) await options.first().check();
  const text = page.locator('main input:is([type="text"], [type="number"]), main textarea');
  if (count === 0 && (await options.count()) === 0) await text.first().fill("12");
}
