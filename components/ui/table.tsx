import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

/**
 * A table with a caption and a sticky header. Wide tables can be scrolled separately from the page, also with the
 * keyboard.
 */
export function Table({
  caption,
  isCaptionHidden = false,
  className,
  children,
  maxHeight,
  takenAs,
}: {
  caption: string;
  isCaptionHidden?: boolean;
  className?: string;
  children: ReactNode;
  /** The maximum height, for example "32rem". Longer tables scroll below their header. */
  maxHeight?: string;
  /** The name of the download with the same numbers, without extension. Absent if the table does not show results. */
  takenAs?: string;
}) {
  return (
    <section
      aria-label={caption}
      data-taken-as={takenAs}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard.
      tabIndex={0}
      className="relative overflow-auto rounded-md border border-rule bg-surface print:max-h-none! print:overflow-visible"
      style={maxHeight ? { maxHeight } : undefined}
    >
      <table className={clsx("w-full border-separate border-spacing-0 text-left text-sm", className)}>
        <caption className={isCaptionHidden ? "sr-only" : "px-4 pt-3 pb-2 text-left text-sm font-medium text-ink-soft"}>
          {/* A long caption wraps at the width of the screen, although the table scrolls. */}
          <span className="sticky left-4 inline-block max-w-[calc(100vw-4.5rem)]">{caption}</span>
        </caption>
        {children}
      </table>
    </section>
  );
}

/** A header cell. It is right-aligned for columns of numbers. */
export function Th({ isNumber, className, scope = "col", ...rest }: ComponentProps<"th"> & { isNumber?: boolean }) {
  return (
    <th
      scope={scope}
      className={clsx(
        scope === "col" && "sticky top-0 z-1 border-b border-edge bg-surface py-2 align-bottom text-ink-soft",
        scope === "row" ? "cell min-w-36" : "px-4",
        "font-semibold",
        isNumber && "text-right",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ isNumber, className, ...rest }: ComponentProps<"td"> & { isNumber?: boolean }) {
  return <td className={clsx("cell", isNumber && "cell-number", className)} {...rest} />;
}
