// How far the watchdog trusts the release that we are: its ledger says so.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Health } from '../../protocol/health.ts'

export function readReleaseState(home: string, id: string): Health['release']['state'] {
  try {
    const text = readFileSync(join(home, 'watchdog', 'state.json'), 'utf8')
    const { current, phase, bad } = JSON.parse(text) as { current?: string; phase?: string; bad?: string[] }
    if (bad?.includes(id)) return 'bad'
    return current === id && phase === 'good' ? 'good' : 'trying'
  } catch {
    return 'trying' // no watchdog, so nobody has vouched for it
  }
}
