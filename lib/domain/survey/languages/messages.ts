import { IntlMessageFormat } from "intl-messageformat";
import { ar, arItems } from "./ar.ts";
import { de, deItems } from "./de.ts";
import { en, type KindTexts, type MessageKey, type Messages } from "./en.ts";
import { zhHans, zhHansItems } from "./zh-hans.ts";

/** A study's custom texts, which replace those of the language's table, by key. */
export type CustomTexts = Readonly<Partial<Record<MessageKey, string>>>;

export type MessageValues = Readonly<Record<string, string | number>>;

/** A function that formats a message of one language with its values. */
export interface Say {
  (key: MessageKey, values?: MessageValues): string;
  /**
   * The study's language, if Parallax has no messages in it and the built-in messages are therefore in English;
   * otherwise null.
   */
  readonly studyLanguage: string | null;
}

interface Table {
  /** The language's own name for itself. */
  name: string;
  messages: Messages;
  /** Empty for English, whose texts are in the kinds. */
  items: KindTexts;
}

/** The languages with a complete table, by tag. To add a language, add a file and a line here. */
export const tables: Readonly<Record<string, Table>> = {
  en: { name: "English", messages: en, items: {} },
  de: { name: "Deutsch", messages: de, items: deItems },
  "zh-Hans": { name: "简体中文", messages: zhHans, items: zhHansItems },
  ar: { name: "العربية", messages: ar, items: arItems },
};

export const messageKeys = Object.keys(en) as MessageKey[];

/**
 * The tag of the table for a page in this language: the exact tag, otherwise the language without its region (all tags
 * of Chinese except those in Traditional script map to Simplified); null if no table fits.
 */
export function tableOf(language: string): string | null {
  if (Object.hasOwn(tables, language)) return language;
  const lower = language.toLowerCase();
  const base = lower.split("-")[0] ?? "";
  if (base === "zh") return /^zh-(hant|tw|hk|mo)/.test(lower) ? null : "zh-Hans";
  return Object.hasOwn(tables, base) ? base : null;
}

/** The language of the screens of a study in `language`: this language if it has a table, otherwise English. */
export function interfaceLanguage(language: string, customTexts: CustomTexts = {}): string {
  if (tableOf(language)) return language;
  return messageKeys.every((key) => customTexts[key] !== undefined) ? language : "en";
}

/**
 * The messages of a language, overridden by the study's own texts. A language without a table uses the study's own
 * texts, and English for all other messages.
 */
export function sayIn(language: string, customTexts: CustomTexts = {}): Say {
  const tag = tableOf(language) ?? "en";
  const { messages } = tables[tag] as Table;
  const say = (key: MessageKey, values?: MessageValues) => {
    const custom = customTexts[key];
    return formatMessage(custom ?? messages[key], custom === undefined ? tag : language, values);
  };
  return Object.assign(say, { studyLanguage: interfaceLanguage(language, customTexts) === language ? null : language });
}

/** Cache of parsed messages by language and text; limited, because many studies have their own texts. */
const parsedMessageCache = new Map<string, IntlMessageFormat>();
const maxParsedMessages = 2_000;

function formatMessage(message: string, language: string, values: MessageValues | undefined): string {
  const key = `${language} ${message}`;
  let parsedMessage = parsedMessageCache.get(key);
  if (!parsedMessage) {
    if (parsedMessageCache.size >= maxParsedMessages) parsedMessageCache.clear();
    parsedMessage = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    parsedMessageCache.set(key, parsedMessage);
  }
  return String(parsedMessage.format(values));
}

/**
 * Why a text cannot replace a message, or null if it can: it must be a valid ICU message and use only the message's own
 * arguments.
 */
export function findMessageProblem(key: MessageKey, text: string): string | null {
  const knownArguments = argumentsOf(en[key]);
  let usedArguments: Set<string>;
  try {
    usedArguments = argumentsOf(text);
  } catch (error) {
    return `is not a readable message (${error instanceof Error ? error.message.split("\n")[0] : "unknown error"})`;
  }
  const unknown = [...usedArguments].find((name) => !knownArguments.has(name));
  if (unknown === undefined) return null;
  return knownArguments.size === 0
    ? `names {${unknown}}, but this message has no values`
    : `names {${unknown}}; it may name ${[...knownArguments].map((name) => `{${name}}`).join(", ")}`;
}

/** The argument names of a message, including those inside its plural forms. Throws the parser's errors. */
export function argumentsOf(message: string): Set<string> {
  const names = new Set<string>();
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) for (const member of node) collect(member);
    else if (typeof node === "object" && node !== null) {
      const { type, value, options } = node as { type?: number; value?: unknown; options?: object };
      // 1 to 6 are argument, number, date, time, select and plural; 0 is text and 7 the number sign of a plural.
      if (type !== undefined && type >= 1 && type <= 6 && typeof value === "string") names.add(value);
      if (options) for (const option of Object.values(options)) collect((option as { value?: unknown }).value);
    }
  };
  collect(new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }).getAst());
  return names;
}

/** A language's own name. */
export function languageName(language: string): string {
  const tag = tableOf(language);
  if (tag === language) return (tables[tag] as Table).name;
  return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
}

const rightToLeft = new Set(["ar", "fa", "he", "iw", "ur", "ps", "sd", "ug", "yi", "dv", "ckb", "ku-arab", "pa-arab"]);

/** The writing direction of a language. */
export function directionOf(language: string): "ltr" | "rtl" {
  const lower = language.toLowerCase();
  if (/-(arab|hebr|thaa|syrc|nkoo|adlm)\b/.test(lower)) return "rtl";
  if (/-latn\b|-cyrl\b/.test(lower)) return "ltr";
  return rightToLeft.has(lower.split("-")[0] ?? "") ? "rtl" : "ltr";
}

/**
 * The language of a session: the requested language, otherwise the offered language that the browser prefers, otherwise
 * the study's own language. "de-AT" matches "de" and vice versa; a language in another script ("zh-TW" if "zh-Hans" is
 * offered) does not match. `offered` lists the study's own language first.
 *
 * @param accepted an Accept-Language header, such as "de-AT,de;q=0.9,en;q=0.5"
 */
export function chooseLanguage(offered: readonly string[], requested: string | null, accepted: string | null): string {
  const [studyLanguage = "en"] = offered;
  for (const wanted of [...(requested === null ? [] : [requested]), ...parseAcceptedLanguages(accepted ?? "")]) {
    const offeredTag = findOffered(offered, wanted);
    if (offeredTag) return offeredTag;
  }
  return studyLanguage;
}

/** The offered tag that equals the requested tag, otherwise the first tag of the same language in the same script. */
function findOffered(offered: readonly string[], wanted: string): string | undefined {
  const exactTag = offered.find((tag) => tag.toLowerCase() === wanted.toLowerCase());
  if (exactTag) return exactTag;
  const withScript = languageWithScript(wanted);
  return withScript === null ? undefined : offered.find((tag) => languageWithScript(tag) === withScript);
}

/** A language with its most likely script ("de-AT" gives "de-Latn"); null for an invalid tag. */
function languageWithScript(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}

/** The tags of an Accept-Language header, best first, in lower case; rejected tags (q=0) and "*" are omitted. */
function parseAcceptedLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => /^[a-z]{2,3}(-[a-z0-9]+)*$/.test(tag) && weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag);
}
