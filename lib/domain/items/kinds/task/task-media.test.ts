import { expect, it } from "vitest";
import { imageQuestion } from "../../../tasks/templates/classification.ts";
import type { Item } from "../../item.ts";
import { renderStimulus } from "../../stimulus.ts";

it("has another content fingerprint when the bytes of an image change, or its alternative text", () => {
  const itemWith = (sha256: string, alt: string): Item => ({
    kind: "task",
    story: { title: "", genre: "", text: "" },
    text: "",
    options: [],
    task: {
      slug: "image",
      version: 1,
      schema: imageQuestion.document,
      fields: { image: { sha256, type: "image/png", alt }, question: "What is shown?", choices: ["A key", "A door"] },
    } as unknown as NonNullable<Item["task"]>,
  });
  const fingerprintOf = (item: Item) => renderStimulus(item, { optionOrder: "given" }).contentFingerprint;
  const first = fingerprintOf(itemWith("a".repeat(64), "A key"));
  expect(fingerprintOf(itemWith("a".repeat(64), "A key"))).toBe(first);
  expect(fingerprintOf(itemWith("b".repeat(64), "A key"))).not.toBe(first);
  expect(fingerprintOf(itemWith("a".repeat(64), "A door"))).not.toBe(first);
});
