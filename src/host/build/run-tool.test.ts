import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { hasEnded } from '../has-ended.ts'
import { runTool } from './run-tool.ts'

test('[P8] a build that nobody waits for any more ends with what it has started', async () => {
  using temp = makeTempFolder()
  const note = join(temp.path, 'pid')
  const left = new AbortController()
  const tool = runTool({
    what: 'it',
    program: '/bin/sh',
    args: ['-c', 'sleep 600 & echo $! > pid.new; mv pid.new pid; wait'],
    cwd: temp.path,
    env: { PATH: process.env['PATH'] ?? '' },
    limitMs: 60_000,
    signal: left.signal,
    ownGroup: true,
  })
  const ended = tool.catch((error: unknown) => String(error))
  const pid = await vi.waitFor(() => Number(readFileSync(note, 'utf8')), { timeout: 20_000, interval: 20 })
  left.abort()
  expect(await ended).toContain('killed')
  await vi.waitFor(() => expect(hasEnded(pid)).toBe(true), { timeout: 20_000, interval: 20 })
})
