import { expect, type Frame, type Page, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";
import { expectFit, expectScreen, modes, walk } from "./walk.ts";

/** MTurk's sites: the one that shows a task, and the one that receives the answer. */
const sandbox = { shows: "https://workersandbox.mturk.com", takes: "https://workersandbox.mturk.com" };
const live = { shows: "https://worker.mturk.com", takes: "https://www.mturk.com" };

function makeTask(): Promise<MadeStudy> {
  return makeStudy({
    protocol: (protocol) => ({
      ...withoutDwell(protocol),
      recruiter: { kind: "mturk", name: "", idParameter: "", otherParameters: [] },
    }),
  });
}

function framed(study: MadeStudy, query: string): string {
  return `<iframe src="${process.env.PARALLAX_URL}/s/${study.slug}?${query}" style="width: 100%" height="700"></iframe>`;
}

/** Simulates a site in the browser: its pages and the responses to posts. */
async function play(page: Page, site: string, pages: Record<string, string>, posted: Record<string, string>[]) {
  await page.route(`${site}/**`, async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (pathname === "/mturk/externalSubmit") {
      posted.push({ at: origin, ...Object.fromEntries(new URLSearchParams(route.request().postData() ?? "")) });
    }
    const style = "<style>body { margin: 0 } iframe { border: 0 }</style>";
    const body = `${style}${pages[pathname] ?? "<p>Taken.</p>"}`;
    await route.fulfill({ contentType: "text/html", body: `<!DOCTYPE html><html lang="en">${body}</html>` });
  });
}

/** The frame that holds the study, once it has begun to load it. */
async function studyFrame(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames()[1]?.url() ?? "", { intervals: [50] }).toContain("/s/");
  return page.frames()[1] as Frame;
}

for (const { name, width, options } of modes) {
  const site = width === 320 ? sandbox : live;
  test(`MTurk frames a whole session ${name} and takes it at ${site.takes}, its preview allocates nothing`, async ({
    browser,
  }) => {
    const study = await makeTask();
    const sessions = async () => {
      const { rows } = await pool().query("SELECT outcome, completion_code FROM session WHERE study_id = $1", [
        study.id,
      ]);
      return rows;
    };
    const worker = new URLSearchParams({
      assignmentId: "3ABC",
      hitId: "h",
      workerId: "A1",
      turkSubmitTo: site.takes,
    });
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const posted: Record<string, string>[] = [];
    const pages = {
      "/preview": framed(study, "assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=h"),
      "/task": framed(study, worker.toString()),
    };
    for (const host of new Set(Object.values(site))) await play(page, host, pages, posted);
    const inFrame = page.frameLocator("iframe");

    await page.goto(`${site.shows}/preview`);
    await expect(inFrame.getByRole("heading", { level: 1 })).toContainText("preview");
    await expect(inFrame.getByRole("button")).toHaveCount(0);
    expect(await sessions()).toEqual([]);

    await page.goto(`${site.shows}/task`);
    const frame = await studyFrame(page);
    await walk(frame, "0", "end");
    await expectFit(frame);
    await inFrame.getByRole("button", { name: "Finish on MTurk" }).click();
    await expect(inFrame.getByText("Taken.")).toBeVisible();
    const [ended, ...others] = await sessions();
    expect(others).toEqual([]);
    expect(ended.outcome).toBe("complete");
    expect(posted).toEqual([
      { at: site.takes, assignmentId: "3ABC", code: ended.completion_code, outcome: "complete" },
    ]);

    // Anyone who comes to the task again gets a notice and no questions.
    await page.goto(`${site.shows}/task`);
    await expectScreen(await studyFrame(page), "end");
    await expect(inFrame.getByRole("button", { name: /agree/ })).toHaveCount(0);
    await context.close();
  });
}

test("no other site may frame a study of MTurk", async ({ page }) => {
  const study = await makeTask();
  await play(page, "https://elsewhere.example", { "/task": framed(study, "workerId=A1") }, []);
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto("https://elsewhere.example/task");
  await refused;
});
