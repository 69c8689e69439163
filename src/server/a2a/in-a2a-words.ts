// Refusals of the HTTP API as errors of A2A, with what to do.
import { JsonRpcRequestMalformedError } from '@a2a-js/sdk/errors'
import { z } from 'zod'
import { RefusedRequest } from '../../client/make-client.ts'

/** From here on it is our own trouble, which the protocol calls internal. */
const OUR_TROUBLE = 500

export async function inA2aWords<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof z.ZodError) throw malformed(z.prettifyError(error))
    if (!(error instanceof RefusedRequest)) throw error
    const text = `${error.code}: ${error.message}. ${error.hint}`
    throw error.status < OUR_TROUBLE ? malformed(text) : new Error(text, { cause: error })
  }
}

function malformed(message: string): Error {
  return new JsonRpcRequestMalformedError({ message })
}
