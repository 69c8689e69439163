// One request to the server whose turn it is, as its owner.
import type { Stage } from './stage.ts'

export interface Answer {
  readonly status: number
  readonly bytes: Buffer
}

type Target = Pick<Stage, 'server' | 'owner' | 'signal'>

export async function ask(stage: Target, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(new URL(path, stage.server?.url), {
    method,
    signal: stage.signal,
    redirect: 'manual',
    headers: {
      ...ownerHeaders(stage),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The answer as JSON, of the status that was expected; anything else is said in words. */
export async function askJson(stage: Target, expected: number, method: string, path: string, body?: object) {
  const { status, bytes } = await ask(stage, method, path, body)
  if (status !== expected) throw new Error(`${method} ${path} answered ${status}`)
  return JSON.parse(bytes.toString('utf8')) as unknown
}

/** Never read from the copy: a release could have put a link there, and would be sent what the link leads to. */
export function ownerHeaders({ owner }: Pick<Stage, 'owner'>): Record<string, string> {
  return { authorization: `Bearer ${owner}` }
}
