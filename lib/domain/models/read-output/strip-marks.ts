import { curlyApostrophe } from "./plain-text.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Replaces each character of quoted speech, so that only the model's words are read as its answer. */
export const quotedCharacter = "\ue000";

/** Replaces text such as "True or False", which repeats the instruction and is not an answer. */
export const echoCharacter = "\ue001";

/**
 * Removes formatting that is irrelevant for the answer: markdown, LaTeX, tags, quotation marks, brackets around an
 * answer, list marks, pictures. Quoted sentences become `quotedCharacter`s, and repeated instructions become
 * `echoCharacter`s.
 */
export function stripMarks(text: string, vocabulary: Vocabulary): string {
  const unformatted = removeMarkdown(removeLatex(removeTags(text.replace(curlyApostrophe, "'"))));
  const ownText = removeQuotes(unformatted, vocabulary);
  const openingBracket = new RegExp(
    `[([{<]\\s*(?=(?:option\\s+)?(?:${createWordPattern(vocabulary)})(?![\\p{L}\\p{N}]))`,
    "giu",
  );
  return removeEchoes(ownText.replace(openingBracket, ""), vocabulary)
    .replace(new RegExp(`${echoCharacter}\\s*[)\\]}>]`, "gu"), echoCharacter)
    .replace(/[ ]+/gu, " ")
    .replace(/ *\n */gu, "\n")
    .trim();
}

/**
 * The answer words as alternatives of a regular expression. For lettered options these are all letters, because a reply
 * may name a letter that is not offered.
 */
export function createWordPattern({ words, isLettered }: Vocabulary): string {
  return isLettered ? "[a-z]" : [...words.keys()].join("|");
}

function removeTags(text: string): string {
  const whole = /^\s*<answer>([\s\S]*)<\/answer>\s*$/iu.exec(text)?.[1];
  if (whole !== undefined && !/<answer>/iu.test(whole)) return whole;
  return text
    .replace(/<answer>([^<]{0,2000})<\/answer>/giu, "\nAnswer: $1\n")
    .replace(/<br\s*\/?>|<\/?p>/giu, "\n")
    .replace(/<\/?(?:answer|b|i|u|em|strong|span|code|div)(?:\s[^<>]{0,200})?>/giu, "");
}

function removeLatex(text: string): string {
  const plain = text
    // Unwraps braces around the answer inside the braces of a command.
    .replace(/(\\[a-z]+\s*)\{\s*\{([^{}]{0,2000})\}\s*\}/gu, "$1{$2}")
    .replace(/\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathsf|rm|bf)\s*\{([^{}]{0,2000})\}/gu, "$1")
    .replace(/\\[()[\]]|\$/gu, " ");
  const whole = /^\s*\\(?:boxed|fbox)\s*\{([^{}]*)\}[\s.!]*$/u.exec(plain)?.[1];
  if (whole !== undefined) return whole;
  return plain.replace(/\\(?:boxed|fbox)\s*\{([^{}]{0,2000})\}/gu, "\nAnswer: $1\n");
}

function removeMarkdown(text: string): string {
  return text
    .replace(/^[ ]*(?:```|~~~)[\w-]*[ ]*$/gmu, "")
    .replace(/[`*~|]/gu, "")
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/^[ ]*(?:[>#]+[ ]*|[-\u2022\u2013\u2014+][ ]+|\d{1,2}[.)][ ]+)+/gmu, "")
    .replace(/\p{Extended_Pictographic}/gu, "");
}

/**
 * Removes quotation marks. The quoted text is removed too if it is another speaker's sentence. These are kept: a single
 * word, an option after a label, the key of a field, and a reply that is quoted as a whole.
 */
function removeQuotes(text: string, vocabulary: Vocabulary): string {
  const inner = /^\s*["\u201c]([^"\u201c\u201d]*)["\u201d][\s.!]*$/u.exec(text)?.[1];
  const source = inner ?? text;
  const short = new RegExp(`^\\W*(?:option\\W+)?(?:${createWordPattern(vocabulary)})\\W*$`, "iu");
  return source
    .replace(
      /"[^"\n]{0,1000}"|\u201c[^\u201d\n]{0,1000}\u201d|\u00ab[^\u00bb\n]{0,1000}\u00bb/gu,
      (quote, at: number) => {
        const content = quote.slice(1, -1);
        const isKey = /^\s*:/u.test(source.slice(at + quote.length, at + quote.length + 3));
        const isLabelled = /(?:\b(?:answer|verdict|conclusion|choice)\W{0,6}(?:is\W{0,3})?)$/iu.test(
          source.slice(Math.max(0, at - 40), at),
        );
        if (isKey || isLabelled || short.test(content) || !/\s/u.test(content.trim())) return ` ${content} `;
        return quotedCharacter;
      },
    )
    .replace(/["\u201c\u201d\u201e\u00ab\u00bb]/gu, " ")
    .replace(/(?<![\p{L}\p{N}])'+|'+(?![\p{L}\p{N}])/gu, " ");
}

/** Replaces repeated instructions: "True or False", "yes/no", "A, B or C", and a list of all options as shown. */
function removeEchoes(text: string, vocabulary: Vocabulary): string {
  const word = `(?:option )?(${createWordPattern(vocabulary)})\\)?`;
  const edge = "(?![\\p{L}\\p{N}'])";
  const optionChain = new RegExp(
    `(?<![\\p{L}\\p{N}'])(?:either )?${word}${edge}(?:\\s*(?:/|,? ?\\bor\\b|,)\\s*${word}${edge}){1,25}`,
    "giu",
  );
  const withoutChains = text.replace(optionChain, (match) => {
    const namedWords = new Set(
      match.toLowerCase().match(new RegExp(`(?<![\\p{L}])(?:${createWordPattern(vocabulary)})${edge}`, "gu")),
    );
    return namedWords.size > 1 && /\/|\bor\b/iu.test(match) ? echoCharacter : match;
  });
  return vocabulary.isLettered ? removeOptionList(withoutChains) : withoutChains;
}

/** Removes a repeated list of the displayed options: consecutive lines that begin with A, B, … in this order. */
function removeOptionList(text: string): string {
  const lines = text.split("\n");
  const letterOf = (line: string | undefined) => /^([a-z])[.):] ?\S/iu.exec(line ?? "")?.[1]?.toLowerCase();
  const isListed = (index: number): boolean => {
    const letter = letterOf(lines[index]);
    if (letter === undefined) return false;
    const position = letter.charCodeAt(0) - 97;
    const first = letterOf(lines[index - position]) === "a";
    return (
      first &&
      (position > 0
        ? letterOf(lines[index - 1]) === String.fromCharCode(96 + position)
        : letterOf(lines[index + 1]) === "b")
    );
  };
  return lines.map((line, index) => (isListed(index) ? echoCharacter : line)).join("\n");
}
