// Samples as lines of a file a day, in `metrics/`; days that were summed up are in `metrics/hours/`.
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Day, MetricBook } from '../../core/metrics/metric-book.ts'
import { pointOfSample, type MetricPoint } from '../../core/metrics/metric-point.ts'
import { MetricSample, Spread } from '../../protocol/machine/metrics.ts'
import { dayOf, Timestamp, timestampFromMs } from '../../protocol/timestamp.ts'
import { readIfThere } from './read-if-there.ts'
import { writeAtomically } from './write-atomically.ts'

const HourLine = z.object({ timestamp: Timestamp, of: z.number(), values: z.record(z.string(), Spread) })

/** No line is longer, however many agents there are. */
const LINE_MAX_BYTES = 1024 * 1024
const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.jsonl$/

export function makeMetricFiles(folder: string): MetricBook {
  const hoursFolder = join(folder, 'hours')
  const fileOf = (day: Day) => join(folder, `${day}.jsonl`)
  const hoursFileOf = (day: Day) => join(hoursFolder, `${day}.jsonl`)
  return {
    async add(sample) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await appendLine(fileOf(dayOf(sample.timestamp)), JSON.stringify(sample))
    },
    days: async () => ({ samples: await listDays(folder), hours: await listDays(hoursFolder) }),
    samplesOf: async (day) =>
      (await readLines(fileOf(day))).flatMap((line) => {
        const sample = MetricSample.safeParse(line)
        return sample.success ? [pointOfSample(sample.data)] : []
      }),
    hoursOf: async (day) =>
      (await readLines(hoursFileOf(day))).flatMap((line) => {
        const hour = HourLine.safeParse(line)
        return hour.success ? [pointOfHour(hour.data)] : []
      }),
    async putHours(day, hours) {
      await mkdir(hoursFolder, { recursive: true, mode: 0o700 })
      const lines = hours.map(({ atMs, of, values }) =>
        JSON.stringify({ timestamp: timestampFromMs(atMs), of, values }),
      )
      await writeAtomically(hoursFileOf(day), lines.map((line) => `${line}\n`).join(''))
    },
    removeSamples: (day) => rm(fileOf(day), { force: true }),
    removeHours: (day) => rm(hoursFileOf(day), { force: true }),
  }
}

function pointOfHour({ timestamp, of, values }: z.infer<typeof HourLine>): MetricPoint {
  return { atMs: Date.parse(timestamp), of, values }
}

async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a+', 0o600)
  try {
    await dropTornLine(file)
    const { size } = await file.stat()
    try {
      await file.appendFile(`${line}\n`)
    } catch (error) {
      // A full disk may have taken half of it.
      await file.truncate(size)
      throw error
    }
  } finally {
    await file.close()
  }
}

/** Whoever was killed in the middle of a line has left half of it, which belongs to nobody. */
async function dropTornLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  const from = Math.max(0, size - LINE_MAX_BYTES)
  const last = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
  if (size === 0 || last.buffer.toString() === '\n') return
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
  await file.truncate(from + buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1)
}

async function readLines(path: string): Promise<unknown[]> {
  const text = (await readIfThere(path)) ?? ''
  return text.split('\n').flatMap((line): unknown[] => {
    try {
      return line === '' ? [] : [JSON.parse(line)]
    } catch {
      return [] // half a line, of somebody who was killed
    }
  })
}

async function listDays(folder: string): Promise<Day[]> {
  const names = await readdir(folder).catch(() => [])
  return names.flatMap((name) => DAY_FILE.exec(name)?.[1] ?? []).toSorted()
}
