import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatEvidence } from "@/lib/domain/survey/cleaning/cleaning-overview.ts";
import { cleaningRuleTexts, type PlannedCleaningRule } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { exclusionLabel } from "@/lib/domain/survey/studies/exclusion.ts";
import type { SessionTimeline } from "@/lib/domain/survey/studies/study-rows.ts";
import { ExclusionButton } from "../responses/exclusion-button.tsx";

/** The flags of a person's answers with their evidence, and a form that excludes all answers of the person. */
export function PersonCleaning({
  session,
  rules,
  actions,
}: {
  session: Pick<SessionTimeline, "id" | "responses">;
  rules: readonly PlannedCleaningRule[];
  /** Null for users who may only read. */
  actions: { exclude: FormAction; restore: FormAction } | null;
}) {
  const { responses } = session;
  const excluded = responses.filter(({ exclusion }) => exclusion !== null);
  const limits = new Map(rules.map(({ rule, limit }) => [rule, limit]));
  const flags = responses.flatMap((response) =>
    response.flags.map((flag) => ({ ...flag, key: `${response.id} ${flag.rule}`, item: response.item })),
  );
  if (responses.length === 0) return null;
  return (
    <Section
      title="Cleaning"
      lead={`${formatNumberOf(excluded.length, "answer")} of ${responses.length} excluded${excluded.length === 0 ? "" : `: ${[...new Set(excluded.map(({ exclusion }) => exclusionLabel(exclusion?.reason ?? "")))].join(", ")}`}.`}
    >
      {flags.length > 0 && (
        <Table caption="Flags of this person’s answers">
          <thead>
            <tr>
              <Th>Rule</Th>
              <Th>Item</Th>
              <Th>Evidence</Th>
            </tr>
          </thead>
          <tbody>
            {flags.map(({ key, item, ...flag }) => (
              <tr key={key}>
                <Th scope="row">{cleaningRuleTexts[flag.rule].label}</Th>
                <Td className="min-w-48">{item}</Td>
                <Td className="min-w-64">{formatEvidence(flag, limits.get(flag.rule) ?? 0)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {actions && (
        <div className="mt-4 flex flex-wrap gap-3">
          {[false, true].map(
            (isExcluded) =>
              (isExcluded ? excluded.length > 0 : excluded.length < responses.length) && (
                <ExclusionButton
                  key={String(isExcluded)}
                  target={{ session: session.id }}
                  isPerson
                  isExcluded={isExcluded}
                  isPlanned={excluded.some(({ exclusion }) => exclusion?.isPlanned)}
                  {...actions}
                />
              ),
          )}
        </div>
      )}
    </Section>
  );
}
