// Tokens on the copy: a small thing that every release can write, read back, and tell of in its history.
import { askJson } from './ask.ts'
import type { Stage } from './stage.ts'

interface TokenPage {
  readonly items: readonly { readonly id: string }[]
  readonly next: string | null
}

export async function makeToken(stage: Stage): Promise<string> {
  const body = { role: 'observer', label: 'rehearsal' }
  const { id } = (await askJson(stage, 201, 'POST', '/api/tokens', body)) as { id: string }
  return id
}

export async function hasToken(stage: Stage, id: string): Promise<boolean> {
  let cursor: string | null = ''
  while (cursor !== null) {
    const search: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = (await askJson(stage, 200, 'GET', `/api/tokens?limit=1000${search}`)) as TokenPage
    if (page.items.some((token) => token.id === id)) return true
    cursor = page.next
  }
  return false
}
