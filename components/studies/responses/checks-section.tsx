import { StatusCaption, StatusNote } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { type ResultStatus, reopenedStatus } from "@/lib/domain/results/plan/result-status.ts";
import { checkPolicies } from "@/lib/domain/results/views/design-views.ts";
import type { CheckFigures, StudyChecks } from "@/lib/domain/survey/live/prepare-checks.ts";

/** The results of the study's checks, and the plan's exclusion rule for missed checks. */
export function ChecksSection({
  found,
  status,
  studyId,
}: {
  found: StudyChecks;
  status: ResultStatus;
  studyId: string;
}) {
  const { checks, later, missedChecks, people, answers, reversed } = found;
  return (
    <Section
      title="Checks and practice"
      lead="Counts the last attempt of each person, including people whose session was ended by a check and people who dropped out later."
    >
      <StatusNote status={status} about="Shares of people who missed a check" />
      <ChecksTable checks={checks} caption="Results of each check" />
      <TableDownloads name="checks" fileHref={(file) => `/api/v1/studies/${studyId}/course/${file}?of=checks`} />
      {later && (
        <div className="mt-6 grid grid-cols-1 gap-2">
          <ChecksTable checks={later.checks} caption="Results of each check, people who arrived after the reopening" />
          <StatusCaption status={reopenedStatus(new Date(later.lockedAt))} />
          <TableDownloads
            name="checks"
            called="the checks after the reopening"
            fileHref={(file) => `/api/v1/studies/${studyId}/course/${file}?of=checks-reopened`}
          />
        </div>
      )}
      <p className="mt-4 max-w-measure">
        {missedChecks === null
          ? "The analysis plan has no rule about missed checks, so flags are only shown."
          : `The analysis plan excludes the answers of people who missed ${missedChecks} or more flagging checks, as they arrive: ${formatNumberOf(people, "person", "people")}, ${formatNumberOf(answers, "answer")} excluded${reversed === 0 ? "" : `, ${formatNumberOf(reversed, "exclusion")} of the plan reversed with a reason`}.`}
      </p>
    </Section>
  );
}

function ChecksTable({ checks, caption }: { checks: readonly CheckFigures[]; caption: string }) {
  return (
    <Table caption={caption} takenAs="checks">
      <thead>
        <tr>
          <Th>Check</Th>
          <Th>If missed</Th>
          <Th isNumber>Met</Th>
          <Th isNumber>Passed at first attempt</Th>
          <Th isNumber>Passed later</Th>
          <Th isNumber>Missed</Th>
          <Th isNumber>Missed (95% interval)</Th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.key}>
            <Th scope="row">{check.title}</Th>
            <Td>{checkPolicies[check.policy]}</Td>
            <Td isNumber>{check.met}</Td>
            <Td isNumber>{check.passedFirst}</Td>
            <Td isNumber>{check.passedLater}</Td>
            <Td isNumber>{check.missed}</Td>
            <Td isNumber>{formatMissedShare(check)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function formatMissedShare({ met, missed, interval }: CheckFigures): string {
  if (interval === null) return "not shown to anyone";
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  return `${percent(missed / met)} (${percent(interval.low)} to ${percent(interval.high)})`;
}
