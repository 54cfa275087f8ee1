import { DescriptionList } from "@/components/ui/description-list.tsx";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Section } from "@/components/ui/page-header.tsx";
import { Table, Td, Th } from "@/components/ui/table.tsx";
import { formatDuration } from "@/lib/domain/format/times.ts";
import type { SessionTimeline } from "@/lib/domain/survey/studies/study-rows.ts";
import { LocalTime } from "../local-time.tsx";
import { outcomeLabels, stageLabels } from "../study-labels.ts";

/** The session of one person, screen by screen. It does not show who the person is. */
export function SessionTimelineView({
  session,
  labels,
  backHref,
}: {
  session: SessionTimeline;
  labels: Readonly<Record<string, string>>;
  backHref: string;
}) {
  return (
    <>
      <p className="mb-6">
        <Link href={backHref}>All responses</Link>
      </p>
      <Section title="A session">
        <DescriptionList
          entries={[
            { term: "Outcome", value: describeOutcome(session) },
            { term: "Group", value: session.stratum ?? "none yet" },
            { term: "Stage", value: stageLabels[session.stage]?.word ?? session.stage },
            { term: "Started", value: <LocalTime at={session.startedAt.toISOString()} withDate /> },
            {
              term: session.endedAt ? "Ended" : "Last seen",
              value: <LocalTime at={(session.endedAt ?? session.lastSeenAt).toISOString()} withDate />,
            },
            {
              term: "Protocol",
              value: (
                <>
                  Version {session.protocol.version},{" "}
                  <code className="break-all text-sm">{session.protocol.hash.slice(0, 16)}</code>
                </>
              ),
            },
            ...(session.notAsked.length > 0
              ? [
                  {
                    term: "Not asked because of earlier answers",
                    value: <UnaskedQuestions questions={session.notAsked} />,
                  },
                ]
              : []),
            { term: "Session ID", value: <code className="break-all text-sm">{session.id}</code> },
          ]}
        />
      </Section>
      <Section
        title="Screens"
        lead="Times are measured by the server. Visible time and focus losses are reported by the browser and missing without JavaScript."
      >
        <Table caption="Screens of this session" isCaptionHidden>
          <thead>
            <tr>
              <Th>Screen</Th>
              <Th>Answer</Th>
              <Th>Shown</Th>
              <Th isNumber>On screen</Th>
              <Th isNumber>Visible time (reported)</Th>
              <Th isNumber>Focus losses (reported)</Th>
              <Th isNumber>Characters typed, pasted (reported)</Th>
              <Th isNumber>Too early</Th>
            </tr>
          </thead>
          <tbody>
            {session.screens.map((screen) => (
              <tr key={screen.screen}>
                <Th scope="row">{labels[screen.key] ?? screen.key}</Th>
                <Td className="min-w-64">
                  <Answers
                    answers={screen.answers}
                    responses={session.responses.filter((response) => response.screen === screen.screen)}
                  />
                </Td>
                <Td className="whitespace-nowrap">
                  <LocalTime at={screen.shownAt.toISOString()} />
                </Td>
                <Td isNumber>
                  {screen.leftAt ? formatDuration(screen.leftAt.getTime() - screen.shownAt.getTime()) : "not left"}
                </Td>
                <Td isNumber>{screen.visibleMs === null ? "–" : formatDuration(screen.visibleMs)}</Td>
                <Td isNumber>{screen.focusLosses ?? "–"}</Td>
                <Td isNumber>{screen.process ? `${screen.process.typed}, ${screen.process.pasted}` : "–"}</Td>
                <Td isNumber>{screen.earlyAttempts}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      {session.events.length > 0 && <SlotHistory events={session.events} />}
    </>
  );
}

function SlotHistory({ events }: { events: SessionTimeline["events"] }) {
  return (
    <Section title="Slot history">
      <ol className="grid grid-cols-1 gap-1">
        {events.map((event) => (
          <li key={`${event.at.toISOString()}${event.event}`} className="flex flex-wrap gap-x-4">
            <span className="text-ink-soft">
              <LocalTime at={event.at.toISOString()} withDate />
            </span>
            {eventLabels[event.event] ?? event.event}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Answers({
  answers,
  responses,
}: {
  answers: SessionTimeline["screens"][number]["answers"];
  responses: SessionTimeline["responses"];
}) {
  if (answers.length === 0 && responses.length === 0) return <span className="text-ink-soft">–</span>;
  return (
    <dl className="grid grid-cols-1 gap-2">
      {responses.map((response) => (
        <div key={response.id}>
          <dt className="text-ink-soft">
            {response.item} ({response.condition})
          </dt>
          <dd className="font-semibold">{response.answer ?? "erased"}</dd>
        </div>
      ))}
      {answers.map((answer) => (
        <div key={answer.question}>
          <dt className="text-ink-soft">{answer.question}</dt>
          <dd className="break-words whitespace-pre-line">{answer.answer}</dd>
        </div>
      ))}
    </dl>
  );
}

function UnaskedQuestions({ questions }: { questions: readonly string[] }) {
  return (
    <ul>
      {questions.map((question) => (
        <li key={question}>{question}</li>
      ))}
    </ul>
  );
}

function describeOutcome(session: SessionTimeline): string {
  const outcome = session.outcome === null ? "Not finished" : (outcomeLabels[session.outcome] ?? session.outcome);
  const surplus = session.isSurplus ? ", surplus: the slot had been reassigned" : "";
  const erased = session.erasedAt ? ", and the answers were erased at the person’s request" : "";
  return `${outcome}${surplus}${erased}`;
}

const eventLabels: Record<string, string> = {
  claimed: "Slot claimed",
  requeued: "Slot requeued at a new position",
  "topped-up": "A new slot replaces the excluded answers",
  reclaimed: "Slot reassigned from a participant who was absent for too long",
  returned: "Slot returned",
  completed: "Slot filled",
  surplus: "Finished without a slot",
  "over-quota": "No slot was free",
  withdrawn: "Withdrawn, slot released",
};
