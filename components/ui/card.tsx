import clsx from "clsx";
import type { ComponentProps } from "react";

/** A sheet of paper on the workspace. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div
      className={clsx("keep-together rounded-lg border border-rule bg-surface p-5 shadow-sm sm:p-6", className)}
      {...rest}
    />
  );
}
