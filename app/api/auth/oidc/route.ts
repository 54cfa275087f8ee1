import { cookies } from "next/headers";
import * as z from "zod";
import { cookieAttributes } from "@/lib/server/platform/auth/session-cookie.ts";
import { handler, publicAccess } from "@/lib/server/platform/http/handler.ts";
import { isCrossSite } from "@/lib/server/platform/http/same-origin.ts";
import { beginProviderSignIn, flowSeconds, requireProvider } from "@/lib/server/users/provider/provider-sign-in.ts";
import { flowCookie, redirectTo, withProblems } from "./redirect.ts";

/** Redirects the browser to the identity provider. A link from another site leads to the sign-in page instead. */
export const GET = handler({
  who: publicAccess,
  query: z.object({ to: z.string().max(2_000).optional() }),
  work: async ({ query, request }) => {
    const provider = requireProvider();
    if (isCrossSite(request.headers)) return redirectTo("/sign-in");
    return await withProblems(async () => {
      const { url, flow } = await beginProviderSignIn(provider, query.to ?? null);
      const { name, options } = cookieAttributes(flowCookie);
      (await cookies()).set(name, flow, { ...options, maxAge: flowSeconds });
      return redirectTo(url.href);
    });
  },
});
