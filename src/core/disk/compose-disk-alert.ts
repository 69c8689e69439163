// What people are told of a disk that is nearly full: how it stands, what cmux frees by itself, and what they can delete. Pure.
import type { DiskSight } from '../metrics/machine-eyes.ts'
import type { LargePart } from './disk-ground.ts'
import type { DiskVerdict } from './judge-disk.ts'
import type { Removable } from './removable.ts'

const MIB = 1024 ** 2
const MINUTE_MS = 60_000

interface DiskFacts {
  readonly verdict: DiskVerdict
  readonly disk: DiskSight
  readonly goes: readonly Removable[]
  readonly large: readonly LargePart[]
}

export function composeDiskAlert({ verdict, disk, goes, large }: DiskFacts) {
  const { percent, fullInMs } = verdict
  const free = inMib(disk.freeBytes)
  const title =
    verdict.state === 'filling' && fullInMs !== null
      ? `the disk of cmux will be full in about ${Math.ceil(fullInMs / MINUTE_MS)} minutes: ${free} are free`
      : `the disk of cmux is nearly full: ${percent.toFixed(1)} % are used, ${free} are free`
  const freed = goes.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    title,
    lines: [
      title,
      ...(freed > 0 ? [`cmux frees ${inMib(freed)} of old logs, releases and workspaces itself`] : []),
      ...large.map(({ path, bytes, command }) => `${inMib(bytes)} in ${path}: ${command}`),
    ],
  }
}

function inMib(bytes: number): string {
  return bytes < MIB ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.ceil(bytes / MIB)} MiB`
}
