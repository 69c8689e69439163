// `./cmux bench [--keep] [names]`: runs measurements one after the other; each prints its ratios and fails when a stated one is missed. At the end
// stand all ratios beside those of earlier commits; `--keep` adds them to bench/ratios.json.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ratio } from '../bench/measure/report-ratios.ts'
import { observeSource } from '../src/host/build/observe-source.ts'
import { composeRatioTable, keepRatios, type KeptRatios } from './ratio-table.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'bench')
const keptAt = join(folder, 'ratios.json')
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

const KEEP = '--keep'
const keeps = process.argv.includes(KEEP)
const wanted = process.argv.slice(2).filter((word) => word !== KEEP)
const unknown = wanted.find((name) => !known.includes(name))
if (unknown !== undefined) {
  process.stderr.write(
    `cmux: there is no bench called ${unknown} (USAGE)\nhint: one of ${known.join(', ')}\n`,
  )
  process.exit(2)
}

const failed: string[] = []
const ratios: Ratio[] = []
for (const name of wanted.length > 0 ? wanted : known) {
  process.stdout.write(`\n# ${name}\n`)
  const { code, output } = await runBench(name)
  if (code !== 0) failed.push(name)
  ratios.push(...readRatios(output))
}
const kept = JSON.parse(readFileSync(keptAt, 'utf8')) as KeptRatios
process.stdout.write(`\n${composeRatioTable(ratios, kept)}\n`)
if (keeps) {
  const source = await observeSource(root)
  if (source === undefined) throw new Error('ratios are kept for a commit, and this is no repository')
  writeFileSync(
    keptAt,
    `${JSON.stringify(keepRatios(kept, ratios, source.commit.slice(0, 12)), undefined, 2)}\n`,
  )
}
if (failed.length > 0) process.stdout.write(`\nnot reached: ${failed.join(', ')}\n`)
process.exit(failed.length > 0 ? 1 : 0)

async function runBench(name: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(folder, `${name}.ts`)], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** The last line of a bench is for programs; one that failed before has none. */
function readRatios(output: string): Ratio[] {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  return last.startsWith('[{') ? (JSON.parse(last) as Ratio[]) : []
}
