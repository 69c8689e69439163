// What every part of the page may use, made once in main and handed down.
import { createContext, use } from 'react'
import type { Client } from '../client/make-client.ts'
import type { Outbox } from './conversation/outbox.ts'
import type { Live } from './live/make-live.ts'
import type { ProofDesk } from './proof/proof-desk.ts'

export interface App {
  readonly client: Client
  readonly live: Live
  readonly outbox: Outbox
  readonly proofs: ProofDesk
}

const AppContext = createContext<App | undefined>(undefined)

export const AppProvider = AppContext.Provider

export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('this is drawn outside of the page')
  return app
}
