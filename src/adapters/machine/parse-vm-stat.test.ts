import { expect, test } from 'vitest'
import { parseVmStat } from './parse-vm-stat.ts'

test('[W3] memory as macOS tells it: what is free or could be had at once is not in use', () => {
  const text = `Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                               10.
Pages active:                            500.
Pages inactive:                           20.
Pages speculative:                         5.
Pages wired down:                        200.
Pages purgeable:                           1.
`
  const totalBytes = 1000 * 16_384
  expect(parseVmStat(text, totalBytes)).toEqual({ usedBytes: 964 * 16_384, totalBytes })
})
