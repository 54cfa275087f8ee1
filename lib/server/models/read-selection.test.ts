import { expect, it } from "vitest";
import { describeUnknownNames } from "@/lib/domain/items/item-selection.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { findUnknownNames } from "./read-selection.ts";

withTestDatabase();

it("names what a selection lists and no item of the benchmarks has", async () => {
  const { benchmarkId } = await makeStudy({ items: 2 });
  const unknown = await findUnknownNames([benchmarkId], { ids: ["item-0", "item-7", "item-1", "typo"] });
  expect(unknown).toEqual(["item-7", "typo"]);
  expect(describeUnknownNames(unknown)).toBe("No item is named item-7, typo; items with the other names are selected.");
  expect(await findUnknownNames([benchmarkId], { attributes: { number: ["1"] } })).toEqual([]);
  expect(describeUnknownNames([])).toBeNull();
});
