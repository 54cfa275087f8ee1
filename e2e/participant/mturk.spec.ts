import { expect, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { getRunningProtocol } from "../../lib/server/sessions/running-study.ts";
import { submitScreen } from "../../lib/server/sessions/submit-screen.ts";
import { browserSettings } from "../../lib/supervisor/find-browser.ts";
import { makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";

const sandbox = "https://workersandbox.mturk.com";

const settings = browserSettings();
// MTurk's site is played by the test and Parallax runs on this machine, which a real site could not reach without asking.
test.use({
  launchOptions: { ...settings, args: [...(settings.args ?? []), "--disable-features=LocalNetworkAccessChecks"] },
});

test("MTurk frames the study from its own site, its preview allocates nothing, and the last form hands the task in there", async ({
  page,
}) => {
  const study = await makeStudy({
    protocol: (protocol) => ({
      ...withoutDwell(protocol),
      recruiter: { kind: "mturk", name: "", idParameter: "", otherParameters: [] },
    }),
  });
  const posted: (string | null)[] = [];
  const framed = (query: string) =>
    `<iframe src="${process.env.PARALLAX_URL}/s/${study.slug}?${query}" width="900" height="800"></iframe>`;
  const worker = new URLSearchParams({ assignmentId: "3ABC", hitId: "h", workerId: "A1", turkSubmitTo: sandbox });
  const pages: Record<string, string> = {
    "/preview": framed("assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=h"),
    "/task": framed(worker.toString()),
  };
  const show = (site: string) =>
    page.route(`${site}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/mturk/externalSubmit") posted.push(route.request().postData());
      const body = pages[pathname] ?? "<p>Taken.</p>";
      await route.fulfill({ contentType: "text/html", body: `<!DOCTYPE html><html lang="en">${body}</html>` });
    });
  await show(sandbox);
  await show("https://elsewhere.example");
  const frame = page.frameLocator("iframe");

  await page.goto(`${sandbox}/preview`);
  await expect(frame.getByRole("heading", { level: 1 })).toContainText("preview");
  await expect(frame.getByRole("button")).toHaveCount(0);
  const sessions = async () => {
    const { rows } = await pool().query("SELECT count(*)::int AS n FROM session WHERE study_id = $1", [study.id]);
    return rows[0].n;
  };
  expect(await sessions()).toBe(0);

  await page.goto(`${sandbox}/task`);
  const token = await frame.locator('form input[name="token"]').first().inputValue();
  await frame.getByRole("button", { name: "I agree and want to take part" }).click();
  await expect(frame.getByRole("heading", { name: "Your languages" })).toBeVisible();
  expect(await sessions()).toBe(1);

  const running = await getRunningProtocol(study.protocolVersionId);
  if (!running) throw new Error("the study has no protocol");
  const answers: Record<string, string>[] = [
    { "first-language": "yes", "most-used-language": "english" },
    { age: "18-29", gender: "female" },
    {},
    { choice: "true" },
    { explanation: "The story says so." },
  ];
  for (const [at, fields] of answers.entries())
    await submitScreen(running, token, { screen: at + 1, fields, reported: { visibleMs: null, focusLosses: null } });
  await page.frames()[1]?.goto(`${process.env.PARALLAX_URL}/s/${study.slug}/${token}`);
  await frame.getByRole("button", { name: "Finish on MTurk" }).click();
  await expect(frame.getByText("Taken.")).toBeVisible();
  const { rows } = await pool().query("SELECT completion_code AS code FROM session WHERE study_id = $1", [study.id]);
  expect(posted.map((body) => Object.fromEntries(new URLSearchParams(body ?? "")))).toEqual([
    { assignmentId: "3ABC", code: rows[0].code, outcome: "complete" },
  ]);

  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto("https://elsewhere.example/task");
  await refused;
});
