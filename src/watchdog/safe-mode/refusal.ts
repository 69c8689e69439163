// What safe mode says no with: a status, a code, plain words and what to do.

const ROWS = {
  BAD_REQUEST: { status: 400, hint: 'send JSON such as {"to":"NAME","body":"TEXT"}' },
  UNAUTHENTICATED: { status: 401, hint: 'send `Authorization: Bearer TOKEN` with a valid token' },
  FORBIDDEN: { status: 403, hint: 'use a token whose role may send messages' },
  FORBIDDEN_HOST: { status: 403, hint: 'use the address in instance.json' },
  FORBIDDEN_ORIGIN: { status: 403, hint: 'call with a bearer token and no Origin' },
  BODY_TOO_LARGE: { status: 413, hint: 'send a smaller body: a message may have 1 MiB' },
  SAFE_MODE: { status: 503, hint: 'run `cmux doctor`; cmux comes back by itself when a release is well' },
  STORE_UNAVAILABLE: { status: 503, hint: 'run `cmux doctor`, and send it again later' },
  STORE_FULL: { status: 507, hint: 'free disk space: `cmux doctor` shows how much is left' },
} as const satisfies Record<string, { status: number; hint: string }>

export type RefusalCode = keyof typeof ROWS

export class Refusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }

  get status(): number {
    return ROWS[this.code].status
  }

  toBody(): object {
    return { error: { code: this.code, message: this.message, hint: ROWS[this.code].hint } }
  }
}
