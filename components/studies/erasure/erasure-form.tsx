"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { TextArea } from "@/components/ui/forms/text-area.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
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
 * selected sessions after a confirmation.
 */
export function ErasureForm({ sessions, erase }: { sessions: ErasableSession[]; erase: FormAction<ErasureResult> }) {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [done, setDone] = useState<string | null>(null);
  const erasableSessions = sessions.filter(canBeErased);
  const concerned =
    selected.length === 0 ? erasableSessions : erasableSessions.filter(({ id }) => selected.includes(id));
  const needsReason = concerned.some(({ needsConfirmation }) => needsConfirmation);
  const submitAction: FormAction<ErasureResult> = async (previous, form) => {
    const state = await erase(previous, form);
    if (state?.ok) setDone(state.message ?? "");
    return state;
  };
  return (
    <section aria-label="Erase sessions" className="grid grid-cols-1 gap-4">
      <div role="status" className="contents">
        {done && <Callout tone="good">{done}</Callout>}
      </div>
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
            <SessionRow
              key={session.id}
              session={session}
              isSent={done !== null}
              isSelected={selected.includes(session.id)}
              select={(isSelected) =>
                setSelected((ids) => [...ids.filter((id) => id !== session.id), ...(isSelected ? [session.id] : [])])
              }
            />
          ))}
        </tbody>
      </Table>
      {erasableSessions.length > 0 && done === null && (
        <div>
          <ConfirmButton
            look="danger"
            disabled={selected.length === 0}
            action={submitAction}
            title={`Erase ${formatNumberOf(selected.length, "session")}?`}
            consequence="The selected sessions are withdrawn, and their values are deleted permanently. The session IDs, times, languages, outcomes and payments are kept, so that totals do not change."
            confirm={needsReason ? "Request the erasure" : "Erase"}
            fields={
              <>
                {selected.map((id) => (
                  <input key={id} type="hidden" name="sessions" value={id} />
                ))}
                {needsReason && (
                  <Field
                    name="reason"
                    label="Reason"
                    hint="Shown to the second person who must confirm the erasure. Deleted with the session’s values."
                  >
                    <TextArea rows={2} maxLength={2_000} />
                  </Field>
                )}
              </>
            }
          >
            {needsReason ? "Request the erasure of the selected sessions" : "Erase the selected sessions"}
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}

function SessionRow({
  session,
  isSent,
  isSelected,
  select,
}: {
  session: ErasableSession;
  isSent: boolean;
  isSelected: boolean;
  select: (isSelected: boolean) => void;
}) {
  const label = `Session in ${session.study.name}, started ${formatMoment(session.startedAt)}`;
  return (
    <tr>
      <Td>
        {canBeErased(session) && !isSent && (
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) => select(event.target.checked)}
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
