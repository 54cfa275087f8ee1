import type { CellGrid } from "../../survey/live/prepare-cells.ts";
import { type Consort, countDroppedOut } from "../../survey/live/prepare-consort.ts";
import type { SessionFlow } from "../../survey/live/prepare-flow.ts";
import type { StudyProgress } from "../../survey/live/prepare-strata.ts";
import type { TimeDistribution } from "../../survey/live/prepare-times.ts";
import {
  count,
  descriptiveNumber,
  estimate,
  mark,
  shownView,
  test,
  textCell,
  type View,
  type ViewCell,
  type ViewTable,
} from "./view.ts";

/** The pages about the progress of a study whose tables and figures are files. */
export const coursePages = [
  "live",
  "flow",
  "flow-reopened",
  "checks",
  "checks-reopened",
  "stages",
  "planner",
  "plan-plan",
  "plan-curves",
] as const;

/** The content of a running study's page. */
export interface RunningStudy {
  progress: StudyProgress;
  cells: CellGrid;
  flow: SessionFlow;
  times: readonly TimeDistribution[];
}

const runningHead = {
  id: "running",
  title: "A running study",
  lead: "How full a study is, where people stop and how long they take; shares describe the participants so far.",
};

/** Completion of a study, drop-out by screen, outcomes of sessions, and the time on each screen. */
export function runningView({ progress, cells, flow, times }: RunningStudy): View {
  const seconds = (milliseconds: number | null) => (milliseconds === null ? null : milliseconds / 1_000);
  return shownView(runningHead, {
    tables: [
      {
        name: "groups",
        caption: "Slots filled in each group",
        columns: ["Group", "Filled", "Target"],
        rows: progress.strata.map(({ label, sessions, target }) => [
          textCell(label),
          count(sessions),
          target === null ? textCell("none") : descriptiveNumber(target, sessions),
        ]),
      },
      {
        name: "cells",
        caption: `Answers to each item under each condition (target: ${cells.target.low} to ${cells.target.high})`,
        columns: ["Item", "Condition", "Answers", "Outside all groups"],
        rows: cells.blocks.flatMap((block) =>
          block.rows.flatMap((row) =>
            row.cells.map(({ label, filled, open }): ViewCell[] => [
              textCell(label),
              textCell(block.label),
              count(filled),
              count(open),
            ]),
          ),
        ),
      },
      {
        name: "screens",
        caption: "Screens in the order of the session; shares describe the participants so far",
        columns: [
          "Screen",
          "Reached",
          "Completed",
          "Waiting for a slot",
          "Dropped out or in progress",
          "Share of people who reached it",
        ],
        rows: flow.steps.map(({ label, shown, left, standing, waiting }) => [
          textCell(label),
          count(shown),
          count(left),
          count(waiting),
          count(standing),
          descriptiveNumber(shown === 0 ? null : standing / shown, shown, "share"),
        ]),
      },
      {
        name: "outcomes",
        caption: `How the sessions of ${flow.started} participants ended; shares describe the participants so far`,
        columns: ["Outcome", "Participants", "Share"],
        rows: [...Object.entries(flow.ended), ["unfinished", flow.unfinished] as const].map(([outcome, n]) => [
          textCell(outcome),
          count(n),
          descriptiveNumber(flow.started === 0 ? null : n / flow.started, flow.started, "share"),
        ]),
      },
      ...exitTables(flow),
      {
        name: "times",
        caption: "Seconds on each screen by the server’s clock: median, tenth and ninetieth percentile, accurate to 5%",
        columns: ["Screen", "Median", "10%", "90%"],
        rows: times.map(({ label, n, medianMs, lowMs, highMs }) => [
          textCell(label),
          ...[medianMs, lowMs, highMs].map((one) => descriptiveNumber(seconds(one), n, "seconds")),
        ]),
      },
      {
        name: "time-bars",
        caption: "The bars of the histograms: number of answers by duration",
        columns: ["Screen", "From (ms)", "To (ms)", "Answers"],
        rows: times.flatMap(({ label, bars }) =>
          bars.map(({ fromMs, toMs, count: n }): ViewCell[] => [
            textCell(label),
            count(Math.round(fromMs)),
            count(Math.round(toMs)),
            count(n),
          ]),
        ),
      },
    ],
    figures: [
      {
        name: "times",
        title: "Median seconds on each screen, with the middle 80%",
        unit: "seconds",
        marks: times.map(({ label, n, medianMs, lowMs, highMs }) =>
          mark(label, "person", { value: seconds(medianMs), low: seconds(lowMs), high: seconds(highMs), n }),
        ),
        lines: [],
        limits: "the middle 80%",
      },
    ],
  });
}

function exitTables({ exits }: SessionFlow): ViewTable[] {
  if (exits.length === 0) return [];
  return [
    {
      name: "exits",
      caption: "Sessions that ended at an exit because of an answer; they also count under their outcome",
      columns: ["Exit", "Outcome", "Participants"],
      rows: exits.map((exit) => [textCell(exit.label), textCell(exit.endsAs), count(exit.count)]),
    },
  ];
}

const flowHead = {
  id: "flow",
  title: "From arrival to completion",
  lead: "Every arrival is counted exactly once, under the assigned condition.",
};

/** The numbers of the CONSORT figure, and drop-out by condition with its test. */
export function flowView({ arrived, before, assigned, arms, test: dropOut }: Consort): View {
  return shownView(flowHead, {
    tables: [
      {
        name: "places",
        caption: "Participant flow",
        columns: ["Condition", "Step", "People"],
        rows: [
          ["all", "Arrived", arrived] as const,
          ...before.map(({ reason, count: n }) => ["not assigned", reason, n] as const),
          ["all", "Assigned", assigned] as const,
          ...arms.flatMap((arm) => [
            [arm.label, "Assigned", arm.assigned] as const,
            [arm.label, "Left the page", arm.left] as const,
            [arm.label, "Withdrew", arm.withdrawn] as const,
            [arm.label, "Failed a check", arm.quality] as const,
            [arm.label, "Screened out late", arm.screenedOut] as const,
            [arm.label, "In progress", arm.underWay] as const,
            [arm.label, "Completed", arm.finished] as const,
            [arm.label, "Completed as surplus", arm.surplus] as const,
          ]),
        ].map(([condition, place, n]) => [textCell(condition), textCell(place), count(n)]),
      },
      {
        name: "arms",
        caption: "People by the condition that they were assigned to",
        columns: [
          "Condition",
          "Assigned",
          "Completed",
          "Dropped out",
          "In progress",
          "Drop-out of sessions that ended",
        ],
        rows: arms.map((arm) => [
          textCell(arm.label),
          count(arm.assigned),
          count(arm.finished),
          count(countDroppedOut(arm)),
          count(arm.underWay),
          arm.dropOut
            ? estimate({ ...arm.dropOut, value: arm.dropOut.share })
            : estimate({ value: null, low: null, high: null, n: 0, reason: "No session has ended." }),
        ]),
      },
      {
        name: "drop-out",
        caption: "Difference in drop-out between conditions",
        columns: ["Test", "Drop-out"],
        rows: [
          dropOut.p === null
            ? [textCell("none"), test(null, 0, dropOut.reason)]
            : [textCell(dropOut.method), test(dropOut.p, dropOut.n)],
        ],
      },
    ],
    figures: [
      {
        name: "drop-out",
        title: "Drop-out of sessions that ended, by condition",
        unit: "share",
        marks: arms.flatMap(({ label, dropOut: found }) =>
          found ? [mark(label, "person", { ...found, value: found.share })] : [],
        ),
        lines: [],
      },
    ],
  });
}
