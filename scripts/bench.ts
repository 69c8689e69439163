// `./cmux bench [names]`: runs measurements side by side; each prints its ratios and fails when a stated one is missed.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', 'bench')
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !known.includes(name))
if (unknown !== undefined) {
  process.stderr.write(
    `cmux: there is no bench called ${unknown} (USAGE)\nhint: one of ${known.join(', ')}\n`,
  )
  process.exit(2)
}
const failed = (wanted.length > 0 ? wanted : known).filter((name) => {
  process.stdout.write(`\n# ${name}\n`)
  return spawnSync(process.execPath, [join(folder, `${name}.ts`)], { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) process.stdout.write(`\nnot reached: ${failed.join(', ')}\n`)
process.exit(failed.length > 0 ? 1 : 0)
