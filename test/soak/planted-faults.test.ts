// Each planted fault, alone, in a copy of the checkout: the test file that the row names fails because of it, and passes without it.
// CMUX_FAULTS=a,b runs the rows whose ids begin so; CMUX_FAULTS_TABLE=1 writes who found what to docs/planted-faults.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeTable, FAULTS_TABLE, readTitles } from '../planted-faults/faults-table.ts'
import { judgeRun } from '../planted-faults/judge-run.ts'
import { makeCopy, type Copy } from '../planted-faults/make-copy.ts'
import { plantFaults } from '../planted-faults/plant-faults.ts'
import type { PlantedFault } from '../planted-faults/planted-fault.ts'
import { PLANTED_FAULTS } from '../planted-faults/planted-faults.ts'
import { runTestFile } from '../planted-faults/run-test-file.ts'
import { runTool } from '../tidy/run-tool.ts'
import { REPOSITORY_ROOT } from '../tidy/repository-root.ts'

const wanted = (process.env['CMUX_FAULTS'] ?? '').split(',').filter(Boolean)
const isWanted = (id: string) => wanted.length === 0 || wanted.some((begin) => id.startsWith(begin))
const rows = PLANTED_FAULTS.filter(({ id }) => isWanted(id))
const files = [...new Set(rows.map(({ foundBy }) => foundBy))]

interface Found {
  readonly title: string
  readonly tookMs: number
}

let copy: Copy
const found = new Map<string, Found>()
const notRun = new Set<string>()

beforeAll(() => {
  copy = makeCopy()
})
afterAll(() => {
  copy[Symbol.dispose]()
  printTable()
})

// Unused names are what a guard leaves behind that was taken out.
const TYPES = ['-p', '.', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false']

test('[STYLE 8] with planted faults in it the program still has types that hold', async () => {
  // All that fit beside each other at once: types take long, and don't run anything.
  for (let left: readonly PlantedFault[] = rows; left.length > 0;) {
    using planting = plantFaults(copy.root, left)
    expect(await runTool('types', TYPES, copy.root)).toEqual({ ok: true, output: expect.any(String) })
    expect(planting.left.length).toBeLessThan(left.length)
    left = planting.left
  }
})

describe('without a fault', () => {
  test.each(files)('[STYLE 12] %s passes', async (file) => {
    const { failed, broken } = await runTestFile(copy, { file, stopsAtFirst: false })
    expect({ failed, broken }).toEqual({ failed: [], broken: null })
  })
})

describe('a planted fault', () => {
  test.each(rows)('[STYLE 12] $id ($breaks) is found by $foundBy', async (row) => {
    using planting = plantFaults(copy.root, [row])
    expect(planting.left).toEqual([])
    const run = await runTestFile(copy, { file: row.foundBy, stopsAtFirst: true })
    const verdict = judgeRun(run)
    if (verdict.kind === 'found') found.set(row.id, { title: verdict.by.title, tookMs: run.tookMs })
    // At once: a run that is cut short keeps what it has found.
    if (process.env['CMUX_FAULTS_TABLE'] === '1') writeTable()
    if (verdict.kind === 'not run') notRun.add(row.id)
    expect(verdict.kind === 'not found' ? verdict.why : '').toBe('')
  })
})

function printTable(): void {
  const lines = rows.map(({ id, breaks, what, foundBy }) => {
    const seen = found.get(id)
    const took = seen
      ? `${Math.round(seen.tookMs / 1000)} s`
      : notRun.has(id)
        ? 'NOT RUN, since all tests of its file are skipped here'
        : 'NOT FOUND'
    return [took.padStart(9), breaks.padEnd(4), id.padEnd(28), foundBy, what].join('  ')
  })
  process.stdout.write(`${lines.join('\n')}\n${found.size} of ${rows.length} planted faults were found\n`)
}

function writeTable(): void {
  const path = join(REPOSITORY_ROOT, FAULTS_TABLE)
  const titles = readTitles(readTable(path))
  for (const [id, { title }] of found) titles.set(id, title)
  writeFileSync(path, composeTable(PLANTED_FAULTS, titles))
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the first one
  }
}
