import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { FocusHeading } from "@/components/ui/focus-heading.tsx";
import { parseTheme, themeCookie } from "@/components/ui/theme.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Parallax", template: "%s · Parallax" },
  description: "Human baselines for language-model benchmarks, held against what the models answered.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body>
        <FocusHeading />
        {children}
      </body>
    </html>
  );
}
