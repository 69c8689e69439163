// The watchdog's ledger out of a backup, as it may be used now. Pure: texts in, text out.

interface Known {
  readonly [key: string]: unknown
  readonly current: string
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

/**
 * The backup's ledger without releases that are not installed any more, and with all that was found bad since. When the release
 * that it names is gone, what the present ledger says of the one that runs now stays. Undefined: neither can be used, and the
 * watchdog goes by the link `current`.
 */
export function mergeLedger(
  backedUp: string | undefined,
  present: string | undefined,
  installed: readonly string[],
): string | undefined {
  const [then, now] = [parse(backedUp), parse(present)]
  const base = then && installed.includes(then.current) ? then : now
  if (base === undefined) return undefined
  // What has proved itself since is not bad any more.
  const badThen = (then?.bad ?? []).filter((release) => now?.good.includes(release) !== true)
  const bad = [...new Set([...badThen, ...(now?.bad ?? [])])]
  const isLeft = (release: unknown) => typeof release === 'string' && installed.includes(release)
  const good = (then ?? base).good.filter((release) => isLeft(release) && !bad.includes(release))
  const servedBefore = isLeft(base['servedBefore']) ? base['servedBefore'] : null
  const phase =
    base['phase'] === 'good' && bad.includes(base.current) ? { phase: 'trying', triesLeft: 1 } : {}
  return `${JSON.stringify({ ...base, ...phase, good, bad, servedBefore }, undefined, 2)}\n`
}

function parse(text: string | undefined): Known | undefined {
  if (text === undefined) return undefined
  try {
    const { current, good, bad, ...more } = JSON.parse(text) as Record<string, unknown>
    if (typeof current !== 'string') return undefined
    return { ...more, current, good: listOf(good), bad: listOf(bad) }
  } catch {
    return undefined // damaged, or of another kind: then it says nothing
  }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
