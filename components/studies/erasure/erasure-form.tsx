"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import type { ErasableSession, ErasableValues } from "@/lib/domain/survey/studies/erasable-session.ts";
import { LocalTime } from "../local-time.tsx";
import { outcomeLabels } from "../study-labels.ts";

/** The sessions that were found for one person, with what an erasure removes from each. */
export function ErasureForm({ sessions, erase }: { sessions: ErasableSession[]; erase: FormAction<number> }) {
  const isAnyLeft = sessions.some(({ erasedAt }) => erasedAt === null);
  return (
    <ActionForm action={erase} label="Erase sessions" className="grid grid-cols-1 gap-4">
      {(state) => (
        <>
          <Table caption="Sessions found, newest first">
            <thead>
              <tr>
                <Th>Erase</Th>
                <Th>Study</Th>
                <Th>Started</Th>
                <Th>Outcome</Th>
                <Th>Will be erased</Th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} isSent={state?.ok === true} />
              ))}
            </tbody>
          </Table>
          {isAnyLeft && !state?.ok && (
            <>
              <p className="max-w-measure">
                The selected sessions are withdrawn, and these values are deleted permanently. The session’s ID, times,
                language, outcome and payment are kept, so that totals do not change.
              </p>
              <div>
                <SubmitButton look="danger">Erase the selected sessions</SubmitButton>
              </div>
            </>
          )}
        </>
      )}
    </ActionForm>
  );
}

function SessionRow({ session, isSent }: { session: ErasableSession; isSent: boolean }) {
  const label = `Session in ${session.study.name}, started ${formatMoment(session.startedAt)}`;
  return (
    <tr>
      <Td>
        {session.erasedAt === null && !isSent && (
          <input
            type="checkbox"
            name="sessions"
            value={session.id}
            defaultChecked
            aria-label={label}
            className="size-4.5 accent-ink"
          />
        )}
      </Td>
      <Td>
        <Link href={`/research/studies/${session.study.id}/responses/${session.id}`}>{session.study.name}</Link>
        <span className="block text-sm text-ink-soft">{session.project}</span>
      </Td>
      <Td>
        <LocalTime at={session.startedAt.toISOString()} withDate />
      </Td>
      <Td>{session.outcome === null ? "In progress" : outcomeLabels[session.outcome]}</Td>
      <Td>
        {session.erasedAt ? (
          <>
            Erased <LocalTime at={session.erasedAt.toISOString()} withDate />
          </>
        ) : (
          <>
            {describeValues(session.values)}
            {session.isLocked && (
              <span className="block text-sm text-ink-soft">
                The data are locked; results will report the erased answers.
              </span>
            )}
          </>
        )}
      </Td>
    </tr>
  );
}

function describeValues({ responses, forms, ids, reports, refusals, notes }: ErasableValues): string {
  const parts = [
    responses > 0 && formatNumberOf(responses, "answer"),
    forms > 0 && formatNumberOf(forms, "form"),
    ids > 0 && "the recruiter’s ID",
    reports > 0 && `IDs in ${formatNumberOf(reports, "report")} of the recruiter`,
    refusals > 0 && `the ID in ${formatNumberOf(refusals, "refused arrival")}`,
    notes > 0 && formatNumberOf(notes, "note"),
  ].filter((part) => part !== false);
  return parts.length === 0 ? "No stored values" : parts.join(", ");
}
