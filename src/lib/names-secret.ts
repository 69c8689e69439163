// Whether a name says that its value is a secret.
/** Names that end in one of these hold a secret; `_`, `-` and `.` don't count. */
const NAMES =
  /(?:token|secret|password|passwd|passphrase|pwd|credentials?|authorization|cookie|jwt|signature|connectionstring|webhookurl|(?:api|access|secret|private|signing|encryption|master|account|auth|application|app|deploy|license|ssh)key)$/
/** Short ones count only as a word of their own: not in `compass`. */
const SHORT_NAMES = /(?:^|[_.-])(?:pass|PASS|auth|AUTH|dsn|DSN|otp|OTP)$|[a-z](?:Pass|Auth)$/

export function namesSecret(name: string): boolean {
  return NAMES.test(name.replaceAll(/[_.\s-]/g, '').toLowerCase()) || SHORT_NAMES.test(name)
}

/** Ids of cmux are no secrets, also under a name such as `token`. */
const OWN_ID = /^[a-z]{3}_[0-9a-z]{26}$/
export const isOwnId = (value: string) => OWN_ID.test(value)
