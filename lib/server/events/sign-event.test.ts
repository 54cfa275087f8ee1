import { expect, it } from "vitest";
import { createSignatureHeaders, mintEventSecret } from "./sign-event.ts";

it("signs as the specification of Standard Webhooks does in its example", () => {
  // The example of the reference implementations (standard-webhooks/standard-webhooks, libraries).
  const headers = createSignatureHeaders(
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "msg_p5jXN8AQM9LWM0D4loKWxJek",
    new Date(1_614_265_330_000),
    '{"test": 2432232314}',
  );
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("mints another key each time", () => {
  expect(mintEventSecret()).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(mintEventSecret()).not.toBe(mintEventSecret());
});
