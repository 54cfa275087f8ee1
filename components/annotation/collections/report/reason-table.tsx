import { Table, Th } from "@/components/ui/table.tsx";
import type { CodedDecision, ReasonRow } from "@/lib/domain/annotation/figures/prepare-reasons.ts";
import { LinkedShareCell } from "../people/people-quality.tsx";

const columns: readonly { of: CodedDecision; label: string }[] = [
  { of: "refined", label: "Refined" },
  { of: "marks", label: "Only marks moved" },
  { of: "unusable", label: "Marked as unusable" },
  { of: "changed", label: "Changed in review" },
  { of: "returned", label: "Returned by review" },
];

/**
 * The numbers of items by reason: why they were refined, marked as unusable, changed or returned, or why only marks
 * moved.
 */
export function ReasonTable({ reasons, itemsHref }: { reasons: readonly ReasonRow[]; itemsHref: string }) {
  if (reasons.length === 0) return <p className="text-ink-soft">No reasons yet.</p>;
  return (
    <Table caption="Reasons (% of items with a reason)" takenAs="reasons">
      <thead>
        <tr>
          <Th>Reason</Th>
          {columns.map(({ of, label }) => (
            <Th key={of} isNumber>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ code, label, shares }) => (
          <tr key={code}>
            <Th scope="row" className="max-w-80">
              {label}
            </Th>
            {columns.map(({ of }) => (
              <LinkedShareCell
                key={of}
                share={shares[of]}
                of="items with a reason"
                href={`${itemsHref}?${new URLSearchParams({ figure: `code-${of}`, code })}`}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
