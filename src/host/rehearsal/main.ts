// The rehearsal as a process of its own: prints its report as JSON, keeps it in HOME/rehearsals, and ends with 1 when the
// candidate failed. It ends early, and leaves nothing, when whoever started it is gone.
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Rehearsal } from '../../protocol/releases/rehearsal.ts'
import { readEnvironment } from '../environment.ts'
import { readLedger } from '../backups/read-ledger.ts'
import { removeLeftovers } from '../build/remove-leftovers.ts'
import { requireFolder } from '../require-folder.ts'
import { watchParent } from '../watch-parent.ts'
import { chooseAgainst } from './choose-against.ts'
import { rehearse } from './rehearse.ts'
import { sweepRehearsals } from './sweep-rehearsals.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    home: text,
    candidate: text,
    against: text,
    sweep: { type: 'boolean' },
    own: { type: 'boolean' },
  },
})
const { home = '', candidate = '', against: asked, sweep, own = false } = values

async function main(): Promise<void> {
  process.umask(0o077)
  if (sweep) {
    sweepRehearsals(home)
    removeLeftovers(requireFolder(home, 'builds'))
    return
  }
  const left = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => left.abort())
  watchParent(left)
  const against = releaseOfWayBack()
  const environment = readEnvironment(home)
  const report = await rehearse({ home, candidate, against, isOwn: own, environment, signal: left.signal })
  // Nobody asked to the end: half a rehearsal proves nothing, and is not kept.
  if (left.signal.aborted) process.exit(1)
  keep(report)
  const { promise: said, resolve } = Promise.withResolvers<void>()
  process.stdout.write(`${JSON.stringify(report)}\n`, () => resolve())
  await said
  process.exitCode = report.passed ? 0 : 1
}

function releaseOfWayBack(): string | undefined {
  if (asked !== undefined) return asked === 'none' ? undefined : asked
  return chooseAgainst(readLedger(home), candidate, (release) => existsSync(join(home, 'releases', release)))
}

function keep(report: Rehearsal): void {
  const path = join(home, 'rehearsals', `${report.candidate}.json`)
  writeFileSync(`${path}.${process.pid}.tmp`, `${JSON.stringify(report, undefined, 2)}\n`)
  renameSync(`${path}.${process.pid}.tmp`, path)
}

await main()
// An open connection or the pipe must not keep us.
process.exit()
