import { expect, test } from 'vitest'
import { planStarts, type MachineRoom } from './plan-starts.ts'

const GIB = 2 ** 30
const LARGE = { cores: 2, availableBytes: 64 * GIB }

test.each<[string, MachineRoom, underWay: number, starts: number]>([
  ['with plenty of memory the cores decide', LARGE, 0, 8],
  ['more cores start more', { ...LARGE, cores: 16 }, 0, 64],
  ['those that are starting count', LARGE, 3, 5],
  ['no more than that', LARGE, 9, 0],
  ['with little memory it decides', { cores: 16, availableBytes: 2.5 * GIB }, 0, 4],
  ['a part of what one needs is not enough', { cores: 16, availableBytes: 2.9 * GIB }, 0, 4],
  ['those that are starting take their memory soon', { cores: 16, availableBytes: 2.5 * GIB }, 3, 1],
  ['a full machine starts one at a time', { cores: 16, availableBytes: 0.2 * GIB }, 0, 1],
  ['and waits until that one has started', { cores: 16, availableBytes: 0.2 * GIB }, 1, 0],
  ['memory that nobody can measure limits nothing', { cores: 1, availableBytes: null }, 0, 4],
])('[H13] %s', (_, room, underWay, starts) => {
  expect(planStarts(room, underWay)).toBe(starts)
})
