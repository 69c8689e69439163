// The links that lead from a path to what it means. Where they are hidden they are made again: only their words, so that they
// show nothing that is not shown anyway.
import { readlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Mount } from '../../core/confinement/wall.ts'

/** As many as the kernel follows. */
const LINKS_MAX = 40

export async function listLinks(path: string): Promise<Mount[]> {
  const found: Mount[] = []
  let rest: string | undefined = path
  while (rest !== undefined && found.length < LINKS_MAX) {
    const link = await findFirstLink(rest)
    if (link) found.push({ path: link.path, kind: 'link', source: link.text, isFolder: false })
    rest = link && join(resolve(dirname(link.path), link.text), rest.slice(link.path.length))
  }
  return found
}

async function findFirstLink(path: string): Promise<{ path: string; text: string } | undefined> {
  let sofar = ''
  for (const name of path.split('/').filter((each) => each !== '')) {
    sofar += `/${name}`
    const text = await readlink(sofar).catch(() => undefined)
    if (text !== undefined) return { path: sofar, text }
  }
  return undefined
}
