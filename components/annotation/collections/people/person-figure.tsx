import type { ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Td } from "@/components/ui/table.tsx";

/** A cell with a figure of one person, linked to the items behind the figure if there are any. */
export function LinkedPersonFigure({
  figure,
  userId,
  itemsHref,
  isEmpty,
  children,
}: {
  /** The value of the item list's filter that selects the items behind the figure. */
  figure: string;
  userId: string;
  itemsHref: string;
  isEmpty: boolean;
  children: ReactNode;
}) {
  return (
    <Td isNumber>
      {isEmpty ? (
        children
      ) : (
        <Link href={`${itemsHref}?${new URLSearchParams({ figure, person: userId })}`} prefetch={false}>
          {children}
        </Link>
      )}
    </Td>
  );
}
