import { expect, it } from "vitest";
import { ethicsLine } from "./ethics-line.ts";
import type { Protocol } from "./protocol.ts";

const ethics = { institution: "A university", number: "12/3", date: "2026-01-02" };
const protocol = (consent: object) => ({ consent }) as Pick<Protocol, "consent" | "words">;

it.each([
  ["en", "Ethics approval: A university, no. 12/3, January 2, 2026"],
  ["de", "Ethikvotum: A university, Nr. 12/3, 2. Januar 2026"],
  ["zh-Hans", "伦理审批：A university，编号 12/3，2026年1月2日"],
  ["ar", "الموافقة الأخلاقية: \u2068A university\u2069، رقم \u206812/3\u2069، \u20682 يناير 2026\u2069"],
  // A language without messages: the text and its date are English.
  ["fr", "Ethics approval: A university, no. 12/3, January 2, 2026"],
])("names institution, number and date in %s", (language, line) => {
  expect(ethicsLine(protocol({ ethics }), language)).toBe(line);
  expect(ethicsLine(protocol({}), language)).toBeNull();
});
