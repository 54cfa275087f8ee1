import type { ReactNode } from "react";

/** A titled section in the sidebar of an item. */
export function Panel({
  title,
  id,
  count,
  tone = "plain",
  actions,
  children,
}: {
  title: string;
  id?: string;
  count?: number;
  tone?: "plain" | "bad" | "warn" | "good";
  actions?: ReactNode;
  children: ReactNode;
}) {
  const tones = {
    plain: "bg-sunken text-ink-soft",
    bad: "bg-bad-wash text-bad",
    warn: "bg-warn-wash text-warn",
    good: "bg-good-wash text-good",
  };
  return (
    <section
      aria-label={title}
      id={id}
      tabIndex={-1}
      className="grid break-inside-avoid gap-2.5 border-t border-rule py-4 first:border-t-0 first:pt-1 focus-visible:outline-offset-4"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 text-sm font-semibold tracking-wide">
          {title}
          {count !== undefined && (
            <span className={`rounded-full px-2 py-px text-xs font-medium tabular-nums ${tones[tone]}`}>{count}</span>
          )}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** An entry of a panel, with its actions. */
export function PanelItem({
  id,
  tone,
  children,
  actions,
}: {
  id?: string;
  tone: "bad" | "warn" | "plain";
  children: ReactNode;
  actions?: ReactNode;
}) {
  const edges = { bad: "border-l-bad", warn: "border-l-warn", plain: "border-l-edge" };
  return (
    <li
      id={id}
      tabIndex={-1}
      className={`grid scroll-mb-24 gap-1.5 rounded-md border border-l-3 border-rule bg-surface px-3 py-2.5 text-sm focus:outline-2 focus:outline-offset-2 focus:outline-ink ${edges[tone]}`}
    >
      {children}
      {actions && <div className="flex flex-wrap gap-x-2 gap-y-1.5 pt-0.5">{actions}</div>}
    </li>
  );
}
