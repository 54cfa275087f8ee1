import { expect, it } from "vitest";
import { decideParity } from "../../../models/decide-parity.ts";
import { createTaskDocument } from "../../../models/task-document.ts";
import { taskSchemaSchema } from "../../../tasks/schema/task-schema.ts";
import { imageQuestion } from "../../../tasks/templates/classification.ts";
import type { Item, ItemRow } from "../../item.ts";
import { renderPrompt, renderStimulus } from "../../stimulus.ts";
import { splitPrompt } from "./media-marks.ts";

const itemWith = (sha256: string, alt: string): Item => ({
  kind: "task",
  story: { title: "", genre: "", text: "" },
  text: "",
  options: [],
  task: {
    slug: "image",
    version: 1,
    schema: taskSchemaSchema.parse(imageQuestion.document),
    fields: { image: { sha256, type: "image/png", alt }, question: "What is shown?", choices: ["A key", "A door"] },
  } as NonNullable<Item["task"]>,
});

it("has parity only with prompts that contain the file itself and every text", () => {
  const item = itemWith("a".repeat(64), "A key on a table");
  const prompt = renderPrompt(item, {});
  const parityOf = (shown: string) => decideParity(item, {}, { prompt: shown });
  expect(splitPrompt(prompt)[1]).toEqual({ type: "file", sha256: "a".repeat(64) });
  expect(parityOf(prompt)).toEqual({ parity: "verified", differs: [] });
  const described = createTaskDocument({ ...item, id: "a", gold: {} } as ItemRow, {}, "").prompt;
  expect(described).toContain("[image: A key on a table]");
  expect(parityOf(described)).toEqual({ parity: "mismatch", differs: ["media"] });
  expect(parityOf(prompt.replaceAll("a".repeat(64), "b".repeat(64)))).toMatchObject({ differs: ["media"] });
  expect(parityOf(prompt.replace("What is shown?", "What is hidden?"))).toMatchObject({ differs: ["story"] });
});

it("has another content fingerprint when the bytes of an image change, or its alternative text", () => {
  const fingerprintOf = (item: Item) => renderStimulus(item, { optionOrder: "given" }).contentFingerprint;
  const first = fingerprintOf(itemWith("a".repeat(64), "A key"));
  expect(fingerprintOf(itemWith("a".repeat(64), "A key"))).toBe(first);
  expect(fingerprintOf(itemWith("b".repeat(64), "A key"))).not.toBe(first);
  expect(fingerprintOf(itemWith("a".repeat(64), "A door"))).not.toBe(first);
});
