// All ratios of a run side by side with those of earlier commits, so that a slow slide is seen. Pure; `scripts/bench.ts` prints it.
import { isReached, type Ratio } from '../bench/measure/report-ratios.ts'

/** What was measured at each commit, oldest first, by the name of the ratio. */
export type KeptRatios = Readonly<Record<string, readonly KeptRatio[]>>

interface KeptRatio {
  readonly commit: string
  readonly value: number
}

const KEPT_MAX = 20
/** Below this share of the best value, a difference is the noise of a machine. */
const SLIDE = 0.15

export function composeRatioTable(ratios: readonly Ratio[], kept: KeptRatios): string {
  const rows = ratios.map((ratio) => {
    const earlier = (kept[ratio.name] ?? []).map(({ value }) => value)
    const best = bestOf(ratio, earlier)
    return [
      ratio.name,
      ratio.atLeast === undefined ? `<= ${ratio.atMost}` : `>= ${ratio.atLeast}`,
      ratio.value.toFixed(2),
      earlier.at(-1)?.toFixed(2) ?? '-',
      best?.toFixed(2) ?? '-',
      isReached(ratio) ? (best !== undefined && hasSlid(ratio, best) ? 'slides' : '') : 'NOT REACHED',
    ]
  })
  const table = [['ratio', 'bound', 'now', 'before', 'best', ''], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Each commit has one value for a ratio, the newest, and the oldest commits are forgotten. */
export function keepRatios(kept: KeptRatios, ratios: readonly Ratio[], commit: string): KeptRatios {
  const added = ratios.map(({ name, value }): [string, readonly KeptRatio[]] => {
    const others = (kept[name] ?? []).filter((one) => one.commit !== commit)
    return [name, [...others, { commit, value: Math.round(value * 1000) / 1000 }].slice(-KEPT_MAX)]
  })
  return Object.fromEntries(
    Object.entries({ ...kept, ...Object.fromEntries(added) }).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function bestOf({ atLeast }: Ratio, values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  return atLeast === undefined ? Math.min(...values) : Math.max(...values)
}

function hasSlid({ value, atLeast }: Ratio, best: number): boolean {
  return atLeast === undefined ? value > best * (1 + SLIDE) : value < best * (1 - SLIDE)
}
