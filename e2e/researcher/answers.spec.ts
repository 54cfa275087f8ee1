import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { wilsonInterval } from "../../lib/domain/statistics/proportions/wilson.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { hashToken } from "../../lib/server/sessions/session-token.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";
import { speaksEnglish, startWalker } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { openEntries } from "../open-entries.ts";
import { signIn } from "../sign-in.ts";

const parallax = fileURLToPath(new URL("../../bin/parallax", import.meta.url));

/**
 * Answers of five people in each cell. By the key item-0 is true and item-1 false, so the majority is correct in the
 * first and the third cell.
 */
const cells = [
  { item: "item-0", story: "no-story", saidTrue: 5, correct: 5, majority: "True", isRight: true },
  { item: "item-0", story: "story", saidTrue: 2, correct: 2, majority: "False", isRight: false },
  { item: "item-1", story: "no-story", saidTrue: 1, correct: 4, majority: "False", isRight: true },
  { item: "item-1", story: "story", saidTrue: 3, correct: 2, majority: "True", isRight: false },
];
/** How the page names the conditions. */
const conditionLabels: Record<string, RegExp> = { "no-story": /^no-story · /, story: /^story · / };

test("answers: read, excluded and included again, downloaded, and beside models from the web and the command line", async ({
  page,
}) => {
  const study = await makeAnsweredStudy();
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  await signIn(page.context(), claims);
  const base = `/research/studies/${study.id}`;

  await test.step("every answer is listed, and opens the session that it belongs to", async () => {
    await page.goto(`${base}/responses`);
    await expect(page.getByText("20 of 20", { exact: true })).toBeVisible();
    const line = page.getByRole("table", { name: "Answers" }).getByRole("row").filter({ hasText: 'Reason "7"' });
    const { rows } = await pool().query(
      `SELECT response.session_id::text AS session, initcap(response.answer_key) AS answer
       FROM response JOIN step_answer ON step_answer.session_id = response.session_id
       WHERE response.study_id = $1 AND step_answer.given->>'explanation' = 'Reason "7", for one'`,
      [study.id],
    );
    await expect(line.getByText(rows[0].answer, { exact: true })).toBeVisible();
    await line.getByRole("link", { name: /the whole session/ }).click();
    await expect(page.getByRole("heading", { name: "A session" })).toBeVisible();
    expect(page.url()).toContain(rows[0].session);
    await expect(page.getByText('Reason "7", for one')).toBeVisible();
    await expect(page.getByText("Slot filled")).toBeVisible();
    await expectWellMade(page);
  });

  await test.step("an answer that is excluded leaves the results, and comes back into them", async () => {
    const answers = page
      .getByText("Mean individual accuracy", { exact: true })
      .first()
      .locator("..")
      .getByText(/ of \d+ answers$/);
    await page.goto(`${base}/results`);
    await openEntries(page);
    await expect(rowOf(page, "item-0", "no-story")).toContainText("5 True, 0 False");
    await expect(answers).toHaveText("13 of 20 answers");
    await page.goto(`${base}/responses?item=${await itemId(study, "item-0")}&answer=true`);
    const line = page
      .getByRole("table", { name: "Answers" })
      .getByRole("row")
      .filter({ hasText: "no-story · " })
      .first();
    await line.getByRole("button", { name: "Exclude" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio").first().check();
    await dialog.getByLabel(/^Note/).fill("Answered twice.");
    await dialog.getByRole("button", { name: "Exclude" }).click();
    await expect(line.getByText(/^Excluded: .*Answered twice\./)).toBeVisible();
    await expectWellMade(page);
    await page.goto(`${base}/results`);
    await openEntries(page);
    await expect(rowOf(page, "item-0", "no-story")).toContainText("4 True, 0 False");
    await expect(answers).toHaveText("12 of 19 answers");

    await page.goto(`${base}/responses?item=${await itemId(study, "item-0")}&answer=true`);
    await line.getByRole("button", { name: "Undo" }).click();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(line.getByText(/^Excluded:/)).toHaveCount(0);
    await page.goto(`${base}/results`);
    await openEntries(page);
    await expect(rowOf(page, "item-0", "no-story")).toContainText("5 True, 0 False");
    await expect(answers).toHaveText("13 of 20 answers");
  });

  await test.step("the downloads hold what the database holds", async () => {
    const { rows } = await pool().query(
      `SELECT response.session_id::text AS participant, item_version.external_id AS item, condition.key AS condition,
              response.answer_key AS answer, response.elapsed_ms::int AS elapsed_ms, step_answer.given->>'explanation' AS explanation
       FROM response JOIN condition ON condition.id = response.condition_id
            JOIN item_version ON item_version.id = response.item_version_id
            JOIN step_answer ON step_answer.session_id = response.session_id AND step_answer.given ? 'explanation'
       WHERE response.study_id = $1 ORDER BY participant`,
      [study.id],
    );
    expect(rows).toHaveLength(20);
    const told = Object.keys(rows[0]);
    const tables = await download(page, /^Tables \(CSV\)/);
    const responses = readCsv(tables["responses.csv"]);
    expect(sorted(responses.map((row) => pick(row, told)))).toEqual(
      rows.map((row) => ({ ...row, elapsed_ms: String(row.elapsed_ms) })),
    );
    expect(readCsv(tables["participants.csv"])).toHaveLength(20);
    expect(readCsv(tables["exclusions.csv"])).toMatchObject([{ note: "Answered twice.", holds: "false" }]);
    const codebook = readCsv(tables["codebook.csv"]);
    const described = codebook.filter((row) => Object.values(row).some((value) => value.startsWith("responses")));
    const columns = described.flatMap((row) => Object.values(row));
    expect(columns).toEqual(expect.arrayContaining(Object.keys(responses[0] ?? {})));

    const lines = await download(page, /^JSON lines/);
    const records = `${lines["responses.jsonl"]}`.trim().split("\n");
    expect(sorted(records.map((record) => pick(JSON.parse(record), told)))).toEqual(rows);
    expect(JSON.parse(`${lines["codebook.json"]}`)).toBeTruthy();
  });

  await test.step("predictions come in by the web and by the command line, once each", async () => {
    await page.goto("/research/models");
    await page.getByLabel(/^File/).setInputFiles({
      name: "reader-one.jsonl",
      mimeType: "application/x-ndjson",
      buffer: Buffer.from(`${predictions("reader-one", ["False", "True", "True", "True"])}\n{"model":"reader-one"}`),
    });
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await expect(page.getByRole("status").getByText("4 rows would be imported, 1 rejected.")).toBeVisible();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByRole("status").getByText("5 rows read; 1 rejected, the others imported.")).toBeVisible();
    await expect(page.getByRole("row", { name: /^5 1 item / })).toBeVisible();
    const models = page.getByRole("table", { name: /^Models\. / });
    await expect(models.getByRole("row", { name: /^reader-one/ })).toBeVisible();
    await expectWellMade(page);

    await models.getByRole("link", { name: "reader-one" }).click();
    await expect(page.getByRole("row", { name: /^All answers .* 4 0 0$|^All answers / })).toBeVisible();
    await expectWellMade(page);

    const { rows } = await pool().query("SELECT slug FROM project WHERE id = $1", [study.projectId]);
    const file = test.info().outputPath("reader-two.jsonl");
    await writeFile(file, predictions("reader-two", ["True", "True", "True", "True"]));
    const run = async () => {
      const command = ["import", "predictions", file, "--project", rows[0].slug, "--json"];
      return JSON.parse((await promisify(execFile)(parallax, command)).stdout);
    };
    expect(await run()).toMatchObject({ rows: 4, inserted: 4, unchanged: 0, rejected: 0 });
    expect(await run()).toMatchObject({ rows: 4, inserted: 0, unchanged: 4, rejected: 0 });
  });

  await test.step("results: counts, majority, accuracies with their intervals, the models' answers, no test before the lock", async () => {
    await page.goto(`${base}/results`);
    await expect(page.getByText("not tested", { exact: true })).toHaveCount(2);
    await expect(rowOf(page, "item-0", "story")).toHaveCount(0);
    await openEntries(page);
    for (const { item, story, saidTrue, correct, majority, isRight } of cells) {
      const row = rowOf(page, item, story);
      await expect(row).toContainText(`${saidTrue} True, ${5 - saidTrue} False`);
      await expect(row.getByRole("cell").nth(2)).toHaveText(
        new RegExp(`${majority}.*${isRight ? "right" : "wrong"}`, "s"),
      );
      await expect(row.getByRole("cell").nth(3)).toHaveText(sayAccuracy(correct, 5, ", n = 5"));
      await expect(row.getByRole("cell").nth(5)).toContainText("True");
    }
    await expect(rowOf(page, "item-0", "no-story").getByRole("cell").nth(4)).toContainText("False");
    await expect(rowOf(page, "item-0", "story").getByRole("cell").nth(4)).toContainText("True");

    // The majority alone is right in two cells and reader-one alone in one; against reader-two it is one and one.
    for (const [model, onlyPeople, onlyModel] of [
      ["reader-one", 2, 1],
      ["reader-two", 1, 1],
    ] as const) {
      const row = page.getByRole("table", { name: /Majority vote and each model/ }).getByRole("row", { name: model });
      await expect(row.getByRole("cell").nth(2)).toContainText(model === "reader-one" ? "1 of 4" : "2 of 4");
      await expect(row.getByRole("cell").nth(6)).toHaveText(`${onlyPeople} / ${onlyModel}`);
      // The data are not locked, so nothing is tested.
      await expect(row.getByRole("cell").nth(10)).toHaveText("–mid-p");
    }
    // The majority, reader-one and reader-two of two items under each condition.
    for (const [story, ...right] of [
      ["no-story", 2, 0, 1],
      ["story", 0, 1, 1],
    ] as const) {
      const row = page
        .getByRole("table", { name: "Accuracy under each condition, with 95% intervals" })
        .getByRole("row", { name: conditionLabels[story] as RegExp });
      for (const [index, column] of [1, 4, 5].entries()) {
        await expect(row.getByRole("cell").nth(column)).toHaveText(
          sayAccuracy(right[index] as number, 2, `Each answer is treated as independent.${right[index]} of 2`),
        );
      }
    }
    await expectWellMade(page);
    await rowOf(page, "item-0", "story").getByRole("link").click();
    await expect(page.getByRole("heading", { name: "Ben knows the number 0." })).toBeVisible();
    await expect(page.getByText("Key (version 1): True.")).toBeVisible();
    await expect(page.getByText("4 stored answers, each with its prompt.")).toBeVisible();
    await expectWellMade(page);
  });

  await test.step("analyses of single answers are computed in the background, taken away, and stale once data change", async () => {
    await page.goto(`${base}/results`);
    await page.getByRole("link", { name: "Analyses of single answers", exact: true }).click();
    await page.getByRole("button", { name: "Compute the analyses" }).click();
    await page.getByRole("link", { name: "The human ceiling" }).click();
    const agreement = page.getByRole("table", {
      name: /Agreement with people’s majority|Agreement with people's majority/,
    });
    await expect(agreement.getByRole("row", { name: /reader-two/ })).toContainText("n = 4", { timeout: 180_000 });
    await expectWellMade(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^CSV/ }).first().click(),
    ]);
    expect(readCsv(await readFile(await file.path()))).toHaveLength(4);
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^PNG/ }).first().click(),
    ]);
    expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe("PNG");
    await pool().query(
      `INSERT INTO exclusion (id, response_id, reason, created_by_id)
       SELECT gen_random_uuid(), id, 'other', gen_random_uuid() FROM response WHERE study_id = $1
       ORDER BY saved_at DESC LIMIT 1`,
      [study.id],
    );
    await page.reload();
    await expect(page.getByText("Stale: the data have changed since")).toBeVisible();
  });

  await test.step("a run and an answer are entered by hand, a reading is corrected, and the items go out as tasks", async () => {
    await page.goto("/research/models");
    await page
      .getByRole("table", { name: /^Models\. / })
      .getByRole("link", { name: "reader-one" })
      .click();
    await page.getByText("Enter a run by hand").click();
    const form = page.getByRole("form", { name: "New run" });
    await form.getByLabel("Name of the run").fill("typed in");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Answers of typed in" })).toBeVisible();
    await page.getByLabel("Item", { exact: true }).fill("item-0");
    await page.getByLabel("Model output").fill("Perhaps it is true.");
    await page.getByRole("button", { name: "Enter the answer" }).click();
    const answer = page.getByRole("table", { name: "Answers of the run" }).getByRole("row", { name: /^item-0/ });
    await expect(answer).toContainText("unparsed");
    await answer.getByText("Correct").click();
    await answer.getByLabel(/^Answer/).selectOption("True");
    await answer.getByRole("button", { name: "Save the parsed answer" }).click();
    await expect(answer).toContainText("by-hand");
    await expectWellMade(page);

    await page.goto("/research/benchmarks");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Benchmark of/ })
      .first()
      .click();
    await page.getByLabel("File format").selectOption({ label: "dataset and task of Inspect" });
    const [tasks] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the tasks" }).click(),
    ]);
    expect(tasks.suggestedFilename()).toMatch(/-true-false-inspect\.zip$/u);
  });
});

/** Twenty people of one group, five in each cell, who answer as in `cells`. */
async function makeAnsweredStudy(): Promise<MadeStudy> {
  const factors = [
    { name: "story", levels: ["no-story", "story"] },
    { name: "questionOrder", levels: ["true-false"] },
  ];
  const study = await makeStudy({ items: 2, design: { factors, perStratumItem: 10 } });
  const given = new Map<string, number>();
  for (let person = 0; person < 20; person += 1) {
    const walker = await startWalker(study);
    const before = [{ consent: "yes" }, speaksEnglish, { age: "18-29", gender: "female" }, {}];
    for (const [screen, fields] of before.entries()) await walker.post(screen, fields as Record<string, string>);
    const { rows } = await pool().query(
      `SELECT item_version.external_id AS item, condition.levels->>'story' AS story
       FROM session JOIN placement ON placement.slot_id = session.slot_id
            JOIN item_version ON item_version.id = placement.item_version_id
            JOIN condition ON condition.id = placement.condition_id
       WHERE session.token_hash = $1`,
      [hashToken(walker.token)],
    );
    const { item, story } = rows[0] as { item: string; story: string };
    const already = given.get(item + story) ?? 0;
    given.set(item + story, already + 1);
    const cell = cells.find((one) => one.item === item && one.story === story);
    await walker.post(4, { choice: cell && already < cell.saidTrue ? "true" : "false" });
    await walker.post(5, { explanation: `Reason "${person}", for one` });
  }
  return study;
}

async function itemId(study: MadeStudy, name: string): Promise<string> {
  const { rows } = await pool().query("SELECT id FROM item_version WHERE benchmark_id = $1 AND external_id = $2", [
    study.benchmarkId,
    name,
  ]);
  return rows[0].id;
}

/** A prediction file with the model's answer to each of `cells`. */
function predictions(model: string, answers: string[]): string {
  const lines = cells.map(({ item, story }, index) => ({
    model,
    item,
    condition: { prompt: story === "story" ? "simplified" : "human", questionOrder: "true-false" },
    answer: answers[index],
  }));
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

/** The row of one item under one condition. */
function rowOf(page: Page, item: string, story: string) {
  return page
    .getByRole("table", { name: "Answers of people and models, item by item" })
    .getByRole("row", { name: new RegExp(`^${item}`) })
    .filter({ has: page.getByRole("cell", { name: conditionLabels[story] as RegExp }) });
}

/** An accuracy as tables show it: share, Wilson's limits, and n. */
function sayAccuracy(correct: number, n: number, rest: string): string {
  const { low, high } = wilsonInterval(correct, n);
  const percent = (share: number) => (share * 100).toFixed(1);
  return `${percent(correct / n)}%${percent(low)} to ${percent(high)}${rest}`;
}

function readCsv(file: Buffer | undefined): Record<string, string>[] {
  return parse(file as Buffer, { columns: true, bom: true });
}

function pick(row: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

function sorted(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.sort((one, other) => (String(one.participant) < String(other.participant) ? -1 : 1));
}

/** Downloads a file from the results page and returns the files of its zip. */
async function download(page: Page, name: RegExp): Promise<Record<string, Buffer>> {
  await page.reload();
  // The menu of downloads is one of the entries.
  await openEntries(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name }).click();
  const bytes = await readFile(await (await waiting).path());
  return await new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (failure, zip: ZipFile) => {
      if (failure) return reject(failure);
      const files: Record<string, Buffer> = {};
      zip.on("error", reject);
      zip.on("end", () => resolve(files));
      zip.on("entry", (entry: Entry) =>
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          files[entry.fileName] = Buffer.concat(await stream.toArray());
          zip.readEntry();
        }),
      );
      zip.readEntry();
    });
  });
}
