import { ceilingLines, humanCeiling } from "../human-ceiling.ts";
import { accuracyView, kindsView, levelsView } from "./accuracy-views.ts";
import type { CellMaterial } from "./cell-material.ts";
import { factorsView, familiesView, interactionsView, promptsView } from "./effect-views.ts";
import { modelsView } from "./models-view.ts";
import { besideView, cellListView, conditionsView } from "./page-views.ts";
import { openEndedView, scaleView } from "./scale-views.ts";
import { refusedView, type View, withCeiling } from "./view.ts";

/** The tables and comparisons of a paper, computed from counters and models' answers as a page is read. */
export const cellViewTitles = [
  { id: "accuracy", title: "Accuracy by level" },
  { id: "beside", title: "By level, beside each model" },
  { id: "conditions", title: "By condition" },
  { id: "models", title: "Models and chance" },
  { id: "levels", title: "Levels within a subject" },
  { id: "tom-factual", title: "Theory of mind and facts" },
  { id: "factors", title: "Word order and story" },
  { id: "prompts", title: "One model, two ways" },
  { id: "families", title: "Families of models" },
  { id: "scale", title: "Size, examples, setup" },
  { id: "open-ended", title: "Choices and open answers" },
  { id: "interactions", title: "Interactions" },
  { id: "cells", title: "Item by item" },
] as const;
export type CellViewId = (typeof cellViewTitles)[number]["id"];

const compute: Readonly<Record<CellViewId, (material: CellMaterial) => View>> = {
  accuracy: accuracyView,
  beside: besideView,
  conditions: conditionsView,
  models: modelsView,
  levels: levelsView,
  "tom-factual": kindsView,
  factors: factorsView,
  prompts: promptsView,
  families: familiesView,
  scale: scaleView,
  "open-ended": openEndedView,
  interactions: interactionsView,
  cells: cellListView,
};

/** One of them; data that a method refuses make a refused view. */
export function cellView(id: CellViewId, material: CellMaterial): View {
  try {
    return withCeiling(compute[id](material), ceilingLines(humanCeiling(material.cells)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const title = cellViewTitles.find((one) => one.id === id)!.title;
    return refusedView({ id, title, lead: "" }, `These data do not fit the method: ${error.message}.`);
  }
}
