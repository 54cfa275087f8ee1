import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { EventFacts } from "@/lib/domain/events/event-message.ts";
import { sendMail } from "./send-mail.ts";

interface Mail {
  from: string;
  to: string[];
  user: string;
  text: string;
}

let server: SMTPServer;
let url: string;
let mails: Mail[] = [];
/** The code with which the next recipient is refused. */
let refusal: number | null = null;

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username = "", password }, _session, done) =>
      password === "pass word" ? done(null, { user: username }) : done(new Error("wrong password")),
    onRcptTo: (_to, _session, done) => {
      const code = refusal;
      refusal = null;
      done(code === null ? null : Object.assign(new Error("not now"), { responseCode: code }));
    },
    onData: async (stream, { envelope, user }, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const from = envelope.mailFrom ? envelope.mailFrom.address : "";
      const to = envelope.rcptTo.map(({ address }) => address);
      mails.push({ from, to, user: String(user), text: Buffer.concat(chunks).toString() });
      done(null);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `smtp://someone:pass%20word@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
beforeEach(() => {
  mails = [];
  process.env.DATABASE_URL ??= "postgresql://nowhere/";
  process.env.PARALLAX_SMTP_URL = url;
  process.env.PARALLAX_MAIL_FROM = "parallax@example.org";
});

const event: EventFacts = {
  id: "8e0e7b0e-6c5e-4b57-8f0c-4d7a0c1a6f11",
  event: "study.drop-out",
  occurredAt: new Date("2026-03-02T12:00:00Z"),
  study: { id: "1", name: "Größe\r\nBcc: other@example.org", url: "https://parallax.example.org/research/studies/1" },
  facts: { ofTheLast: 20, completed: 4 },
};

it("sends an event by the operator's server; a name cannot add a header", async () => {
  expect(await sendMail("lab@example.org", event)).toEqual({ status: 250, problem: "", isPermanent: false });
  expect(mails).toMatchObject([{ from: "parallax@example.org", to: ["lab@example.org"], user: "someone" }]);
  const [head = "", body = ""] = (mails[0]?.text ?? "").split("\r\n\r\n");
  expect(head).toContain(`Message-ID: <${event.id}@`);
  expect(head).not.toMatch(/^bcc:/im);
  const decoded = Buffer.from(body.replaceAll(/=\r\n/g, "").replaceAll(/=([0-9A-F]{2})/g, "%$1")).toString();
  expect(decodeURIComponent(decoded)).toContain("of the last: 20\r\ncompleted: 4\r\n2026-03-02 12:00:00 UTC");
});

it.each([
  [451, false],
  [550, true],
])("reports a refusal with %i, permanent: %s", async (code, isPermanent) => {
  refusal = code;
  const problem = `The mail server responded with ${code}.`;
  expect(await sendMail("lab@example.org", event)).toEqual({ status: code, problem, isPermanent });
  expect(mails).toEqual([]);
});

it("reports a wrong password, a server that is away, and none at all", async () => {
  process.env.PARALLAX_SMTP_URL = url.replace("pass%20word", "other");
  expect(await sendMail("lab@example.org", event)).toMatchObject({ status: 535, isPermanent: true });
  process.env.PARALLAX_SMTP_URL = "smtp://127.0.0.1:1";
  expect(await sendMail("lab@example.org", event)).toMatchObject({ status: null, isPermanent: false });
  delete process.env.PARALLAX_SMTP_URL;
  expect(await sendMail("lab@example.org", event)).toMatchObject({ status: null, isPermanent: true });
});
