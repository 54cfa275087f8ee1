import {
  type CustomTexts,
  chooseLanguage,
  type Say,
  sayIn,
  tableOf,
  tables,
} from "@/lib/domain/survey/languages/messages.ts";
import { mturkFrames, mturkHosts } from "@/lib/domain/survey/recruiters/mturk.ts";
import type { RunningProtocol } from "@/lib/server/sessions/running-study.ts";

/** The settings of a participant page's layout. */
export interface PageFrame {
  name: string;
  language: string;
  words: CustomTexts;
  /** Sites that may show the page in a frame. */
  frameAncestors: readonly string[];
  /** Other sites to which a form may post. */
  formTargets: readonly string[];
}

/**
 * The page frame of a study in the language of its protocol. MTurk may show a study in a frame, and receives its last
 * form.
 */
export function createStudyFrame({ studyName, language, protocol }: RunningProtocol): PageFrame {
  const isMturk = protocol.recruiter?.kind === "mturk";
  return {
    name: studyName,
    language,
    words: protocol.words ?? {},
    frameAncestors: [...protocol.frameAncestors, ...(isMturk ? mturkFrames : [])],
    formTargets: isMturk ? mturkHosts : [],
  };
}

/**
 * The page frame of a page without a study. Its language is the requested language, otherwise the best match for the
 * browser's languages.
 */
export function createPlainFrame(request: Request, requestedLanguage: string | null = null): PageFrame {
  const table = requestedLanguage === null ? null : tableOf(requestedLanguage);
  const language = chooseLanguage(["en", ...Object.keys(tables)], table, request.headers.get("accept-language"));
  return { name: "Parallax", language, words: {}, frameAncestors: [], formTargets: [] };
}

export function createSay(frame: Pick<PageFrame, "language" | "words">): Say {
  return sayIn(frame.language, frame.words);
}
