import type { ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link.tsx";
import { Td } from "@/components/ui/table.tsx";

/** A figure of one person in a table, linked to its items if there are any. */
export function LinkedPersonFigure({
  figure,
  userId,
  itemsHref,
  isEmpty,
  children,
}: {
  /** The filter of the item list for the items behind the figure. */
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
