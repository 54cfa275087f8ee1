import fc from "fast-check";
import { describe, expect, it } from "vitest";
import shippedTemplates from "../../../content/beliefs/templates.json";
import { expandTuple } from "./expand.ts";
import { sources, templates, tupleRow, tuples } from "./fixtures/load.ts";
import { authoritiesFor, parseSources } from "./sources.ts";
import { findBeliefTemplateProblem, fitsTrueAssertion, formatTemplates, parseTemplates } from "./templates.ts";
import { parseTuple } from "./tuple.ts";
import { categories } from "./typology.ts";

describe("the shipped templates", () => {
  it("are at least five for each category, all different, and without a note", () => {
    const parsed = parseTemplates(shippedTemplates);
    expect(parsed).toMatchObject({ ok: true, notes: [] });
    for (const { id } of categories) expect(templates.get(id)?.length).toBeGreaterThanOrEqual(5);
    const texts = [...templates.values()].flat().map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("never begin a later sentence with a slot, whose first letter would stay small", () => {
    for (const { text } of [...templates.values()].flat()) expect(text).not.toMatch(/[.!?]\s+\{/);
  });

  it("leave every category a template that can state a true object, for fillers", () => {
    for (const list of templates.values()) expect(list.some(fitsTrueAssertion)).toBe(true);
  });

  it("end like sentences, but for posts", () => {
    for (const { category, text } of [...templates.values()].flat()) {
      if (category !== "social_media") expect(text).toMatch(/[.!?]$/);
    }
  });

  it("render in every category for every well-formed tuple", () => {
    fc.assert(
      fc.property(tupleRow, (row) => {
        const parsed = parseTuple(row);
        if (!parsed.ok) throw new RangeError(`${parsed.field} ${parsed.message}`);
        const all = [...expandTuple(parsed.tuple, templates, sources, { seed: 1, allTemplates: true })];
        expect(all).toHaveLength([...templates.values()].flat().length);
        for (const result of all) {
          if (!result.ok) throw new RangeError(result.message);
          const { assertion } = result.expression;
          expect(assertion.toLowerCase()).toContain(row.subject.toLowerCase());
          expect(assertion.toLowerCase()).toContain(row.object_ctx.toLowerCase());
          expect(assertion.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("read as whole English sentences for the facts of all 15 relations", () => {
    for (const tuple of tuples) {
      for (const result of expandTuple(tuple, templates, sources, { seed: 1, allTemplates: true })) {
        if (!result.ok) throw new RangeError(result.message);
        expect(result.expression.assertion).not.toMatch(/[{}]|\s{2}|\b(the the|a the|is is|of of)\b/);
        expect(result.expression.assertion).toMatch(/^(?:\p{Lu}|\p{N})/u);
      }
    }
  });
});

describe("the template reader", () => {
  const read = (form: unknown) => parseTemplates({ form });

  it("accepts both slot vocabularies and leaves examples alone", () => {
    const parsed = read({
      explicit: {
        templates: ["The {relation} of {subject} is {object}.", "{subject_relation} is {object_ctx}!"],
        examples: [{ template: "x", example: "y" }],
      },
    });
    expect(parsed).toMatchObject({ ok: true });
    expect(parsed.ok && parsed.templates.get("explicit")).toHaveLength(2);
    expect(parsed.ok && parsed.notes.map(({ reason }) => reason)).toEqual(Array(18).fill("missingCategory"));
  });

  it("reads back what it writes, without the examples", () => {
    const parsed = parseTemplates(formatTemplates(templates));
    expect(parsed.ok && parsed.templates).toEqual(templates);
  });

  it("names every problem with its place", () => {
    const parsed = parseTemplates({
      form: {
        explicit: { templates: ["", "{nonsense} is {object}", "{subject_relation is {object}", "\ud83d"] },
        weak: { templates: [] },
      },
      mood: { gloomy: { templates: [] } },
      tone: { Cheerful: { templates: [] }, gloomy: { templates: [] } },
      evidentiality: { gloomy: { templates: [] } },
    });
    if (parsed.ok) throw new RangeError("should be refused");
    expect(parsed.problems.map(({ reason, place }) => [reason, place])).toEqual([
      ["emptyTemplate", "form.explicit.templates[0]"],
      ["unknownSlot", "form.explicit.templates[1]"],
      ["strayBrace", "form.explicit.templates[2]"],
      ["brokenUnicode", "form.explicit.templates[3]"],
      ["categoryInWrongDimension", "form.weak"],
      ["unknownDimension", "mood.gloomy"],
      ["unknownCategory", "tone.Cheerful"],
      ["unknownCategory", "evidentiality.gloomy"],
    ]);
  });

  it("takes a category that the typology does not have as the file's own, after the others", () => {
    const parsed = parseTemplates({
      tone: { cheerful: { templates: ["Hooray, {object} is {subject_relation}!"] } },
      form: { explicit: { templates: ["{object} is {subject_relation}."] } },
    });
    if (!parsed.ok) throw new RangeError("should be read");
    expect([...parsed.templates.keys()]).toEqual(["explicit", "cheerful"]);
    expect(parsed.templates.get("cheerful")).toMatchObject([{ category: "cheerful", dimension: "tone", index: 0 }]);
    expect(parsed.notes).toContainEqual(expect.objectContaining({ reason: "ownCategory", place: "tone.cheerful" }));
    expect(parseTemplates(formatTemplates(parsed.templates))).toMatchObject({ ok: true, templates: parsed.templates });
    const [, own] = [...expandTuple(tuples[0]!, parsed.templates, sources, { seed: 1, allTemplates: false })];
    expect(own).toMatchObject({ ok: true, expression: { dimension: "tone", category: "cheerful" } });
  });

  it("refuses what is not a template file", () => {
    expect(parseTemplates([])).toMatchObject({ ok: false, problems: [{ reason: "wrongShape" }] });
    expect(read({ explicit: ["a"] })).toMatchObject({
      ok: false,
      problems: [{ reason: "wrongShape", place: "form.explicit" }],
    });
    expect(findBeliefTemplateProblem("a } b")).toMatchObject({ reason: "strayBrace" });
  });

  it("notes repeats and templates without the claim, but keeps them", () => {
    const parsed = read({
      explicit: {
        templates: ["{subject_relation}?", "{object} is {subject_relation}", "{object} is {subject_relation}"],
      },
    });
    if (!parsed.ok) throw new RangeError("should be read");
    const own = parsed.notes.filter(({ place }) => place.startsWith("form.explicit"));
    expect(own.map(({ reason }) => reason)).toEqual(["noAssertion", "duplicateTemplate"]);
  });
});

describe("the source reader", () => {
  it("answers the authorities of a relation, and the general ones for a relation of its own", () => {
    expect(authoritiesFor(sources, "capital")).toContain("the national atlas");
    expect(authoritiesFor(sources, "inventor")).toEqual(sources.otherAuthorities);
    expect(authoritiesFor(sources, "constructor")).toEqual(sources.otherAuthorities);
  });

  it("refuses empty lists and unusable names with their place", () => {
    expect(parseSources({ authority_sources_by_relation: { author: [] }, belief_sources: ["me"] })).toMatchObject({
      ok: false,
      place: "authority_sources_by_relation.author",
    });
    expect(parseSources({ authority_sources_by_relation: {}, belief_sources: [" "] })).toMatchObject({ ok: false });
  });
});
