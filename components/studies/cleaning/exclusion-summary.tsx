import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import type { CleaningOverview } from "@/lib/domain/survey/cleaning/cleaning-overview.ts";
import { exclusionLabel } from "@/lib/domain/survey/studies/exclusion.ts";
import { LocalTime } from "../local-time.tsx";

/** The exclusions of a study, counted by rule and by who decided. */
export function ExclusionSummary({ exclusions }: { exclusions: CleaningOverview["exclusions"] }) {
  return (
    <Section
      title="Exclusions"
      lead="No answer is deleted, and no exclusion changes a payment. An exclusion is reversed in the list of responses, for one answer, or on the page of a person."
    >
      {exclusions.length === 0 ? (
        <p className="text-ink-soft">No answer is excluded.</p>
      ) : (
        <Table caption="Exclusions by rule">
          <thead>
            <tr>
              <Th>Rule or reason</Th>
              <Th>Decided by</Th>
              <Th isNumber>Answers</Th>
              <Th isNumber>People</Th>
              <Th isNumber>Reversed</Th>
              <Th>First and last</Th>
            </tr>
          </thead>
          <tbody>
            {exclusions.map(({ rule, by, answers, people, reversed, first, last }) => (
              <tr key={`${rule} ${by}`}>
                <Th scope="row" className="min-w-48 wrap-anywhere">
                  {exclusionLabel(rule)}
                </Th>
                <Td className="min-w-32">{by === "" ? "the rule" : by}</Td>
                <Td isNumber>{formatCount(answers)}</Td>
                <Td isNumber>{formatCount(people)}</Td>
                <Td isNumber>{formatCount(reversed)}</Td>
                <Td className="min-w-56">
                  <LocalTime at={first.toISOString()} withDate />
                  {last > first && (
                    <>
                      {" to "}
                      <LocalTime at={last.toISOString()} withDate />
                    </>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
