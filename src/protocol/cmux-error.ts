// The one error class: a code of the catalogue, what happened in plain words, and what to do.
import { ERROR_CATALOGUE, type ErrorCode, type Recovery } from './error-catalogue.ts'

export interface ErrorBody {
  error: { code: string; message: string; hint: string }
}

export class CmuxError extends Error {
  override readonly name = 'CmuxError'
  readonly code: ErrorCode
  readonly hint: string
  /** When trying again can succeed, if that is known. */
  readonly retryAfterSec: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    extra: { hint?: string; cause?: unknown; retryAfterSec?: number } = {},
  ) {
    super(message, 'cause' in extra ? { cause: extra.cause } : {})
    this.code = code
    this.hint = extra.hint ?? ERROR_CATALOGUE[code].hint
    this.retryAfterSec = extra.retryAfterSec
  }

  get recovery(): Recovery {
    return ERROR_CATALOGUE[this.code].recovery
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status
  }

  get exitCode(): number {
    return ERROR_CATALOGUE[this.code].exit
  }

  toBody(): ErrorBody {
    return { error: { code: this.code, message: this.message, hint: this.hint } }
  }
}
