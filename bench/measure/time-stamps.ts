// Programs that print when they print it, and how long ago that was for whoever reads it. The clock is the machine's, which
// counts alike for everybody and is never set.
const STAMP = /(\d+\.\d{6})\r?\n/g

/** Cheap, so that what is measured is not the printing. */
export function printStamps(perSecond: number): string[] {
  const loop = `printf "%.6f\\n", clock_gettime(CLOCK_MONOTONIC); sleep ${1 / perSecond}`
  return ['perl', '-MTime::HiRes=clock_gettime,CLOCK_MONOTONIC,sleep', '-e', `$| = 1; while (1) { ${loop} }`]
}

export interface StampReader {
  /** The age in milliseconds of each stamp that is new, in whatever was read so far. */
  read(text: string): number[]
}

export function makeStampReader(): StampReader {
  let newest = 0
  let rest = ''
  return {
    read(text) {
      const nowSec = Number(process.hrtime.bigint()) / 1e9
      const known = rest + text
      rest = known.slice(known.lastIndexOf('\n') + 1)
      const fresh = [...known.matchAll(STAMP)]
        .map(([, stamp]) => Number(stamp))
        .filter((stamp) => stamp > newest)
      newest = fresh.at(-1) ?? newest
      return fresh.map((stamp) => (nowSec - stamp) * 1000)
    },
  }
}
