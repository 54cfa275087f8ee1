import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { storyErrorsDraft } from "@/lib/domain/survey/presets/kste-evaluation.ts";
import type { ItemStep } from "@/lib/domain/survey/screens.ts";
import type { StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { DraftContext } from "../draft-context.tsx";
import { MarkFields } from "./mark-fields.tsx";

const { protocol, ...rest } = storyErrorsDraft();
const at = protocol.steps.findIndex(({ kind }) => kind === "items");

function drawn(marks: ItemStep["marks"]): string {
  const step = { ...protocol.steps[at], marks } as ItemStep;
  const draft = { ...rest, protocol: { ...protocol, steps: protocol.steps.with(at, step) } } as unknown as StudyDraft;
  const form = { draft, set: () => undefined, change: () => undefined };
  const fields = createElement(MarkFields, { step, path: `protocol.steps.${at}` });
  return renderToStaticMarkup(createElement(DraftContext, { value: form }, fields));
}

it("a study says in its form how prompts write its highlights, or leaves it at the usual signs", () => {
  const usual = drawn(undefined);
  expect(usual).toContain("Use custom highlight marks in prompts");
  expect(usual).toContain("&lt;event&gt;…&lt;/event&gt;");
  expect(usual).not.toContain("checked");
  expect(usual).not.toContain("Before an event");
  const own = drawn({ event: ["[[", "]]"], knowledge: ["{{", "}}"] });
  expect(own).toContain("checked");
  for (const label of ["Before an event", "After an event", "Before knowledge", "After knowledge"]) {
    expect(own).toContain(label);
  }
  for (const sign of ["[[", "]]", "{{", "}}"]) expect(own).toContain(`value="${sign}"`);
});
