import { Secret, TOTP } from "otpauth";

/** The validity of a code in seconds (RFC 6238, as all authenticator apps assume). */
const stepSeconds = 30;

/** A new secret: 160 random bits in Base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The `otpauth:` address that an authenticator app reads from the QR code. */
export function totpUri(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  return createTotp(secret, { issuer, label: email }).toString();
}

/**
 * The time step of a code, counted from 1970, or null if the code is wrong. The previous and the next step are
 * accepted, because clocks differ and people type slowly (RFC 6238, section 5.2).
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1_000 / stepSeconds) + delta;
}

function createTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: stepSeconds });
}
