import * as z from "zod";
import { slugify } from "../../slug.ts";

/** Slugs reserved for the application. */
const reserved = ["new"];

/** A study's name in URLs: /s/<slug>. It cannot change once links may have been distributed. */
export const slugSchema = z
  .string()
  .min(3, "must have at least 3 characters")
  .max(60, "must have at most 60 characters")
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "may contain lower-case letters, digits and single hyphens between them")
  .refine((slug) => !reserved.includes(slug), "is an address that the application uses itself");

/**
 * Suggests slugs for a study name, best first: the name itself, then shorter and numbered forms, without those in
 * `taken`. There is always at least one.
 */
export function suggestSlugs(name: string, taken: readonly string[] = [], wanted = 3): string[] {
  const whole = toSlug(name);
  const words = whole.split("-");
  const candidates = [whole, words.slice(0, 3).join("-"), words.slice(0, 2).join("-")];
  for (let number = 2; candidates.length < wanted + taken.length + 4; number += 1) {
    candidates.push(`${whole.slice(0, 56)}-${number}`);
  }
  const free = candidates.filter((slug) => slugSchema.safeParse(slug).success && !taken.includes(slug));
  return [...new Set(free)].slice(0, wanted);
}

/** An available slug: the requested slug, otherwise the same slug with the first free number appended. */
export function nextSlug(wanted: string, taken: readonly string[]): string {
  const base = wanted.slice(0, 54).replace(/-+$/, "");
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number += 1) {
    if (!taken.includes(`${base}-${number}`)) return `${base}-${number}`;
  }
}

function toSlug(name: string): string {
  const slug = slugify(name);
  return slug.length >= 3 ? slug : `study${slug ? `-${slug}` : ""}`;
}
