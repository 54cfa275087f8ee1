import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import malformed from "../lib/domain/beliefs/fixtures/malformed-tuples.json" with { type: "json" };
import tuples from "../lib/domain/beliefs/fixtures/tuples.json" with { type: "json" };
import { cookieAttributes } from "../lib/server/platform/auth/session-cookie.ts";
import { encodeSessionToken } from "../lib/server/platform/auth/session-token.ts";
import { pool } from "../lib/server/platform/database/pool.ts";
import { moveStudy } from "../lib/server/studies/run/move-study.ts";
import { makePerson, makeProject } from "../prisma/factories/make-person.ts";
import { expectWellMade } from "./look.ts";

/** A researcher's browser, signed in to a project of their own. */
async function signIn(browser: Browser, colorScheme: "light" | "dark" = "light") {
  const { id: projectId } = await makeProject("Beliefs");
  const { actor, claims } = await makePerson({ projectId });
  const baseURL = process.env.PARALLAX_URL as string;
  const context = await browser.newContext({ baseURL, colorScheme, reducedMotion: "reduce" });
  await context.addCookies([
    { name: cookieAttributes("session").name, value: await encodeSessionToken(claims), url: baseURL },
  ]);
  return { context, actor, projectId };
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

const asFile = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Answers of a model that knows every fact, and of one that knows almost none, to the items of an item file. */
function answersTo(items: string): string {
  return items
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .flatMap(({ id, gold, attributes: { role, category, query_type } }) => {
      const other = gold === "yes" ? "no" : "yes";
      const follows = ["poetic", "authority", "explicit"].includes(category);
      return [
        { model: "Llama3-8B", item: id, answer: role === "prior" || !follows ? gold : other },
        { model: "Llama3-8B-Instruct", item: id, answer: role === "prior" || category !== "explicit" ? gold : other },
        // Answers yes to every question, so it knows no fact.
        { model: "Llama3-1B", item: id, output: query_type === "prior_yes" ? "Yes." : "Yes, I think so." },
      ];
    })
    .filter(({ model, item }) => !(model === "Llama3-8B-Instruct" && item.includes("sarcasm")))
    .map((row) => JSON.stringify(row))
    .join("\n");
}

test("a researcher imports facts, makes expressions and a study of them, people and models answer, and every cell opens", async ({
  browser,
}) => {
  const { context, actor, projectId } = await signIn(browser);
  const page = await context.newPage();
  const errors = collectErrors(page);

  await test.step("a list of facts is read with an account of every row", async () => {
    await page.goto("/research");
    await page.getByRole("link", { name: "Benchmarks" }).click();
    await page.getByRole("link", { name: "Expressions of belief", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Expressions of belief" })).toBeVisible();
    await page.getByRole("link", { name: "Import facts" }).first().click();
    await page.getByLabel("Name of the new benchmark").fill("Forty-five facts");
    const rows = [...tuples, tuples[0], ...malformed].map((row) => JSON.stringify(row));
    await page.getByLabel("File (JSON lines)").setInputFiles(asFile("facts.jsonl", `${rows.join("\n")}\nno json\n`));
    await page.getByRole("button", { name: "Import" }).click();
    await expect(page.getByText("45 facts stored, 4 rows rejected.")).toBeVisible();
    const refused = page.getByRole("table", { name: "Rejected lines" });
    await expect(refused.getByRole("row", { name: /50 1 whole line is not JSON/ })).toBeVisible();
    await expectWellMade(page);
  });

  await test.step("a PopQA table says what each filter removed", async () => {
    const table = ["subj,prop,obj", ...Array.from({ length: 9 }, (_, i) => `Town ${i},country,Land ${i % 3}`)];
    await page.getByLabel("PopQA rows").check();
    await page.getByLabel("Name of the new benchmark").fill("Towns");
    const file = asFile("towns.csv", [...table, "A,capital of,B", ",country,Land 1"].join("\n"));
    await page.getByLabel("File (TSV or CSV)").setInputFiles(file);
    await page.getByRole("button", { name: "Import" }).click();
    await expect(page.getByText("9 facts stored.")).toBeVisible();
    const filters = page.getByRole("table", { name: /Rows removed by each filter/ });
    await expect(filters.getByRole("row", { name: "The relation is excluded (capital of) 1" })).toBeVisible();
    await expect(filters.getByRole("row", { name: "The object is a number 0" })).toBeVisible();
  });

  await test.step("templates turn facts into expressions; a bad template file is refused with the place", async () => {
    await page.goto("/research/beliefs");
    await page.getByRole("link", { name: "Forty-five facts" }).click();
    await page.getByRole("link", { name: "Facts and files", exact: true }).click();
    await page.getByLabel("Your own file").check();
    const bad = JSON.stringify({ form: { explicit: { templates: ["{nobody} is {object_ctx}."] } } });
    await page.getByLabel("Template file (JSON)").setInputFiles(asFile("templates.json", bad));
    await page.getByRole("button", { name: "Generate the expressions" }).click();
    await expect(page.getByText("form.explicit.templates[0] asks for the unknown slot {nobody}")).toBeVisible();
    await page.getByLabel("Parallax templates").check();
    await page.getByLabel("Seed").fill("7");
    await page.getByRole("button", { name: "Generate the expressions" }).click();
    await expect(page.getByText("855 expressions from 45 facts")).toBeVisible({ timeout: 180_000 });
  });
  const base = new URL(page.url()).pathname.replace(/\/facts$/, "");

  await test.step("a prediction file is imported beside them", async () => {
    const items = await (await page.request.get(`/api/v1/benchmarks/${base.split("/").at(-1)}/items`)).text();
    await page.getByLabel("File (JSON lines)").setInputFiles(asFile("answers.jsonl", answersTo(items)));
    await page.getByRole("button", { name: "Import" }).click();
    await expect(page.getByText(/rows read, all of them imported/)).toBeVisible({ timeout: 180_000 });
    await expectWellMade(page);
  });

  const slug = `beliefs-${projectId.slice(0, 8)}`;
  await test.step("a study with people is generated", async () => {
    await page.getByRole("link", { name: "New study" }).click();
    await page.getByLabel("Name").fill("What texts do");
    await page.getByLabel("Address").fill(slug);
    await page.getByLabel("Participants", { exact: true }).fill("2");
    await page.getByLabel("False expressions per person").fill("3");
    await page.getByLabel("True assertions per person").fill("1");
    await expectWellMade(page);
    await page.getByRole("button", { name: "Generate the study" }).click();
    await expect(page.getByText("The study is generated")).toBeVisible();
    const { rows } = await pool().query("SELECT id FROM study WHERE slug = $1", [slug]);
    await moveStudy(actor, rows[0].id, "open");
  });

  await test.step("somebody walks it without JavaScript, and is told the truth at the end", async () => {
    await walkWithoutScript(browser, slug);
  });

  await test.step("people stand beside models, and models that know too little drop out by name", async () => {
    await page.goto(base);
    const table = page.getByRole("table", { name: /Context following by category and observer/ });
    await expect(table.getByRole("columnheader")).toHaveText([
      "Category",
      /People/,
      /Llama3\s+8B\s+base/,
      /Llama3\s+8B\s+instruct/,
    ]);
    await expect(table.getByRole("rowheader", { name: /Explicit reference line/ })).toBeVisible();
    // Of 855 expressions the 19 of one fact are not scored, because their claims contain the truth.
    const dropped = page.getByRole("table", { name: "Observers excluded from the comparison" });
    await expect(
      dropped.getByRole("row", { name: /Llama3-1B 0 836 0 of 836 \(0\.0%\) knows fewer than 10%/ }),
    ).toBeVisible();
    await expect(table.getByRole("row", { name: /^Sarcasm/ })).toContainText(/No number, not asked; 0 asked, 0 known/);
    await expectWellMade(page);
  });

  await test.step("arrow keys go from cell to cell, and Enter opens the expressions behind one", async () => {
    const cell = page.getByRole("link", { name: /Expressions: Llama3-8B, Poetic/ });
    await expect(cell).toContainText("100.0%");
    await page.getByRole("link", { name: /Expressions: Llama3-8B, Informal/ }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(cell).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: "Llama3-8B: Poetic" })).toBeVisible();
    await expect(page.getByText("44 of 44 pairs: 44 follow the expression, 0 follow memory")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "follows the expression" })).toHaveCount(20);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("21 to 40 of 44 pairs")).toBeVisible();
    await page.getByLabel("Observer").selectOption("People");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "People: Poetic" })).toBeVisible();
    await expectWellMade(page);
  });

  await test.step("ranking, size and tuning, and profiles draw the same answers", async () => {
    await page.getByRole("link", { name: "Ranking" }).click();
    const ranking = page.getByRole("table", { name: "Mean rank of each category by persuasiveness" });
    await expect(ranking.getByRole("row")).toHaveCount(20);
    await expect(ranking.getByRole("row").nth(1)).toContainText("Explicit");
    // The study is open, so its people are interim, and nothing is tested beside them.
    await expect(page.getByText("Interim, data not locked")).toBeVisible();
    await expect(ranking.getByRole("columnheader", { name: "Stars" })).toHaveCount(0);
    await page.getByLabel("People", { exact: true }).selectOption("Exclude people");
    await page.getByLabel("Test method").selectOption("5,000 random permutations");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("5,000 random permutations; q:")).toBeVisible();
    await expect(ranking.getByRole("columnheader", { name: "Stars" })).toBeVisible();
    await expectWellMade(page);
    await page.getByLabel("People", { exact: true }).selectOption("What texts do: 1 person");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByText("Interim, data not locked")).toBeVisible();
    await page.getByRole("link", { name: "Size and tuning" }).click();
    const modelPairs = page.getByRole("table", { name: "Base and instruct models, all expressions" });
    await expect(modelPairs.getByRole("row", { name: /^Llama3 8B/ })).toContainText("shown below");
    await expect(page.getByRole("table", { name: "Llama3-8B against Llama3-8B-Instruct, by dimension" })).toBeVisible();
    await expect(page.getByText("Llama3-1B: knows fewer than 10% of the facts")).toBeVisible();
    await expectWellMade(page);
    await page.getByRole("link", { name: "Dimensions" }).click();
    await expect(page.getByRole("table", { name: /^People explicit/ })).toBeVisible();
    await expectWellMade(page);
  });

  await test.step("the typology explains the categories, and nobody else sees any of it", async () => {
    await page.goto("/research/beliefs/typology");
    await expect(page.getByRole("heading", { level: 3 })).toHaveCount(19);
    await expectWellMade(page);
    const stranger = await signIn(browser);
    const paths = ["", "/ranking", "/models", "/dimensions", "/facts", "/study", "/expressions"];
    const replies = await Promise.all(paths.map((path) => stranger.context.request.get(`${base}${path}`)));
    expect(replies.map((reply) => reply.status())).toEqual(paths.map(() => 404));
    await stranger.context.close();
  });
  expect(errors).toEqual([]);
  await context.close();
});

/** The answer of someone who knows every fact and believes every text. */
function isSaid(question: string, text: string | null): boolean {
  const facts = tuples.flatMap(({ object_pri, object_ctx, subject_relation }) => [
    { asks: `Is ${object_pri} ${subject_relation}?`, object: object_pri, isTrue: true },
    { asks: `Is ${object_ctx} ${subject_relation}?`, object: object_ctx, isTrue: false },
  ]);
  const fact = facts.find(({ asks }) => asks === question);
  if (!fact) throw new Error(`nobody knows what this asks: ${question}`);
  return text === null ? fact.isTrue : text.includes(fact.object);
}

/** A participant on a phone that runs no script: questions alone, then after texts, without a word on what is right. */
async function walkWithoutScript(browser: Browser, slug: string): Promise<void> {
  const context: BrowserContext = await browser.newContext({
    baseURL: process.env.PARALLAX_URL as string,
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  const page = await context.newPage();
  await page.goto(`/s/${slug}`);
  await page.getByRole("button", { name: "I agree and want to take part" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const alone: string[] = [];
  const shown = new Map<string, string[]>();
  for (let question = 1; question <= 16; question += 1) {
    await expect(page.getByRole("heading", { level: 1, name: `Your answer: ${question} of 16` })).toBeVisible();
    // Neither the correct answer nor the kind of text is ever in the page.
    expect(await page.content()).not.toMatch(/object_pri|prior_yes|ctx_yes|template_index|gold|category/);
    const asked = (await page.locator(".statement").textContent()) ?? "";
    const texts = await page.locator(".story-text").allTextContents();
    if (texts.length === 0) alone.push(asked);
    else shown.set(texts.join(" "), [...(shown.get(texts.join(" ")) ?? []), asked]);
    const answers = await page.getByRole("radio").all();
    expect(answers).toHaveLength(2);
    const says = isSaid(asked, texts[0] ?? null) ? "Yes" : "No";
    await page.getByLabel(says, { exact: true }).check();
    await page.getByRole("button", { name: "Continue" }).click();
  }
  await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
  // Prior knowledge is asked first, with both questions of every fact; then two questions follow each of the four
  // texts.
  expect(new Set(alone).size).toBe(8);
  expect([...shown.values()].map((pair) => new Set(pair).size)).toEqual([2, 2, 2, 2]);
  expect(new Set([...shown.values()].flat())).toEqual(new Set(alone));
  const debrief = page.locator(".debrief");
  await expect(debrief.getByRole("heading", { name: "What was true" })).toBeVisible();
  await expect(debrief.getByText(/^Made up\./)).toHaveCount(3);
  await expect(debrief.getByText(/^True\./)).toHaveCount(1);
  for (const text of shown.keys()) await expect(debrief).toContainText(text);
  const truths = (await debrief.locator("li p").allTextContents()).map((text) =>
    text.replace(/^(Made up|True)\.\s+/, ""),
  );
  expect(truths).toHaveLength(4);
  for (const truth of truths) {
    const isTrue = tuples.some(
      (tuple) => truth.toLowerCase() === `${tuple.object_pri} is ${tuple.subject_relation}.`.toLowerCase(),
    );
    expect(isTrue, truth).toBe(true);
  }
  await context.close();
}
