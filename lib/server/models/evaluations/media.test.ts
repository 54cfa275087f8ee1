import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { newEndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { audioQuestion, imageQuestion } from "@/lib/domain/tasks/templates/classification.ts";
import type { TaskTemplate } from "@/lib/domain/tasks/templates/template.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeRecording } from "@/prisma/factories/make-recording.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startModelServer } from "@/prisma/factories/model-server.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { prepareFile } from "../../items/media/prepare-file.ts";
import { pool } from "../../platform/database/pool.ts";
import { runNextJob } from "../../platform/jobs/run-job.ts";
import { createEvaluation } from "./create-evaluation.ts";
import { createEndpoint } from "./endpoints.ts";
import { askModels } from "./run-evaluation.ts";
import { evaluationJobKind } from "./store-evaluation.ts";

withTestDatabase();

const server = await startModelServer(() => '{"answer": "option-1"}');
afterAll(() => server.stop());

/** A benchmark with the example of a template and this file at its path. */
async function benchmarkOf({ document, example }: TaskTemplate, bytes: Uint8Array) {
  const { path } = (example.fields.image ?? example.fields.audio) as { path: string };
  const file = await prepareFile(path, bytes);
  if (typeof file === "string") throw new Error(file);
  const study = await makeStudy({
    schemas: { media: document },
    archive: { files: new Map([[path, file]]), prepared: new Map([[file.sha256, file]]) },
    lines: (async function* () {
      yield JSON.stringify({ id: "a", schema: "media", ...example });
    })(),
    design: { factors: [], perStratumItem: 1, itemsPerSession: 1 },
    open: false,
  });
  const { rows } = await pool().query("SELECT project_id, benchmark_id FROM study WHERE id = $1", [study.id]);
  const { actor } = await makePerson({ projectId: rows[0].project_id, role: "admin" });
  return { file, actor, projectId: rows[0].project_id as string, benchmark: rows[0].benchmark_id as string };
}

async function evaluate(
  { actor, projectId, benchmark }: Awaited<ReturnType<typeof benchmarkOf>>,
  settings: object,
): Promise<{ prompt: string; answer_key: string; parity: string }> {
  const { id: endpoint } = await createEndpoint(actor, projectId, {
    name: `Model ${JSON.stringify(settings)}`,
    settings: { ...newEndpointSettings, url: server.url, model: "tiny", ...settings },
    key: "sk-secret",
  });
  const { id } = await createEvaluation(actor, {
    ...{ endpoint, benchmark, source: "evaluation", kind: "task", answer: "text", shots: 0, seed: "1", repeats: 1 },
    ...{ levels: { prompt: ["human"], optionOrder: ["given"] }, sample: null, priorFirst: false, study: null },
    limitUsd: null,
  });
  const quick = { attempts: 1, timeoutMs: null, pauseMs: 1, maximumBytes: 1_000_000 };
  while (await runNextJob({ [evaluationJobKind]: askModels(quick) }));
  const { rows } = await pool().query(
    `SELECT prompt, answer_key, parity FROM prediction JOIN evaluation USING (run_id) WHERE evaluation.id = $1`,
    [id],
  );
  return rows[0];
}

interface Message {
  content: {
    type: string;
    text?: string;
    image_url?: { url: string };
    input_audio?: { data: string; format: string };
  }[];
}
const lastContent = () => ((server.requests.at(-1)?.body.messages ?? []) as Message[]).at(-1)?.content ?? [];

it("sends an image as a content part in its position, without its alternative text, and proves it by the prompt", async () => {
  const made = sharp({ create: { width: 4, height: 4, channels: 3, background: "#00c" } });
  const benchmark = await benchmarkOf(imageQuestion, await made.png().toBuffer());
  const stored = await evaluate(benchmark, { media: "images" });
  const [instruction, image, question] = lastContent();
  expect(instruction).toEqual({ type: "text", text: "Look at the image and answer the question." });
  const { sha256, bytes } = benchmark.file;
  const url = `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`;
  expect(image).toEqual({ type: "image_url", image_url: { url } });
  expect(question?.text).toMatch(/^How many red boats are in the harbour\?/u);
  expect(JSON.stringify(lastContent())).not.toContain("three red boats");
  expect(stored).toMatchObject({ answer_key: "option-1", parity: "verified" });
  expect(stored.prompt).toContain(`[image sha256:${sha256}]`);
});

it("sends a recording as input_audio with the text that people read below it", async () => {
  const benchmark = await benchmarkOf(audioQuestion, makeRecording(1));
  const stored = await evaluate(benchmark, { media: "images-and-audio" });
  const [, audio, text] = lastContent();
  const data = Buffer.from(benchmark.file.bytes).toString("base64");
  expect(audio).toEqual({ type: "input_audio", input_audio: { data, format: "wav" } });
  expect(text?.text).toMatch(/^A voice says: the ferry to the island leaves at ten\.\n\nWhen does/u);
  expect(stored).toMatchObject({ answer_key: "option-1", parity: "verified" });
});

it.each([
  ["a text-only model", { media: "none" }, /recordings, which this endpoint does not receive/u],
  ["a model without audio", { media: "images" }, /recordings, which this endpoint does not receive/u],
  ["a completions endpoint", { media: "images-and-audio", style: "completions" }, /only chat endpoints receive/u],
])("refuses to ask %s about recordings, with the reason", async (_, settings, message) => {
  const benchmark = await benchmarkOf(audioQuestion, makeRecording(1));
  const before = server.requests.length;
  await expect(evaluate(benchmark, settings)).rejects.toMatchObject({
    field: "endpoint",
    message: expect.stringMatching(message),
  });
  expect(server.requests).toHaveLength(before);
});
