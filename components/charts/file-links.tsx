import { buttonStyle } from "@/components/ui/forms/button-style.ts";

/**
 * Matches addresses of files that need no account. Their pages have no link to the adjustment page, which needs one.
 */
const isPublic = /^\/api\/v1\/(?:shared|public-releases)\//;

/** Links to one table or figure in each format, and to the page that adjusts it. */
export function FileLinks({
  name,
  called,
  links,
  canAdjust,
}: {
  name: string;
  called: string;
  links: readonly { label: string; ending: string; href: string }[];
  canAdjust: boolean;
}) {
  const [first] = links;
  return (
    <p className="no-print flex flex-wrap items-center gap-2 text-sm">
      {called !== name && <span className="text-ink-soft first-letter:uppercase">{called}</span>}
      {links.map(({ label, ending, href }) => (
        <a
          key={ending}
          href={href}
          download={`${name}.${ending}`}
          aria-label={`${label}: ${called}`}
          className={buttonStyle("quiet", "small")}
        >
          {label}
        </a>
      ))}
      {canAdjust && first && !isPublic.test(first.href) && (
        <a
          href={`/research/files?file=${encodeURIComponent(first.href)}`}
          aria-label={`Adjust the ${first.ending === "svg" ? "figure" : "table"}: ${called}`}
          className={buttonStyle("quiet", "small")}
        >
          Adjust…
        </a>
      )}
    </p>
  );
}
