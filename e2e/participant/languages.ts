import type { Protocol } from "../../lib/domain/survey/protocol.ts";
import { listTexts } from "../../lib/domain/survey/translate-protocol.ts";

/** Languages whose screens are unlike English ones, each in a look and a width of its own. */
export const languages = [
  { tag: "ar", direction: "rtl", colorScheme: "dark", width: 320, sample: "نص من الدراسة" },
  { tag: "zh-Hans", direction: "ltr", colorScheme: "light", width: 1280, sample: "研究中的文字" },
] as const;

/** A protocol whose every text is translated into these, each into words that nothing else has. */
export function withLanguages(protocol: Protocol): Protocol {
  const translations = Object.fromEntries(
    languages.map(({ tag, sample }) => [
      tag,
      { texts: Object.fromEntries(listTexts(protocol).map(({ name }, index) => [name, `${sample} ${index + 1}`])) },
    ]),
  );
  return { ...protocol, translations };
}
