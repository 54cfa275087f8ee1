import NextLink from "next/link";
import type { ComponentProps } from "react";

/**
 * A link within the application; all other links use it. Next would prefetch each visible link; pages here depend
 * entirely on their data, so a prefetch would contain only the name of the page.
 */
export function AppLink(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
