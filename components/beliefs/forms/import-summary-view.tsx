import { Rejections } from "@/components/imports/import-outcome.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { ImportSummary } from "@/lib/domain/beliefs/import-summary.ts";
import { filterDescriptions, filterNames } from "@/lib/domain/beliefs/popqa/build-tuples.ts";
import { capitalize } from "@/lib/domain/format/capitalize.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { Disclosure } from "../disclosure.tsx";

const maxShownNotes = 50;

/** The summary of an import of facts: stored, rejected and filtered rows. */
export function ImportSummaryView({ importSummary }: { importSummary: ImportSummary }) {
  // In the order of application, because the keys of stored objects have no reliable order.
  const removedCounts = filterNames.flatMap((name) => {
    const count = importSummary.removed[name];
    return count === undefined ? [] : [[name, count] as const];
  });
  const filtered = removedCounts.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Stats>
        <Stat label="Rows read" value={formatCount(importSummary.given)} n={importSummary.fileName} />
        <Stat label="Facts" value={formatCount(importSummary.tuples)} />
        {removedCounts.length > 0 && <Stat label="Removed by filters" value={formatCount(filtered)} />}
        <Stat label="Rejected" value={formatCount(importSummary.refused)} />
        <Stat label="Repeated" value={formatCount(importSummary.repeated)} />
      </Stats>
      {removedCounts.length > 0 && (
        <Table
          caption={`Rows removed by each filter${importSummary.seed === null ? "" : `, drawn with the seed ${importSummary.seed}`}`}
        >
          <thead>
            <tr>
              <Th>Filter (in order of application)</Th>
              <Th isNumber>Rows removed</Th>
            </tr>
          </thead>
          <tbody>
            {removedCounts.map(([name, count]) => (
              <tr key={name}>
                <Th scope="row" className="font-normal!">
                  {capitalize(filterDescriptions[name])}
                </Th>
                <Td isNumber className={count === 0 ? "text-ink-soft" : "font-semibold"}>
                  {formatCount(count)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {importSummary.refusals.length > 0 && (
        <Rejections rejections={importSummary.refusals} total={importSummary.refused} />
      )}
      {importSummary.notes.length > 0 && (
        <Disclosure summary={formatNumberOf(importSummary.notes.length, "note")}>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {importSummary.notes.slice(0, maxShownNotes).map(({ line, field, message }) => (
              <li key={`${line}/${field}/${message}`} className="break-words">
                Line {formatCount(line)}
                {field && `, ${field}`}: {message}
              </li>
            ))}
            {importSummary.notes.length > maxShownNotes && (
              <li>and {formatCount(importSummary.notes.length - maxShownNotes)} more</li>
            )}
          </ul>
        </Disclosure>
      )}
      {importSummary.tuples === 0 && (
        <Callout tone="bad" title="No facts left">
          Nothing was stored.
        </Callout>
      )}
    </div>
  );
}
