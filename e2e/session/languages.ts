import type { Protocol } from "../../lib/domain/survey/protocol.ts";
import { listTexts } from "../../lib/domain/survey/translate-protocol.ts";

/**
 * The languages other than English: one from right to left, one without spaces, one with long words. The document is
 * the same in every width, so axe looks at each that is unlike English in one, in two looks.
 */
export const languages = [
  { tag: "ar", name: "العربية", direction: "rtl", sample: "نص من الدراسة", axeAt: 320 },
  { tag: "zh-Hans", name: "简体中文", direction: "ltr", sample: "研究中的文字", axeAt: 1280 },
  { tag: "de", name: "Deutsch", direction: "ltr", sample: "Untersuchungstext", axeAt: null },
] as const;

/** A protocol in which every text is translated into these languages, each with words that occur in no other text. */
export function withLanguages(protocol: Protocol): Protocol {
  const translations = Object.fromEntries(
    languages.map(({ tag, sample }) => [
      tag,
      { texts: Object.fromEntries(listTexts(protocol).map(({ name }, index) => [name, `${sample} ${index + 1}`])) },
    ]),
  );
  return { ...protocol, translations };
}
