import { languageTagSchema } from "../../domain/items/language-tag.ts";
import type { TranslatedBenchmark } from "../../server/items/link-translations.ts";
import { UsageError } from "../io.ts";
import { requireName } from "./require-name.ts";

/** Reads the options that link translations to their originals; each of the two options requires the other. */
export function readTranslationOf(options: { translationOf?: string; translatedInto?: string }): {
  translationOf?: TranslatedBenchmark;
} {
  const { translationOf, translatedInto } = options;
  if (translationOf === undefined && translatedInto === undefined) return {};
  if (translationOf === undefined || translatedInto === undefined) {
    throw new UsageError("--translation-of and --translated-into are needed together.");
  }
  const language = languageTagSchema.safeParse(translatedInto);
  if (!language.success) throw new UsageError(`--translated-into ${language.error.issues[0]?.message}.`);
  return { translationOf: { benchmark: requireName("--translation-of", translationOf), language: language.data } };
}
