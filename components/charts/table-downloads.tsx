import { buttonStyle } from "@/components/ui/forms/button-style.ts";

/**
 * Downloads of a table.
 *
 * @param called distinguishes it from other tables of the page; by default its file's name
 */
export function TableDownloads({
  name,
  called = name,
  fileHref,
}: {
  name: string;
  called?: string;
  fileHref: (file: string) => string;
}) {
  return (
    <p className="no-print flex flex-wrap items-center gap-2 text-sm">
      {called !== name && <span className="text-ink-soft first-letter:uppercase">{called}</span>}
      {[
        ["csv", "CSV"],
        ["tex", "LaTeX"],
        ["md", "Markdown"],
      ].map(([ending, label]) => (
        <a
          key={ending}
          href={fileHref(`${name}.${ending}`)}
          download={`${name}.${ending}`}
          aria-label={`${label}: ${called}`}
          className={buttonStyle("quiet", "small")}
        >
          {label}
        </a>
      ))}
    </p>
  );
}
