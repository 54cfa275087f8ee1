import fc from "fast-check";
import type { MadeStudy } from "../../prisma/factories/make-study.ts";
import { type HostileRequest, hostileBody, hostileText, wellFormed } from "./hostile-values.ts";

/** Requests of participants, with a few tokens so that some sessions advance, and with hostile texts as answers. */
export function participantRequests(study: MadeStudy, origin: string): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      token: fc.nat(400).map((number) => `hostile-token-${String(number).padStart(18, "0")}`),
      end: fc.constantFrom(
        "",
        "screens/0",
        "screens/1",
        "screens/2",
        "screens/3",
        "screens/4",
        "screens/5",
        "screens/-1",
        "heartbeat",
        "withdraw",
        "data",
      ),
      good: fc.subarray(Object.entries(answers)),
      spoilt: fc.dictionary(fc.constantFrom(...Object.keys(answers), "x", "__proto__", "visible-ms"), hostileText, {
        maxKeys: 3,
      }),
      other: fc.option(hostileBody, { freq: 8 }),
      isJson: fc.boolean(),
    })
    .map(({ token, end, good, spoilt, other, isJson }) => {
      const fields = {
        study: study.slug,
        token,
        protocol: study.protocolVersionId,
        ...Object.fromEntries(good),
        ...spoilt,
      };
      const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, wellFormed(value)]));
      return {
        method: "POST",
        path: end === "" ? "/api/v1/sessions" : `/api/v1/sessions/${token}/${end}`,
        headers: { origin, "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded" },
        body: wellFormed(other ?? (isJson ? JSON.stringify(fields) : form.toString())),
        isSignedIn: false,
      };
    });
}

const answers = {
  consent: "yes",
  "first-language": "yes",
  residence: "uk",
  "most-used-language": "english",
  age: "18-29",
  gender: "female",
  choice: "true",
  explanation: "It follows.",
  confirm: "yes",
};
