import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { canonicalJson, fingerprint } from "../fingerprint.ts";
import { readItemRow } from "../interchange/read-item-row.ts";
import { street2024Protocol } from "../survey/presets/street-2024.ts";
import { presentationOf } from "../survey/step-presentation.ts";
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
  const presentation = presentationOf(protocol, "true-false", "en");
  const shown = demoItems().flatMap((item) =>
    conditionsOf(item).map((levels) => renderStimulus(item, levels, presentation)),
  );
  expect(fingerprint(canonicalJson([fingerprint(canonicalJson(protocol)), shown]))).toBe(stored.frozen);
});
