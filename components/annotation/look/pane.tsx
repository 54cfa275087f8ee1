import clsx from "clsx";
import { type ReactNode, type Ref, useId } from "react";

/** A pane that shows a story, with a header. */
export function Pane({
  title,
  isTitleHidden = false,
  aside,
  children,
  isEditable = false,
  ref,
  className,
}: {
  title: ReactNode;
  /** Whether the title is visually hidden, because the switch next to it already shows the name. */
  isTitleHidden?: boolean;
  /** Content at the end of the header, such as a switch or a count. */
  aside?: ReactNode;
  children: ReactNode;
  isEditable?: boolean;
  ref?: Ref<HTMLElement>;
  className?: string;
}) {
  const titleId = useId();
  return (
    <section
      ref={ref}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={clsx(
        "min-w-0 rounded-lg border shadow-sm focus-visible:outline-offset-3",
        isEditable ? "workspace-frame border-edge bg-surface" : "border-rule bg-surface/60",
        className,
      )}
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule px-4 py-1">
        <h2 id={titleId} className={isTitleHidden ? "sr-only" : "text-sm font-semibold tracking-wide"}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A switch that selects one of two or three views of a pane. */
export function PaneSwitch<View extends string>({
  label,
  views,
  current,
  onChange,
}: {
  label: string;
  views: readonly { view: View; label: ReactNode }[];
  current: View;
  onChange: (view: View) => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend, which the heading already provides.
    <div role="group" aria-label={label} className="-ml-2 flex flex-wrap gap-1 rounded-md bg-sunken p-0.5 text-sm">
      {views.map(({ view, label: name }) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === current}
          onClick={() => onChange(view)}
          className={clsx(
            "rounded-sm px-2.5 py-1 leading-snug transition-colors pointer-coarse:py-2",
            view === current ? "bg-surface font-medium shadow-sm" : "text-ink-soft hover:text-ink",
          )}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
