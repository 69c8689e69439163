// Before `up` starts a release that this data has never met, it is rehearsed: a person waits, and nothing runs yet that
// could be harmed. What ran here before is the watchdog's to judge.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { rehearsalFailed } from '../../protocol/releases/rehearsal-failed.ts'
import type { Rehearsal } from '../../protocol/releases/rehearsal.ts'
import { placeRelease } from './place-release.ts'
import { readLedger, type LedgerPart } from '../backups/read-ledger.ts'
import { readSchema } from '../backups/read-schema.ts'
import { chooseAgainst } from '../rehearsal/choose-against.ts'
import { readLimits } from '../rehearsal/read-limits.ts'

/** A rehearsal that has had its time still has to end what it started. */
const MARGIN_MS = 15_000

/** Throws with the step that failed. */
export async function rehearseFirst(home: string, programs: string): Promise<void> {
  const { id } = JSON.parse(readFileSync(join(programs, 'manifest.json'), 'utf8')) as { id: string }
  const ledger = readLedger(home)
  if (!needsRehearsal(home, id, ledger)) return
  placeRelease(home, programs)
  const { steps } = await runRehearsal(home, id, chooseJudge(home, id, ledger) ?? programs)
  const failed = steps.find((step) => step.passed === false)
  if (failed) throw rehearsalFailed(id, failed)
}

function needsRehearsal(home: string, id: string, { current, good = [] }: LedgerPart): boolean {
  const database = join(home, 'cmux.db')
  if (!existsSync(database) || current === id || good.includes(id)) return false
  const last = readReport(home, id)
  return !(last?.passed === true && last.schema === (readSchema(database)?.version ?? null))
}

function readReport(home: string, id: string): Rehearsal | undefined {
  try {
    return JSON.parse(readFileSync(join(home, 'rehearsals', `${id}.json`), 'utf8')) as Rehearsal
  } catch {
    return undefined // none yet, or half of one: then another is made
  }
}

/** The old release judges the new one, if it knows how, in a sandbox: nobody grades their own homework. */
function chooseJudge(home: string, id: string, ledger: LedgerPart): string | undefined {
  const folderOf = (release: string) => join(home, 'releases', release)
  const judge = chooseAgainst(ledger, id, (release) =>
    existsSync(join(folderOf(release), 'rehearsal-inside.mjs')),
  )
  return judge === undefined ? undefined : folderOf(judge)
}

function runRehearsal(home: string, id: string, judge: string): Promise<Rehearsal> {
  const { promise, resolve, reject } = Promise.withResolvers<Rehearsal>()
  const args = [join(judge, 'rehearse.mjs'), '--home', home, '--candidate', id, '--own']
  const options = { timeout: readLimits(home).totalMs + MARGIN_MS, killSignal: 'SIGKILL' } as const
  execFile(process.execPath, args, options, (error, stdout, stderr) => {
    try {
      resolve(JSON.parse(stdout) as Rehearsal)
    } catch {
      const words = stderr.trim() || error?.message || 'it said nothing'
      reject(new CmuxError('REHEARSAL_FAILED', `the rehearsal broke: ${words}`))
    }
  })
  return promise
}
