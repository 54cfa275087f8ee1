import shippedSources from "@/content/beliefs/sources.json" with { type: "json" };
import shippedTemplates from "@/content/beliefs/templates.json" with { type: "json" };

/** The templates and sources that come with Parallax, in the authors' JSON shape. */
export const shippedContent: { templates: unknown; sources: unknown } = {
  templates: shippedTemplates,
  sources: shippedSources,
};
