import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatPart } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { RaterGroup } from "@/lib/domain/results/views/people/rater-view.ts";

/** The answers of people and each model: correct, wrong, "not enough information", or unparsed. */
export function RaterAnswerTable({ groups }: { groups: readonly RaterGroup[] }) {
  return (
    <Table caption="Answers by type (descriptive, without an interval)" takenAs="answers">
      <thead>
        <tr>
          <Th>Observer</Th>
          <Th isNumber>Answers</Th>
          <Th isNumber>Right</Th>
          <Th isNumber>Wrong</Th>
          <Th isNumber>“Not enough information”</Th>
          <Th isNumber>Unparsed</Th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ label, report: { all } }) => (
          <tr key={label}>
            <Th scope="row">{label}</Th>
            <Td isNumber>{formatCount(all.n)}</Td>
            {[all.right, all.wrong, all.notEnoughInformation, all.unparsed].map((count, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: kinds of answers are identified by their column.
              <Td key={place} isNumber>
                {formatPart(count, all.n)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
