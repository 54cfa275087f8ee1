import sharp from "sharp";
import { expect, it } from "vitest";
import { GET as sessionFile } from "@/app/api/v1/sessions/[token]/media/[sha256]/route.ts";
import { imageQuestion } from "@/lib/domain/tasks/templates/classification.ts";
import { prepareFile } from "@/lib/server/items/media/prepare-file.ts";
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

async function studyOf(file: Awaited<ReturnType<typeof image>>): Promise<MadeStudy> {
  const { bytes: _, ...named } = file;
  return makeStudy({
    schemas: { image: imageQuestion.document },
    archive: { files: new Map([["images/harbour.png", named]]), prepared: new Map([[file.sha256, file]]) },
    lines: (async function* () {
      yield JSON.stringify({ id: "a", schema: "image", ...imageQuestion.example });
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
        .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
    }),
  });
}

const fileOf = (token: string, sha256: string) =>
  sessionFile(new Request(`http://localhost/api/v1/sessions/${token}/media/${sha256}`), {
    params: Promise.resolve({ token, sha256 }),
  });

it("shows an image with its alternative text in the plain screen, and sends it to that session only", async () => {
  const [red, blue] = await Promise.all([image("#c00"), image("#00c")]);
  const study = await studyOf(red);
  const walker = await startWalker(study);
  await walker.post(0, { consent: "yes" });
  const { token } = walker;
  const page = await sessionPage(new Request(`http://localhost/s/${study.slug}/${token}`), {
    params: Promise.resolve({ study: study.slug, token }),
  });
  const html = await page.text();
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
