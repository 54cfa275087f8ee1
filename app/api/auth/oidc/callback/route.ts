import { cookies } from "next/headers";
import { setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { pathAfterSignIn } from "@/lib/server/platform/auth/require-user.ts";
import { cookieAttributes } from "@/lib/server/platform/auth/session-cookie.ts";
import { handler, publicAccess } from "@/lib/server/platform/http/handler.ts";
import { networkOf } from "@/lib/server/platform/http/rate-limit.ts";
import { finishProviderSignIn, requireProvider } from "@/lib/server/users/provider/provider-sign-in.ts";
import { flowCookie, redirectTo, withProblems } from "../redirect.ts";

/** The address to which the identity provider redirects the browser. */
export const GET = handler({
  who: publicAccess,
  work: async ({ request }) => {
    const provider = requireProvider();
    const cookieStore = await cookies();
    const { name, options } = cookieAttributes(flowCookie);
    const flow = cookieStore.get(name)?.value;
    // The cookie is valid for one response, whether the sign-in succeeds or not.
    cookieStore.set(name, "", { ...options, maxAge: 0 });
    return await withProblems(async () => {
      const { search } = new URL(request.url);
      const { claims, to } = await finishProviderSignIn(provider, {
        search,
        flow,
        network: networkOf(request.headers),
      });
      return redirectTo(pathAfterSignIn(await setSessionCookie(claims), to));
    });
  },
});
