import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatCount, formatNumber, formatPercent, formatShare } from "@/lib/domain/format/figures.ts";
import { formatCost } from "@/lib/domain/format/money.ts";
import type { StudyForecast } from "@/lib/domain/survey/studies/planner.ts";
import type { Planning } from "@/lib/domain/survey/studies/planner-query.ts";

/** The cost and the expected precision of a study of this size, under assumptions in the page's search parameters. */
export function PlannerSection({
  studyId,
  forecast,
  query,
  isKept,
  keepAction,
}: {
  studyId: string;
  forecast: StudyForecast;
  query: Planning;
  /** Whether these assumptions are the stored ones. */
  isKept: boolean;
  /** Null for users who may not change the study. */
  keepAction: FormAction | null;
}) {
  const assumed = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const fileHref = (file: string) =>
    `/api/v1/studies/${studyId}/course/${file}?${new URLSearchParams([["of", "planner"], ...assumed])}`;
  const money = (amount: number) => formatCost(amount, query.currency);
  const all = forecast.widths.at(-1)?.n ?? 0;
  const asPlanned = `, with ${formatCount(all)} answers; it describes the plan, so there is no interval.`;
  return (
    <Section
      title="Planner"
      lead="What this design costs and what it can show, before data collection. Every figure follows from the assumptions below; a pilot replaces them with measurements."
    >
      <Stats>
        <Stat
          side="people"
          label="People"
          value={formatCount(forecast.people)}
          n={`${formatCount(forecast.arrivals)} arrivals needed, including drop-out`}
        />
        <Stat label="Hours" value={formatCount(Math.round(forecast.hours))} n={`${query.minutes} minutes each`} />
        <Stat label="Pay for each" value={money(forecast.payPerPerson)} n={`${money(query.pay)} per hour`} />
        <Stat label="In all" value={money(forecast.total)} n={`with a fee of ${formatShare(query.fee)}`} />
      </Stats>
      <ForecastTables {...{ forecast, query }} />
      <div className="mt-2 grid gap-2">
        <TableDownloads name="widths" called="widths of intervals" fileHref={fileHref} />
        <TableDownloads name="majority" called="majority votes" fileHref={fileHref} />
      </div>
      <ul className="mt-4 grid max-w-measure list-disc gap-1 pl-5">
        <li>
          {forecast.detectable === null
            ? "No difference between conditions can be found: there is one condition, or too few answers."
            : `Smallest difference between two conditions found with 80% power: ${points(forecast.detectable)}${asPlanned}`}
        </li>
        <li>
          {forecast.equivalence === null
            ? "No test of equivalence is planned: the analysis plan names no margin."
            : `Power to show that a model that is right as often as people is equivalent to them: ${formatShare(forecast.equivalence)}${asPlanned}`}
        </li>
        <li>
          Answers about one story, and of one person, are alike: one condition’s answers count as if there were{" "}
          {formatNumber(forecast.designEffect)} times fewer.
        </li>
        <li>A majority vote is right far more often than its voters: choose the comparator before you compare.</li>
      </ul>
      <Assumptions query={query} />
      {isKept ? (
        <p className="mt-4 text-sm text-ink-soft">The study keeps these assumptions, including the currency.</p>
      ) : (
        keepAction && (
          <ActionForm
            action={keepAction}
            label="Keep the assumptions"
            className="mt-4 grid gap-3"
            hidden={{
              study: studyId,
              ...Object.fromEntries(assumed),
            }}
          >
            <div>
              <SubmitButton>Keep these assumptions for the study</SubmitButton>
            </div>
          </ActionForm>
        )
      )}
    </Section>
  );
}

/** Expected widths of intervals and accuracies of majorities. */
function ForecastTables({ forecast, query }: { forecast: StudyForecast; query: Planning }) {
  return (
    <div className="mt-6 grid grid-cols-1 gap-8 lg:grid-cols-2">
      <Table caption="Expected width of a 95% interval; it describes this plan before any answer" takenAs="widths">
        <thead>
          <tr>
            <Th>Of</Th>
            <Th isNumber>Answers</Th>
            <Th isNumber>Width</Th>
          </tr>
        </thead>
        <tbody>
          {forecast.widths.map(({ name, n, width }) => (
            <tr key={name}>
              <Th scope="row">{name}</Th>
              <Td isNumber>{formatCount(n)}</Td>
              <Td isNumber>{width === null ? "no answers" : points(width)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Table caption="Accuracy of a majority vote" takenAs="majority">
        <thead>
          <tr>
            <Th>People in the vote</Th>
            <Th isNumber>Accuracy, if each person is right {formatShare(query.accuracy)} of the time</Th>
          </tr>
        </thead>
        <tbody>
          {forecast.majority.map(({ k, accuracy }) => (
            <tr key={k}>
              <Th scope="row">{k === 1 ? "one person" : formatCount(k)}</Th>
              <Td isNumber>{formatShare(accuracy)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** A plain form of the page's address, so that a calculation can be shared as a link. */
function Assumptions({ query }: { query: Planning }) {
  const fields: [keyof Planning, string][] = [
    ["minutes", "Minutes per session"],
    ["pay", "Pay per hour"],
    ["currency", "Currency (EUR, GBP, USD …)"],
    ["fee", "Recruiter’s fee (0 to 1)"],
    ["dropOut", "Drop-out (0 to 1)"],
    ["accuracy", "One person’s accuracy (0 to 1)"],
    ["story", "Correlation within a story"],
    ["person", "Correlation within a person"],
  ];
  return (
    <form className="mt-6 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4" aria-label="Assumptions of the planner">
      {fields.map(([name, label]) => (
        <Field key={name} name={name} label={label}>
          <TextInput defaultValue={query[name]} inputMode={name === "currency" ? "text" : "decimal"} />
        </Field>
      ))}
      <div className="self-end">
        <Button type="submit">Calculate</Button>
      </div>
    </form>
  );
}

function points(share: number): string {
  return `${formatPercent(share)} points`;
}
