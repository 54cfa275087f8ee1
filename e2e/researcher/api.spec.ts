import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

const run = promisify(execFile);
const clients = fileURLToPath(new URL("../../clients", import.meta.url));

const command = fileURLToPath(new URL("../../bin/parallax", import.meta.url));

const items = [0, 1, 2, 3].map((number) => ({
  id: `item-${number}`,
  kind: "true-false",
  story: { id: `story-${number}`, title: `Story ${number}`, text: `Ana told Ben the number ${number}.` },
  text: `Ben knows the number ${number}.`,
  gold: number % 2 === 0,
  attributes: { number },
}));
const predictions = items.map(({ id }) => ({
  model: "A model",
  item: id,
  condition: { prompt: "human", questionOrder: "true-false" },
  answer: "True",
}));

async function createToken(page: Page, name: string): Promise<string> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Rights").selectOption("researcher");
  await page.getByRole("button", { name: "Create token" }).click();
  return (await page.getByText(/^plx_/).textContent()) as string;
}

async function writeFiles(folder: string): Promise<[string, string]> {
  const files: [string, string] = [join(folder, "items.jsonl"), join(folder, "predictions.jsonl")];
  for (const [at, rows] of [items, predictions].entries()) {
    await writeFile(files[at] as string, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
  return files;
}

test("API: a token is created and revoked, and a Python program goes from items to results with it", async ({
  page,
}) => {
  const python = await run("python3", ["--version"]).catch(() => null);
  test.skip(python === null, "python3 is not installed");
  const project = await makeProject("A project with an API");
  const { claims } = await makePerson({ projectId: project.id, role: "researcher" });
  await signIn(page.context(), claims);
  await page.goto("/account/tokens");
  await expect(page.getByText("No tokens")).toBeVisible();
  await expectWellMade(page);
  const secret = await createToken(page, "notebook");
  await expectWellMade(page);

  const folder = await mkdtemp(join(tmpdir(), "parallax-api-"));
  const program = async () => {
    const files = await writeFiles(folder);
    const url = process.env.PARALLAX_URL as string;
    const env = { ...process.env, PARALLAX_TOKEN: secret, PYTHONDONTWRITEBYTECODE: "1" };
    return run("python3", [join(clients, "python", "example.py"), url, ...files], { env });
  };
  try {
    const { stdout } = await program();
    expect(stdout).toContain("items: 4");
    expect(stdout).toContain("status: open");
    expect(stdout).toContain("simulated: 50");
    expect(stdout).toContain("predictions: 4");
    expect(stdout).toContain("status: closed");
    expect(stdout).toContain("answers: 50");
    expect(stdout).toContain("'comparisons'");
    expect(stdout).toContain("release written: True");
    expect(stdout).toContain("benchmark released: True");

    await page.reload();
    const line = page.getByRole("row", { name: /notebook/ });
    await expect(line).not.toContainText("never");
    await line.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(line).toContainText("revoked");
    await expect(program()).rejects.toMatchObject({ stderr: expect.stringContaining("401 unauthenticated") });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }

  await page.goto("/help/api");
  await expect(page.getByText("Operations on studies.")).toBeVisible();
});

test("API: the command line and an R program work on this installation with a token", async ({ page }) => {
  const project = await makeProject("A project for other programs");
  const { claims } = await makePerson({ projectId: project.id, role: "researcher" });
  await signIn(page.context(), claims);
  await page.goto("/account/tokens");
  const env = { ...process.env, PARALLAX_TOKEN: await createToken(page, "programs") };
  const url = process.env.PARALLAX_URL as string;
  const folder = await mkdtemp(join(tmpdir(), "parallax-api-"));
  const parallax = (...args: string[]) => run("node", [command, "--server", url, ...args], { env });
  try {
    const [itemFile, predictionFile] = await writeFiles(folder);
    const imported = await parallax("import", "items", itemFile, "--benchmark", "From afar");
    expect(imported.stdout).toContain('4 rows: 4 inserted, 0 unchanged, 0 rejected, into the benchmark "From afar"');
    const answers = await parallax("import", "predictions", predictionFile, "--benchmark", "From afar", "--json");
    expect(JSON.parse(answers.stdout)).toMatchObject({ inserted: 4, models: ["A model"] });
    const { benchmarks } = JSON.parse((await parallax("api", "GET", `/projects/${project.id}/benchmarks`)).stdout);
    const study = { preset: "street-2024", name: "From afar", slug: "from-afar", benchmark: benchmarks[0].id };
    const body = join(folder, "study.json");
    await writeFile(body, JSON.stringify(study));
    await parallax("api", "POST", `/projects/${project.id}/studies`, "--body", body);
    const simulated = await parallax(
      ..."simulate --study from-afar --participants 8 --seed 1 --drop-out 0 --json".split(" "),
    );
    const result = JSON.parse(simulated.stdout);
    expect(result.finished + result.turnedAway).toBe(8);
    const archive = join(folder, "answers.zip");
    await parallax("export", result.study, "--out", archive);
    expect((await readFile(archive)).subarray(0, 2).toString()).toBe("PK");
    await expect(parallax("export", result.study, "--out", archive)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("EEXIST"),
    });
    await expect(parallax("export", "no-such-study", "--out", join(folder, "none.zip"))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^parallax: 404 not-found: .+\n$/),
    });

    const hasR = await run("Rscript", ["-e", "library(jsonlite)"]).then(
      () => true,
      () => false,
    );
    if (!hasR) {
      test.info().annotations.push({ type: "skip", description: "R or its package jsonlite is not installed" });
      return;
    }
    const { stdout } = await run("Rscript", [join(clients, "r", "example.R"), url, itemFile, predictionFile], { env });
    expect(stdout).toMatch(
      /items: 4 \nsimulated: \d+ \npredictions: 4 \nanswers: \d+ \nresults: .*comparisons.*\nrelease written: TRUE \nbenchmark released: TRUE/,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
