import { describe, expect, it } from "vitest";
import { createOpenExpressionItem, createOpenPriorItem, splitContextNames } from "../../items/kinds/eob/open-item.ts";
import type { BeliefTuple } from "../tuple.ts";
import { type OpenAnswer, scoreOpenAnswers } from "./score-open.ts";

const names = { prior: ["Sweden", "Sverige"], context: ["Norway", "Norge"] };
const answer = (changes: Partial<OpenAnswer>): OpenAnswer => ({
  ...{ fact: "lund", role: "expression", dimension: "form", category: "explicit", expression: "Lund lies in Norway." },
  ...{ repeat: 0, said: null, names },
  ...changes,
});
const prior = (fact: string, said: string | null) => answer({ fact, role: "prior", said, expression: "" });

describe("open questions", () => {
  it("count by the names that an answer mentions, aliases included, for facts that were known", () => {
    const score = scoreOpenAnswers("model", [
      prior("lund", "Sverige"),
      prior("kiruna", "Finland"),
      answer({ said: "It lies in Norge." }),
      answer({ said: "Sweden", category: "weak", dimension: "epistemic_stance" }),
      answer({ said: "Sweden, not Norway", category: "hearsay", dimension: "evidentiality" }),
      answer({ said: null, category: "formal", dimension: "tone" }),
      answer({ fact: "kiruna", said: "Norway" }),
      answer({ fact: "vaasa", said: "Norway" }),
    ]);
    expect(score).toMatchObject({
      known: 4,
      notKnown: 1,
      priorMissing: 1,
      outcomes: { context: 1, memory: 1, other: 2 },
    });
    expect(score.overall).toMatchObject({ context: 1, memory: 1, rate: 0.5 });
    expect(score.byCategory.get("explicit")).toMatchObject({ context: 1, memory: 0 });
  });

  it("name neither object in their words and hold every accepted name", () => {
    const tuple: BeliefTuple = {
      ...{ id: "abc", subject: "Lund", relation: "country", subjectRelation: "the country of Lund" },
      ...{
        objectContext: "Norway",
        objectPrior: "Sweden",
        contextAliases: ["Norge", "Noreg"],
        priorAliases: ["Sverige"],
      },
      ...{ priorAnswers: ["Sweden", "SWE"], extraInformation: "", condition: "", counterfactualCondition: "" },
      ...{ subjectPopularity: null, objectPopularity: null, objectPriorId: null, conditionIndex: null },
    };
    const item = createOpenPriorItem(tuple);
    expect(item).toMatchObject({ kind: "open-text", text: "What is the country of Lund?", story: { text: "" } });
    expect(item.gold.accept).toEqual(["Sweden", "SWE", "Sverige"]);
    expect(splitContextNames(item.attributes.context_names)).toEqual(["Norway", "Norge", "Noreg"]);
    const many = { ...tuple, contextAliases: Array.from({ length: 300 }, (_, number) => `Name ${number}`) };
    expect(createOpenPriorItem(many).attributes.context_names.length).toBeLessThanOrEqual(500);
    const expression = {
      ...{ id: "abc-explicit-0", tuple, dimension: "form", category: "explicit", templateIndex: 0 },
      ...{ assertion: "The country of Lund is Norway.", priorYesQuery: "", contextYesQuery: "", openQuery: "" },
      ...{ authoritySource: null, beliefSource: null },
    } as unknown as Parameters<typeof createOpenExpressionItem>[0];
    expect(createOpenExpressionItem(expression, tuple)).toMatchObject({
      id: "abc-explicit-0-open",
      story: { text: "The country of Lund is Norway." },
      attributes: { role: "expression", category: "explicit", template_index: 0 },
    });
    expect(createOpenExpressionItem(expression, tuple).attributes).not.toHaveProperty("source");
    const told = { ...expression, authoritySource: "the national archive" };
    expect(createOpenExpressionItem(told, { ...tuple, subjectPopularity: 12 }).attributes).toMatchObject({
      source: "the national archive",
      popularity: 12,
    });
  });
});
