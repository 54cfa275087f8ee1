import { wordsOf } from "../../words/words.ts";

/** A model's summary without unrequested content. */
export interface Summary {
  /** Null if nothing was left. */
  story: string | null;
  words: number;
  /** Descriptions of text that was removed or looks wrong. */
  problems: string[];
}

const PREFACE =
  /^(?:(?:sure|certainly|of course|okay|ok)\b[^\n]{0,120}[:.!]|(?:here(?:'s|’s| is)|below is)\b[^\n]{0,120}:|\**summary\b[^\n]{0,40}:\**)[^\S\n]*(?:\n+|$)/iu;

/**
 * Parses the output of the summary step. Models often add a greeting, a heading, a code fence or tags. These are
 * removed and reported; the words of the story are never changed.
 */
export function parseSummary(output: string): Summary {
  const problems: string[] = [];
  let text = output.replace(/\r\n?/gu, "\n").trim();
  const stripPattern = (pattern: RegExp, what: string) => {
    const shorter = text.replace(pattern, "").trim();
    if (shorter === text) return;
    text = shorter;
    problems.push(what);
  };
  const fencedText = /^[^`]{0,200}```[a-z]*\n([\s\S]*?)\n```[\s\S]{0,200}$/iu.exec(text)?.[1];
  if (fencedText !== undefined) {
    text = fencedText.trim();
    problems.push("was in a code fence");
  }
  stripPattern(PREFACE, "had an introduction");
  const taggedText = /^<(story|summary)>([\s\S]*?)(?:<\/\1>[\s\S]{0,200})?$/iu.exec(text)?.[2];
  if (taggedText !== undefined) {
    text = taggedText.trim();
    problems.push("was in tags");
  }
  stripPattern(/^(?:#{1,6}[^\n]*|\*\*[^\n*]{1,120}\*\*|title:[^\n]*)\n+/iu, "had a title");
  const words = wordsOf(text).length;
  if (words === 0) return { story: null, words: 0, problems: [...problems, "is empty"] };
  return { story: text, words, problems };
}
