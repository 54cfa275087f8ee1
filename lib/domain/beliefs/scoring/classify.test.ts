import { describe, expect, it } from "vitest";
import type { QueryType } from "../queries.ts";
import { classifyAnswer, classifyOpenAnswer } from "./classify.ts";

/** Answer, query type, class by the authors' substring rule, class by the first-word rule. */
const cases: [string, QueryType, string, string][] = [
  ["Yes", "prior_yes", "memory", "memory"],
  ["No", "prior_yes", "context", "context"],
  ["Yes", "ctx_yes", "context", "context"],
  ["  NO ", "ctx_yes", "memory", "memory"],
  ["**Yes**, of course", "ctx_yes", "context", "context"],
  ["“No.”", "prior_yes", "context", "context"],
  ["Yes, Norman Mailer is", "ctx_yes", "memory", "context"],
  ["I do not know", "prior_yes", "context", "other"],
  ["Nobody can tell", "ctx_yes", "memory", "other"],
  ["Yesterday", "prior_yes", "memory", "other"],
  ["No, yes", "prior_yes", "memory", "context"],
  ["Maybe", "ctx_yes", "other", "other"],
  ["", "ctx_yes", "other", "other"],
  [" \n", "prior_yes", "other", "other"],
];

describe("reading an answer", () => {
  it.each(cases)("%j to %s is %s by the substring, %s by the first word", (answer, queryType, substring, firstWord) => {
    expect(classifyAnswer(answer, queryType, "substring")).toBe(substring);
    expect(classifyAnswer(answer, queryType, "first-word")).toBe(firstWord);
  });

  it("takes an open answer to the side whose names it mentions", () => {
    const names = { prior: ["United States of America", "US"], context: ["Japan"] };
    const classify = (answer: string, queryType: QueryType = "ctx_yes") => classifyOpenAnswer(answer, names, queryType);
    expect(classify("the united states of america")).toBe("memory");
    expect(classify("It is Japan.")).toBe("context");
    expect(classify("the US")).toBe("memory");
    expect(classify("Russia, a useful guess")).toBe("other");
    expect(classify("Japan, not the US", "ctx_yes")).toBe("context");
    expect(classify("Japan, not the US", "prior_yes")).toBe("memory");
    expect(classify("")).toBe("other");
  });
});
