import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * The link component for all pages of the application. It disables Next's prefetching, which is useless here: pages
 * depend on their data, so a prefetch would contain only the page name.
 */
export function AppLink(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
