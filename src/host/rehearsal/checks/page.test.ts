import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../../test/fixtures/temp-folder.ts'
import type { Limits } from '../read-limits.ts'
import type { Stage } from '../stage.ts'
import { page } from './page.ts'

const LIMITS: Limits = {
  totalMs: 9000,
  startMs: 9000,
  checkMs: 9000,
  stopMs: 9000,
  browserMs: 9000,
  usesBrowser: true,
}

function stageAt(folder: string, change: Partial<Stage> = {}): Stage {
  const signal = AbortSignal.timeout(LIMITS.browserMs)
  return {
    home: folder,
    copy: join(folder, 'copy-1'),
    release: 'one',
    folder,
    searchPath: folder,
    owner: '',
    sandbox: { kind: 'bare' },
    limits: LIMITS,
    whole: signal,
    signal,
    server: undefined,
    started: () => undefined,
    made: [],
    ...change,
  }
}

test('[L9] a page that no browser could load is called not tried, never passed', async () => {
  using temp = makeTempFolder()
  const off = { limits: { ...LIMITS, usesBrowser: false } }
  expect(await page.run(stageAt(temp.path, off))).toEqual({ notTried: 'rehearsal.browser is off' })
  expect(await page.run(stageAt(temp.path))).toEqual({
    notTried: expect.stringContaining('there is no browser on this machine (chromium') as string,
  })
})

test('[L9] a browser that ends at its start, or never speaks, is no fault of the release', async () => {
  using temp = makeTempFolder()
  const program = join(temp.path, 'chromium')
  const plant = (text: string) => {
    writeFileSync(program, `#!/bin/sh\n${text}\n`)
    chmodSync(program, 0o755)
  }
  plant('exit 1')
  const stage = stageAt(temp.path)
  expect(await page.run(stage)).toEqual({
    notTried: `the browser ${program} did not start: the browser has ended`,
  })
  plant('exec sleep 30')
  const children: { kill: (signal: 'SIGKILL') => void }[] = []
  const hasty = {
    limits: { ...LIMITS, browserMs: 200 },
    started: (child: (typeof children)[0]) => void children.push(child),
  }
  expect(await page.run(stageAt(temp.path, hasty))).toEqual({
    notTried: `the browser ${program} did not start: not within 0.12 s`,
  })
  for (const child of children) child.kill('SIGKILL')
})
