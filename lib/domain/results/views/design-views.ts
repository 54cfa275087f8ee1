import { formatShare } from "../../format/figures.ts";
import type { CheckFigures } from "../../survey/live/prepare-checks.ts";
import type { PilotItem, StageAccuracy } from "../../survey/live/prepare-pilot.ts";
import { adviceLabels } from "../../survey/live/suggest-item.ts";
import type { StudyForecast } from "../../survey/studies/planner.ts";
import { count, descriptiveNumber, estimate, shownView, textCell, type View, type ViewCell } from "./view.ts";

/** Results of people in a study's checks (`checks`), each person once by their last attempt. */
export function checksView(checks: readonly CheckFigures[]): View {
  return shownView(
    { id: "checks", title: "Checks and practice", lead: "Each person is counted once, by the last attempt." },
    {
      tables: [
        {
          name: "checks",
          caption: "Results of each check, with 95% Wilson intervals",
          columns: [
            "Check",
            "If missed, the person",
            "Reached",
            "Passed at once",
            "Passed later",
            "Missed",
            "Share missed",
          ],
          rows: checks.map(({ title, policy, met, passedFirst, passedLater, missed, interval }): ViewCell[] => [
            textCell(title),
            textCell(checkPolicies[policy]),
            ...[met, passedFirst, passedLater, missed].map(count),
            interval === null
              ? descriptiveNumber(null, 0, "share")
              : estimate({ value: missed / met, ...interval, n: met }),
          ]),
        },
      ],
    },
  );
}

/** The consequence of failing a check. */
export const checkPolicies = { end: "ends", flag: "is flagged", count: "is counted" } as const;

/** The items of a pilot, lowest accuracy first (`items`), and accuracy by rewording (`rewording`). */
export function stagesView(
  items: readonly (PilotItem & { name: string; newest: string | null })[],
  accuracy: Readonly<Record<"all" | "others" | "reworded", StageAccuracy>>,
): View {
  const groups = [
    ["All items", accuracy.all],
    ["Items with unchanged wording", accuracy.others],
    ["Reworded items only", accuracy.reworded],
  ] as const;
  return shownView(
    { id: "stages", title: "Pilot and main", lead: "Accuracy of people before and after items were reworded." },
    {
      tables: [
        {
          name: "items",
          caption:
            "Items, lowest accuracy first, with 95% Wilson intervals, and the correlation of each with the rest of the items, with Fisher intervals",
          columns: [
            "Item",
            "Right",
            "Share right",
            "Below the other items",
            "Item-rest correlation",
            "Suggestion",
            "Reason",
            "Reworded",
          ],
          rows: items.map(
            ({ name, correct, n, estimate: value, low, high, isPoor, rest, suggestion, newest }): ViewCell[] => [
              textCell(name),
              count(correct),
              n === 0 ? descriptiveNumber(null, 0, "share") : estimate({ value, low, high, n }),
              textCell(isPoor ? "yes" : "no"),
              estimate(rest),
              textCell(adviceLabels[suggestion.advice]),
              textCell(suggestion.reason),
              textCell(newest === null ? "no" : "yes"),
            ],
          ),
        },
        {
          name: "rewording",
          caption: "Share of right answers, clustered by person",
          columns: ["Items", "People", "Share right"],
          rows: groups.map(([label, { people, estimate: value, ...found }]): ViewCell[] => [
            textCell(label),
            count(people),
            estimate({ value, ...found }),
          ]),
        },
      ],
    },
  );
}

/** The implications of a design under assumptions, before data collection: `majority`. */
export function plannerView({ majority }: StudyForecast, accuracy: number): View {
  return shownView(
    { id: "planner", title: "Planner", lead: "All figures follow from assumptions; nothing was measured." },
    {
      tables: [
        {
          name: "majority",
          caption: `Accuracy of a majority vote, where each person is right ${formatShare(accuracy)} of the time`,
          columns: ["People in the vote", "Share right"],
          rows: majority.map(({ k, accuracy: share }): ViewCell[] => [count(k), assumedCell(share, k)]),
        },
      ],
    },
  );
}

function assumedCell(value: number | null, n: number): ViewCell {
  return estimate({ value, low: null, high: null, n, reason: "Follows from the assumptions." });
}
