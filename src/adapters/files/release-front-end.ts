// The front end inside a release: web/ is served, web.copy holds the same files packed, and the manifest has their sums.
import { createHash } from 'node:crypto'
import { lstat, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FrontEndShelf } from '../../core/front-end/front-end-shelf.ts'
import { writeAtomically } from './write-atomically.ts'

const FOLDER = 'web/'
const COPY = 'web.copy'

/** `sums`: of all files of the release, as its manifest had them when we started. */
export function makeReleaseFrontEnd(release: string, sums: Readonly<Record<string, string>>): FrontEndShelf {
  const names = Object.keys(sums).filter((name) => name.startsWith(FOLDER))
  const isBuilt = (name: string, content: Buffer) =>
    createHash('sha256').update(content).digest('hex') === sums[name]
  return {
    async findDamage() {
      const whole = await Promise.all(
        names.map(async (name) => {
          const content = await readIfFile(join(release, name))
          return content !== undefined && isBuilt(name, content)
        }),
      )
      return names.filter((_, index) => !whole[index])
    },
    async restore(damaged) {
      const packed = JSON.parse(await readFile(join(release, COPY), 'utf8')) as Record<string, string>
      const contents = damaged.map((name) => Buffer.from(packed[name] ?? '', 'base64'))
      const bad = damaged.find((name, index) => !isBuilt(name, contents[index] ?? Buffer.alloc(0)))
      if (bad !== undefined) throw new Error(`the release's own copy of ${bad} is damaged too`)
      for (const [index, name] of damaged.entries())
        await putBack(join(release, name), contents[index] ?? Buffer.alloc(0))
    },
  }
}

/** Only a file is read: a pipe in its place would never end. */
async function readIfFile(path: string): Promise<Buffer | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readFile(path) : undefined
  } catch {
    return undefined // not there, or not readable: damaged either way
  }
}

async function putBack(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const found = await lstat(path).catch(() => undefined)
  if (found && !found.isFile()) await rm(path, { recursive: true })
  await writeAtomically(path, content)
}
