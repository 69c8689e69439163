import { describe, expect, test } from 'vitest'
import { FAULT_KINDS } from '../../protocol/releases/prove-report.ts'
import { planFaults } from './plan-faults.ts'

describe('[L10] the plan of faults', () => {
  test('is a function of the seed and the length', () => {
    expect(planFaults(7, 10)).toEqual(planFaults(7, 10))
    expect(planFaults(8, 10)).not.toEqual(planFaults(7, 10))
  })

  test.each([1, 2, 3, 4, 5])('with seed %i has every kind in three minutes', (seed) => {
    const kinds = new Set(planFaults(seed, 3).map(({ kind }) => kind))
    expect([...kinds].toSorted()).toEqual([...FAULT_KINDS].toSorted())
  })

  test('fits into its time, in order, and has at least one fault', () => {
    for (const minutes of [0.01, 0.2, 5, 60]) {
      const times = planFaults(3, minutes).map(({ atMs }) => atMs)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times.length).toBeGreaterThan(0)
      expect(times.slice(1).every((atMs) => atMs < minutes * 60_000)).toBe(true)
    }
  })

  test('of a short run has only quick kinds', () => {
    const slow = new Set(['everything', 'stop', 'clock', 'disk', 'bad-start', 'bad-fall', 'bad-hang'])
    expect(planFaults(1, 0.2).filter(({ kind }) => slow.has(kind))).toEqual([])
  })
})
