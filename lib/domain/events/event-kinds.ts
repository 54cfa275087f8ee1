/** The events of a study that may be sent to an external address. */
export const eventKinds = [
  { value: "session.completed", label: "Session completed" },
  { value: "session.excluded", label: "Session screened out or excluded" },
  { value: "study.full", label: "Study full" },
  { value: "study.stalled", label: "No arrivals for a day" },
  { value: "study.drop-out", label: "Drop-out rate above a limit" },
  { value: "evaluation.done", label: "Model evaluation finished" },
  { value: "evaluation.failed", label: "Model evaluation failed" },
  { value: "review.waiting", label: "Annotations waiting for review" },
] as const;

export type EventKind = (typeof eventKinds)[number]["value"];

/** What a form may choose. */
export const eventKindValues = eventKinds.map(({ value }) => value);

/** An event that a user triggers to test an address. */
export const testEvent = "test";

/** The name of an event on pages and in messages. */
export function labelOfEvent(event: string): string {
  return eventKinds.find(({ value }) => value === event)?.label ?? "Test message";
}

export const addressKinds = [
  { value: "webhook", label: "Webhook" },
  { value: "slack", label: "Slack-compatible address" },
  { value: "email", label: "E-mail" },
] as const;

export type AddressKindOfEvents = (typeof addressKinds)[number]["value"];
