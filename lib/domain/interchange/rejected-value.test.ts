import { expect, it } from "vitest";
import { columnOfField, formatRejectedValue } from "./rejected-value.ts";

it("is what the row has in the field, in one line of at most 80 characters", () => {
  const row = { gold: "E", story: { text: `Ana\n  waited. ${"x".repeat(100)}` }, options: ["box", "bag"], "a.b": 3 };
  expect(formatRejectedValue(row, "gold")).toBe("E");
  expect(formatRejectedValue(row, "options")).toBe("box, bag");
  expect(formatRejectedValue(row, "options.1")).toBe("bag");
  expect(formatRejectedValue(row, "a.b")).toBe("3");
  expect(formatRejectedValue(row, "story.text")).toMatch(/^Ana waited\. x{67}…$/);
  expect(formatRejectedValue({ gold: { chosen: ["option-1", "Z"] } }, "gold")).toBe("option-1, Z");
  expect(formatRejectedValue({ text: "", gold: null }, "text")).toBe("");
  expect(formatRejectedValue({ text: "", gold: null }, "gold")).toBe("");
});

it("is undefined where the row does not have the field, also for names that every object has", () => {
  for (const field of ["kind", "story.text", "", "constructor", "toString.name"])
    expect(formatRejectedValue({ story: "s" }, field)).toBeUndefined();
  expect(formatRejectedValue(null, "gold")).toBeUndefined();
});

it("names the column of the table from which a field was read", () => {
  const mapped = { text: "Frage", gold: "-", story: "Text", kind: "Art", options: '["A","B"]' };
  expect(columnOfField("text", mapped)).toBe("Frage");
  expect(columnOfField("fields.question", mapped)).toBe("Frage");
  expect(columnOfField("story.text", mapped)).toBe("Text");
  expect(columnOfField("options.3", mapped)).toBe("A, B");
  expect(columnOfField("attributes.Topic", mapped)).toBe("Topic");
  for (const field of ["gold", "", "translation"]) expect(columnOfField(field, mapped)).toBe("");
});
