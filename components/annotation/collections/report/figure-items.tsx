import type { ReactNode } from "react";
import { Link } from "@/components/ui/navigation/link.tsx";

/** The link from a figure to its items. */
export function FigureItems({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="block" prefetch={false}>
      {children}
    </Link>
  );
}
