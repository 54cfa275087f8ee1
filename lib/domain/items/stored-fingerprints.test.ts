import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { canonicalJson, fingerprint } from "../fingerprint.ts";
import { readItemRow } from "../interchange/read-item-row.ts";
import { street2024Protocol } from "../survey/presets/street-2024.ts";
import { buildPresentation } from "../survey/step-presentation.ts";
import { taskSchemaSchema } from "../tasks/schema/task-schema.ts";
import { summariseTaskItem } from "../tasks/screens/task-summary.ts";
import { createTableTaskSchema } from "../tasks/templates/table-task.ts";
import { type ItemRow, itemContentHash } from "./item.ts";
import { requireKind } from "./kinds/registry.ts";
import { crossFactors, renderPrompt, renderStimulus } from "./stimulus.ts";

/**
 * One hash over the versions, stimuli and prompts of stored items, computed before tasks became a kind: a change here
 * means that existing items, frozen protocols and predictions no longer match.
 */
const stored = {
  demo: "4ec62dd027da85eea237c8a9c2423a2adada686f1cc60a7d2ad2eab18dad760e",
  frozen: "c70e69349b90342f626cd003ef24f649f4924d008eb7063ec76345d82efde9ac",
  /** Computed while lists named an item of a task by its first text. */
  rating: "96c0d9785951e0565b4100a1197b7ac7e4bb5cc88425a23ade983e7bb18b60ae",
};

function demoItems(): ItemRow[] {
  const file = readFileSync(new URL("../../../content/demo/items.jsonl", import.meta.url), "utf8");
  return file.split("\n").flatMap((line) => {
    const read = line.trim() === "" ? null : readItemRow(line);
    return read?.ok ? [read.row] : [];
  });
}

function conditionsOf(item: ItemRow) {
  return crossFactors(
    requireKind(item.kind).factors.map(({ name, levels }) => ({ name, levels: levels.map(({ value }) => value) })),
  );
}

it("keeps the versions, stimuli and prompts of the demo", () => {
  const items = demoItems();
  expect(items).toHaveLength(140);
  const hashes = items.map((item) => [
    itemContentHash(item, item.attributes),
    ...conditionsOf(item).flatMap((levels) => {
      const { contentFingerprint, presentationFingerprint } = renderStimulus(item, levels);
      return [contentFingerprint, presentationFingerprint, renderPrompt(item, levels)];
    }),
  ]);
  expect(fingerprint(canonicalJson(hashes))).toBe(stored.demo);
});

it("keeps the protocol of a frozen study and what it presents", () => {
  const protocol = street2024Protocol();
  const presentation = buildPresentation(protocol, "true-false", "en");
  const shown = demoItems().flatMap((item) =>
    conditionsOf(item).map((levels) => renderStimulus(item, levels, presentation)),
  );
  expect(fingerprint(canonicalJson([fingerprint(canonicalJson(protocol)), shown]))).toBe(stored.frozen);
});

it("keeps the version of an item of a task, which lists name by its question", () => {
  const schema = taskSchemaSchema.parse(createTableTaskSchema("rating", ["1-5"]));
  const fields = { story: "Ana read the diary of Ben.", question: "How wrong was it?" };
  const row = { kind: "task", story: { id: "s", title: "" }, text: fields.question, options: [] };
  const shown = summariseTaskItem(row, schema, fields);
  expect(shown.text).toBe("How wrong was it?");
  expect(itemContentHash({ ...row, ...shown, task: { schema, fields } }, { topic: "diary" })).toBe(stored.rating);
});
