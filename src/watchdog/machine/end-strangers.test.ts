import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { signalProcess } from '../../host/signal-process.ts'
import { endStrangers } from './end-strangers.ts'

/** Starts the rest of its arguments as a process that outlives it, says its pid, and ends. */
const LEAVE = `
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(process.execPath, process.argv.slice(1), { detached: true, stdio: 'ignore' })
  process.stdout.write(String(child.pid))
  child.unref()`

function leaveBehind(args: readonly string[]): number {
  return Number(execFileSync(process.execPath, ['-e', LEAVE, ...args], { encoding: 'utf8' }))
}

const hasProc = existsSync('/proc')
// oxlint-disable-next-line no-console
if (!hasProc) console.warn('NOT RUN: ending what an earlier watchdog left, since /proc is missing')

test.runIf(hasProc)(
  '[P4] [H6] safe mode and servers that an earlier watchdog left are ended; ours, other homes and who started us are not',
  async () => {
    using temp = makeTempFolder()
    const program = join(temp.path, 'safe-mode.mjs')
    writeFileSync(program, 'setInterval(() => undefined, 1000)')
    const home = ['--home', temp.path]
    const door = (of: number) => ['--door', join(temp.path, 'watchdog', `door-${of}-1`)]
    const ours = spawn(process.execPath, [program, ...home], { stdio: 'ignore' })
    const left = [leaveBehind([program, ...home]), leaveBehind([program, '--home', '/elsewhere', ...door(1)])]
    const spared = [
      leaveBehind([program, ...home]),
      leaveBehind([program, '--home', '/elsewhere']),
      leaveBehind([program, '--home', '/elsewhere', ...door(process.pid)]),
    ]
    try {
      const ended = endStrangers(temp.path, spared[0] ?? 0)
      expect(new Set(ended)).toEqual(new Set(left))
    } finally {
      for (const pid of [...left, ...spared]) signalProcess(pid, 'SIGKILL')
      ours.kill('SIGKILL')
      await once(ours, 'exit')
    }
  },
)
