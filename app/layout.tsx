import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { FocusHeading } from "@/components/ui/focus-heading.tsx";
import { parseTheme, themeCookie } from "@/components/ui/navigation/theme.ts";
import { readVariable } from "@/lib/server/platform/environment.ts";
import "./globals.css";

const description = "Human baselines for language-model benchmarks, compared with the models' answers.";

export const metadata: Metadata = {
  title: { default: "Parallax", template: "%s · Parallax" },
  description,
  // Link previews request the image from the public address.
  metadataBase: new URL(readVariable("PARALLAX_URL") ?? "http://localhost:3000"),
  manifest: "/site.webmanifest",
  icons: {
    icon: [{ url: "/icon.svg", type: "image/svg+xml" }, { url: "/icon-192.png" }],
    apple: "/apple-touch-icon.png",
  },
  openGraph: {
    siteName: "Parallax",
    title: "Parallax",
    description,
    images: [
      { url: "/share.png", width: 1200, height: 630, alt: "Parallax: people and language models, side by side" },
    ],
  },
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
