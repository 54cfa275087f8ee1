/** A placeholder for content that is still loading. */
export function Skeleton({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}…</span>
      {Array.from({ length: lines }, (_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are equal and never move.
          key={line}
          className="h-4 animate-pulse rounded-sm bg-rule/70"
          style={{ width: `${92 - ((line * 17) % 40)}%` }}
        />
      ))}
    </div>
  );
}
