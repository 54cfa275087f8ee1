import sharp from "sharp";
import { expect, it } from "vitest";
import { GET as sessionFile } from "@/app/api/v1/sessions/[token]/media/[sha256]/route.ts";
import { audioQuestion, imageQuestion } from "@/lib/domain/tasks/templates/classification.ts";
import { prepareFile } from "@/lib/server/items/media/prepare-file.ts";
import type { PreparedFile } from "@/lib/server/items/media/prepared-file.ts";
import { pool } from "@/lib/server/platform/database/pool.ts";
import { hashToken } from "@/lib/server/sessions/session-token.ts";
import { submitScreen } from "@/lib/server/sessions/submit-screen.ts";
import { makeRecording } from "@/prisma/factories/make-recording.ts";
import { type MadeStudy, makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { GET as sessionPage } from "./[study]/[token]/route.ts";

withTestDatabase();

const image = async (background: string) => {
  const made = sharp({ create: { width: 8, height: 8, channels: 3, background } }).png();
  const prepared = await prepareFile("image.png", await made.toBuffer());
  if (typeof prepared === "string") throw new Error(prepared);
  return prepared;
};

/** A study with the example item of a template and this file at its path. */
async function studyOf(
  file: PreparedFile,
  { document, example } = imageQuestion,
  layout: "one-screen" | "story-then-question" = "one-screen",
): Promise<MadeStudy> {
  const { path } = (example.fields.image ?? example.fields.audio) as { path: string };
  return makeStudy({
    schemas: { media: document },
    archive: { files: new Map([[path, file]]), prepared: new Map([[file.sha256, file]]) },
    lines: (async function* () {
      yield JSON.stringify({ id: "a", schema: "media", ...example });
    })(),
    design: {
      strata: [{ key: "all", label: "Everybody", criteria: {} }],
      openStratum: false,
      factors: [],
      perStratumItem: 2,
      itemsPerSession: 1,
    },
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, layout, dwellSeconds: 0, explanation: null })),
    }),
  });
}

const fileOf = (token: string, sha256: string) =>
  sessionFile(new Request(`http://localhost/api/v1/sessions/${token}/media/${sha256}`), {
    params: Promise.resolve({ token, sha256 }),
  });

async function pageOf(study: MadeStudy, token: string): Promise<string> {
  const page = await sessionPage(new Request(`http://localhost/s/${study.slug}/${token}`), {
    params: Promise.resolve({ study: study.slug, token }),
  });
  return page.text();
}

it("shows an image with its alternative text in the plain screen, and sends it to that session only", async () => {
  const [red, blue] = await Promise.all([image("#c00"), image("#00c")]);
  const study = await studyOf(red);
  const walker = await startWalker(study);
  await walker.post(0, { consent: "yes" });
  const { token } = walker;
  const html = await pageOf(study, token);
  expect(html).toContain(`src="/api/v1/sessions/${token}/media/${red.sha256}"`);
  expect(html).toContain('alt="A harbour with three red boats and one white boat."');

  const sent = await fileOf(token, red.sha256);
  expect(sent.status).toBe(200);
  expect(sent.headers.get("content-type")).toBe("image/png");
  expect(sent.headers.get("content-security-policy")).toContain("sandbox");
  expect(Buffer.from(await sent.arrayBuffer()).equals(Buffer.from(red.bytes))).toBe(true);

  const other = await startWalker(await studyOf(blue));
  await other.post(0, { consent: "yes" });
  expect((await fileOf(other.token, blue.sha256)).status).toBe(200);
  expect((await fileOf(other.token, red.sha256)).status).toBe(404);
  expect((await fileOf(token, blue.sha256)).status).toBe(404);
  expect((await fileOf("x".repeat(32), red.sha256)).status).toBe(404);
});

async function recording(seconds: number): Promise<PreparedFile> {
  const prepared = await prepareFile("recording.wav", makeRecording(seconds));
  if (typeof prepared === "string") throw new Error(prepared);
  return prepared;
}

/** Moves the time at which the current screen was shown into the past. */
async function listen(token: string, seconds: number): Promise<void> {
  await pool().query(
    "UPDATE session SET screen_shown_at = screen_shown_at - make_interval(secs => $2) WHERE token_hash = $1",
    [hashToken(token), seconds],
  );
}

async function playbackOf(token: string): Promise<string | null> {
  const { rows } = await pool().query(
    `SELECT playback FROM session_screen JOIN session ON session.id = session_id
     WHERE token_hash = $1 AND session_screen.screen = 1`,
    [hashToken(token)],
  );
  return rows[0].playback;
}

it("accepts an answer to a recording only after its length, and never if the page says it was not played", async () => {
  const study = await studyOf(await recording(60), audioQuestion);
  const { token, running, post } = await startWalker(study);
  await post(0, { consent: "yes" });
  const html = await pageOf(study, token);
  expect(html).toMatch(/<audio[^>]*data-playback="complete"/u);
  expect(html).toMatch(/<input type="hidden"[^>]*name="playback" value=""/u);
  expect(html).toContain('data-dwell-ms="60000"');
  expect(html).toContain("Please play the whole recording. You can continue after 60 seconds at the earliest.");
  expect(html).toContain("<figcaption>A voice says: the ferry to the island leaves at ten.</figcaption>");

  const answer = { "task.answer": "1" };
  const report = (playback: "partial" | "complete") =>
    submitScreen(running, token, {
      screen: 1,
      fields: answer,
      reported: { visibleMs: 0, focusLosses: 0, playback },
    });
  // Neither with nor without the page's script before the recording can have ended.
  for (const early of [await report("complete"), await post(1, answer)])
    expect(early).toMatchObject({ status: "refused", refusal: { reason: "too-early" } });
  await listen(token, 58);
  expect(await post(1, answer)).toMatchObject({ status: "refused", refusal: { reason: "too-early" } });
  await listen(token, 2);
  expect(await report("partial")).toMatchObject({ status: "invalid", problems: [{ field: "playback" }] });
  expect(await report("complete")).toMatchObject({ status: "advanced" });
  expect(await playbackOf(token)).toBe("complete");
});

it("requires the time alone without a script, and only on the first screen of the item", async () => {
  const study = await studyOf(await recording(30), audioQuestion, "story-then-question");
  const { token, post } = await startWalker(study);
  await post(0, { consent: "yes" });
  expect(await post(1, {})).toMatchObject({ status: "refused", refusal: { reason: "too-early" } });
  await listen(token, 30);
  expect(await post(1, {})).toMatchObject({ status: "advanced" });
  const html = await pageOf(study, token);
  expect(html).toContain("<audio");
  expect(html).not.toContain('name="playback"');
  expect(await post(2, { "task.answer": "1" })).toMatchObject({ status: "advanced" });
  expect(await playbackOf(token)).toBeNull();
});
