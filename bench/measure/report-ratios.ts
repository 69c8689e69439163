// Ends a bench: each ratio with its bound, one line of JSON for programs, and exit code 1 when a bound is missed.
export interface Ratio {
  readonly name: string
  readonly value: number
  readonly atLeast?: number
  readonly atMost?: number
}

export function reportRatios(ratios: readonly Ratio[]): void {
  for (const ratio of ratios) {
    const bound = ratio.atLeast === undefined ? `at most ${ratio.atMost}` : `at least ${ratio.atLeast}`
    process.stdout.write(
      `${isReached(ratio) ? 'ok         ' : 'NOT REACHED'} ${ratio.name}: ${ratio.value.toFixed(2)} (${bound})\n`,
    )
  }
  process.stdout.write(`${JSON.stringify(ratios)}\n`)
  if (!ratios.every(isReached)) process.exitCode = 1
}

export function isReached({ value, atLeast = -Infinity, atMost = Infinity }: Ratio): boolean {
  return value >= atLeast && value <= atMost
}
