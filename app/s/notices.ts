import type { Notice } from "@/components/survey/notice-document.tsx";
import type { ArrivalRefusal } from "@/lib/domain/survey/arrival-rules.ts";
import { formatInstant } from "@/lib/domain/survey/languages/format-instant.ts";
import type { MessageKey, Say } from "@/lib/domain/survey/languages/messages.ts";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";

export function unknownStudyNotice(say: Say): Notice {
  return { title: say("unknownStudyTitle"), text: say("unknownStudyText") };
}

export function closedNotice(say: Say, status: "paused" | "closed"): Notice {
  const [title, text] =
    status === "paused" ? (["pausedTitle", "pausedText"] as const) : (["closedTitle", "closedText"] as const);
  return { title: say(title), text: say(text), offersResume: true };
}

/** What a worker sees before a task is accepted: nothing can be sent from here. */
export function previewNotice(say: Say, { consent }: Pick<Protocol, "consent">): Notice {
  return { title: say("previewTitle"), text: `${say("previewText")}\n\n${consent.title}\n\n${consent.text}` };
}

export function unreadableLinkNotice(say: Say, problem: { field: string; reason: MessageKey }): Notice {
  return { title: say("unreadableTitle"), text: say(problem.reason, { part: problem.field.slice(0, 60) }) };
}

/** Somebody is here a second time without a proof of being the same person. */
export function knownPersonNotice(say: Say): Notice {
  return { title: say("knownTitle"), text: say("knownText"), offersResume: true };
}

/** Somebody took part in a study whose people may not come here; told before anything is asked. */
export function deniedNotice(say: Say, recruiter: NonNullable<Protocol["recruiter"]>["kind"]): Notice {
  const back = recruiter === "prolific" ? "returnOnProlific" : recruiter === "mturk" ? "returnOnMturk" : null;
  return { title: say("deniedTitle"), text: [say("deniedText"), ...(back ? [say(back)] : [])].join("\n\n") };
}

export function welcomeBackNotice(say: Say, hidden: Record<string, string>): Notice {
  return {
    title: say("welcomeBackTitle"),
    text: say("welcomeBackText"),
    action: { url: "/api/v1/sessions/resume", label: say("continueHere"), hidden },
  };
}

/** What somebody is told whose arrival does not fit the study's rules. */
export function refusedArrivalNotice(say: Say, reason: ArrivalRefusal): Notice {
  const [title, text] = arrivalWords[reason];
  return { title: say(title), text: say(text) };
}

const arrivalWords = {
  "no-id": ["idNeededTitle", "idNeededText"],
  unsigned: ["signatureTitle", "signatureText"],
  source: ["sourceTitle", "sourceText"],
  "network-full": ["networkFullTitle", "networkFullText"],
} as const satisfies Record<ArrivalRefusal, readonly [MessageKey, MessageKey]>;

/** All slots are held by people who are taking part at this moment. */
export function fullNotice(say: Say, until: Date, language: string, url: string): Notice {
  const text = say("fullForNowText", { time: formatInstant(until, language) });
  return { title: say("fullForNowTitle"), text, link: { url, label: say("tryAgain") } };
}

export function unknownSessionNotice(say: Say): Notice {
  return { title: say("unknownSessionTitle"), text: say("unknownSessionText") };
}
