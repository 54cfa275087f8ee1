import type { Metadata } from "next";
import { MessagePage } from "@/components/ui/message-page.tsx";

export const metadata: Metadata = { title: "Not found" };

/** The page for links that are unknown, expired or revoked. The three cases look the same. */
export default function SharedNotFound() {
  return (
    <MessagePage title="This link is not valid">
      The link has expired, was revoked, or is incomplete. Ask the person who sent it for a new one.
    </MessagePage>
  );
}
