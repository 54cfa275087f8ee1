import { escapeTags } from "../format/escape.ts";
import { formatSecond } from "../format/times.ts";
import { labelOfEvent } from "./event-kinds.ts";

/** The data of a study event, as sent to addresses. */
export interface EventFacts {
  id: string;
  event: string;
  occurredAt: Date;
  study: { id: string; name: string; url: string };
  /** Values of the event by name. No value is about a person. */
  facts: Readonly<Record<string, unknown>>;
}

/** The body of a webhook. */
export function formatWebhookBody({ occurredAt, ...event }: EventFacts): string {
  return JSON.stringify({ ...event, occurredAt: occurredAt.toISOString() });
}

/**
 * The message body for Slack and compatible programs. `&`, `<` and `>` are escaped as Slack requires. A vertical bar in
 * the name is replaced, because it would end the address of the link.
 */
export function formatSlackBody({ event, study, facts }: EventFacts): string {
  const details = Object.entries(facts).map(([name, value]) => `${formatFactName(name)}: ${String(value)}`);
  const text = `${labelOfEvent(event)}: ${study.name}`;
  const lines = [`<${study.url}|${escapeTags(text.replaceAll("|", "¦"))}>`, ...details.map(escapeTags)];
  return JSON.stringify({ text: lines.join("\n") });
}

/**
 * Subject and text of an e-mail. Line breaks in the subject are replaced, so that a name cannot begin another header.
 */
export function formatEventEmail(message: EventFacts): { subject: string; text: string } {
  const { event, study, facts, occurredAt } = message;
  const subject = `${labelOfEvent(event)}: ${study.name}`.replace(/\s+/g, " ");
  const details = Object.entries(facts).map(([name, value]) => `${formatFactName(name)}: ${String(value)}`);
  const lines = [`${labelOfEvent(event)}: ${study.name}`, ...details, formatSecond(occurredAt), study.url];
  return { subject, text: `${lines.join("\n")}\n` };
}

function formatFactName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
