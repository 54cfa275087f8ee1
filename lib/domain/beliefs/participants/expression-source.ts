import { type BeliefItem, createExpressionItems, createPriorItems } from "../../items/kinds/eob/belief-item.ts";
import { expandTuple } from "../expand.ts";
import type { SourceSet } from "../sources.ts";
import { fitsTrueAssertion, type TemplateSet } from "../templates.ts";
import type { BeliefTuple } from "../tuple.ts";

/** The four queries of a fact: two without its expression and two after it. */
export interface Pair {
  prior: readonly BeliefItem[];
  shown: readonly BeliefItem[];
}

type PairResult = { ok: true; pair: Pair } | { ok: false; reason: "noTrueTemplate" | "noAuthority"; message: string };

/** The expressions that a study can show. */
export interface ExpressionSource {
  categories: Pick<ReadonlySet<string>, "has">;
  /** @param role "filler" for a true assertion */
  pairOf: (tuple: BeliefTuple, category: string, role: "expression" | "filler", seed: string | number) => PairResult;
}

/** Expressions that are generated from templates. */
export function expressionsOfTemplates(templates: TemplateSet, sources: SourceSet): ExpressionSource {
  return {
    categories: templates,
    pairOf(tuple, category, role, seed) {
      const list = templates.get(category) ?? [];
      const usableTemplates = role === "filler" ? list.filter(fitsTrueAssertion) : list;
      if (usableTemplates.length === 0) {
        return { ok: false, reason: "noTrueTemplate", message: `no template of "${category}" can state a true object` };
      }
      const assertedTuple = role === "filler" ? { ...tuple, objectContext: tuple.objectPrior } : tuple;
      const [expressionResult] = expandTuple(assertedTuple, new Map([[category, usableTemplates]]), sources, {
        seed,
        allTemplates: false,
      });
      if (!expressionResult?.ok)
        return { ok: false, reason: "noAuthority", message: expressionResult?.message ?? "no expression exists" };
      const shown = createExpressionItems(expressionResult.expression, tuple, role);
      return { ok: true, pair: { prior: createPriorItems(tuple), shown } };
    },
  };
}
