import { formatMoney } from "@/components/annotation/work/amounts.ts";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Worker } from "@/lib/domain/annotation/collection-rows.ts";
import { formatDuration } from "@/lib/domain/format-duration.ts";
import { formatCount } from "@/lib/domain/results/format-figures.ts";

/** Who did what in a collection, and what they are to be paid. */
export function WorkerTable({ workers, currency }: { workers: readonly Worker[]; currency: string }) {
  return (
    <Table caption="Users on this collection" isCaptionHidden>
      <thead>
        <tr>
          <Th>Person</Th>
          <Th isNumber>Finished</Th>
          <Th isNumber>of them refined</Th>
          <Th isNumber>In hand, parked, returned</Th>
          <Th isNumber>Skipped</Th>
          <Th isNumber>Reviews</Th>
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
            <Td isNumber>{formatCount(worker.finished)}</Td>
            <Td isNumber>{formatCount(worker.refined)}</Td>
            <Td isNumber>
              {worker.inHand}, {worker.parked}, {worker.returned}
            </Td>
            <Td isNumber>{formatCount(worker.skipped)}</Td>
            <Td isNumber>{formatCount(worker.reviews)}</Td>
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
