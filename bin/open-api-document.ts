import { OpenAPIRegistry, OpenApiGeneratorV31 } from "@asteasolutions/zod-to-openapi";
import * as z from "zod";
import type { DescribedRoute } from "../app/api/v1/operations/described-route.ts";
import { describedRoutes } from "../app/api/v1/operations/described-routes.ts";
import type { Operation } from "../app/api/v1/operations/operation.ts";
import { operations } from "../app/api/v1/operations/registry.ts";

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    field: z.string().optional(),
  })
  .meta({ id: "Problem", description: "Problem details (RFC 9457)." });

const errors = {
  401: "The token is missing, unknown, expired or revoked.",
  404: "Not found, or not accessible with this token.",
  409: "The state does not allow it.",
  422: "A value is not valid; `field` names it.",
  429: "Too many requests; see `Retry-After`.",
} as const;

const idempotencyKey = z.object({
  "Idempotency-Key": z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Repeats of a request with the same key return the first response for 24 hours." }),
});

/** The OpenAPI 3.1 document of the API, generated from the schemas that validate requests and responses. */
export function openApiDocument() {
  const registry = new OpenAPIRegistry();
  const { name } = registry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description: "A token from the page “API tokens”. Send it as `Authorization: Bearer plx_…`.",
  });
  const security = [{ [name]: [] }];
  const shared = { security, errors: errorResponses(problem) };
  for (const operation of operations) registry.registerPath(buildPath(operation, shared));
  for (const route of describedRoutes) registry.registerPath(buildRoutePath(route, shared));
  const tags = [...new Set([...operations, ...describedRoutes].map(({ tag }) => tag))];
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: {
      title: "Parallax API",
      version: "1",
      description: "Studies, benchmarks, models, annotation collections and results of one installation.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api/v1" }],
    tags: tags.map((tag) => ({ name: tag, description: `Operations on ${tag.toLowerCase()}.` })),
  });
}

type PathConfig = Parameters<OpenAPIRegistry["registerPath"]>[0];
type Shared = { security: NonNullable<PathConfig["security"]>; errors: PathConfig["responses"] };

function errorResponses(schema: z.ZodType): PathConfig["responses"] {
  const content = { "application/problem+json": { schema } };
  return Object.fromEntries(Object.entries(errors).map(([status, description]) => [status, { description, content }]));
}

function buildPath(operation: Operation, { security, errors: failures }: Shared): PathConfig {
  const { id, method, path, tag, summary, params, query, body, result } = operation;
  return {
    method: method.toLowerCase() as PathConfig["method"],
    path,
    operationId: id,
    summary,
    tags: [tag],
    security,
    request: {
      ...(Object.keys(params.shape).length > 0 ? { params } : {}),
      ...(Object.keys(query.shape).length > 0 ? { query } : {}),
      ...(method === "GET" ? {} : { headers: idempotencyKey }),
      ...(body === null ? {} : { body: { required: true, content: { "application/json": { schema: body } } } }),
    },
    responses: {
      200: {
        description: "The result.",
        content:
          result === null
            ? { "application/jsonl": { schema: z.string() } }
            : { "application/json": { schema: result } },
      },
      ...failures,
    },
  };
}

function buildRoutePath(
  { id, method, path, tag, summary, query, sends, receives }: DescribedRoute,
  shared: Shared,
): PathConfig {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const binary = z.string().meta({ format: "binary" });
  return {
    method: method.toLowerCase() as PathConfig["method"],
    path,
    operationId: id,
    summary,
    tags: [tag],
    security: shared.security,
    request: {
      ...(names.length > 0 ? { params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) } : {}),
      ...(query ? { query } : {}),
      ...(receives ? { body: { required: true, content: { [receives]: { schema: binary } } } } : {}),
    },
    responses: {
      200: {
        description: "The result.",
        content: { [sends]: { schema: sends === "application/json" ? z.unknown() : binary } },
      },
      ...shared.errors,
    },
  };
}
