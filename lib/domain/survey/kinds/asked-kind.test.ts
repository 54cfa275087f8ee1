import { expect, it } from "vitest";
import { itemKinds } from "../../items/kinds/registry.ts";
import { asksLocalisedItems } from "./asked-kind.ts";

it("finds items whose answers mark words in a study of several kinds, whatever its first item is", () => {
  const localised = Object.values(itemKinds).find((kind) => kind?.isLocalised)?.name ?? "";
  const variants = ["true-false", localised].map((kind) => ({ kind, factors: [] }));
  expect(asksLocalisedItems({ itemKind: "true-false", design: { variants } })).toBe(true);
  expect(asksLocalisedItems({ itemKind: "true-false", design: { variants: variants.slice(0, 1) } })).toBe(false);
  expect(asksLocalisedItems({ itemKind: localised, design: {} })).toBe(true);
  expect(asksLocalisedItems({ itemKind: null, design: {} })).toBe(false);
});
