// Runs vitest in a process of its own and reads what came of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunReport } from './run-report.ts'
import { REPORT_PATH } from './run-reporter.ts'

export interface VitestRun {
  readonly root: string
  /** Where all files of the run go. */
  readonly folder: string
  readonly kinds: readonly string[]
  readonly files: readonly string[]
  readonly seed: number
  /** Runs the files one after the other. */
  readonly alone?: boolean
}

/** Undefined when vitest ended before it could report. */
export async function runVitest(run: VitestRun): Promise<RunReport | undefined> {
  const { root, folder, kinds, files, seed, alone = false } = run
  const report = join(folder, 'report.json')
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...files,
    ...kinds.flatMap((kind) => ['--project', kind]),
    ...(alone ? ['--no-file-parallelism'] : []),
    '--passWithNoTests',
  ]
  const env = { ...process.env, TMPDIR: folder, CMUX_TEST_SEED: String(seed), [REPORT_PATH]: report }
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
  await once(child, 'exit')
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as RunReport) : undefined
}
