import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { CheckSummary } from "@/lib/domain/epistemic/mindgames/check-summary.ts";
import type { Setup } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";

const columns = [
  { name: "withProblems", label: "Rows with errors" },
  { name: "differing", label: "Text and formula differ" },
  { name: "contradictory", label: "Text contradicts itself" },
  { name: "labelNotByFormula", label: "Label differs from the formula" },
  { name: "labelNotByText", label: "Label differs from the text" },
] as const satisfies readonly { name: keyof CheckSummary; label: string }[];

/** For each setup, the number of rows whose label, formula and text are inconsistent. */
export function CheckTable({
  check,
  bySetup,
}: {
  check: CheckSummary;
  bySetup: readonly { setup: Setup; check: CheckSummary }[];
}) {
  const lines = [
    ...bySetup.map(({ setup, check: own }) => ({ label: setupLabels[setup].name, own })),
    ...(check.malformed > 0 ? [] : [{ label: "All", own: check }]),
  ];
  return (
    <Table caption="Consistency of label, formula and text of every row">
      <thead>
        <tr>
          <Th>Setup</Th>
          <Th isNumber>Rows</Th>
          {columns.map(({ name, label }) => (
            <Th key={name} isNumber>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, own }) => (
          <tr key={label}>
            <Th scope="row">{label}</Th>
            <Td isNumber>{formatCount(own.rows)}</Td>
            {columns.map(({ name }) => (
              <Td key={name} isNumber className={own[name] === 0 ? "text-ink-soft" : "font-semibold text-warn"}>
                {formatCount(own[name])}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
