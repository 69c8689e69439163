import { expect, test } from 'vitest'
import { composeLimits } from './compose-limits.ts'

const LIMITS = { memoryBytes: 3_000_000, isMemoryAsked: true, processes: 40, fileBytes: 2048, emptyBytes: 7 }
test('[O6] inside, each process has limits; memory only where no group counts it and a person asked for it', () => {
  const common = 'ulimit -f 2 2>/dev/null; ulimit -u 40 2>/dev/null; '
  expect(composeLimits(LIMITS, { processes: 'group', memory: 'group' }, []).inside).toBe(common)
  expect(composeLimits(LIMITS, { processes: 'process', memory: 'process' }, []).inside).toBe(
    `${common}ulimit -d 2930 2>/dev/null; `,
  )
})

test('[O6] the shell outside goes first when memory runs out, and joins each group', () => {
  expect(
    composeLimits(LIMITS, { processes: 'group', memory: 'group' }, ['/a/tasks', '/b/tasks']).outside,
  ).toEqual({
    script: '{ echo 500 > /proc/self/oom_score_adj; echo 0 > "$1"; echo 0 > "$2"; } 2>/dev/null',
    args: ['/a/tasks', '/b/tasks'],
  })
})
