// The one error class: a code of the catalogue, what happened in plain words, and what to do.
import { ERROR_CATALOGUE, type ErrorCode, type Recovery } from './error-catalogue.ts'
import type { ProofKind } from './approvals/proof-kinds.ts'

export interface ErrorBody {
  error: { code: string; message: string; hint: string; proof?: ProofKind }
}

export class CmuxError extends Error {
  override readonly name = 'CmuxError'
  readonly code: ErrorCode
  readonly hint: string
  /** When trying again can succeed, if that is known. */
  readonly retryAfterSec: number | undefined
  /** With PROOF_NEEDED: of which kind. */
  readonly proof: ProofKind | undefined

  constructor(
    code: ErrorCode,
    message: string,
    extra: { hint?: string; cause?: unknown; retryAfterSec?: number; proof?: ProofKind } = {},
  ) {
    super(message, 'cause' in extra ? { cause: extra.cause } : {})
    this.code = code
    this.hint = extra.hint ?? ERROR_CATALOGUE[code].hint
    this.retryAfterSec = extra.retryAfterSec
    this.proof = extra.proof
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
    const { code, message, hint, proof } = this
    return { error: { code, message, hint, ...(proof !== undefined && { proof }) } }
  }
}
