import { Download } from "lucide-react";

/** Downloads of a study's answers. Each download is one zip with a codebook and a manifest. */
export function ExportMenu({ href, canReadIdentities }: { href: string; canReadIdentities: boolean }) {
  const entries = [
    { query: "format=csv", label: "Tables (CSV)", hint: "For analysis in other programs" },
    {
      query: "format=csv&spreadsheet=1",
      label: "Tables for a spreadsheet",
      hint: "CSV that is safe to open in a spreadsheet",
    },
    { query: "format=jsonl", label: "JSON lines", hint: "Items can be imported again" },
    { query: "format=bundle", label: "Everything", hint: "Also protocol, design and models’ answers" },
    { query: "format=csv&level=anonymous", label: "Anonymous tables", hint: "Without free text and times" },
    ...(canReadIdentities
      ? [
          {
            query: "format=csv&level=identified",
            label: "Tables with recruiters’ IDs",
            hint: "Store separately from the answers",
          },
        ]
      : []),
  ];
  return (
    <details className="relative">
      <summary className="inline-flex min-h-10 list-none items-center gap-2 rounded-md border border-edge bg-surface px-4 font-medium hover:border-ink hover:bg-sunken pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Download aria-hidden="true" className="size-[1.1em]" />
        Download
      </summary>
      <ul className="absolute right-0 z-20 mt-2 w-72 max-w-[calc(100vw-2*var(--gutter))] rounded-lg border border-rule bg-surface p-2 shadow-lg max-sm:right-auto max-sm:left-0">
        {entries.map(({ query, label, hint }) => (
          <li key={query}>
            <a
              href={`${href}?${query}`}
              download
              className="block rounded-md px-3 py-2 hover:bg-sunken pointer-coarse:py-3"
            >
              {label}
              <span className="block text-sm text-ink-soft">{hint}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
