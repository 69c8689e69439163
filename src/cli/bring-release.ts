// From what somebody calls it, an id or a commit, to a release that is there.
import type { Client } from '../client/make-client.ts'
import { buildRelease, type BuiltRelease } from '../host/build/build-release.ts'
import { findCheckout } from '../host/build/find-checkout.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import { say } from './layout/say.ts'
import type { VerbCall } from './verb.ts'

export async function bringRelease(call: VerbCall, client: Client, idOrRef: string): Promise<string> {
  const { items } = await client.call('GET /api/releases')
  if (items.some((release) => release.id === idOrRef)) return idOrRef
  return (await bringCommit(call, idOrRef)).id
}

export async function bringCommit({ environment, programs }: VerbCall, ref: string): Promise<BuiltRelease> {
  const { home } = environment
  const checkout = findCheckout(home, programs)
  if (checkout === undefined)
    throw new CmuxError('NOT_FOUND', `there is no release ${ref}, and no checkout to build it from`, {
      hint: 'see `cmux release list`, or run ./cmux in a clone of cmux',
    })
  return buildRelease({ home, checkout, ref, say, programs })
}
