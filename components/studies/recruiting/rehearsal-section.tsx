import { Badge } from "@/components/ui/badge.tsx";
import { Callout } from "@/components/ui/callout.tsx";
import { ConfirmButton } from "@/components/ui/forms/confirm-button.tsx";
import { CopyButton } from "@/components/ui/forms/copy-button.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import type { FormAction } from "@/lib/domain/form-state.ts";
import { formatDuration } from "@/lib/domain/format/times.ts";
import type { Departure } from "@/lib/domain/survey/exit.ts";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import type { RehearsalLinks } from "@/lib/domain/survey/recruiters/rehearsal-links.ts";
import { LocalTime } from "../local-time.tsx";
import { outcomeLabels } from "../study-labels.ts";
import { describeExit } from "./addresses-and-codes.tsx";

export interface ShownRehearsal {
  createdAt: Date;
  isCurrent: boolean;
  links: RehearsalLinks;
  sessions: readonly {
    id: string;
    startedAt: Date;
    endedAt: Date | null;
    outcome: Outcome | null;
    arrived: readonly { name: string; value: string }[];
    missing: readonly string[];
    departure: Departure | null;
    lastEvent: string | null;
  }[];
}

/** A rehearsal with the recruiter's links. It runs in a copy of the study, whose answers are never counted. */
export function RehearsalSection({
  studyId,
  rehearsal,
  recruiter,
  start,
}: {
  studyId: string;
  rehearsal: ShownRehearsal | null;
  /** The name of the recruiter; null if there is no recruiter. */
  recruiter: string | null;
  start: FormAction;
}) {
  return (
    <Section
      id="rehearsal"
      title="Rehearsal"
      lead="A copy of the study with the same pages, codes and rules. Its answers are never counted, and the next rehearsal deletes them. A rehearsal is possible before the study is open."
      actions={
        <ConfirmButton
          action={start}
          hidden={{ study: studyId }}
          title={rehearsal ? "Start a new rehearsal?" : "Prepare a rehearsal?"}
          consequence={
            <p>
              {rehearsal
                ? "The previous rehearsal and its sessions are deleted, and its links stop working."
                : "You get links to the study’s current pages."}
            </p>
          }
          confirm={rehearsal ? "Start a new rehearsal" : "Prepare"}
          isDangerous={false}
        >
          {rehearsal ? "New rehearsal" : "Prepare a rehearsal"}
        </ConfirmButton>
      }
    >
      {rehearsal ? (
        <div className="grid grid-cols-1 gap-6">
          {!rehearsal.isCurrent && (
            <Callout tone="warn">
              The study has changed since this rehearsal was prepared. Start a new one to test the current version.
            </Callout>
          )}
          <ol className="grid max-w-measure list-decimal grid-cols-1 gap-4 pl-5">
            {rehearsal.links.atRecruiter && recruiter && (
              <li>
                At {recruiter}, put this address into a draft of your study there and open its preview, so that its own
                ids arrive:
                <code className="mt-1 block text-sm break-all">{rehearsal.links.atRecruiter}</code>
                <CopyButton text={rehearsal.links.atRecruiter} label="Copy the rehearsal’s address" />
              </li>
            )}
            <li>
              Or start it yourself, with invented IDs:{" "}
              <a
                className="font-medium underline underline-offset-[0.2em]"
                href={rehearsal.links.byOneself}
                target="_blank"
                rel="noreferrer"
              >
                Open the study as a participant
              </a>
            </li>
            <li>
              Answer every page to the end. The session is then marked as done below, with its code and return link.
            </li>
            {recruiter && (
              <li>
                If you came from {recruiter}, follow the return link on the last page and check that the code is
                accepted. Invented IDs have no accepted code. Before the study goes live, replace the rehearsal’s
                address with the address above.
              </li>
            )}
          </ol>
          <RehearsedSessions sessions={rehearsal.sessions} />
        </div>
      ) : (
        <p className="text-ink-soft">No rehearsal has been prepared.</p>
      )}
    </Section>
  );
}

function RehearsedSessions({ sessions }: Pick<ShownRehearsal, "sessions">) {
  if (sessions.length === 0)
    return <p className="text-ink-soft">Not started yet. Reload this page after you have completed it.</p>;
  return (
    <Table caption="Rehearsed sessions, the newest first">
      <thead>
        <tr>
          <Th>Started</Th>
          <Th>Parameters</Th>
          <Th>End</Th>
          <Th>Code and return link</Th>
          <Th>Webhook</Th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <Td className="whitespace-nowrap">
              <LocalTime at={session.startedAt.toISOString()} withDate />
              {session.endedAt && (
                <span className="block text-ink-soft">
                  took {formatDuration(session.endedAt.getTime() - session.startedAt.getTime())}
                </span>
              )}
            </Td>
            <Td className="break-all">
              {session.arrived.map(({ name, value }) => (
                <span key={name} className="block">
                  {name} <span className="text-ink-soft">{value}</span>
                </span>
              ))}
              {session.missing.length > 0 && <Badge tone="bad">Missing: {session.missing.join(", ")}</Badge>}
            </Td>
            <Td>
              {session.outcome ? (
                <Badge tone={session.outcome === "complete" ? "good" : "info"}>{outcomeLabels[session.outcome]}</Badge>
              ) : (
                <Badge>In progress</Badge>
              )}
            </Td>
            <Td className="min-w-48 break-all">
              {session.departure ? (
                <>
                  {session.departure.code && <code className="block">{session.departure.code}</code>}
                  {describeExit(session.departure.exit)}
                </>
              ) : (
                <span className="text-ink-soft">Not finished yet</span>
              )}
            </Td>
            <Td>{session.lastEvent ?? <span className="text-ink-soft">No event</span>}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
