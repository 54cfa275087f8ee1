import clsx from "clsx";
import NextLink from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonStyle } from "./button-style.ts";

type NextLinkProps = ComponentProps<typeof NextLink>;

/** A link in running text: always underlined, so that it does not depend on colour. */
export function Link({ className, ...rest }: NextLinkProps) {
  return (
    <NextLink
      className={clsx(
        "text-ink underline decoration-edge decoration-1 underline-offset-[0.2em] transition-colors hover:decoration-current hover:decoration-2",
        className,
      )}
      {...rest}
    />
  );
}

/** A link that looks like a button. */
export function LinkButton({
  look,
  size,
  className,
  ...rest
}: NextLinkProps & { look?: ButtonLook; size?: ButtonSize }) {
  return <NextLink className={buttonStyle(look, size, className)} {...rest} />;
}
