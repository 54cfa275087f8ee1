import { ProviderProblem } from "@/lib/server/users/provider/provider-problem.ts";

/** The cookie that binds the provider's answer to the browser. */
export const flowCookie = "provider";

/** A redirect that is followed by GET and that no cache keeps. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

/** Runs a step of the sign-in; a problem leads back to the sign-in page, which explains it. */
export async function withProblems(step: () => Promise<Response>): Promise<Response> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ProviderProblem) return redirectTo(`/sign-in?problem=${error.code}`);
    throw error;
  }
}
