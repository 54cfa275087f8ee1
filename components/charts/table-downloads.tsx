import { buttonStyle } from "@/components/ui/button-style.ts";

/** Ways to take a table away. */
export function TableDownloads({ name, fileHref }: { name: string; fileHref: (file: string) => string }) {
  return (
    <p className="no-print flex flex-wrap gap-2 text-sm">
      {[
        ["csv", "CSV"],
        ["tex", "LaTeX"],
        ["md", "Markdown"],
      ].map(([ending, label]) => (
        <a
          key={ending}
          href={fileHref(`${name}.${ending}`)}
          download={`${name}.${ending}`}
          aria-label={`${label}: ${name}`}
          className={buttonStyle("quiet", "small")}
        >
          {label}
        </a>
      ))}
    </p>
  );
}
