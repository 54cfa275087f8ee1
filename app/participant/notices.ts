import { timePlaceholder } from "@/components/survey/local-time.tsx";
import type { ParticipantNotice } from "@/components/survey/notice-document.tsx";
import type { ArrivalRefusal } from "@/lib/domain/survey/arrival-rules.ts";
import { ethicsLine } from "@/lib/domain/survey/ethics-line.ts";
import type { MessageKey } from "@/lib/domain/survey/languages/en.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";

type Recruiter = NonNullable<Protocol["recruiter"]>["kind"];

export function unknownStudyNotice(say: Say): ParticipantNotice {
  return { title: say("unknownStudyTitle"), text: say("unknownStudyText") };
}

export function closedNotice(say: Say, status: "paused" | "closed", codeUrl: string): ParticipantNotice {
  const [title, text] =
    status === "paused" ? (["pausedTitle", "pausedText"] as const) : (["closedTitle", "closedText"] as const);
  return { title: say(title), text: say(text), offersResume: true, link: codeLink(say, codeUrl) };
}

/** The notice for a worker who previews a task without accepting it: nothing can be submitted from the preview. */
export function previewNotice(
  say: Say,
  { protocol, language }: { protocol: Pick<Protocol, "consent" | "words">; language: string },
): ParticipantNotice {
  const { title, text } = protocol.consent;
  const texts = [say("previewText"), title, text, ethicsLine(protocol, language) ?? ""];
  return { title: say("previewTitle"), text: texts.join("\n\n").trim() };
}

export function unreadableLinkNotice(say: Say, problem: { field: string; reason: MessageKey }): ParticipantNotice {
  return { title: say("unreadableTitle"), text: say(problem.reason, { part: problem.field.slice(0, 60) }) };
}

/** The notice for a person who returns without a proof of identity. */
export function knownPersonNotice(say: Say, codeUrl: string, recruiter: Recruiter): ParticipantNotice {
  // A page in MTurk's frame has no “back”: the task opens again on this page.
  return {
    title: say("knownTitle"),
    text: say(recruiter === "mturk" ? "knownTextMturk" : "knownText"),
    offersResume: true,
    link: codeLink(say, codeUrl),
  };
}

/** The text about how to return a slot, by recruiter. */
const returnKeys = {
  prolific: "returnOnProlific",
  mturk: "returnOnMturk",
  panel: "returnToSender",
  none: "returnToSender",
} as const satisfies Record<Recruiter, MessageKey>;

/** The notice for a person who took part in a study that excludes them from this one. No question was shown before. */
export function deniedNotice(say: Say, recruiter: Recruiter): ParticipantNotice {
  return { title: say("deniedTitle"), text: `${say("deniedText")}\n\n${say(returnKeys[recruiter])}` };
}

export function welcomeBackNotice(say: Say, hidden: Record<string, string>, hasEnded: boolean): ParticipantNotice {
  return {
    title: say("welcomeBackTitle"),
    text: say(hasEnded ? "alreadyFinished" : "welcomeBackText"),
    action: { url: "/api/v1/sessions/resume", label: say(hasEnded ? "showEnd" : "continueHere"), hidden },
  };
}

/** The notice for someone whose arrival does not meet the study's rules. */
export function refusedArrivalNotice(say: Say, reason: ArrivalRefusal): ParticipantNotice {
  const [title, text] = arrivalTexts[reason];
  return { title: say(title), text: say(text) };
}

const arrivalTexts = {
  "no-id": ["idNeededTitle", "idNeededText"],
  "id-format": ["idFormatTitle", "idFormatText"],
  unsigned: ["signatureTitle", "signatureText"],
  "no-keys": ["uncheckedTitle", "uncheckedText"],
  source: ["sourceTitle", "sourceText"],
} as const satisfies Record<ArrivalRefusal, readonly [MessageKey, MessageKey]>;

/**
 * The notice for a participant who has to wait, because active participants have claimed all matching slots or because
 * the network has reached its limit. The page polls.
 *
 * @param withdrawUrl the link for a participant who does not want to wait
 */
export function waitNotice(
  say: Say,
  { until, reason }: { until: Date; reason: "slots" | "network" },
  withdrawUrl: string | null,
): ParticipantNotice {
  const [title, text] = reason === "network" ? (["networkFullTitle", "networkFullText"] as const) : waitTexts;
  const link = withdrawUrl ? { link: { url: withdrawUrl, label: say("withdraw") } } : {};
  return { title: say(title), text: say(text, { time: timePlaceholder }), time: until, waits: true, ...link };
}

const waitTexts = ["waitTitle", "waitText"] as const;

/** @param codeUrl null if the study is not known */
export function unknownSessionNotice(say: Say, codeUrl: string | null): ParticipantNotice {
  const link = codeUrl ? { link: codeLink(say, codeUrl) } : {};
  return { title: say("unknownSessionTitle"), text: say("unknownSessionText"), ...link };
}

function codeLink(say: Say, url: string) {
  return { url, label: say("codePageTitle") };
}
