import { describe, expect, it } from "vitest";
import { rows } from "./fixtures/load.ts";
import { renderRequest } from "./render-request.ts";

const tuple = rows[0] as Record<string, unknown>;
const render = (template: string, more: Record<string, unknown> = {}) => renderRequest({ tuple, template, ...more });

describe("rendering", () => {
  it("fills both slot vocabularies alike", () => {
    const authors = render("If {condition}, {subject_relation} is {object_ctx}, says {authority_source}.", {
      authority_source: "the atlas",
    });
    const paper = render("If {condition}, the {relation} of {subject} is {object}, says {authority_src}.", {
      authority_source: "the atlas",
    });
    expect(authors).toEqual(paper);
    expect(authors).toMatchObject({
      rendered: {
        assertion: "If Warsaw is the capital of Poland, the author of Reflex is Jack Finney, says the atlas.",
        prior_yes_query: "Is Steven Gould the author of Reflex?",
        ctx_yes_query: "Is Jack Finney the author of Reflex?",
      },
    });
  });

  it("raises the first character only, and leaves a later sentence as it is", () => {
    expect(render("{subject_relation}? {subject_relation} is {object}.")).toMatchObject({
      rendered: { assertion: "The author of Reflex? the author of Reflex is Jack Finney." },
    });
    const odd = { ...tuple, object_ctx: "\u{10428}x" };
    expect(renderRequest({ tuple: odd, template: "{object} is {subject_relation}." })).toMatchObject({
      rendered: { assertion: "\u{10400}x is the author of Reflex." },
    });
    expect(render("🤯 {object} is {subject_relation}")).toMatchObject({
      rendered: { assertion: "🤯 Jack Finney is the author of Reflex" },
    });
  });

  it("does not fill slots that a name brings along", () => {
    const odd = { ...tuple, subject: "{condition}", subject_relation: "the author of {condition}" };
    expect(renderRequest({ tuple: odd, template: "{object} is {subject_relation}." })).toMatchObject({
      rendered: { assertion: "Jack Finney is the author of {condition}." },
    });
  });

  it("ignores the tuple's own sources and says which slot has no value", () => {
    expect(render("{belief_source} thinks so.")).toEqual({
      ok: false,
      field: "template",
      message: "the slot {belief_source} has no value",
    });
    expect(render("{mood}")).toMatchObject({ message: "the slot {mood} is unknown" });
    expect(renderRequest({ tuple: {}, template: "x" })).toMatchObject({ field: "tuple.subject_relation" });
    expect(renderRequest({ tuple })).toMatchObject({ ok: false, field: "template" });
  });
});
