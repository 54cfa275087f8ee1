import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { formatMinute } from "@/lib/domain/format/times.ts";
import type { ImportListEntry } from "@/lib/domain/interchange/import-report.ts";
import { Rejections } from "./import-outcome.tsx";

/**
 * Earlier imports with the numbers of rows by result. Times are in UTC. With `undo`, imports of items can be undone.
 */
export function ImportHistory({
  imports,
  undo,
}: {
  imports: readonly ImportListEntry[];
  undo?: FormAction<unknown> | undefined;
}) {
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
          {undo && <Th>Undo</Th>}
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <Th scope="row">
              {one.fileName}
              {one.benchmark && (
                <span className="block text-xs font-normal">
                  <Link href={`/research/benchmarks/${one.benchmark.id}`}>{one.benchmark.name}</Link>
                </span>
              )}
              {one.rejections.length > 0 && (
                <details className="mt-1 font-normal">
                  <summary className="w-fit text-ink-soft underline decoration-edge underline-offset-4">
                    What was rejected
                  </summary>
                  <div className="mt-2">
                    <Rejections rejections={one.rejections} total={one.rejected} isOfItems={one.kind === "items"} />
                  </div>
                </details>
              )}
            </Th>
            <Td className="whitespace-nowrap">{formatMinute(one.at)}</Td>
            <Td isNumber>{formatCount(one.rows)}</Td>
            <Td isNumber>{formatCount(one.inserted)}</Td>
            <Td isNumber>{formatCount(one.unchanged)}</Td>
            <Td isNumber>{formatCount(one.rejected)}</Td>
            {undo && (
              <Td>
                {one.undoneAt && <span className="text-ink-soft">undone</span>}
                {!one.undoneAt && one.benchmark && one.inserted > 0 && <UndoImportButton id={one.id} undo={undo} />}
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A button that removes the items of an import, unless something uses them. */
export function UndoImportButton({ id, undo }: { id: string; undo: FormAction<unknown> }) {
  return (
    <ConfirmButton
      action={undo}
      hidden={{ import: id }}
      size="small"
      title="Undo this import?"
      consequence="The imported items, stories and keys are deleted. Not possible if a study, a model or a later version uses one of them."
      confirm="Undo the import"
    >
      Undo
    </ConfirmButton>
  );
}
