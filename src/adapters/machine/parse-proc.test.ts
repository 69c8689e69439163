import { expect, test } from 'vitest'
import { parseMeminfo, parseProcessStat, parseProcStat, parseResident } from './parse-proc.ts'

test('[W3] times of all processors, idle ones and those that wait for a disk apart, guests not twice', () => {
  const text = 'cpu  100 10 50 800 20 5 5 10 60 3\ncpu0 1 2 3 4 5 6 7 8 9 0\nbtime 1700000000\n'
  expect(parseProcStat(text)).toEqual({ busyMs: 1800, allMs: 10_000 })
})

test('[W3] memory that could be had is not in use', () => {
  const text = 'MemTotal:        1000 kB\nMemFree:          100 kB\nMemAvailable:     600 kB\n'
  expect(parseMeminfo(text)).toEqual({ usedBytes: 400 * 1024, totalBytes: 1000 * 1024 })
})

test.each([
  ['42 (node) S 7 42 42 0 -1 4194304 1 1 1 1 30 20 4 6 20 0 1 0 5', { pid: 42, parent: 7, cpuMs: 600 }],
  ['43 (a) b) (c) R 42 1 1 0 -1 0 0 0 0 0 1 2 0 0 20 0', { pid: 43, parent: 42, cpuMs: 30 }],
  ['', undefined],
])('[W3] a process with its children that ended: %j', (text, expected) => {
  expect(parseProcessStat(text)).toEqual(expected)
})

test('[W3] what a process holds in memory; a kernel thread holds nothing', () => {
  expect([parseResident('VmPeak:  9 kB\nVmRSS:\t   12 kB\n'), parseResident('Name: kworker\n')]).toEqual([
    12_288, 0,
  ])
})
