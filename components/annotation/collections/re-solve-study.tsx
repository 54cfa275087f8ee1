import { Badge } from "@/components/ui/badge.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { GateResult } from "@/lib/domain/annotation/judge-gate.ts";
import type { ItemStatus } from "@/lib/domain/annotation/task.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { itemStatusLabel } from "./collection-labels.ts";
import { GateResultLabel } from "./gate-result.tsx";

interface Gate {
  itemId: string;
  externalId: string;
  status: ItemStatus;
  passed: boolean | null;
  result: GateResult | null;
}

/** The items of a re-solve, with people's answers to each item. */
export function GateTable({ gates, base }: { gates: readonly Gate[]; base: string }) {
  return (
    <Table caption="Items of this re-solve" isCaptionHidden maxHeight="28rem">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Result</Th>
          <Th>Current status</Th>
        </tr>
      </thead>
      <tbody>
        {gates.map((gate) => (
          <tr key={gate.itemId}>
            <Th scope="row">
              <Link href={`${base}/items/${gate.itemId}`} className="wrap-anywhere" prefetch={false}>
                {gate.externalId}
              </Link>
            </Th>
            <Td>
              <GateResultLabel passed={gate.passed} result={gate.result} />
            </Td>
            <Td>
              <Badge tone={itemStatusLabel(gate.status).tone}>{itemStatusLabel(gate.status).word}</Badge>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Personal links for raters who have seen none of the items, and the number of other raters. */
export function SolverLinks({
  links,
  barred,
}: {
  links: readonly { name: string; email: string; url: string }[];
  barred: number;
}) {
  return (
    <div className="grid gap-3">
      {links.length > 0 && (
        <ul className="divide-y divide-rule border-y border-rule">
          {links.map((link) => (
            <li key={link.email} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
              <span className="min-w-0 wrap-anywhere">
                {link.name} <span className="text-ink-soft">{link.email}</span>
              </span>
              <CopyButton text={link.url} label={`Copy the link for ${link.name}`} />
            </li>
          ))}
        </ul>
      )}
      <p className="max-w-measure text-sm text-ink-soft">
        {links.length === 0 && "No rater of the project is eligible to solve these items. "}
        {barred > 0
          ? `${formatNumberOf(barred, "rater")} ${barred === 1 ? "has" : "have"} seen one of the items and ${barred === 1 ? "gets" : "get"} no link; their answers do not count.`
          : "No rater has seen any of the items."}
      </p>
    </div>
  );
}
