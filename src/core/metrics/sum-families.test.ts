import { expect, test } from 'vitest'
import { sumFamilies } from './sum-families.ts'

const line = (pid: number, parent: number) => ({ pid, parent, cpuMs: pid, memoryBytes: 10 * pid })

test('[W3] a family is a process and all that it has started, whoever else runs', () => {
  const lines = [line(1, 0), line(10, 1), line(11, 10), line(12, 11), line(20, 1), line(30, 12)]
  expect(sumFamilies(lines, [10, 20, 99])).toEqual(
    new Map([
      [10, { cpuMs: 63, memoryBytes: 630, processes: 4 }],
      [20, { cpuMs: 20, memoryBytes: 200, processes: 1 }],
    ]),
  )
})

test('[W3] processes that name each other as parents end the search all the same', () => {
  expect(sumFamilies([line(1, 2), line(2, 1)], [1]).get(1)?.processes).toBe(2)
})
