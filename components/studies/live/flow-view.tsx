import { FigureDownloads } from "@/components/charts/figure-downloads.tsx";
import { StatusCaption, StatusNote } from "@/components/charts/status-note.tsx";
import { TableDownloads } from "@/components/charts/table-downloads.tsx";
import { ConditionNotes } from "@/components/ui/condition-notes.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { describeEstimate, estimateSentence } from "@/lib/domain/format/estimates.ts";
import { formatCount, formatPInSentence } from "@/lib/domain/format/figures.ts";
import { type ResultStatus, reopenedStatus } from "@/lib/domain/results/plan/result-status.ts";
import {
  type Consort,
  type ConsortArm,
  type ConsortParts,
  countDroppedOut,
} from "@/lib/domain/survey/live/prepare-consort.ts";
import { explainConditions } from "@/lib/domain/survey/studies/explain-conditions.ts";

/** What became of all arrivals: a CONSORT diagram, its numbers as a table, and the test of differential drop-out. */
export function FlowView({
  flow,
  status,
  studyId,
  canWrite,
  topUp,
}: {
  flow: ConsortParts & { hasBetween: boolean; lacking: number };
  /** The status of the study’s data; interim data are not tested. */
  status: ResultStatus;
  studyId: string;
  canWrite: boolean;
  topUp: FormAction;
}) {
  const { consort, later, hasBetween, lacking } = flow;
  const fileHref = (file: string) => `/api/v1/studies/${studyId}/course/${file}?of=flow`;
  const laterFileHref = (file: string) => `/api/v1/studies/${studyId}/course/${file}?of=flow-reopened`;
  return (
    <>
      <Section
        title="From arrival to completion"
        lead="A CONSORT diagram: each arrival is counted in exactly one box, below its assigned condition."
      >
        <ConsortFigure consort={consort} />
        {later && <StatusCaption status={status} />}
        <FigureDownloads
          name="consort"
          svgHref={fileHref("consort.svg")}
          specificationHref={fileHref("consort.vl.json")}
          canAdjust={false}
        />
        <TableDownloads name="places" called="the participant flow" fileHref={fileHref} />
        {!hasBetween && (
          <p className="mt-4 max-w-measure text-sm text-ink-soft">
            The conditions do not vary between people, so there is one column.
          </p>
        )}
      </Section>
      <Section title="Drop-out by condition" lead={status.kind === "interim" ? undefined : testSentence(consort)}>
        <StatusNote status={status} about="Drop-out by condition" />
        <ArmTable consort={consort} />
        <FigureDownloads
          name="drop-out"
          svgHref={fileHref("drop-out.svg")}
          specificationHref={fileHref("drop-out.vl.json")}
        />
        <TableDownloads name="arms" fileHref={fileHref} />
        {status.kind !== "interim" && (
          <TableDownloads name="drop-out" called="the test of drop-out" fileHref={fileHref} />
        )}
        <ConditionNotes notes={explainConditions(consort.arms.map(({ label }) => label))} />
      </Section>
      {later && (
        <Section
          title="Planned, amended after data"
          lead={`People who arrived after the study was reopened. ${testSentence(later.consort)}`}
        >
          <ConsortFigure consort={later.consort} />
          <StatusCaption status={reopenedStatus(new Date(later.lockedAt))} />
          <FigureDownloads
            name="consort"
            called="people after the reopening"
            svgHref={laterFileHref("consort.svg")}
            specificationHref={laterFileHref("consort.vl.json")}
            canAdjust={false}
          />
          <TableDownloads name="places" called="the flow after the reopening" fileHref={laterFileHref} />
          <ArmTable consort={later.consort} caption="People by assigned condition, after the reopening" />
          <TableDownloads name="arms" called="conditions after the reopening" fileHref={laterFileHref} />
          <TableDownloads name="drop-out" called="the test of drop-out after the reopening" fileHref={laterFileHref} />
        </Section>
      )}
      {lacking > 0 && (
        <Section
          title="Excluded answers"
          lead={`${formatNounCount(lacking, "complete session has answers that are", "complete sessions have answers that are")} excluded and not replaced, so ${lacking === 1 ? "its cells are" : "their cells are"} short.`}
        >
          {canWrite && (
            <ConfirmButton
              action={topUp}
              hidden={{ study: studyId }}
              title="Replace the excluded answers?"
              consequence={
                <p>
                  {formatNounCount(lacking, "slot is", "slots are")} added, of the same groups, items and conditions,
                  and recorded in the assignment log. All items of a session are asked again. Only the new answers that
                  replace missing ones count; the others are excluded as not needed. Existing exclusions do not change.
                  Reopen a closed study to collect them.
                </p>
              }
              confirm="Add slots"
            >
              Replace excluded answers
            </ConfirmButton>
          )}
        </Section>
      )}
    </>
  );
}

/** The CONSORT diagrams of a study, each with its status. */
export function ConsortFigures({ flow: { consort, later }, status }: { flow: ConsortParts; status: ResultStatus }) {
  return (
    <>
      <ConsortFigure consort={consort} />
      <StatusCaption status={status} />
      {later && (
        <>
          <h3 className="font-semibold">People who arrived after the study was reopened</h3>
          <ConsortFigure consort={later.consort} />
          <StatusCaption status={reopenedStatus(new Date(later.lockedAt))} />
        </>
      )}
    </>
  );
}

/** The CONSORT diagram from arrival to completion. Each between-subjects condition has a column. */
function ConsortFigure({ consort }: { consort: Consort }) {
  const { arrived, before, assigned, arms } = consort;
  return (
    <figure className="grid grid-cols-1 gap-3" data-drawn-as="consort">
      <Box label="Arrived" n={arrived} />
      {before.length > 0 && (
        <div className="ml-6 rounded-md border border-rule border-dashed p-4 md:ml-24">
          <p className="font-medium tabular-nums">Not assigned: {formatCount(arrived - assigned)}</p>
          <ul className="mt-1 text-sm tabular-nums">
            {before.map(({ reason, count: n }) => (
              <li key={reason}>
                {reason}: {formatCount(n)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Box label="Assigned" n={assigned} />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {arms.map((arm) => (
          <div key={arm.label} className="grid min-w-0 grid-cols-1 content-start gap-3">
            <Box label={arm.label} n={arm.assigned} />
            <div className="rounded-md border border-rule border-dashed p-4 text-sm tabular-nums">
              <p className="font-medium">Dropped out: {formatCount(countDroppedOut(arm))}</p>
              <ul className="mt-1">
                {listReasons(arm).map(([reason, n]) => (
                  <li key={reason}>
                    {reason}: {formatCount(n)}
                  </li>
                ))}
              </ul>
              {arm.underWay > 0 && <p className="mt-1">In progress: {formatCount(arm.underWay)}</p>}
            </div>
            <Box
              label="Completed"
              n={arm.finished}
              note={arm.surplus > 0 ? `${formatCount(arm.surplus)} of them surplus` : null}
            />
          </div>
        ))}
      </div>
    </figure>
  );
}

function Box({ label, n, note = null }: { label: string; n: number; note?: string | null }) {
  return (
    <div className="rounded-md border border-rule bg-people/10 p-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="tabular-nums">n = {formatCount(n)}</span>
      </p>
      {note && <p className="text-sm text-ink-soft">{note}</p>}
    </div>
  );
}

function listReasons({ withdrawn, quality, screenedOut, left }: ConsortArm): [string, number][] {
  const reasons: [string, number][] = [
    ["Left the page", left],
    ["Withdrew", withdrawn],
    ["Failed a check", quality],
    ["Screened out after assignment", screenedOut],
  ];
  return reasons.filter(([, n]) => n > 0);
}

function ArmTable({
  consort: { arms },
  caption = "People by assigned condition",
}: {
  consort: Consort;
  caption?: string;
}) {
  return (
    <Table caption={caption} takenAs="arms">
      <thead>
        <tr>
          <Th>Condition</Th>
          <Th isNumber>Assigned</Th>
          <Th isNumber>Completed</Th>
          <Th isNumber>Dropped out</Th>
          <Th isNumber>In progress</Th>
          <Th isNumber>Drop-out (% of ended sessions)</Th>
        </tr>
      </thead>
      <tbody>
        {arms.map((arm) => (
          <tr key={arm.label}>
            <Th scope="row">{arm.label}</Th>
            <Td isNumber>{formatCount(arm.assigned)}</Td>
            <Td isNumber>{formatCount(arm.finished)}</Td>
            <Td isNumber>{formatCount(countDroppedOut(arm))}</Td>
            <Td isNumber>{formatCount(arm.underWay)}</Td>
            <Td isNumber>
              {arm.dropOut
                ? estimateSentence(describeEstimate({ ...arm.dropOut, value: arm.dropOut.share }, arm.dropOut.n))
                : "no session has ended"}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function testSentence({ test }: Consort): string {
  if (test.p === null) return `Differential drop-out cannot be tested: ${test.reason}`;
  const p = formatPInSentence(test.p);
  const reading =
    test.p < 0.05
      ? "Drop-out differs between conditions, so completed sessions may not be comparable."
      : "No evidence of differential drop-out; a small difference may remain undetected.";
  return `Differential drop-out: ${p} (${test.method}, n = ${formatCount(test.n)} sessions that ended). ${reading}`;
}

function formatNounCount(n: number, one: string, many: string): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}
