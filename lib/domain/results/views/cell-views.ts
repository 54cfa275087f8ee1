import { finish } from "../../steps.ts";
import { ceilingLines, humanCeiling } from "../comparison/human-ceiling.ts";
import type { CellMaterial } from "./cell-material.ts";
import { ratingsView } from "./items/ratings-view.ts";
import { accuracyView, kindsView, levelsView } from "./models/accuracy-views.ts";
import { factorsView, familiesView, promptsView } from "./models/effect-views.ts";
import { interactionsView } from "./models/interactions-view.ts";
import { modelsView } from "./models/models-view.ts";
import { openEndedView, scaleView } from "./models/scale-views.ts";
import { cellListView, conditionsView, peopleAndModelView } from "./page-views.ts";
import { refusedView, type View, withCeiling } from "./view.ts";

/** The tables and comparisons of a paper, computed from counters and models' answers when a page is requested. */
export const cellViewTitles = [
  { id: "accuracy", title: "Accuracy by level" },
  { id: "beside", title: "By level, compared with each model" },
  { id: "conditions", title: "By condition" },
  { id: "models", title: "Models and chance" },
  { id: "levels", title: "Levels within a subject" },
  { id: "tom-factual", title: "Theory of mind and facts" },
  { id: "factors", title: "Word order and story" },
  { id: "prompts", title: "Prompts, shots and sources" },
  { id: "families", title: "Families of models" },
  { id: "scale", title: "Size, examples, setup" },
  { id: "open-ended", title: "Choices and open answers" },
  { id: "interactions", title: "Interactions" },
  { id: "ratings", title: "Ratings" },
  { id: "cells", title: "Item by item" },
] as const;
export type CellViewId = (typeof cellViewTitles)[number]["id"];

type SynchronousViewId = Exclude<CellViewId, "interactions">;

const compute: Readonly<Record<SynchronousViewId, (material: CellMaterial) => View>> = {
  accuracy: accuracyView,
  beside: peopleAndModelView,
  conditions: conditionsView,
  models: modelsView,
  levels: levelsView,
  "tom-factual": kindsView,
  factors: factorsView,
  prompts: promptsView,
  families: familiesView,
  scale: scaleView,
  "open-ended": openEndedView,
  ratings: ratingsView,
  cells: cellListView,
};

/** Computes one view; returns a refused view if a method refuses the data. */
export function cellView(id: CellViewId, material: CellMaterial): View {
  return finish(cellViewInSteps(id, material));
}

/** `cellView` as a generator; yields its progress, 0 to 1. */
export function* cellViewInSteps(id: CellViewId, material: CellMaterial): Generator<number, View> {
  try {
    const view = id === "interactions" ? yield* interactionsView(material) : compute[id](material);
    return withCeiling(view, ceilingLines(humanCeiling(material.cells, material.ties)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const title = cellViewTitles.find((one) => one.id === id)!.title;
    return refusedView({ id, title, lead: "" }, `These data do not fit the method: ${error.message}.`);
  }
}
