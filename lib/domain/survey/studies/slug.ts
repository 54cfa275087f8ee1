import * as z from "zod";
import { slugify } from "../../slug.ts";

/** Slugs reserved for the application. */
const reservedSlugs = ["new"];

/** A study's name in URLs: /s/<slug>. It cannot change once links may have been distributed. */
export const slugSchema = z
  .string()
  .min(3, "must have at least 3 characters")
  .max(60, "must have at most 60 characters")
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "may contain lower-case letters, digits and single hyphens between them")
  .refine((slug) => !z.guid().safeParse(slug).success, "must not have the form of an ID")
  .refine((slug) => !reservedSlugs.includes(slug), "is a reserved address");

/**
 * Suggests slugs for a study name, best first: the name itself, then shorter and numbered forms, without those in
 * `existingSlugs`. There is always at least one.
 */
export function suggestSlugs(name: string, existingSlugs: readonly string[] = [], wanted = 3): string[] {
  const fullSlug = toSlug(name);
  const words = fullSlug.split("-");
  const candidates = [fullSlug, words.slice(0, 3).join("-"), words.slice(0, 2).join("-")];
  for (let number = 2; candidates.length < wanted + existingSlugs.length + 4; number += 1) {
    candidates.push(`${fullSlug.slice(0, 56)}-${number}`);
  }
  const availableSlugs = candidates.filter(
    (slug) => slugSchema.safeParse(slug).success && !existingSlugs.includes(slug),
  );
  return [...new Set(availableSlugs)].slice(0, wanted);
}

/** An available slug: the requested slug, otherwise the same slug with the first free number appended. */
export function nextSlug(wanted: string, existingSlugs: readonly string[]): string {
  const base = wanted.slice(0, 54).replace(/-+$/, "");
  if (!existingSlugs.includes(base)) return base;
  for (let number = 2; ; number += 1) {
    if (!existingSlugs.includes(`${base}-${number}`)) return `${base}-${number}`;
  }
}

function toSlug(name: string): string {
  const slug = slugify(name);
  return slug.length >= 3 ? slug : `study${slug ? `-${slug}` : ""}`;
}
