import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { bareFigures } from "@/components/ui/bare-figures.ts";
import { figureTree } from "@/components/ui/figure-tree.ts";
import { listMargins } from "@/lib/domain/survey/design.ts";
import type { LiveStudy } from "@/lib/domain/survey/live/live-study.ts";
import { prepareCells } from "@/lib/domain/survey/live/prepare-cells.ts";
import { completionOf, prepareFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import { prepareStrata } from "@/lib/domain/survey/live/prepare-strata.ts";
import { prepareTimes } from "@/lib/domain/survey/live/prepare-times.ts";
import { street2024Protocol } from "@/lib/domain/survey/presets/street-2024.ts";
import { listScreens } from "@/lib/domain/survey/screens.ts";
import { timeBucket } from "@/lib/domain/survey/time-bucket.ts";
import { LiveView } from "./live-view.tsx";

const study: LiveStudy = {
  items: [0, 1, 2].map((place) => ({ id: `i${place}`, label: `S${place}`, text: "", story: "Story" })),
  conditions: ["a", "b"].map((id) => ({ id, label: id })),
  strata: [
    { id: "old", label: "Old", isOpen: false },
    { id: "open", label: "Outside quotas", isOpen: true },
  ],
  margins: listMargins({ strata: 1, items: 3, conditions: 2, perStratumItem: 4, itemsPerSession: 1 }),
  itemsPerSession: 1,
};
const screens = listScreens(street2024Protocol(), 1);

it.each([0, 7])("a running study shows no bare number, with %i sessions that ended", (ended) => {
  const flow = prepareFlow(
    screens,
    [
      { key: "consent", event: "left", count: 3 * ended },
      { key: "statement-story", event: "shown", count: 2 * ended },
      { key: "statement-story", event: "left", count: ended },
      { key: "", event: "complete", count: ended },
    ],
    Math.floor(ended / 2),
  );
  const view = createElement(LiveView, {
    stage: "main",
    readAt: "2026-11-22T12:00:00Z",
    isRunning: true,
    active: 1,
    isActiveCapped: false,
    progress: prepareStrata(study, [{ stratumId: "old", answers: ended }]),
    cells: prepareCells(study, [{ itemVersionId: "i1", conditionId: "b", filled: Math.min(4, ended), open: 0 }]),
    flow,
    completion: completionOf(flow, 1),
    times: prepareTimes(
      screens,
      ended === 0 ? [] : [{ key: "statement-story", bucket: timeBucket(61_500), count: ended }],
    ),
    arrivals: null,
  });
  const router = { refresh: () => undefined } as never;
  const drawn = renderToStaticMarkup(createElement(AppRouterContext.Provider, { value: router }, view));
  expect(bareFigures(figureTree(drawn))).toEqual([]);
});
