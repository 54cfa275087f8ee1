import { LabelBadge } from "@/components/mindgames/label-badge.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { ListedProblem } from "@/lib/domain/epistemic/mindgames/list-problems.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";

/** The list of problems, each with a link to its worlds. */
export function ProblemTable({ problems }: { problems: readonly (ListedProblem & { itemVersionId: string })[] }) {
  return (
    <Table caption="Problems of the set" isCaptionHidden>
      <thead>
        <tr>
          <Th>Problem</Th>
          <Th>Hypothesis</Th>
          <Th>Setup</Th>
          <Th isNumber>Persons</Th>
          <Th isNumber>Announcements</Th>
          <Th isNumber>Depth</Th>
          <Th>Label</Th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ itemVersionId, externalId, row, doubts }) => (
          <tr key={itemVersionId}>
            <Th scope="row">
              <Link href={`/research/mindgames/${itemVersionId}`} className="break-words">
                {externalId}
              </Link>
            </Th>
            <Td className="min-w-72">{row.hypothesis}</Td>
            <Td className="whitespace-nowrap">{setupLabels[row.setup].name}</Td>
            <Td isNumber>{row.names.length}</Td>
            <Td isNumber>{row.n_announcements ?? "–"}</Td>
            <Td isNumber>{row.hypothesis_depth ?? "–"}</Td>
            <Td>
              <span className="flex flex-wrap gap-1.5">
                <LabelBadge label={row.label} />
                {doubts.length > 0 && <Badge tone="warn">inconsistent</Badge>}
              </span>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
