import Form from "next/form";
import type { ReactNode } from "react";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf, formatP } from "@/lib/domain/format/figures.ts";
import type { RunDifference } from "@/lib/domain/models/registry-view.ts";

/** A form that selects two runs, and the differences between their answers. */
export function RunDifferenceView({
  here,
  withMismatches,
  items,
  runs,
  first,
  second,
  difference,
  note,
  fileHref,
}: {
  here: string;
  /** Whether answers to texts that differ from the item are included. */
  withMismatches: boolean;
  /** The selection of items as text; empty for all items. */
  items: string;
  runs: readonly { id: string; source: string; benchmark: string }[];
  first: string | undefined;
  second: string | undefined;
  /** The differences; null until they are computed, undefined if the two runs cannot be compared. */
  difference: RunDifference | null | undefined;
  /** How it was computed. */
  note: ReactNode;
  /** The address of a file with the differences ("run-pair.csv"). */
  fileHref: (file: string) => string;
}) {
  const options = runs.map(({ id, source, benchmark }) => ({ value: id, label: `${source} (${benchmark})` }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Form action={here} className="no-print grid max-w-[52rem] items-end gap-4 sm:grid-cols-3">
        <Field name="first" label="First run">
          <Select defaultValue={first ?? runs[0]?.id} options={options} />
        </Field>
        <Field name="second" label="Second run">
          <Select defaultValue={second ?? runs[1]?.id} options={options} />
        </Field>
        {items !== "" && <input type="hidden" name="items" value={items} />}
        {withMismatches && <input type="hidden" name="parity" value="all" />}
        <Button type="submit">Compare</Button>
      </Form>
      {note}
      {first && second && difference === undefined && (
        <p className="text-ink-soft">Select two different runs on the same benchmark.</p>
      )}
      {difference && <Difference difference={difference} fileHref={fileHref} />}
    </div>
  );
}

function Difference({ difference, fileHref }: { difference: RunDifference; fileHref: (file: string) => string }) {
  const { n, unmatched, otherVersions, bothRight, firstOnly, secondOnly, neither, clusters, p, items } = difference;
  const versions =
    otherVersions === 0
      ? ""
      : `, of which ${formatCount(otherVersions)} to a different item version than in the other run`;
  if (n === 0)
    return (
      <p className="text-ink-soft">
        The two runs have no item in common: {formatCount(unmatched)} of only one run or without a key
        {versions}.
      </p>
    );
  const description = describeEstimate({ ...difference, value: difference.difference }, n, { unit: "points" });
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        Difference (first − second run): {description.value} points
        {difference.low === null ? ", without an interval" : `, 95% interval ${description.interval}`} (
        {formatNumberOf(clusters, difference.clusterWords.one, difference.clusterWords.many)}); p{" "}
        {formatP(difference.clusteredP)}
        {difference.signPatterns !== null && `, over all sign patterns p ${formatP(difference.signPatterns)}`}; n ={" "}
        {formatCount(n)} common answers, {formatCount(unmatched)} of only one run or without a key
        {versions}. Both right {formatCount(bothRight)}, only the first {formatCount(firstOnly)}, only the second{" "}
        {formatCount(secondOnly)}, neither {formatCount(neither)}; McNemar’s exact p, items treated as independent,{" "}
        {formatP(p)}.{difference.reason && ` ${difference.reason}`}
      </p>
      <TableDownloads name="run-pair" called="the differences between the two runs" fileHref={fileHref} />
      {items.length > 0 && (
        <Table
          caption={`The first ${items.length} items on which the runs differ`}
          maxHeight="28rem"
          takenAs="run-pair-items"
        >
          <thead>
            <tr>
              <Th>Item</Th>
              <Th>Condition</Th>
              <Th>First run</Th>
              <Th>Second run</Th>
              <Th>Right</Th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ item, condition, first, second, isFirstRight }) => (
              <tr key={`${item}/${condition}/${first}/${second}`}>
                <Th scope="row">{item}</Th>
                <Td className="text-ink-soft">{condition.replaceAll(";", ", ") || "none named"}</Td>
                <Td>{first ?? "unparsed"}</Td>
                <Td>{second ?? "unparsed"}</Td>
                <Td>{isFirstRight ? "the first" : "the second"}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {items.length > 0 && (
        <TableDownloads name="run-pair-items" called="items on which they differ" fileHref={fileHref} />
      )}
    </div>
  );
}
