import clsx from "clsx";

/**
 * `primary`: once per screen. `secondary`: all other buttons. `quiet`: in tables and bars. `danger`: actions that
 * cannot be undone.
 */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const variantClasses: Record<ButtonVariant, string> = {
  primary: "border-ink bg-ink text-on-ink hover:bg-ink/88 active:bg-ink/80",
  secondary: "border-edge bg-surface text-ink hover:border-ink hover:bg-sunken active:bg-rule/60",
  quiet: "border-transparent text-ink hover:bg-sunken active:bg-rule/60",
  danger: "border-bad bg-bad text-on-ink hover:bg-bad/90 active:bg-bad/80",
};

const sizeClasses: Record<ButtonSize, string> = {
  small: "min-h-8 px-3 text-sm pointer-coarse:min-h-11",
  medium: "min-h-10 px-4 text-base pointer-coarse:min-h-11",
  large: "min-h-12 px-6 text-lg",
};

/** The classes of a button. Links that look like buttons use them too. */
export function buttonStyle(
  look: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return clsx(
    "inline-flex items-center justify-center gap-2 rounded-md border py-1.5 text-center font-medium leading-tight no-underline",
    "transition-colors select-none disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
    "[&_svg]:size-[1.1em] [&_svg]:shrink-0",
    variantClasses[look],
    sizeClasses[size],
    className,
  );
}
