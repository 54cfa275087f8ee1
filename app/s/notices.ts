import type { Notice } from "@/components/survey/notice-document.tsx";
import type { ArrivalRefusal } from "@/lib/domain/survey/arrival-rules.ts";

export const unknownStudyNotice: Notice = {
  title: "There is no study here",
  text: "The link may be incomplete, or the study has not started yet. Please check the link that you were given.",
};

export function closedNotice(status: "paused" | "closed"): Notice {
  if (status === "paused") {
    return {
      title: "The study is paused",
      text: "Nobody can start right now. Please try the same link again later.\n\nIf you had started already, go back to the page you were on: you can still finish.",
    };
  }
  return {
    title: "The study is over",
    text: "This study does not take new participants any more. Thank you for your interest.\n\nIf you had started already, go back to the page you were on: you can still finish.",
  };
}

/** What somebody is told whose arrival does not fit the study's rules. */
export function refusedArrivalNotice(reason: ArrivalRefusal): Notice {
  switch (reason) {
    case "no-id":
      return {
        title: "This link lacks your participant number",
        text: "Please use the link exactly as you were given it, from the page of the service that invited you. It carries a number by which you can be paid.",
      };
    case "unsigned":
      return {
        title: "This link is not valid",
        text: "Its participant number is not confirmed. Please use the link exactly as you were given it.",
      };
    case "source":
      return {
        title: "This study invites people in another way",
        text: "It does not take participants who come by this link. Please use the link exactly as you were given it.",
      };
    case "network-full":
      return {
        title: "Many people are taking part from your network",
        text: "Please try again in an hour, or from another connection. Nothing was stored.",
      };
  }
}

/** All slots are held by people who are taking part at this moment. */
export function fullNotice(until: Date, url: string): Notice {
  return {
    title: "The study is full for now",
    text: `All places are held by people who are taking part at this moment. Please come back at ${until.toISOString().slice(11, 16)} (UTC) or later: a place may be free then. Nothing that you have sent before is lost.`,
    link: { url, label: "Try again" },
  };
}

export const previewNotice: Notice = {
  title: "This is a preview",
  text: "Accept the task first. The study then opens here.",
};

export function unreadableLinkNotice(problem: { field: string; message: string }): Notice {
  return {
    title: "This link cannot be read",
    text: `Its part "${problem.field.slice(0, 60)}" ${problem.message}. Please use the link exactly as you were given it.`,
  };
}

export const knownPersonNotice: Notice = {
  title: "You have been here before",
  text: "Somebody has already started this study with your participant number, and each person can take part once.\n\nIf that was you and you have not finished, please use the same browser and the page that you were on. If you think that this is a mistake, contact the researcher through the service that sent you here.",
};

export function welcomeBackNotice(hidden: Record<string, string>): Notice {
  return {
    title: "Welcome back",
    text: "You have started this study already. You can go on where you stopped; everything that you sent is saved.",
    action: { url: "/api/v1/sessions/resume", label: "Continue where you stopped", hidden },
  };
}

export const unknownSessionNotice: Notice = {
  title: "We cannot find your place",
  text: "This address does not belong to a session. It may have been copied incompletely. Please go back to the link that you were given.",
};
