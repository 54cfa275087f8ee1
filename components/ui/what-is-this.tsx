import { CircleQuestionMark } from "lucide-react";
import { slugify } from "@/lib/domain/slug.ts";
import { AppLink } from "./navigation/app-link.tsx";

/**
 * A link from a number or a setting to its term in the glossary, or to a section of a document.
 *
 * @param document the section, as "statistics#few-clusters"; without it `term` is a term of the glossary
 */
export function WhatIsThis({ term, document }: { term: string; document?: string }) {
  return (
    <AppLink
      href={document ? `/help/${document}` : `/help/glossary#${slugify(term)}`}
      aria-label={`What is this: ${term}`}
      title="What is this?"
      className="inline-flex rounded-full p-0.5 align-[-0.2em] text-ink-soft hover:text-ink pointer-coarse:p-2"
    >
      <CircleQuestionMark aria-hidden="true" className="size-4" />
    </AppLink>
  );
}
