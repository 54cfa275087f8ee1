import { formatCount } from "@/lib/domain/format/figures.ts";

const maxNames = 20;

/** The first twenty names, and the others on request. */
export function NameList({ names }: { names: readonly string[] }) {
  const others = names.slice(maxNames);
  return (
    <>
      <span className="break-words">{names.slice(0, maxNames).join(", ")}</span>
      {others.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-sm text-ink-soft underline decoration-edge underline-offset-4 hover:text-ink">
            {formatCount(others.length)} more
          </summary>
          <p className="mt-1 break-words">{others.join(", ")}</p>
        </details>
      )}
    </>
  );
}
