import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { LinkButton } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Stat, Stats } from "@/components/ui/stat.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { WhatIsThis } from "@/components/ui/what-is-this.tsx";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatPlanned, formatQuantity } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatCost } from "@/lib/domain/format/money.ts";
import type { StudyForecast } from "@/lib/domain/survey/studies/planner.ts";
import { type PilotMeasurements, type Planning, withMeasurements } from "@/lib/domain/survey/studies/planner-query.ts";

/** The planner: time, cost and precision of this design under the assumptions in the query string. */
export function PlannerSection({
  studyId,
  forecast,
  query,
  measured,
  isKept,
  keepAction,
}: {
  studyId: string;
  forecast: StudyForecast;
  query: Planning;
  /** The measurements of the pilot; null if there is no pilot. */
  measured: PilotMeasurements | null;
  /** Whether these assumptions are saved with the study. */
  isKept: boolean;
  /** Null for users who may not change the study. */
  keepAction: FormAction | null;
}) {
  const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const fileHref = (file: string) =>
    `/api/v1/studies/${studyId}/course/${file}?${new URLSearchParams([["of", "planner"], ...parameters])}`;
  const formatMoney = (amount: number) => formatCost(amount, query.currency);
  return (
    <Section
      title={
        <>
          Planner <WhatIsThis term="Planner" document="statistics#planning" />
        </>
      }
      lead="What this design costs, before data collection. All numbers are computed from the assumptions below, which a pilot can measure."
    >
      <Stats>
        <Stat
          side="people"
          label="People"
          value={formatCount(forecast.people)}
          n={`${formatCount(forecast.arrivals)} arrivals needed, including drop-out`}
        />
        <Stat
          label="Hours"
          value={formatCount(forecast.hours < 10 ? Math.round(forecast.hours * 10) / 10 : Math.round(forecast.hours))}
          n={`${query.minutes} minutes each`}
        />
        <Stat
          label="Pay per person"
          value={formatMoney(forecast.payPerPerson)}
          n={`${formatMoney(query.pay)} per hour`}
        />
        <Stat label="In all" value={formatMoney(forecast.total)} n={`with a fee of ${formatPlanned(query.fee)}`} />
      </Stats>
      <MajorityTable {...{ forecast, query }} />
      <div className="mt-2 grid gap-2">
        <TableDownloads name="majority" called="majority votes" fileHref={fileHref} />
      </div>
      <p className="mt-4 max-w-measure">
        {forecast.cell.width === null
          ? "No item has an answer under each condition."
          : `One item under one condition gets ${formatCount(forecast.cell.n)} answers, each of a different person; the 95% Wilson interval of its share of right answers would then be ${formatQuantity(forecast.cell.width * 100)} points wide (computed from the plan, not from data).`}{" "}
        Widths over items, power and detectable differences are simulated below. A majority vote is right far more often
        than its voters: choose the comparator before you compare.
      </p>
      {measured && <PilotAssumptions measured={measured} query={query} />}
      <Assumptions query={query} />
      {isKept ? (
        <p className="mt-4 text-sm text-ink-soft">
          These assumptions are saved with the study, including the currency.
        </p>
      ) : (
        keepAction && (
          <ActionForm
            action={keepAction}
            label="Save the assumptions"
            className="mt-4 grid gap-3"
            hidden={{
              study: studyId,
              ...Object.fromEntries(parameters),
            }}
          >
            <div>
              <SubmitButton>Save these assumptions with the study</SubmitButton>
            </div>
          </ActionForm>
        )
      )}
    </Section>
  );
}

/** Accuracies of majorities. */
function MajorityTable({ forecast, query }: { forecast: StudyForecast; query: Planning }) {
  return (
    <div className="mt-6 max-w-xl">
      <Table caption="Accuracy of a majority vote" takenAs="majority">
        <thead>
          <tr>
            <Th>People in the vote</Th>
            <Th isNumber>Accuracy, if each person is right {formatPlanned(query.accuracy)} of the time</Th>
          </tr>
        </thead>
        <tbody>
          {forecast.majority.map(({ k, accuracy }) => (
            <tr key={k}>
              <Th scope="row">{k === 1 ? "one person" : formatCount(k)}</Th>
              <Td isNumber>{formatPlanned(accuracy)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

const measuredNames = {
  minutes: "minutes per session (median)",
  dropOut: "drop-out",
  accuracy: "accuracy of one person",
  story: "correlation within a story",
  person: "correlation within a person",
} as const;

/** The measurements of the pilot, with a link that uses them as assumptions. */
function PilotAssumptions({ measured, query }: { measured: PilotMeasurements; query: Planning }) {
  const measuredQuery = withMeasurements(query, measured);
  const names = Object.keys(measuredNames).filter((name) => name in measured.values) as (keyof typeof measuredNames)[];
  const isMeasuredUsed = canonicalJson(measuredQuery) === canonicalJson(query);
  if (names.length === 0) return null;
  return (
    <div className="mt-6 max-w-measure">
      <p>
        The pilot “{measured.pilot.name}” describes {formatNumberOf(measured.answers, "answer")} of{" "}
        {formatNumberOf(measured.people, "person", "people")} and {formatNumberOf(measured.sessions, "ended session")}:{" "}
        {names.map((name) => `${measuredNames[name]} ${measuredQuery[name]}`).join(", ")}.
        {names.length < Object.keys(measuredNames).length && " It does not measure the other assumptions."}
      </p>
      {!isMeasuredUsed && (
        <div className="mt-2">
          <LinkButton
            href={`?${new URLSearchParams(Object.entries(measuredQuery).map(([name, value]) => [name, String(value)]))}`}
          >
            Use the pilot’s measurements
          </LinkButton>
        </div>
      )}
    </div>
  );
}

/**
 * The form for the assumptions. It is a plain form whose values are in the address, so that a calculation can be shared
 * as a link.
 */
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
