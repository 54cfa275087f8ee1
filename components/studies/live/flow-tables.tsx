import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatPart } from "@/lib/domain/format/estimates.ts";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { SessionFlow } from "@/lib/domain/survey/live/prepare-flow.ts";
import { outcomeLabels } from "../study-labels.ts";

/**
 * A table of screens. For each screen: how many people reached it, completed it, wait there, dropped out or are in
 * progress.
 */
export function StepTable({ flow }: { flow: SessionFlow }) {
  const maxShown = Math.max(1, ...flow.steps.map((step) => step.shown / step.times));
  return (
    <Table caption="Screens in the order of the session (shares of arrivals so far)" takenAs="screens">
      <thead>
        <tr>
          <Th>Screen</Th>
          <Th className="w-2/5 max-sm:hidden">
            <span className="sr-only">As a bar</span>
          </Th>
          <Th isNumber>Reached</Th>
          <Th isNumber>Completed</Th>
          <Th isNumber>Dropped out or in progress</Th>
        </tr>
      </thead>
      <tbody>
        {flow.steps.map((step) => (
          <tr key={step.key}>
            <Th scope="row">
              {step.label}
              {step.times > 1 && (
                <span className="block text-xs font-normal text-ink-soft">up to {step.times} times per session</span>
              )}
            </Th>
            <Td className="max-sm:hidden">
              <span aria-hidden="true" className="keep-colour mt-1 block h-3 w-full rounded-sm bg-rule/60">
                <span className="flex h-full">
                  <span
                    className="h-full rounded-l-sm bg-people"
                    style={{ width: `${(step.left / step.times / maxShown) * 100}%` }}
                  />
                  <span
                    className="h-full rounded-r-sm bg-people/40"
                    style={{ width: `${(step.standing / step.times / maxShown) * 100}%` }}
                  />
                </span>
              </span>
            </Td>
            <Td isNumber>{formatCount(step.shown)}</Td>
            <Td isNumber>{formatCount(step.left)}</Td>
            <Td isNumber>
              {formatPart(step.standing, step.shown)}
              {step.waiting > 0 && (
                <span className="block text-xs text-ink-soft">{formatCount(step.waiting)} waiting for a free slot</span>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** A table of outcomes. Their counts add up to the number of sessions that started. */
export function OutcomeTable({ flow }: { flow: SessionFlow }) {
  const rows = [
    ...Object.entries(flow.ended).flatMap(([outcome, count]) => [
      { label: outcomeLabels[outcome] ?? outcome, count },
      ...flow.exits
        .filter(({ endsAs }) => endsAs === outcome)
        .map((exit) => ({ label: `Of these: exit “${exit.label}”`, count: exit.count })),
    ]),
    { label: "Dropped out, waiting or in progress", count: flow.unfinished },
  ];
  return (
    <Table
      takenAs="outcomes"
      caption={`Of ${formatCount(flow.started)} participants who answered the consent form; shares describe the arrivals so far`}
    >
      <thead>
        <tr>
          <Th>Outcome</Th>
          <Th isNumber>Participants</Th>
          <Th isNumber>Share</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <Th scope="row">
              {row.label}
              {row.label === outcomeLabels.complete && flow.surplus > 0 && (
                <span className="block text-xs font-normal text-ink-soft">
                  {formatCount(flow.surplus)} of them surplus: completed after the slot was reassigned
                </span>
              )}
            </Th>
            <Td isNumber>{formatCount(row.count)}</Td>
            <Td isNumber>{formatPart(row.count, flow.started)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
