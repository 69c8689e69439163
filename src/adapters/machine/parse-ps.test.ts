import { expect, test } from 'vitest'
import { parsePs } from './parse-ps.ts'

test('[W3] processes as macOS lists them', () => {
  const text =
    '    1     0  12345   3:25.04\n  501     1    800   1:02:03.50\n  77   501      0 1-00:00:01.00\n\n'
  expect(parsePs(text)).toEqual([
    { pid: 1, parent: 0, memoryBytes: 12_345 * 1024, cpuMs: 205_040 },
    { pid: 501, parent: 1, memoryBytes: 800 * 1024, cpuMs: 3_723_500 },
    { pid: 77, parent: 501, memoryBytes: 0, cpuMs: 86_401_000 },
  ])
})
