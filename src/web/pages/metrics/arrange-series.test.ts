import { expect, test } from 'vitest'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import { arrangeSeries } from './arrange-series.ts'

const span = { from: timestampFromMs(0), to: timestampFromMs(300_000), stepSec: 60 }
const point = (sec: number, mean: number, [min, max] = [mean, mean]) => ({
  at: timestampFromMs(sec * 1000),
  min: min ?? mean,
  mean,
  max: max ?? mean,
})

test('[U9] a line through the means, and a band from the least to the most', () => {
  expect(arrangeSeries([point(0, 50, [0, 100]), point(60, 50)], span, 100)).toEqual({
    line: 'M0 30L60 30',
    band: 'M0 0L60 30L60 30L0 60Z',
    max: 100,
    mean: 50,
  })
})

test('[U9] where nothing was measured the line breaks', () => {
  expect(arrangeSeries([point(0, 1), point(240, 1)], span, null).line).toBe('M0 0h2M240 0h2')
})

test('[U9] nothing but zeroes is a line at the bottom, and nothing at all is no line', () => {
  expect(arrangeSeries([point(0, 0), point(60, 0)], span, null).line).toBe('M0 60L60 60')
  expect(arrangeSeries([], span, null)).toEqual({ line: '', band: '', max: 0, mean: 0 })
})
