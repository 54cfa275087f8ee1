import { isLocalAddress, normalizeAddress } from "../../network/address.ts";
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
  /** Number of studies with the same stories for which no one has decided whether their participants may take part. */
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
  /** "missing" must be done before the study is opened; "next" is the opening itself; "advice" is optional. */
  state: "done" | "missing" | "next" | "advice";
  text: string;
  /** The page on which the check can be completed, below the study's URL. */
  href: string | null;
}

/** The checks that must pass before a study is opened. */
export function listMissing(checks: readonly ReadinessCheck[]): ReadinessCheck[] {
  return checks.filter(({ state }) => state === "missing");
}

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
    facts.status === "open"
      ? createDoneCheck("The study is open.")
      : { state: "next", text: "The study is not open: its address does not admit participants yet.", href: "" },
  ];
}

function checkAddress({ publicUrl, protocol }: ReadinessFacts): ReadinessCheck {
  const { protocol: scheme, hostname } = new URL(publicUrl);
  const address = normalizeAddress(hostname.replace(/^\[|\]$/g, ""));
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost") || (address && isLocalAddress(address));
  if (isLocal) {
    const message = `Links begin with ${publicUrl}, which no one outside this machine or its network can open. The operator of Parallax sets PARALLAX_URL to its public address.`;
    return createMissingCheck(message, null);
  }
  if (scheme !== "https:") {
    const needsHttps = protocol.recruiter?.kind === "mturk";
    const message = `Links begin with ${publicUrl}, which is not encrypted${needsHttps ? "; MTurk does not show such pages in its frame" : ""}.`;
    return needsHttps ? createMissingCheck(message, null) : createAdviceCheck(message, null);
  }
  return createDoneCheck(`Links begin with ${publicUrl}.`);
}

function checkRecruiter({ protocol: { recruiter } }: ReadinessFacts): ReadinessCheck[] {
  switch (recruiter?.kind ?? "none") {
    case "none":
      return [
        createAdviceCheck(
          "No recruiter is chosen: people come by your own links, and the end page leads to no other page.",
          "/design/edit#recruiter",
        ),
      ];
    case "prolific":
      return [createDoneCheck("The recruiter is Prolific.")];
    case "mturk":
      return [createDoneCheck("The recruiter is MTurk: its frame and its form are allowed for this study.")];
    case "panel":
      return [
        createDoneCheck(
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
        createMissingCheck(
          "The end page “Complete” has no Prolific code, so participants who finish cannot be approved through it.",
          "/design/edit#ends",
        ),
      ];
    const pagesWithSameCode = pages.filter(
      ({ outcome, end }) => outcome !== "complete" && end.code === ends.complete.code,
    );
    if (pagesWithSameCode.length > 0)
      return [
        createMissingCheck(
          "Another end page has the same code as “Complete”, so Prolific cannot distinguish them.",
          "/design/edit#ends",
        ),
      ];
    const pagesWithoutCode = pages.filter(({ end }) => !end.code).length;
    const message = `“Complete” has a code.${pagesWithoutCode > 0 ? ` ${pagesWithoutCode} ${pagesWithoutCode === 1 ? "end page" : "end pages"} without a code will ask people to return their submission.` : ""}`;
    return [createDoneCheck(message)];
  }
  if (kind === "panel") {
    const pagesWithoutLink = pages.filter(({ end }) => end.returnUrl === "").length;
    if (ends.complete.returnUrl === "")
      return [createMissingCheck("The end page “Complete” has no return link to the panel.", "/design/edit#ends")];
    return [
      pagesWithoutLink > 0
        ? createAdviceCheck(
            `${pagesWithoutLink} ${pagesWithoutLink === 1 ? "end page has" : "end pages have"} no return link to the panel.`,
            "/design/edit#ends",
          )
        : createDoneCheck("Every end page has its return link to the panel."),
    ];
  }
  return [];
}

function checkTexts({ protocol }: ReadinessFacts): ReadinessCheck {
  const placeholder = findPlaceholder(protocol);
  return placeholder
    ? createMissingCheck(
        `A text is not written yet: it still contains ${placeholder.quoted}.`,
        `/design/edit#${/^protocol\.(consent|ends)\b/u.exec(placeholder.field)?.[1] ?? "pages"}`,
      )
    : createDoneCheck("Every text is written.");
}

function checkForm({ recruitment, protocol }: ReadinessFacts): ReadinessCheck[] {
  const missingParts = [
    recruitment.minutes === null && "how long it takes",
    recruitment.pay.trim() === "" && "what it pays",
  ];
  const missingLabels = missingParts.filter((part) => part !== false);
  if (missingLabels.length > 0)
    return [
      createAdviceCheck(
        `The text for the recruiter’s form does not state ${missingLabels.join(" and ")}.`,
        "/recruit#text",
      ),
    ];
  if (!isPayInConsent(protocol, recruitment.pay))
    return [
      createAdviceCheck(
        `The form states ${recruitment.pay}, but the consent page does not name that amount.`,
        "/design/edit#consent",
      ),
    ];
  return [createDoneCheck("The text for the recruiter’s form states time and pay.")];
}

function checkRules({ rules, protocol, publicUrl }: ReadinessFacts): ReadinessCheck[] {
  const kind = protocol.recruiter?.kind ?? "none";
  if (kind === "none") return [];
  if (rules.sources.length > 0 && !rules.sources.includes(kind))
    return [createMissingCheck("The arrival rules do not accept this recruiter’s links.", "/settings")];
  if (rules.identity === "signed" && kind === "mturk")
    return [
      createMissingCheck(
        "The arrival rules require signed IDs, but MTurk does not sign IDs. Require an ID without a signature.",
        "/settings",
      ),
    ];
  if (rules.identity === "signed" && kind === "prolific") return [checkSignedArrivals(publicUrl)];
  if (rules.identity === "none")
    return [
      createAdviceCheck(
        "Anyone with the address can take part without an ID. The arrival rules can require an ID.",
        "/settings",
      ),
    ];
  return [createDoneCheck("The arrival rules require an ID and accept this recruiter.")];
}

/** Parallax cannot read the settings at Prolific, so this is only advice. */
function checkSignedArrivals(publicUrl: string): ReadinessCheck {
  const { hostname } = new URL(publicUrl);
  const message = `The rules require signed IDs. On Prolific, secure the study’s address (“Secured External URL”), so that each link carries a token for ${hostname}; begin the rehearsal from Prolific’s preview to see that it arrives.`;
  return createAdviceCheck(message, "/recruit#rehearsal");
}

function checkDenials({ undecidedStudies }: ReadinessFacts): ReadinessCheck {
  if (undecidedStudies === 0)
    return createDoneCheck("Every study with the same stories has a decision about its participants.");
  const message = `${undecidedStudies} other ${undecidedStudies === 1 ? "study has" : "studies have"} some of the same stories. Decide whether their participants may take part.`;
  return createAdviceCheck(message, "/recruit#denials");
}

function checkWebhooks({ hasWebhookSecret, protocol }: ReadinessFacts): ReadinessCheck[] {
  if (protocol.recruiter?.kind !== "prolific") return [];
  return [
    hasWebhookSecret
      ? createDoneCheck("The webhook secret of the workspace is set.")
      : createAdviceCheck(
          "No webhook secret is set, so slots of returned submissions are freed only when their lease expires.",
          "/settings#webhooks",
        ),
  ];
}

function checkRehearsal({ rehearsal }: ReadinessFacts): ReadinessCheck[] {
  const rehearsalPath = "/recruit#rehearsal";
  if (!rehearsal) return [createMissingCheck("The study has not been rehearsed yet.", rehearsalPath)];
  if (!rehearsal.isCurrent) return [createMissingCheck("The study has changed since it was rehearsed.", rehearsalPath)];
  if (!rehearsal.hasArrived)
    return [createMissingCheck("A rehearsal was prepared but has not been started yet.", rehearsalPath)];
  const parameters =
    rehearsal.missingParameters.length > 0
      ? createMissingCheck(
          `In the rehearsal, parameters of the recruiter were missing: ${rehearsal.missingParameters.join(", ")}.`,
          rehearsalPath,
        )
      : createDoneCheck("In the rehearsal, all parameters of the recruiter arrived.");
  return [
    parameters,
    rehearsal.isComplete
      ? createDoneCheck("One whole session was rehearsed to its end.")
      : createMissingCheck("No rehearsed session has reached the end page “Complete” yet.", rehearsalPath),
  ];
}

function createDoneCheck(text: string): ReadinessCheck {
  return { state: "done", text, href: null };
}

function createMissingCheck(text: string, href: string | null): ReadinessCheck {
  return { state: "missing", text, href };
}

function createAdviceCheck(text: string, href: string | null): ReadinessCheck {
  return { state: "advice", text, href };
}
