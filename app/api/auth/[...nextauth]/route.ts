import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/lib/server/platform/auth/next-auth-options.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { notThere } from "@/lib/server/platform/errors/app-error.ts";
import { errorResponse } from "@/lib/server/platform/http/error-response.ts";
import { readText } from "@/lib/server/platform/http/read-body.ts";
import { assertSameOrigin } from "@/lib/server/platform/http/same-origin.ts";

/** next-auth's own endpoints, without the one that writes whatever a browser sends it into the log. */
const endpoints = ["session", "csrf", "providers", "signin", "signout", "callback"];

type Context = { params: Promise<{ nextauth: string[] }> };

export async function GET(request: NextRequest, context: Context): Promise<Response> {
  return await answer(request, context);
}

export async function POST(request: NextRequest, context: Context): Promise<Response> {
  try {
    assertSameOrigin(request.headers);
    const body = await readText(request, 16 * 1024);
    return await answer(new NextRequest(request.url, { method: "POST", headers: request.headers, body }), context);
  } catch (error) {
    return errorResponse(error);
  }
}

async function answer(request: NextRequest, context: Context): Promise<Response> {
  try {
    const [endpoint] = (await context.params).nextauth;
    if (!endpoint || !endpoints.includes(endpoint)) throw notThere();
    // next-auth makes its links from this variable and would otherwise believe the Host header or refuse to work.
    process.env.NEXTAUTH_URL = environment().publicUrl;
    return await NextAuth(request, context, await nextAuthOptions());
  } catch (error) {
    return errorResponse(error);
  }
}
