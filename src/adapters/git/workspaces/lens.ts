// A lens: a git folder of our own through which we look at a workspace. It has our settings and our refs, and borrows the
// workspace's objects, so that git never reads a setting, a hook or a filter that an agent wrote.
import { lstat, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nothingThere } from '../../files/nothing-there.ts'

export interface LensParts {
  /** Where it stands; whatever was there is replaced. */
  readonly folder: string
  /** Object folders that it borrows from. */
  readonly objects: readonly string[]
  readonly objectFormat: string
  /** A commit that it stands on. */
  readonly head?: string
}

/** A few files: `git init` would be a process more, and bring templates. */
export async function makeLens({ folder, objects, objectFormat, head }: LensParts): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'objects', 'info'), { recursive: true })
  await mkdir(join(folder, 'refs', 'tips'), { recursive: true })
  await Promise.all([
    writeFile(join(folder, 'HEAD'), `${head ?? 'ref: refs/heads/none'}\n`),
    writeFile(join(folder, 'config'), settings(objectFormat)),
    writeFile(join(folder, 'objects', 'info', 'alternates'), `${objects.join('\n')}\n`),
  ])
  return folder
}

/** Names a commit, so that it can be fetched from the lens. */
export async function nameTip(lens: string, id: string): Promise<string> {
  await writeFile(join(lens, 'refs', 'tips', id), `${id}\n`)
  return `refs/tips/${id}`
}

/** Undefined when nobody has named it there. */
export async function findTip(lens: string, id: string): Promise<string | undefined> {
  const ref = `refs/tips/${id}`
  return (await lstat(join(lens, ref)).catch(nothingThere)) && ref
}

function settings(objectFormat: string): string {
  const extensions = objectFormat === 'sha1' ? '' : `[extensions]\n\tobjectFormat = ${objectFormat}\n`
  const version = objectFormat === 'sha1' ? 0 : 1
  return `[core]\n\trepositoryformatversion = ${version}\n\tbare = true\n\tcommitGraph = false\n\tmultiPackIndex = false\n${extensions}`
}
