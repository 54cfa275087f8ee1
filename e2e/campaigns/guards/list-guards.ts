/** A function of `lib/server` that refuses; the campaign replaces it by one that refuses nothing. */
export interface Guard {
  file: string;
  name: string;
  kind: "access" | "fence" | "origin" | "limit" | "identity" | "input";
  /** The return value of the replaced function: an expression over its parameters and the imports of its file. */
  passThrough: string;
}

const guard = (kind: Guard["kind"], file: string, name: string, passThrough = "undefined"): Guard => ({
  kind,
  file: `lib/server/${file}`,
  name,
  passThrough,
});

/** Every guard that is a function, in the order of its folder. */
export const guards: readonly Guard[] = [
  guard("access", "platform/access/access.ts", "can", "true"),
  guard("access", "platform/access/access.ts", "requireRight"),
  guard("access", "platform/access/access.ts", "inProjectsWith", "({})"),
  guard("access", "platform/access/access.ts", "requirePerson", "actor.userId"),
  guard("access", "platform/access/project-scope.ts", "projectScope", "null"),
  guard("access", "platform/access/token-scope.ts", "requireTokenScope"),
  guard("access", "annotation/access/has-access.ts", "mayAccessCollection", "true"),
  guard("access", "annotation/access/has-access.ts", "mayAccessTask", "true"),
  guard("access", "construct/endpoint.ts", "requireModelRight"),
  guard("access", "users/manage-user.ts", "canManageUser", "true"),
  guard("access", "users/change-role.ts", "refuseLastAdmin"),
  guard("fence", "annotation/claim/lock-task.ts", "requireTaskLease"),
  guard("origin", "platform/http/same-origin.ts", "assertSameOrigin"),
  guard("origin", "platform/http/same-origin.ts", "assertNotCrossSite"),
  guard("origin", "platform/http/same-origin.ts", "assertNotForeign"),
  guard("limit", "platform/http/rate-limit.ts", "countAttempt"),
  guard("limit", "platform/http/transfer-permit.ts", "takeTransferPermit", "() => undefined"),
  guard("limit", "models/evaluations/store-evaluation.ts", "refuseLimit"),
  guard("identity", "platform/auth/change-password.ts", "requireOwnPassword"),
  guard("identity", "platform/auth/password-policy.ts", "refuseGuessable"),
  guard("identity", "users/second-factor/require-code.ts", "requireCode"),
  guard("input", "platform/http/read-body.ts", "refuseUnstorable"),
  guard("input", "platform/network/guarded-fetch.ts", "requireAllowedIpAddress"),
  guard("input", "platform/network/address-policies.ts", "addressProblem", "null"),
  guard("input", "interchange/model-logs/open-log.ts", "refuseOtherContent"),
];
