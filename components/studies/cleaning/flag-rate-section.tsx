import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { PollingNote } from "@/components/ui/polling-note.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { describeEstimate } from "@/lib/domain/format/estimates.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { cleaningRuleTexts } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { type FlagRate, type RuleRates, scriptedBehaviours } from "@/lib/domain/survey/cleaning/scripted-behaviour.ts";

/** How often each rule flagged scripted participants with the behaviour that it should detect, and attentive ones. */
export function FlagRateSection({
  studyId,
  found,
  working,
  failed,
  simulate,
}: {
  studyId: string;
  found: { people: number; rates: readonly RuleRates[] } | null;
  /** The progress of the running simulation; null if none is running. */
  working: { done: number; participants: number } | null;
  failed: string | null;
  /** Null for users who may only read. */
  simulate: FormAction | null;
}) {
  return (
    <Section
      title="Rates from scripted participants"
      lead="Scripted participants answer a copy of this study in the stage “simulation”. Half of them are attentive; the others show the behaviour that one of the rules should flag. Their answers are never mixed with those of people."
    >
      {found && (
        <>
          <Table caption="Flagged scripted participants by rule">
            <thead>
              <tr>
                <Th>Rule</Th>
                <Th isNumber>Flagged with the target behaviour (true positive rate)</Th>
                <Th isNumber>Flagged although attentive (false positive rate)</Th>
                <Th>Flagged attentive participants</Th>
              </tr>
            </thead>
            <tbody>
              {found.rates.map(({ rule, truePositive, falsePositive, flaggedAttentiveBehaviours }) => (
                <tr key={rule.rule}>
                  <Th scope="row" className="min-w-40">
                    {cleaningRuleTexts[rule.rule].label}
                  </Th>
                  <RateCell rate={truePositive} />
                  <RateCell rate={falsePositive} />
                  <Td className="min-w-56 text-xs text-ink-soft">
                    {flaggedAttentiveBehaviours.map((name) => scriptedBehaviours[name].label).join("; ") || "none"}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <p className="mt-3 max-w-measure text-sm text-ink-soft">
            {formatNumberOf(found.people, "scripted person", "scripted people")}. One attentive person in four pastes a
            draft, uses an extension that corrects text, or is interrupted; the rates depend on such assumptions, and
            can differ if people know the rules.
          </p>
        </>
      )}
      {working && (
        <PollingNote>
          Scripted participants are running: {working.done} of {working.participants} so far.
        </PollingNote>
      )}
      {failed !== null && <p className="mt-4 text-bad">The last simulation failed: {failed}</p>}
      {simulate && !working && (
        <ActionForm action={simulate} hidden={{ study: studyId }} label="Scripted participants" className="mt-4">
          <div>
            <SubmitButton look="secondary">{found ? "Run again" : "Run scripted participants"}</SubmitButton>
          </div>
        </ActionForm>
      )}
    </Section>
  );
}

function RateCell({ rate: { flagged, n, low, high } }: { rate: FlagRate }) {
  const reason = n === 0 ? "no such participants" : null;
  const { value, interval } = describeEstimate({ value: n === 0 ? null : flagged / n, low, high, reason }, n);
  return (
    <Td isNumber className="min-w-40">
      {value}
      <span className="block text-xs text-ink-soft">{n === 0 ? interval : `${interval} (95%, Wilson)`}</span>
      <span className="block text-xs text-ink-soft">
        {flagged} of {n}
      </span>
    </Td>
  );
}
