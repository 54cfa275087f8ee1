import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { Heatmap } from "@/lib/domain/beliefs/prepare/heatmap.ts";
import { formatCount, formatShare } from "@/lib/domain/results/format-figures.ts";

const reasons = {
  fewKnown: "knows fewer than 10% of the facts it was asked about",
  noPriorCheck: "was never asked without the expression, so nobody can say what it knows",
} as const;

/** Observers that drop out of every comparison, named with the reason: a gap that nobody sees is a wrong number. */
export function DroppedTable({ dropped }: { dropped: Heatmap["dropped"] }) {
  return (
    <Table
      caption="Observers that are not compared; the shares describe what was asked, without an interval"
      isCaptionHidden
    >
      <thead>
        <tr>
          <Th>Observer</Th>
          <Th isNumber>Known</Th>
          <Th isNumber>Asked</Th>
          <Th isNumber>Share</Th>
          <Th className="min-w-52">Why it drops out</Th>
        </tr>
      </thead>
      <tbody>
        {dropped.map(({ observer, reason, known, asked }) => (
          <tr key={observer}>
            <Th scope="row">{observer}</Th>
            <Td isNumber>{formatCount(known)}</Td>
            <Td isNumber>{formatCount(asked)}</Td>
            <Td isNumber>{formatShare(asked === 0 ? null : known / asked)}</Td>
            <Td>{reasons[reason]}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
