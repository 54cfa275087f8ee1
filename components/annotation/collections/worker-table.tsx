import type { ReactNode } from "react";
import { formatMoney } from "@/components/annotation/work/amounts.ts";
import { Link } from "@/components/ui/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Worker } from "@/lib/domain/annotation/collection-rows.ts";
import { formatDuration } from "@/lib/domain/format-duration.ts";
import { formatCount } from "@/lib/domain/results/format-figures.ts";

/** Who did what in a collection, and what they are to be paid. */
export function WorkerTable({
  workers,
  currency,
  itemsHref,
}: {
  workers: readonly Worker[];
  currency: string;
  /** The list of items, which opens a figure. */
  itemsHref: string;
}) {
  return (
    <Table caption="Users on this collection" isCaptionHidden>
      <thead>
        <tr>
          <Th>Person</Th>
          <Th isNumber>Copies finished</Th>
          <Th isNumber>of them changed, text or marks</Th>
          <Th isNumber>In hand, parked, returned</Th>
          <Th isNumber>Items skipped</Th>
          <Th isNumber>Items reviewed</Th>
          <Th isNumber>Active time</Th>
          <Th isNumber>of it reviewing</Th>
          <Th isNumber>Minutes for an item</Th>
          <Th isNumber>To pay</Th>
        </tr>
      </thead>
      <tbody>
        {workers.map((worker) => (
          <tr key={worker.userId}>
            <Th scope="row" className="wrap-anywhere">
              {worker.name}
            </Th>
            <Count n={worker.finished} figure="work-finished" {...{ worker, itemsHref }} />
            <Count n={worker.refined} figure="work-refined" {...{ worker, itemsHref }} />
            <Count n={worker.inHand + worker.parked + worker.returned} figure="work-held" {...{ worker, itemsHref }}>
              {worker.inHand}, {worker.parked}, {worker.returned}
            </Count>
            <Count n={worker.skipped} figure="work-skipped" {...{ worker, itemsHref }} />
            <Count n={worker.reviews} figure="work-reviewed" {...{ worker, itemsHref }} />
            <Td isNumber>{formatDuration(worker.activeMs)}</Td>
            <Td isNumber>{formatDuration(worker.reviewMs)}</Td>
            <Td isNumber>{worker.minutesPerItem === null ? "–" : worker.minutesPerItem.toFixed(1)}</Td>
            <Td isNumber>{worker.pay === null ? "–" : formatMoney(worker.pay.total, currency)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A count that opens to its items. */
function Count({
  n,
  figure,
  worker,
  itemsHref,
  children,
}: {
  n: number;
  figure: string;
  worker: Worker;
  itemsHref: string;
  children?: ReactNode;
}) {
  const shown = children ?? formatCount(n);
  return (
    <Td isNumber>
      {n === 0 ? (
        shown
      ) : (
        <Link href={`${itemsHref}?${new URLSearchParams({ figure, person: worker.userId })}`} prefetch={false}>
          {shown}
        </Link>
      )}
    </Td>
  );
}
