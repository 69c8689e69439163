// Runs a program that is kept beside its loader, with the code that an earlier start of it has compiled. Node's own cache keeps code as it
// is after loading; this one also keeps what was compiled while the program ran (decision 181).
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** How far the process was that kept the code: a later one has compiled more. */
const STAGES = ['none', 'checked', 'led'] as const
type Stage = (typeof STAGES)[number]

/** After a server has begun to lead, so that writing delays nothing that waits for it. */
export const KEPT_AFTER_MS = 1000

export interface CompiledCode {
  /** Keeps the functions that are compiled by now, unless a process that was as far has done so. Takes about 30 ms when it does. */
  keep(stage: Exclude<Stage, 'none'>): void
}

interface LoadedProgram {
  readonly exports: unknown
  readonly compiled: CompiledCode
}

interface Kept {
  readonly stage: Stage
  readonly data: Buffer | undefined
}

/** The stage, the sums of source and data, and nothing; V8 wants its data to begin at a multiple of eight. */
const HEADER_BYTES = 16
const NOTHING: Kept = { stage: 'none', data: undefined }

/** `keptAt`: the file for compiled code; without it everything is compiled anew. A file that is no good is never used, and never an error. */
export function loadProgram(path: string, keptAt: string | undefined): LoadedProgram {
  // As text at once: a buffer of that size would make V8 collect garbage earlier.
  const source = readFileSync(path, 'utf8')
  const sum = crc32(source)
  const { stage, data } = keptAt === undefined ? NOTHING : readKept(keptAt, sum)
  const script = new Script(source, { filename: path, ...(data && { cachedData: data }) })
  // Another version of Node, or other flags.
  const isUsed = data !== undefined && script.cachedDataRejected !== true
  let reached = isUsed ? STAGES.indexOf(stage) : 0
  const module = { exports: {} as unknown }
  const run = script.runInThisContext() as (...words: unknown[]) => void
  run(module, module.exports, createRequire(path), dirname(path))
  return {
    exports: module.exports,
    compiled: {
      keep(next) {
        const number = STAGES.indexOf(next)
        if (keptAt === undefined || number <= reached) return
        reached = number
        writeKept(keptAt, [number, sum], script.createCachedData())
      },
    },
  }
}

function readKept(path: string, sum: number): Kept {
  try {
    const file = readFileSync(path)
    const data = file.subarray(HEADER_BYTES)
    const stage = STAGES[file.readUInt32LE(0)]
    const isWhole = file.readUInt32LE(4) === sum && file.readUInt32LE(8) === crc32(data)
    return stage !== undefined && isWhole ? { stage, data } : NOTHING
  } catch {
    return NOTHING // there is none yet, or half of one
  }
}

function writeKept(path: string, [stage, sum]: readonly [number, number], data: Buffer): void {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(stage, 0)
  header.writeUInt32LE(sum, 4)
  header.writeUInt32LE(crc32(data), 8)
  const building = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(building, Buffer.concat([header, data]), { mode: 0o600 })
    renameSync(building, path)
  } catch {
    // On a full disk the next start takes a little longer, and nothing else is lost.
    rmSync(building, { force: true })
  }
}
