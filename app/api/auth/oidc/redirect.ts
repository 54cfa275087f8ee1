import { ProviderProblem } from "@/lib/server/users/provider/provider-problem.ts";

/** The cookie that binds the provider's response to the browser. */
export const flowCookie = "provider";

/** A redirect that is followed with GET and never cached. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

/** Runs a step of the sign-in. On failure, redirects to the sign-in page, which explains the problem. */
export async function withProblems(step: () => Promise<Response>): Promise<Response> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ProviderProblem) return redirectTo(`/sign-in?problem=${error.code}`);
    throw error;
  }
}
