import { isLocalAddress, normalAddress } from "../../network/address.ts";
import type { ArrivalRules } from "../arrival-rules.ts";
import { listEnds } from "../exit.ts";
import type { Protocol } from "../protocol.ts";
import { findPlaceholder } from "../studies/placeholder-texts.ts";
import type { Recruitment } from "./recruiter-text.ts";
import { isPayInConsent } from "./recruiter-text.ts";

/** The data for the checks before a study goes live at its recruiter. */
export interface ReadinessFacts {
  /** The base URL of participants' links. */
  publicUrl: string;
  status: "draft" | "open" | "paused" | "closed";
  protocol: Protocol;
  rules: ArrivalRules;
  recruitment: Recruitment;
  hasWebhookSecret: boolean;
  /** Number of studies with the same stories for which it is undecided whether their participants may take part. */
  undecidedStudies: number;
  /** Null if no one has rehearsed it. */
  rehearsal: RehearsalFacts | null;
}

export interface RehearsalFacts {
  /** Whether the rehearsal used the study's current texts and rules. */
  isCurrent: boolean;
  /** Whether one complete session was finished. */
  isComplete: boolean;
  /** Parameters of the recruiter that were missing, in the session that lacks the most. */
  missingParameters: string[];
  hasArrived: boolean;
}

export interface ReadinessCheck {
  /** "missing" must be done before participants arrive; "advice" is optional. */
  state: "done" | "missing" | "advice";
  text: string;
  /** The page on which the check can be completed, below the study's URL. */
  href: string | null;
}

/** The checks that must pass before a study is opened; "the study is not open" is not one of them. */
export function listMissing(checks: readonly ReadinessCheck[]): ReadinessCheck[] {
  return checks.filter(({ state, text }) => state === "missing" && text !== notOpen);
}

const notOpen = "The study is not open: its address does not admit participants yet.";

/** The checklist of a study before it goes live at its recruiter, in order. */
export function reviewReadiness(facts: ReadinessFacts): ReadinessCheck[] {
  return [
    checkAddress(facts),
    ...checkRecruiter(facts),
    ...checkCodes(facts),
    checkTexts(facts),
    ...checkForm(facts),
    ...checkRules(facts),
    checkDenials(facts),
    ...checkWebhooks(facts),
    ...checkRehearsal(facts),
    facts.status === "open" ? done("The study is open.") : missing(notOpen, ""),
  ];
}

function checkAddress({ publicUrl, protocol }: ReadinessFacts): ReadinessCheck {
  const { protocol: scheme, hostname } = new URL(publicUrl);
  const address = normalAddress(hostname.replace(/^\[|\]$/g, ""));
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost") || (address && isLocalAddress(address));
  if (isLocal) {
    const message = `Links begin with ${publicUrl}, which no one outside this machine or its network can open. The operator of Parallax sets PARALLAX_URL to its public address.`;
    return missing(message, null);
  }
  if (scheme !== "https:") {
    const needsHttps = protocol.recruiter?.kind === "mturk";
    const message = `Links begin with ${publicUrl}, which is not encrypted${needsHttps ? "; MTurk does not show such pages in its frame" : ""}.`;
    return needsHttps ? missing(message, null) : advice(message, null);
  }
  return done(`Links begin with ${publicUrl}.`);
}

function checkRecruiter({ protocol: { recruiter } }: ReadinessFacts): ReadinessCheck[] {
  switch (recruiter?.kind ?? "none") {
    case "none":
      return [
        advice(
          "No recruiter is chosen: people come by your own links, and the end page leads to no other page.",
          "/design/edit#recruiter",
        ),
      ];
    case "prolific":
      return [done("The recruiter is Prolific.")];
    case "mturk":
      return [done("The recruiter is MTurk: its frame and its form are allowed for this study.")];
    case "panel":
      return [
        done(
          `The recruiter is ${recruiter?.name || "a panel"}; its ID is in the parameter “${recruiter?.idParameter}”.`,
        ),
      ];
  }
}

function checkCodes({ protocol }: ReadinessFacts): ReadinessCheck[] {
  const { recruiter, ends } = protocol;
  const pages = listEnds(protocol);
  const kind = recruiter?.kind ?? "none";
  if (kind === "prolific") {
    if (!ends.complete.code)
      return [
        missing(
          "The end page “Complete” has no Prolific code, so participants who finish cannot be approved through it.",
          "/design/edit#ends",
        ),
      ];
    const shared = pages.filter(({ outcome, end }) => outcome !== "complete" && end.code === ends.complete.code);
    if (shared.length > 0)
      return [
        missing(
          "Another end page has the same code as “Complete”, so Prolific cannot distinguish them.",
          "/design/edit#ends",
        ),
      ];
    const without = pages.filter(({ end }) => !end.code).length;
    const message = `“Complete” has a code.${without > 0 ? ` ${without} ${without === 1 ? "end page" : "end pages"} without a code will ask people to return their submission.` : ""}`;
    return [done(message)];
  }
  if (kind === "panel") {
    const without = pages.filter(({ end }) => end.returnUrl === "").length;
    if (ends.complete.returnUrl === "")
      return [missing("The end page “Complete” has no link back to the panel.", "/design/edit#ends")];
    return [
      without > 0
        ? advice(
            `${without} ${without === 1 ? "end page has" : "end pages have"} no link back to the panel.`,
            "/design/edit#ends",
          )
        : done("Every end page has its link back to the panel."),
    ];
  }
  return [];
}

function checkTexts({ protocol }: ReadinessFacts): ReadinessCheck {
  const placeholder = findPlaceholder(protocol);
  return placeholder
    ? missing(`A text is not written yet: it still contains ${placeholder.quoted}.`, "/design/edit")
    : done("Every text is written.");
}

function checkForm({ recruitment, protocol }: ReadinessFacts): ReadinessCheck[] {
  const missingParts = [
    recruitment.minutes === null && "how long it takes",
    recruitment.pay.trim() === "" && "what it pays",
  ];
  const missingLabels = missingParts.filter((part) => part !== false);
  if (missingLabels.length > 0)
    return [
      advice(`The text for the recruiter’s form does not state ${missingLabels.join(" and ")}.`, "/recruit#text"),
    ];
  if (!isPayInConsent(protocol, recruitment.pay))
    return [
      advice(
        `The form states ${recruitment.pay}, but the consent page does not name that amount.`,
        "/design/edit#consent",
      ),
    ];
  return [done("The text for the recruiter’s form states time and pay.")];
}

function checkRules({ rules, protocol, publicUrl }: ReadinessFacts): ReadinessCheck[] {
  const kind = protocol.recruiter?.kind ?? "none";
  if (kind === "none") return [];
  if (rules.sources.length > 0 && !rules.sources.includes(kind))
    return [missing("The arrival rules do not accept this recruiter’s links.", "/settings")];
  if (rules.identity === "signed" && kind === "mturk")
    return [
      missing(
        "The arrival rules require signed IDs, but MTurk does not sign IDs. Require an ID without a signature.",
        "/settings",
      ),
    ];
  if (rules.identity === "signed" && kind === "prolific") return [checkSignedArrivals(publicUrl)];
  if (rules.identity === "none")
    return [
      advice("Anyone with the address can take part without an ID. The arrival rules can require an ID.", "/settings"),
    ];
  return [done("The arrival rules require an ID and accept this recruiter.")];
}

/** Parallax cannot read the settings at Prolific, so this is only advice. */
function checkSignedArrivals(publicUrl: string): ReadinessCheck {
  const { hostname } = new URL(publicUrl);
  const message = `The rules require signed IDs. On Prolific, secure the study’s address (“Secured External URL”), so that each link carries a token for ${hostname}; begin the rehearsal from Prolific’s preview to see that it arrives.`;
  return advice(message, "/recruit#rehearsal");
}

function checkDenials({ undecidedStudies }: ReadinessFacts): ReadinessCheck {
  if (undecidedStudies === 0) return done("Every study with the same stories has a decision about its participants.");
  const message = `${undecidedStudies} other ${undecidedStudies === 1 ? "study has" : "studies have"} some of the same stories. Decide whether their participants may take part.`;
  return advice(message, "/recruit#denials");
}

function checkWebhooks({ hasWebhookSecret, protocol }: ReadinessFacts): ReadinessCheck[] {
  if (protocol.recruiter?.kind !== "prolific") return [];
  return [
    hasWebhookSecret
      ? done("The webhook secret of the workspace is set.")
      : advice(
          "No webhook secret is set, so slots of returned submissions are freed only when their lease expires.",
          "/settings#webhooks",
        ),
  ];
}

function checkRehearsal({ rehearsal }: ReadinessFacts): ReadinessCheck[] {
  const at = "/recruit#rehearsal";
  if (!rehearsal) return [missing("It has not been rehearsed yet.", at)];
  if (!rehearsal.isCurrent) return [missing("The study has changed since it was rehearsed.", at)];
  if (!rehearsal.hasArrived) return [missing("A rehearsal was prepared but has not been started yet.", at)];
  const parameters =
    rehearsal.missingParameters.length > 0
      ? missing(
          `In the rehearsal, parameters of the recruiter were missing: ${rehearsal.missingParameters.join(", ")}.`,
          at,
        )
      : done("In the rehearsal, all parameters of the recruiter arrived.");
  return [
    parameters,
    rehearsal.isComplete
      ? done("One whole session was rehearsed to its end.")
      : missing("No rehearsed session has reached the end page “Complete” yet.", at),
  ];
}

function done(text: string): ReadinessCheck {
  return { state: "done", text, href: null };
}

function missing(text: string, href: string | null): ReadinessCheck {
  return { state: "missing", text, href };
}

function advice(text: string, href: string | null): ReadinessCheck {
  return { state: "advice", text, href };
}
