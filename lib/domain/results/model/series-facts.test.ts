import { expect, it } from "vitest";
import { deriveSeriesFacts } from "./series-facts.ts";

const nothing = { family: null, sizeBillions: null, tuning: null, thinking: null };

it.each<[string, unknown, unknown, object]>([
  [
    "Alder-4B",
    { family: "Alder", sizeBillions: 4, tuning: "base" },
    {},
    { family: "Alder", sizeBillions: 4, tuning: "base" },
  ],
  ["Qwen3-30B-A3B", {}, {}, { family: "Qwen3", sizeBillions: 30, tuning: "instruct" }],
  ["Qwen3-30B-A3B", { family: "Own" }, {}, { family: "Own", sizeBillions: 30, tuning: "instruct" }],
  ["Kimi-K2-Thinking", {}, {}, { thinking: "on" }],
  ["Kimi-K2-Thinking", {}, { reasoning: "off" }, { thinking: "off" }],
  ["m", {}, { reasoning: "on", effort: "high" }, { thinking: "on, high" }],
  ["m", {}, { effort: "low", temperature: 0 }, { thinking: "low" }],
  ["m", { sizeBillions: "7", family: "", tuning: 3 }, null, {}],
  ["m", null, "nothing", {}],
])("the facts of %s, noted as %j and run with %j", (model, noted, settings, found) => {
  expect(deriveSeriesFacts(model, noted, settings)).toEqual({ ...nothing, ...found });
});
