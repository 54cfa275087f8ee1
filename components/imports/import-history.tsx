import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatMinute } from "@/lib/domain/format/times.ts";
import type { ImportListEntry } from "@/lib/domain/interchange/import-report.ts";
import { Rejections } from "./import-outcome.tsx";

/** Earlier imports with the outcomes of their rows. Times are in UTC. */
export function ImportHistory({ imports }: { imports: readonly ImportListEntry[] }) {
  return (
    <Table caption="Earlier imports" isCaptionHidden>
      <thead>
        <tr>
          <Th>File</Th>
          <Th>When (UTC)</Th>
          <Th isNumber>Rows</Th>
          <Th isNumber>New</Th>
          <Th isNumber>Unchanged</Th>
          <Th isNumber>Rejected</Th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <Th scope="row">
              {one.fileName}
              {one.rejections.length > 0 && (
                <details className="mt-1 font-normal">
                  <summary className="w-fit text-ink-soft underline decoration-edge underline-offset-4">
                    What was rejected
                  </summary>
                  <div className="mt-2">
                    <Rejections rejections={one.rejections} total={one.rejected} />
                  </div>
                </details>
              )}
            </Th>
            <Td className="whitespace-nowrap">{formatMinute(one.at)}</Td>
            <Td isNumber>{formatCount(one.rows)}</Td>
            <Td isNumber>{formatCount(one.inserted)}</Td>
            <Td isNumber>{formatCount(one.unchanged)}</Td>
            <Td isNumber>{formatCount(one.rejected)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
