import { AppLink } from "@/components/ui/navigation/app-link.tsx";

/** The presets for a new study. */
export function PresetChoice({
  presets,
}: {
  presets: readonly {
    id: string;
    name: string;
    summary: string;
    /** The cost at its default size. */
    size: string;
    /** The page that creates a study from this preset, if it is not the study form. */
    href?: string;
  }[];
}) {
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-3">
      {presets.map((preset) => (
        <li
          key={preset.id}
          className="relative grid content-start gap-2 rounded-lg border border-rule bg-surface p-6 shadow-sm transition-colors focus-within:border-ink hover:border-edge"
        >
          <h2 className="font-serif text-xl font-normal">
            <AppLink
              href={preset.href ?? `/research/studies/new?from=${preset.id}`}
              className="underline decoration-edge decoration-1 underline-offset-4 after:absolute after:inset-0 after:rounded-lg"
            >
              {preset.name}
            </AppLink>
          </h2>
          <p className="text-ink-soft">{preset.summary}</p>
          <p className="text-sm tabular-nums">{preset.size}</p>
        </li>
      ))}
    </ul>
  );
}
