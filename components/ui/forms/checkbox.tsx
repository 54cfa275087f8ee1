import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

/** A checkbox with a label. The whole row can be clicked. */
export function Checkbox({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode }) {
  const hintId = useId();
  return (
    <label className={clsx("flex items-start gap-3 py-1.5 pointer-coarse:py-2.5", className)}>
      <input
        type="checkbox"
        aria-describedby={hint ? hintId : undefined}
        className="mt-1 size-4.5 shrink-0 accent-ink"
        {...rest}
      />
      <span className="min-w-0">
        {label}
        {hint && (
          <span id={hintId} className="block text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
