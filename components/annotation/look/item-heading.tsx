import type { ReactNode, RefObject } from "react";

/** The name of the current item as a heading, with badges next to it. */
export function ItemHeading({
  name,
  heading,
  children,
}: {
  name: string;
  heading: RefObject<HTMLHeadingElement | null>;
  children?: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <h1 ref={heading} tabIndex={-1} className="font-serif text-2xl font-normal tracking-tight wrap-anywhere">
        {name}
      </h1>
      {children}
    </div>
  );
}
