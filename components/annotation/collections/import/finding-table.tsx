import { Badge } from "@/components/ui/badge.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { isBlocking, type LintFinding } from "@/lib/domain/stories/lint/finding.ts";

/** The linter's findings, each with item and field. Problems have the names that `parallax kste check` prints. */
export function FindingTable({ findings, maxHeight }: { findings: readonly LintFinding[]; maxHeight?: string }) {
  return (
    <Table caption="Findings of the linter" isCaptionHidden {...(maxHeight ? { maxHeight } : {})}>
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Field</Th>
          <Th>Problem</Th>
          <Th>Text</Th>
        </tr>
      </thead>
      <tbody>
        {findings.map((finding, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, and two findings may be equal.
          <tr key={place}>
            <Th scope="row" className="wrap-anywhere">
              {finding.item}
            </Th>
            <Td className="wrap-anywhere">{finding.field}</Td>
            <Td>
              <Badge tone={isBlocking(finding) ? "bad" : "warn"}>{finding.problem}</Badge>
            </Td>
            <Td className="min-w-64 wrap-anywhere">{finding.message}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
