import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { makePerson, makeProject } from "../../prisma/factories/make-person.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

const run = promisify(execFile);
const clients = fileURLToPath(new URL("../../clients/python", import.meta.url));

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
  await page.getByLabel("Name").fill("notebook");
  await page.getByLabel("Rights").selectOption("researcher");
  await page.getByRole("button", { name: "Create token" }).click();
  const secret = (await page.getByText(/^plx_/).textContent()) as string;
  await expectWellMade(page);

  const folder = await mkdtemp(join(tmpdir(), "parallax-api-"));
  const program = async () => {
    const [itemFile, predictionFile] = [join(folder, "items.jsonl"), join(folder, "predictions.jsonl")];
    const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    await writeFile(itemFile, lines(items));
    await writeFile(predictionFile, lines(predictions));
    const url = process.env.PARALLAX_URL as string;
    const env = { ...process.env, PARALLAX_TOKEN: secret, PYTHONDONTWRITEBYTECODE: "1" };
    return run("python3", [join(clients, "example.py"), url, itemFile, predictionFile], { env });
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
