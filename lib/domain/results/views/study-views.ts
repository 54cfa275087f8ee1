import { formatCount } from "../../format/figures.ts";
import { ceilingLines, humanCeiling } from "../comparison/human-ceiling.ts";
import type { SingleAnswers } from "../model/single-answers.ts";
import { difView } from "./items/dif-view.ts";
import { distributionsView } from "./items/distributions-view.ts";
import { itemsView } from "./items/items-view.ts";
import { raschView } from "./items/rasch-view.ts";
import type { Material } from "./material.ts";
import { clustersView } from "./models/clusters-view.ts";
import { mixedView } from "./models/mixed-view.ts";
import { resamplingView } from "./models/resampling-view.ts";
import { attributesView } from "./people/attributes-view.ts";
import { ceilingView } from "./people/ceiling-view.ts";
import { personsView } from "./people/persons-view.ts";
import { timesView } from "./people/times-view.ts";
import { weightsView } from "./people/weights-view.ts";
import { refusedView, type View, withCeiling } from "./view.ts";

/** The views of single answers in display order. */
export const viewTitles = [
  { id: "clusters", title: "Two-way clustering by person and story" },
  { id: "persons", title: "People one by one" },
  { id: "attributes", title: "Groups of people" },
  { id: "ceiling", title: "The human ceiling" },
  { id: "resampling", title: "Bootstrap of the majority vote" },
  { id: "items", title: "Items over all conditions" },
  { id: "times", title: "Response times" },
  { id: "distributions", title: "Shares and probabilities" },
  { id: "dif", title: "Items by group" },
  { id: "rasch", title: "One scale" },
  { id: "mixed", title: "A mixed model" },
  { id: "weights", title: "Weights" },
] as const;
export type ViewId = (typeof viewTitles)[number]["id"];

const viewFunctions: Readonly<Record<Exclude<ViewId, "resampling">, (material: Material) => View>> = {
  clusters: clustersView,
  persons: personsView,
  attributes: attributesView,
  ceiling: ceilingView,
  items: itemsView,
  times: timesView,
  distributions: distributionsView,
  dif: difView,
  rasch: raschView,
  mixed: mixedView,
  weights: weightsView,
};

/** Whether a view's figures of shares are shares of correct answers; percentiles and agreement have other scales. */
function showsAccuracy(id: ViewId): boolean {
  return id !== "persons" && id !== "ceiling";
}

export interface ViewProgress {
  /** 0 to 1. */
  share: number;
  /** The current step. */
  doing: string;
}

/**
 * Computes every view of single answers, one after another, and yields its progress. If a function refuses its input
 * (`RangeError`), the result is a refused view, so that the page always has a view.
 */
export function* computeViews(material: Material): Generator<ViewProgress, View[]> {
  const views: View[] = [];
  const addView = (view: View) => views.push(addSampleNote(view, material.single));
  const ceiling = ceilingLines(humanCeiling(material.cells, material.rules.ties));
  for (const [index, { id, title }] of viewTitles.entries()) {
    const share = (part: number) => (index + part) / viewTitles.length;
    yield { share: share(0), doing: title };
    try {
      if (id !== "resampling") {
        addView(showsAccuracy(id) ? withCeiling(viewFunctions[id](material), ceiling) : viewFunctions[id](material));
        continue;
      }
      const steps = resamplingView(material);
      let step = steps.next();
      for (; !step.done; step = steps.next()) yield { share: share(step.value), doing: title };
      addView(withCeiling(step.value, ceiling));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      addView(refusedView({ id, title, lead: "" }, `These data do not fit the method: ${error.message}.`));
    }
  }
  return views;
}

/** The view with a note, if only a sample of people's answers was read. */
function addSampleNote(view: View, { drawn, people, right }: SingleAnswers): View {
  if (!drawn) return view;
  const says = `A random sample of ${formatCount(people)} people was analysed (${formatCount(right.length)} of ${formatCount(drawn.from)} answers, seed “${drawn.seed}”). This does not bias estimates; intervals and n are those of the sample.`;
  return { ...view, sentences: [says, ...view.sentences] };
}
