import { CircleQuestionMark } from "lucide-react";
import { slugify } from "@/lib/domain/slug.ts";
import { AppLink } from "./navigation/app-link.tsx";

/**
 * A link from a number or a setting to its term in the glossary, or to a section of a document.
 *
 * @param document the section, as "statistics#few-clusters"; without it `term` is a term of the glossary
 * @param isInForm opens another tab, so that a form that is not saved stays open
 */
export function WhatIsThis({
  term,
  document,
  isInForm = false,
}: {
  term: string;
  document?: string;
  isInForm?: boolean;
}) {
  return (
    <AppLink
      href={document ? `/help/${document}` : `/help/glossary#${slugify(term)}`}
      aria-label={`What is this: ${term}${isInForm ? " (new tab)" : ""}`}
      title="What is this?"
      {...(isInForm ? { target: "_blank" } : {})}
      className="inline-flex rounded-full p-0.5 align-[-0.2em] text-ink-soft hover:text-ink pointer-coarse:p-2"
    >
      <CircleQuestionMark aria-hidden="true" className="size-4" />
    </AppLink>
  );
}
