import { expect, test } from 'vitest'
import type { MetricPoint } from './metric-point.ts'
import { thinPoints } from './thin-points.ts'

const point = (atMs: number, cpu: number, of = 1): MetricPoint => ({
  atMs,
  of,
  values: { cpu: { min: cpu, mean: cpu, max: cpu } },
})

test('[U9] a day of minutes becomes as many points as are wanted, and no peak is lost', () => {
  const minutes = Array.from({ length: 1440 }, (_, index) =>
    point(index * 60_000, index === 777 ? 99 : index % 2),
  )
  const thinned = thinPoints(minutes, { fromMs: 0, toMs: 86_400_000 }, 86_400_000 / 48)
  expect(thinned).toHaveLength(48)
  expect(thinned.filter(({ values }) => values['cpu']?.max === 99).map(({ atMs }) => atMs)).toEqual([
    25 * 1_800_000,
  ])
  expect(thinned[0]).toEqual({ atMs: 0, of: 30, values: { cpu: { min: 0, mean: 0.5, max: 1 } } })
})

test('[U9] where nothing was measured there is no point, and what is outside is left out', () => {
  const points = [point(-1, 5), point(0, 1), point(95, 3), point(100, 7)]
  expect(thinPoints(points, { fromMs: 0, toMs: 100 }, 10).map(({ atMs }) => atMs)).toEqual([0, 90])
})

test('[W3] an hour counts by the samples that it stands for', () => {
  const merged = thinPoints([point(0, 10, 60), point(1, 40, 30)], { fromMs: 0, toMs: 100 }, 100)
  expect(merged).toEqual([{ atMs: 0, of: 90, values: { cpu: { min: 10, mean: 20, max: 40 } } }])
})
