import { expect, it } from "vitest";
import type { ExportLevel } from "@/lib/domain/interchange/export-study-columns.ts";
import { taskFormat } from "@/lib/domain/tasks/schema/task-schema.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { startWalker } from "@/prisma/factories/walk-session.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { exportStudy } from "./export-study.ts";

withTestDatabase();

const secret = "I am Ada of Linz.";

it("leaves the words that a participant writes about a task out of an anonymous export", async () => {
  const choice = { name: "mood", type: "choice", label: "Mood", options: [{ value: "good", label: "Good" }] };
  const words = { name: "why", type: "text", label: "Why?" };
  const task = { format: taskFormat, title: "Task", stimulus: [{ name: "text", type: "text" }] };
  const study = await makeStudy({
    schemas: { both: { ...task, answer: [choice, words] }, alone: { ...task, answer: [words] } },
    lines: (async function* () {
      for (const schema of ["both", "alone"]) yield JSON.stringify({ id: schema, schema, fields: { text: "A soup." } });
    })(),
    design: {
      ...{ strata: [{ key: "all", label: "Everybody", criteria: {} }], openStratum: false, factors: [] },
      ...{ perStratumItem: 1, itemsPerSession: 2 },
    },
    protocol: (protocol) => ({
      ...protocol,
      steps: protocol.steps
        .filter((step) => step.kind === "items")
        .map((step) => ({ ...step, layout: "one-screen", dwellSeconds: 0, explanation: null })),
    }),
  });
  const walker = await startWalker(study);
  await walker.post(0, { consent: "yes" });
  for (const screen of [1, 2]) {
    // The items come in a random order, and one of them also asks for the mood.
    const { status } = await walker.post(screen, { "task.why": secret });
    if (status !== "advanced") await walker.post(screen, { "task.mood": "0", "task.why": secret });
  }

  const responses = async (level: ExportLevel) => {
    const files: Record<string, string> = {};
    await exportStudy(study, { format: "jsonl", level, forSpreadsheet: false }, async ({ name, chunks }) => {
      files[name] = "";
      for await (const chunk of chunks) files[name] += chunk;
    });
    const lines = (files["responses.jsonl"] ?? "").trim().split("\n");
    return { all: Object.values(files).join("\n"), answers: lines.map((line) => JSON.parse(line)) };
  };
  const coded = await responses("coded");
  expect(coded.answers).toHaveLength(2);
  expect(coded.all).toContain(secret);
  const anonymous = await responses("anonymous");
  expect(anonymous.all).not.toContain(secret);
  const of = (item: string, from: typeof coded) => from.answers.find((answer) => answer.item === item);
  expect(of("both", anonymous)).toMatchObject({ answer: "good" });
  expect(of("alone", coded).answer).toMatch(/^answers-/u);
  expect(of("alone", anonymous).answer).toMatch(/^text-[0-9a-f]{16}$/u);
});
