import { createTransport } from "nodemailer";
import { type EventFacts, formatEventEmail } from "@/lib/domain/events/event-message.ts";
import { environment } from "../platform/environment.ts";

/** The outcome of an attempt to deliver an event. */
export interface DeliveryAttempt {
  /** The status of the response; null if there was none. */
  status: number | null;
  /** Empty if the event was accepted. */
  problem: string;
  isPermanent: boolean;
}

const timeoutMs = 10_000;

/**
 * Sends an event by the operator's mail server. A refusal with a code of at least 500 is permanent (RFC 5321, section
 * 4.2.1). The message ID is the ID of the delivery, so that mail programs recognise repeated attempts as one message.
 */
export async function sendMail(to: string, event: EventFacts): Promise<DeliveryAttempt> {
  const { mail, publicUrl } = environment();
  if (!mail) return { status: null, problem: "This installation has no mail server.", isPermanent: true };
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: mail.smtpUrl, ...limits });
  const messageId = `<${event.id}@${new URL(publicUrl).hostname}>`;
  try {
    const { response } = await transport.sendMail({ from: mail.from, to, messageId, ...formatEventEmail(event) });
    return { status: Number.parseInt(response, 10), problem: "", isPermanent: false };
  } catch (error) {
    const status = (error as { responseCode?: number }).responseCode ?? null;
    const problem =
      status === null ? "The mail server could not be reached." : `The mail server responded with ${status}.`;
    return { status, problem, isPermanent: status !== null && status >= 500 };
  } finally {
    transport.close();
  }
}
