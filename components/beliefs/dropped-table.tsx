import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Heatmap } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import { formatPart } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { droppedReasons } from "@/lib/domain/results/views/beliefs/belief-cells.ts";

/** The observers that are excluded from every comparison, each with the reason. */
export function ExcludedObservers({
  dropped,
  fileHref,
}: {
  dropped: Heatmap["dropped"];
  /** The address of a file with the table ("not-compared.csv"). */
  fileHref: (file: string) => string;
}) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <Table
        caption="Observers excluded from the comparison. Shares: known facts among the facts asked, without an interval"
        isCaptionHidden
        takenAs="not-compared"
      >
        <thead>
          <tr>
            <Th>Observer</Th>
            <Th isNumber>Known</Th>
            <Th isNumber>Asked</Th>
            <Th isNumber>Share</Th>
            <Th className="min-w-52">Reason for exclusion</Th>
          </tr>
        </thead>
        <tbody>
          {dropped.map(({ observer, reason, known, asked }) => (
            <tr key={observer}>
              <Th scope="row">{observer}</Th>
              <Td isNumber>{formatCount(known)}</Td>
              <Td isNumber>{formatCount(asked)}</Td>
              <Td isNumber>{formatPart(known, asked)}</Td>
              <Td>{droppedReasons[reason]}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <TableDownloads name="not-compared" fileHref={fileHref} />
    </div>
  );
}
