import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { type FlagExample, formatEvidence } from "@/lib/domain/survey/cleaning/cleaning-overview.ts";
import { type CleaningRuleName, cleaningRuleTexts } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import type { RuleFigures } from "@/lib/domain/survey/cleaning/fold-flags.ts";

/**
 * The number of answers that each planned rule flagged, with the rule's limit and the cases to which it does not apply.
 */
export function CleaningRulesTable({
  rules,
  hrefOf,
}: {
  rules: readonly RuleFigures[];
  /** The address of the list of answers that a rule flagged. */
  hrefOf: (rule: CleaningRuleName) => string;
}) {
  return (
    <Table caption="Flagged answers by rule">
      <thead>
        <tr>
          <Th>Rule</Th>
          <Th>Action</Th>
          <Th isNumber>Answers</Th>
          <Th isNumber>People</Th>
          <Th isNumber>Not checked</Th>
          <Th>Rule does not apply to</Th>
        </tr>
      </thead>
      <tbody>
        {rules.map(({ rule, limit, action, flagged, people, silent }) => {
          const { label, condition, unit, silent: where } = cleaningRuleTexts[rule];
          return (
            <tr key={rule}>
              <Th scope="row" className="min-w-56">
                {label}
                <span className="block text-xs font-normal text-ink-soft">{condition}</span>
                <span className="block font-normal">
                  Limit: {limit} {unit}
                </span>
              </Th>
              <Td className="min-w-36">{action === "exclude" ? "Excluded at the data lock" : "Reviewed"}</Td>
              <Td isNumber>{flagged === 0 ? "0" : <Link href={hrefOf(rule)}>{formatCount(flagged)}</Link>}</Td>
              <Td isNumber>{formatCount(people)}</Td>
              <Td isNumber>{formatCount(silent)}</Td>
              <Td className="min-w-72 text-xs text-ink-soft">{where}</Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** The newest flags with their evidence. */
export function FlagEvidence({
  examples,
  rules,
  sessionHref,
}: {
  examples: readonly FlagExample[];
  rules: readonly RuleFigures[];
  sessionHref: (session: string) => string;
}) {
  const limits = new Map(rules.map(({ rule, limit }) => [rule, limit]));
  return (
    <details className="mt-4 rounded-md border border-rule">
      <summary className="px-4 py-3 font-medium">Evidence of the newest flags</summary>
      <div className="px-4 pb-4">
        <Table caption="Newest flags of each rule" isCaptionHidden>
          <thead>
            <tr>
              <Th>Rule</Th>
              <Th>Person</Th>
              <Th>Evidence</Th>
            </tr>
          </thead>
          <tbody>
            {examples.map((example, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an answer can have several flags, in a fixed order.
              <tr key={index}>
                <Td className="min-w-40">{cleaningRuleTexts[example.rule].label}</Td>
                <Td>
                  <Link href={sessionHref(example.session)}>
                    <code className="text-xs">{example.session.slice(0, 8)}</code>
                  </Link>
                </Td>
                <Td className="min-w-64">{formatEvidence(example, limits.get(example.rule) ?? 0)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  );
}
