import type { Worker } from "../../../annotation/collection-rows.ts";
import type { CollectionSettings } from "../../../annotation/collection-settings.ts";
import { count, descriptiveNumber, shownView, textCell, type View, type ViewCell, type ViewTable } from "../view.ts";

const head = {
  id: "people",
  title: "People",
  lead: "The work of each person in a collection. Time is shown, but is never a reason to reject work.",
};

/** The work of each person of a collection (`work`), and their pay (`pay`) if it is set. */
export function workersView(
  workers: readonly Worker[],
  settings: Pick<CollectionSettings, "payPerHour" | "payPerItem" | "currency">,
): View {
  const isPaid = workers.some(({ pay }) => pay !== null);
  return shownView(head, {
    tables: [workTable(workers, isPaid ? settings.currency : null), ...(isPaid ? [payTable(workers, settings)] : [])],
  });
}

function workTable(workers: readonly Worker[], currency: string | null): ViewTable {
  return {
    name: "work",
    caption: "Work by person",
    columns: [
      "Person",
      "Copies finished",
      "Copies refined",
      "Copies with only marks moved",
      "In hand",
      "Parked",
      "Returned",
      "Items skipped",
      "Items reviewed",
      "Review decisions",
      "Active seconds",
      "Active seconds in review",
      "Seconds per finished copy",
      ...(currency === null ? [] : [`To pay, smallest unit of ${currency}`]),
    ],
    rows: workers.map((worker): ViewCell[] => [
      textCell(worker.name),
      ...[
        worker.finished,
        worker.refined,
        worker.marksOnly,
        worker.inHand,
        worker.parked,
        worker.returned,
        worker.skipped,
        worker.reviews,
        worker.decisions,
        seconds(worker.activeMs),
        seconds(worker.reviewMs),
      ].map(count),
      descriptiveNumber(worker.secondsPerItem, worker.finished),
      ...(currency === null ? [] : [count(worker.pay?.total ?? 0)]),
    ]),
  };
}

/** People with a top-up first, as on the page, then a row of sums. */
function payTable(
  workers: readonly Worker[],
  { payPerHour, payPerItem = null, currency }: Pick<CollectionSettings, "payPerHour" | "payPerItem" | "currency">,
): ViewTable {
  const orderedWorkers = workers.toSorted((left, right) => (right.pay?.topUp ?? 0) - (left.pay?.topUp ?? 0));
  const sum = (of: (worker: Worker) => number) => workers.reduce((total, worker) => total + of(worker), 0);
  const terms = [
    ...(payPerItem === null ? [] : [`${payPerItem} per item`]),
    ...(payPerHour === null ? [] : [`${payPerItem === null ? "" : "at least "}${payPerHour} per hour of active time`]),
  ].join(", ");
  return {
    name: "pay",
    caption: `Pay by person, in the smallest unit of ${currency}: ${terms}`,
    columns: ["Person", "Items judged or reviewed", "Active seconds", "Earned", "Per active hour", "Top-up", "To pay"],
    rows: [
      ...orderedWorkers.map(({ name, paidItems, activeMs, pay }): ViewCell[] => [
        textCell(name),
        count(paidItems),
        count(seconds(activeMs)),
        count(pay?.earned ?? 0),
        pay?.perHour == null ? textCell("no active time") : count(Math.round(pay.perHour)),
        count(pay?.topUp ?? 0),
        count(pay?.total ?? 0),
      ]),
      [
        textCell("Everyone"),
        count(sum(({ paidItems }) => paidItems)),
        count(seconds(sum(({ activeMs }) => activeMs))),
        count(sum(({ pay }) => pay?.earned ?? 0)),
        textCell("no sum"),
        count(sum(({ pay }) => pay?.topUp ?? 0)),
        count(sum(({ pay }) => pay?.total ?? 0)),
      ],
    ],
  };
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 1_000);
}
