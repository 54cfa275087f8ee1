import { formatInstant } from "@/lib/domain/survey/languages/format-instant.ts";

/** A time in UTC and marked as UTC. The enhancement script converts it to the reader's time zone. */
export function ParticipantLocalTime({ instant, language }: { instant: Date; language: string }) {
  return (
    <time dateTime={instant.toISOString()} data-local>
      {formatInstant(instant, language)}
    </time>
  );
}

/** Marks the position of a time in a message. No message contains this character itself. */
export const timePlaceholder = "\u0001";

/** Renders a message with a time in place of `timePlaceholder`. */
export function TextWithTime(props: { text: string; instant: Date; language: string }) {
  const [before, after] = props.text.split(timePlaceholder);
  return (
    <>
      {before}
      <ParticipantLocalTime instant={props.instant} language={props.language} />
      {after}
    </>
  );
}
