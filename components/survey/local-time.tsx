import { formatInstant } from "@/lib/domain/survey/languages/format-instant.ts";

/** A time in UTC, marked as such; the enhancement script converts it to the reader's time zone. */
export function ParticipantLocalTime({ instant, language }: { instant: Date; language: string }) {
  return (
    <time dateTime={instant.toISOString()} data-local>
      {formatInstant(instant, language)}
    </time>
  );
}

/** A placeholder for a `LocalTime` in a message: a character that no message contains. */
export const timePlaceholder = "\u0001";

/** A message in which `timePlaceholder` is replaced by a time. */
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
