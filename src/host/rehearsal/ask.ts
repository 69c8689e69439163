// One request to the server whose turn it is, as its owner.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

export interface Answer {
  readonly status: number
  readonly bytes: Buffer
}

type Target = Pick<Stage, 'server' | 'copy' | 'signal'>

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

export function ownerHeaders({ copy }: Pick<Stage, 'copy'>): Record<string, string> {
  return { authorization: `Bearer ${readFileSync(join(copy, 'tokens', 'owner'), 'utf8').trim()}` }
}
