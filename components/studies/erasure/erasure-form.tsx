"use client";

import { ActionForm } from "@/components/ui/forms/action-form.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { SubmitButton } from "@/components/ui/forms/submit-button.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatMoment } from "@/lib/domain/format/times.ts";
import type { ErasableSession } from "@/lib/domain/survey/studies/erasable-session.ts";
import { LocalTime } from "../local-time.tsx";
import { outcomeLabels } from "../study-labels.ts";
import { describeValues } from "./describe-values.ts";

/** The number of erased sessions, and the number of sessions for which erasure was requested. */
export interface ErasureResult {
  erased: number;
  requested: number;
}

/**
 * Lists the sessions that were found for one person, with the numbers of values that an erasure removes, and erases the
 * selected sessions.
 */
export function ErasureForm({ sessions, erase }: { sessions: ErasableSession[]; erase: FormAction<ErasureResult> }) {
  const erasableSessions = sessions.filter(canBeErased);
  const needsReason = erasableSessions.some(({ needsConfirmation }) => needsConfirmation);
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
                <Th>Values to erase</Th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} isSent={state?.ok === true} />
              ))}
            </tbody>
          </Table>
          {erasableSessions.length > 0 && !state?.ok && (
            <>
              <p className="max-w-measure">
                The selected sessions are withdrawn, and these values are deleted permanently. The session’s ID, times,
                language, outcome and payment are kept, so that totals do not change.
              </p>
              {needsReason && (
                <Field
                  name="reason"
                  label="Reason"
                  hint="Shown to the second person who must confirm the erasure. Deleted with the session’s values."
                >
                  <TextArea rows={2} maxLength={2_000} />
                </Field>
              )}
              <div>
                <SubmitButton look="danger">
                  {needsReason ? "Request the erasure of the selected sessions" : "Erase the selected sessions"}
                </SubmitButton>
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
        {canBeErased(session) && !isSent && (
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
            {session.requestedAt && (
              <span className="block text-sm text-ink-soft">
                Requested <LocalTime at={session.requestedAt.toISOString()} withDate />
              </span>
            )}
            {session.isLocked && (
              <span className="block text-sm text-ink-soft">
                The data are locked; results will report the number of erased answers.
              </span>
            )}
          </>
        )}
      </Td>
    </tr>
  );
}

function canBeErased({ erasedAt, requestedAt }: ErasableSession): boolean {
  return erasedAt === null && requestedAt === null;
}
