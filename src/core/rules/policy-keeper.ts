// Tells the history when the policy has become another one, also when it did so while nobody looked.
import type { Store } from '../store.ts'
import type { PolicyShelf } from './policy-shelf.ts'

export interface PolicyKeeper {
  look(): Promise<void>
}

export function makePolicyKeeper({
  store,
  policies,
}: {
  readonly store: Store
  readonly policies: PolicyShelf
}): PolicyKeeper {
  let told: string | null | undefined
  return {
    async look() {
      if (told === undefined) told = await lastTold(store)
      const { sha256, problem, policy } = await policies.read()
      if (sha256 === told) return
      await store.write(async ({ events }) => {
        const data = { sha256, problem, rules: policy.rules.length, defaults: policy.defaults }
        await events.append({ type: 'policy.changed', actor: 'system', data })
      })
      told = sha256
    },
  }
}

async function lastTold(store: Store): Promise<string | null> {
  const range = { after: 0, before: Number.MAX_SAFE_INTEGER, types: ['policy.changed'], limit: 1 }
  const [event] = await store.read.events.within(range)
  const sha256 = event?.data['sha256']
  return typeof sha256 === 'string' ? sha256 : null
}
