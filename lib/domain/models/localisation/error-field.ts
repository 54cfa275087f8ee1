import { answeringPart } from "../read-output/plain-text.ts";
import { errorFields } from "../read-output/quotes.ts";
import { readJsonReply } from "../read-output/read-json.ts";

/** The field "Logical Error" of a reply. */
export interface ErrorFieldText {
  text: string;
  /** Whether the field states that there is no error: NA, None, No. */
  isNone: boolean;
}

/**
 * The whole text of the last field "Logical Error" of a reply, in the paper's format or as JSON; null if the reply has
 * no such field or leaves it empty, which means that the prompt did not ask for the position. Thinking blocks are
 * removed.
 */
export function errorFieldText(output: string): ErrorFieldText | null {
  const { text } = answeringPart(output);
  const json = readJsonReply(text);
  const content = json === "cut" ? null : json === null ? fieldOf(text) : textOfValue(json.quoted);
  const field = content?.replace(verdictAtEnd, "").trim() ?? "";
  return /[\p{L}\p{N}]/u.test(field) ? { text: field, isNone: noError.test(field) } : null;
}

/** A verdict on the line of the field, which belongs to the next field. */
const verdictAtEnd = /\bconclusion[*_ ]*:[\s\S]*$/iu;

const noError =
  /^[^\p{L}\p{N}]*(?:n\/?\.?a\.?|nil|none|no(?:ne)?(?: logical)?(?: errors?)?(?: (?:is |are |was |were )?(?:found|present|exists?))?)[^\p{L}\p{N}]*$/iu;

const labelInLine = /\blogical error(?:s|\(s\))?[*_ ]*:/giu;

function fieldOf(text: string): string | null {
  const field = errorFields(text).at(-1);
  if (field) return text.slice(field.start, field.end);
  const label = [...text.matchAll(labelInLine)].at(-1);
  return label ? text.slice(label.index + label[0].length) : null;
}

function textOfValue(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return null;
  return value.filter((entry) => typeof entry === "string").join("\n");
}
