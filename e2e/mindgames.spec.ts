import { readFileSync } from "node:fs";
import { type Browser, type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import { fromBuffer } from "yauzl";
import { hashPassword } from "../lib/server/platform/auth/password.ts";
import { makePerson, makeProject } from "../prisma/factories/make-person.ts";
import { expectWellMade } from "./look.ts";

// Each walk opens many pages, and axe reads large tables: half a minute alone, a minute on a busy machine.
test.describe.configure({ timeout: 150_000 });

const password = "a long pass phrase for tests";
const fileOf = (path: string) =>
  readFileSync(new URL(path, import.meta.url), "utf8")
    .trim()
    .split("\n");
/** Eighty sound problems, twenty of each setup. */
const sound = fileOf("../content/mindgames/problems.jsonl");
/** A released row whose text and formula differ in what the cards show. */
const defective = fileOf("../lib/domain/epistemic/fixtures/mindgames-dev-flips.jsonl")[0]!;

test("brings problems in, says what is wrong with them, and shows one of them world by world to the keyboard", async ({
  browser,
}) => {
  const page = await signedIn(browser);
  await importProblems(page, "Small set", [...sound, defective, "not JSON"]);
  await expect(page.getByText("82 rows read; 1 rejected, the others imported.")).toBeVisible();
  await expect(page.getByText("2 of 82 rows are inconsistent.")).toBeVisible();
  const findings = page.getByRole("table", { name: "Errors by row" });
  await expect(findings.getByRole("row", { name: /^81 .* moved up past Stephanie, who sees nothing/ })).toBeVisible();
  await expect(findings.getByRole("row", { name: /^82 – – the line is not a row: is not JSON/ })).toBeVisible();
  await page.getByRole("link", { name: "Go to “Small set”" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Small set" })).toBeVisible();
  const checked = page.getByRole("table", { name: /^Consistency of label, formula and text/ });
  await expect(checked.getByRole("row", { name: "Cards 21 1 1 0 0 1" })).toBeVisible();
  await page.getByLabel("Only with errors").check();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("1 to 1 of 1 problems of 81 in the set")).toBeVisible();
  await page.getByRole("table", { name: "Problems of the set" }).getByRole("link").click();

  await expect(page.getByText("This row is inconsistent")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Source of the diagram" })).toBeVisible();
  const steps = page.getByRole("navigation", { name: "Steps" });
  await steps.getByRole("link", { name: /^Before the first announcement/ }).focus();
  const told = page.getByRole("status").filter({ hasText: "worlds" });
  await expect(told).toContainText("All 8 worlds are possible.");
  await page.keyboard.press("ArrowRight");
  await expect(told).toContainText("7 worlds are left of 8. This rules out world 1 (nobody picked a red card).");
  await page.keyboard.press("End");
  await expect(steps.getByRole("link", { name: /^The hypothesis/ })).toHaveAttribute("aria-current", "step");
  await expect(page).toHaveURL(/step=2$/);

  await page.keyboard.press("ArrowLeft");
  const worlds = page.getByRole("button", { name: /^World \d+:/ });
  await worlds.first().focus();
  await page.keyboard.press("ArrowDown");
  const focused = page.locator(".world-tile:focus");
  await expect(focused).toHaveAccessibleName(/^World 2: only Carolyn picked a red card\. Possible\./);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(focused).toHaveAttribute("aria-pressed", "true");
  await expect(focused).toHaveAccessibleName(
    /^World 1: nobody picked a red card\. Ruled out by this announcement\. Here nobody picked a red card\. Before it: Carolyn cannot rule out world 5\./,
  );
  const chosen = page.getByRole("region", { name: "Selected world" });
  await expect(chosen).toContainText("Linda cannot rule out worlds 2, 3 and 4.");

  await page.goto("/research/mindgames");
  await page.getByLabel("Name of the set").fill("Made here");
  const numbers = page.getByRole("group", { name: "Problems of each setup" });
  for (const setup of ["Muddy foreheads", "Foreheads and a mirror", "Thirst"])
    await numbers.getByLabel(setup).fill("4");
  await numbers.getByLabel("Cards").fill("0");
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(page.getByRole("link", { name: "Made here" })).toBeVisible({ timeout: 180_000 });
  await page.getByRole("link", { name: "Made here" }).click();
  await expect(page.getByText("1 to 12 of 12 problems")).toBeVisible();
  await page.getByRole("link", { name: "Artefacts" }).click();
  await expect(page.getByText("none of them in this set")).toBeVisible({ timeout: 180_000 });

  await page.goto("/research/mindgames");
  await page.getByRole("link", { name: "Small set" }).click();
  await page.getByRole("link", { name: "mindgames-44", exact: true }).click();
  await page.getByRole("link", { name: /^The hypothesis/ }).click();
  await expect(page.getByText("The hypothesis follows: it is true in all 4 worlds left")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Why the hypothesis is true or false" })).toBeVisible();
  await page.getByRole("link", { name: "Change this problem in the playground" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Playground" })).toBeVisible();
  const verdict = page.getByRole("heading", { level: 2, name: /^The problem/ });
  await expect(verdict).toContainText("follows: True");
  await page.getByLabel("Hypothesis: knows that or whether").selectOption("knows whether");
  await expect(verdict).toContainText("does not follow: False");
  await expect(
    page.getByRole("link", { name: /^The hypothesis Stefan can now know whether Paloma is not thirsty/ }),
  ).toBeVisible();
  await page.reload();
  await expect(verdict).toContainText("does not follow: False");
});

test("hands the problems to a model's harness, measures artefacts, and asks a rater, who may stop and go on", async ({
  browser,
}) => {
  const page = await signedIn(browser);
  await importProblems(page, "Rated set", sound);
  await expect(page.getByText("Label, formula and text agree in every row.")).toBeVisible();
  await page.getByRole("link", { name: "Go to “Rated set”" }).click();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as lm-eval tasks" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("mindgames-lm-eval.zip");
  const files = await filesIn(readFileSync((await download.path())!));
  expect(Object.keys(files).sort()).toEqual([
    "README.md",
    "mindgames.jsonl",
    "mindgames_generate.yaml",
    "mindgames_mc.yaml",
  ]);
  const [first] = sound.map((line) => JSON.parse(line));
  const documents = files["mindgames.jsonl"]!.trim().split("\n");
  expect(documents).toHaveLength(80);
  expect(JSON.parse(documents[0]!)).toMatchObject({ premise: first.premise, hypothesis: first.hypothesis });

  await page.getByRole("link", { name: "Artefacts" }).click();
  const baselines = page.getByRole("table", { name: /^Share of correctly predicted labels/ });
  await expect(baselines.getByRole("row", { name: /^Hypothesis alone the hypothesis \d/ })).toBeVisible({
    timeout: 180_000,
  });

  await page.getByRole("link", { name: "Human evaluation" }).click();
  await page.getByLabel("Problems of each setup").fill("21");
  await page.getByRole("button", { name: "Create a draft of the study" }).click();
  // The browser refuses more than there are.
  await expect(page.getByLabel("Problems of each setup")).toBeFocused();
  await page.getByLabel("Problems of each setup").fill("1");
  await page.getByLabel("Raters").fill("1");
  await page.getByRole("button", { name: "Create a draft of the study" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rated set, human evaluation" })).toBeVisible();
  await page.getByRole("button", { name: "Open the study" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open the study" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  const study = new URL(page.url()).pathname;
  const link = await page.getByRole("main").getByText(/\/s\//).first().textContent();
  const slug = /\/s\/([\w-]+)/.exec(link ?? "")?.[1];

  const rater = await browser.newPage();
  await rater.goto(`/s/${slug}`);
  await rater.getByRole("button", { name: "I agree and want to take part" }).click();
  await expect(rater.getByRole("heading", { name: "How it works" })).toBeVisible();
  await rater.getByRole("button", { name: "Continue" }).click();
  for (let question = 1; question <= 4; question += 1) {
    await expect(rater.getByRole("heading", { level: 1, name: `Your answer: ${question} of 4` })).toBeVisible();
    await expect(rater.getByText(/^There are (two|three) persons\./)).toBeVisible();
    if (question === 3) {
      // Anyone who comes back by the link later continues at the same screen.
      await rater.goto("about:blank");
      await rater.goto(`/s/${slug}`);
      const resume = rater.getByRole("link", { name: /continue|go on/i });
      if (await resume.isVisible()) await resume.click();
      await expect(rater.getByRole("heading", { level: 1, name: /: 3 of 4$/ })).toBeVisible();
    }
    await rater.getByLabel("True", { exact: true }).check();
    await rater.getByRole("button", { name: "Continue" }).click();
  }
  await expect(rater.getByRole("heading", { name: "Thank you" })).toBeVisible();

  await page.goto(`${study}/results/raters`);
  const raters = page.getByRole("table", { name: "Raters, in the order in which they began" });
  await expect(page.getByText(/^(Interim, data not locked|Exploratory)$/)).toBeVisible();
  await expect(raters.getByRole("row", { name: /^Rater 1 4 of 4 \d+\.0%/ })).toContainText("finished");
  await expect(page.getByRole("table", { name: "Right answers by setup" }).getByRole("row")).toHaveCount(6);
  await expect(page.getByRole("table", { name: "Answers by type" })).toContainText("“Not enough information”");
});

test("has nothing for axe to find, wide and narrow, light and dark", { tag: "@looks" }, async ({ browser }) => {
  const page = await signedIn(browser, { reducedMotion: "reduce" }, true);
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto("/research/mindgames");
  await expectWellMade(page);
  await page.getByRole("link", { name: "MindGames (demo)" }).click();
  await expect(page.getByRole("table", { name: "Problems of the set" })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("link", { name: "mindgames-44", exact: true }).click();
  await page.getByRole("link", { name: /^The hypothesis/ }).click();
  await expect(page.getByText("The hypothesis follows")).toBeVisible();
  await expectWellMade(page);
  await page.goBack();
  await page.getByRole("link", { name: "Artefacts" }).click();
  await expect(page.getByRole("heading", { name: "Artefacts" })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("link", { name: "Human evaluation" }).click();
  await expect(page.getByLabel("Raters")).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("link", { name: /^Raters and errors/ }).click();
  await expect(page.getByRole("heading", { name: "Errors of people and models" })).toBeVisible();
  await expectWellMade(page);
  await page.goto("/research/mindgames/explore");
  await page.getByRole("button", { name: "Add a person" }).click();
  await expectWellMade(page);
  await page.goto("/research/mindgames/explore?mode=smcdel&smcdel=VARS+1+LAW+Top+OBS+a%3A1+VALID%3F+(1&step=99");
  await expect(page.getByText("This problem cannot be drawn")).toBeVisible();
  await expectWellMade(page);
  expect(problems).toEqual([]);
});

/** A page of a researcher in a project of their own, or of someone who may see the demo. */
async function signedIn(browser: Browser, options: BrowserContextOptions = {}, seesDemo = false): Promise<Page> {
  const { id: projectId } = await makeProject();
  const person = await makePerson({
    ...(seesDemo ? { isOwner: true } : { projectId }),
    passwordHash: await hashPassword(password, 10),
  });
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto("/research/mindgames");
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "MindGames" })).toBeVisible();
  return page;
}

async function importProblems(page: Page, set: string, lines: readonly string[]): Promise<void> {
  await page.getByLabel("Set", { exact: true }).fill(set);
  await page.getByLabel("File (JSON lines)").setInputFiles({
    name: "problems.jsonl",
    mimeType: "application/x-ndjson",
    buffer: Buffer.from(lines.join("\n")),
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
}

async function filesIn(zip: Buffer): Promise<Record<string, string>> {
  return await new Promise((resolve, reject) => {
    const files: Record<string, string> = {};
    fromBuffer(zip, { lazyEntries: true }, (problem, archive) => {
      if (problem) return reject(problem);
      archive.on("error", reject);
      archive.on("end", () => resolve(files));
      archive.on("entry", (entry) =>
        archive.openReadStream(entry, async (unreadable, stream) => {
          if (unreadable) return reject(unreadable);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          files[entry.fileName] = Buffer.concat(chunks).toString("utf8");
          archive.readEntry();
        }),
      );
      archive.readEntry();
    });
  });
}
