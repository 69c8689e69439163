// An error as the outside reads it: `cmux: what happened (CODE)`, `hint: what to do`, and an exit code that scripts can use.
import { RefusedRequest } from '../../client/make-client.ts'
import { explainFullDisk } from '../../host/home-fault.ts'
import { printable } from '../../lib/printable.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '../../protocol/error-catalogue.ts'

export interface Failure {
  readonly text: string
  readonly json: { error: { code: string; message: string; hint: string } }
  readonly exitCode: number
}

export function describeFailure(error: unknown): Failure {
  const { code, message, hint } = wordsOf(error)
  return {
    text: `cmux: ${oneLine(message)} (${code})\nhint: ${oneLine(hint)}`,
    json: { error: { code, message, hint } },
    exitCode: code in ERROR_CATALOGUE ? ERROR_CATALOGUE[code as ErrorCode].exit : 1,
  }
}

/** Scripts read two lines; what SQLite or the system says may have more. */
function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*\n\s*/g, ' '))
}

function wordsOf(error: unknown): { code: string; message: string; hint: string } {
  if (error instanceof CmuxError || error instanceof RefusedRequest) return error
  const full = explainFullDisk(error)
  if (full) return full
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'INTERNAL', message, hint: ERROR_CATALOGUE.INTERNAL.hint }
}
