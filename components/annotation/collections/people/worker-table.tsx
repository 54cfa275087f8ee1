import { Table, Th } from "@/components/ui/table.tsx";
import type { Worker } from "@/lib/domain/annotation/collection-rows.ts";
import { formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatMoney } from "@/lib/domain/format/money.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import { LinkedPersonFigure } from "./person-figure.tsx";

/** The work of each person in a collection. */
export function WorkerTable({
  workers,
  currency,
  itemsHref,
}: {
  workers: readonly Worker[];
  currency: string;
  /** The address of the list of items, which a figure filters. */
  itemsHref: string;
}) {
  return (
    <Table caption="People on this collection" isCaptionHidden takenAs="work">
      <thead>
        <tr>
          <Th>Person</Th>
          {columns.map(({ label }) => (
            <Th key={label} isNumber>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {workers.map((worker) => (
          <tr key={worker.userId}>
            <Th scope="row" className="wrap-anywhere">
              {worker.name}
            </Th>
            {columns.map(({ label, figure, n, shown }) => (
              <LinkedPersonFigure
                key={label}
                figure={figure(worker)}
                isEmpty={n(worker) === 0}
                {...{ itemsHref }}
                userId={worker.userId}
              >
                {shown?.(worker, currency) ?? formatCount(n(worker))}
              </LinkedPersonFigure>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The filter for the items that a person's pay is based on: items with paid time, or paid items. */
export function payFigure({ pay, paidItems }: Worker): string {
  return pay?.by === "hour" || paidItems === 0 ? "work-timed" : "work-paid";
}

const columns: readonly {
  label: string;
  /** The value of the item list's filter that selects the items behind the cell. */
  figure: (worker: Worker) => string;
  /** The number in the cell. If it is 0, the cell has no link. */
  n: (worker: Worker) => number;
  /** The text of the cell, if the number alone is not shown. */
  shown?: (worker: Worker, currency: string) => string;
}[] = [
  { label: "Copies finished", figure: () => "work-finished", n: ({ finished }) => finished },
  { label: "of them refined", figure: () => "work-refined", n: ({ refined }) => refined },
  { label: "of them only marks moved", figure: () => "work-marks", n: ({ marksOnly }) => marksOnly },
  {
    label: "In progress, parked, returned",
    figure: () => "work-held",
    n: ({ inHand, parked, returned }) => inHand + parked + returned,
    shown: ({ inHand, parked, returned }) => `${inHand}, ${parked}, ${returned}`,
  },
  { label: "Items skipped", figure: () => "work-skipped", n: ({ skipped }) => skipped },
  { label: "Items reviewed", figure: () => "work-reviewed", n: ({ reviews }) => reviews },
  { label: "Review decisions", figure: () => "work-reviewed", n: ({ decisions }) => decisions },
  {
    label: "Active time",
    figure: () => "work-timed",
    n: ({ activeMs }) => activeMs,
    shown: ({ activeMs }) => formatDuration(activeMs),
  },
  {
    label: "of it reviewing",
    figure: () => "work-review-timed",
    n: ({ reviewMs }) => reviewMs,
    shown: ({ reviewMs }) => formatDuration(reviewMs),
  },
  {
    label: "Seconds per finished copy",
    figure: () => "work-finished",
    n: ({ finished }) => finished,
    shown: ({ secondsPerItem }) => formatQuantity(secondsPerItem),
  },
  {
    label: "To pay",
    figure: payFigure,
    n: ({ pay }) => pay?.total ?? 0,
    shown: ({ pay }, currency) => (pay === null ? "–" : formatMoney(pay.total, currency)),
  },
];
