import { comparableCells, type ResultCell } from "../model/cells.ts";
import { isRated } from "../model/is-rated.ts";
import { seriesLabel } from "../model/series-label.ts";
import { guessingShare, wilsonShare } from "../model/share.ts";
import { prepareConditions } from "../preparation/prepare-conditions.ts";
import { prepareDepth } from "../preparation/prepare-depth.ts";
import type { CellMaterial } from "./cell-material.ts";
import { medianRating } from "./items/ratings-view.ts";
import {
  count,
  descriptiveNumber,
  estimate,
  mark,
  refusedView,
  shownView,
  textCell,
  type View,
  type ViewCell,
} from "./view.ts";

const conditionsHead = {
  id: "conditions",
  title: "By condition",
  lead: "Accuracy of people and models under each condition of the design: people on all their cells, each model on the corresponding cells.",
};

/** The results page's table of conditions. */
export function conditionsView({ results, cells, withMismatches }: CellMaterial): View {
  const rows = prepareConditions(comparableCells(cells, withMismatches), results.series);
  const labels = results.series.map((one) => seriesLabel(one, results.series));
  if (rows.length === 0) return refusedView(conditionsHead, "No questions have been asked.");
  return shownView(conditionsHead, {
    sentences: [
      "Every cell weighs the same; the mean person is the share of single answers. 95% intervals generalise to new stories where there are at least five.",
    ],
    tables: [
      {
        name: "conditions",
        caption: "Accuracy under each condition",
        columns: ["Condition", "People, majority", "People, mean person", "Ties", ...labels],
        rows: rows.map(({ condition, majority, people, ties, models }) => [
          textCell(condition.label),
          estimate(majority),
          estimate(people),
          count(ties),
          ...models.map((share) => estimate(share)),
        ]),
      },
    ],
    figures: [
      {
        name: "conditions",
        title: "Right answers under each condition",
        unit: "share",
        marks: rows.flatMap(({ condition, majority, people, models }) => [
          mark(`${condition.label} · People`, "majority", majority),
          mark(`${condition.label} · People`, "person", people),
          ...models.map((share, index) => mark(`${condition.label} · ${labels[index]}`, "model", share)),
        ]),
        lines: chanceLine(results.items),
      },
    ],
  });
}

const besideHead = {
  id: "beside",
  title: "By level, compared with each model",
  lead: "In each row, people and the model answered the same cells: the figures of the results page as numbers.",
};

/** Accuracy by order and level, or by an attribute of items, for each model with people on the same cells. */
export function peopleAndModelView({ results, cells: all, by, withMismatches }: CellMaterial): View {
  const cells = comparableCells(all, withMismatches);
  const comparedSeries = results.series.length === 0 ? [null] : results.series;
  const parts = comparedSeries.map((series) => ({
    label: series && seriesLabel(series, results.series),
    panels: prepareDepth(cells, series?.id ?? null, by),
  }));
  if (parts.every(({ panels }) => panels.length === 0))
    return refusedView(besideHead, "The items have neither order nor level; choose an attribute.");
  const lines = chanceLine(results.items);
  return shownView(besideHead, {
    tables: [
      {
        name: "beside",
        caption: "People and each model on the cells that both answered",
        columns: ["Model", "Items", "People, majority", "People, mean person", "The model"],
        rows: parts.flatMap(({ label, panels }) =>
          panels.flatMap((panel) =>
            panel.points.map((point): ViewCell[] => [
              textCell(label ?? "People only"),
              textCell(`${panel.title}, ${point.label}`),
              estimate(point.majority),
              estimate(point.people),
              point.model
                ? estimate(point.model)
                : estimate({ value: null, low: null, high: null, n: 0, reason: "No model." }),
            ]),
          ),
        ),
      },
    ],
    figures: parts.flatMap(({ label, panels }, index) =>
      panels.map((panel, panelIndex) => ({
        name: comparisonFigureName(index, panelIndex),
        title: `${label ?? "People"}: ${panel.title}`,
        unit: "share" as const,
        marks: panel.points.flatMap((point) => [
          mark(point.label, "majority", point.majority),
          mark(point.label, "person", point.people),
          ...(point.model ? [mark(point.label, "model", point.model)] : []),
        ]),
        lines,
      })),
    ),
  });
}

/** The name of the figure of one panel of one model, both from 0, as drawn on the results page. */
export function comparisonFigureName(series: number, panel: number): string {
  return `beside-${series + 1}-${panel + 1}`;
}

const listHead = {
  id: "cells",
  title: "Item by item",
  lead: "Every item under every condition: how people’s answers are distributed and what each model answered.",
};

/** The complete item table of the results page. */
export function cellListView({ results, cells }: CellMaterial): View {
  if (cells.length === 0) return refusedView(listHead, "The study has no items.");
  const labels = results.series.map((one) => seriesLabel(one, results.series));
  return shownView(listHead, {
    sentences: [
      "“People right” is the share of right answers with a Wilson interval. The share of a model has no interval; it is 1 of 1 or 0 of 1 if the model was asked once.",
    ],
    tables: [
      {
        name: "cells",
        caption: `All ${cells.length} cells`,
        columns: ["Item", "Condition", "Story", "Key", "Majority", "People right", ...labels],
        rows: cells.map((cell) => [
          textCell(cell.item.name),
          textCell(cell.condition.label),
          textCell(cell.item.storyTitle || cell.item.storyId),
          textCell(cell.item.rightAnswers.join(" or ") || "none"),
          textCell(majorityWord(cell)),
          estimate(wilsonShare(cell.correct ?? 0, cell.correct === null ? 0 : cell.vote.n)),
          ...results.series.map(({ id }) => modelCell(cell, id)),
        ]),
      },
    ],
  });
}

function majorityWord(cell: ResultCell): string {
  const { vote } = cell;
  if (vote.n === 0) return "no answer";
  // The most frequent point of a scale says little about its ratings.
  if (isRated(cell)) return `median ${medianRating(cell)}`;
  return vote.isTie ? "tie" : String(vote.majority);
}

function modelCell({ models }: ResultCell, seriesId: string): ViewCell {
  const answer = models.get(seriesId);
  if (!answer) return descriptiveNumber(null, 0, "share");
  const total = answer.repeats + answer.unparsed;
  const reason = [
    answer.unparsed > 0 ? `${answer.unparsed} unparsed` : "",
    answer.parity === "mismatch" ? "another text than people read" : "",
  ].filter((part) => part !== "");
  return estimate({
    value: answer.mean,
    low: null,
    high: null,
    n: total,
    reason: reason.length > 0 ? `${reason.join(", ")}.` : "Descriptive; no interval.",
  });
}

function chanceLine(items: CellMaterial["results"]["items"]) {
  const chance = guessingShare(items);
  return chance === null ? [] : [{ label: "chance", value: chance }];
}
