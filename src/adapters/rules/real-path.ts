// Where a path leads, links followed, as far as it exists: what is not there yet is taken as it stands.
import { readlink } from 'node:fs/promises'

/** As many as the system itself follows. */
const LINKS_MAX = 40

export async function realPath(path: string): Promise<string> {
  let rest = path.split('/')
  let done: string[] = []
  let links = 0
  while (rest.length > 0) {
    const [segment = '', ...after] = rest
    rest = after
    if (segment === '' || segment === '.') continue
    if (segment === '..') {
      done = done.slice(0, -1)
      continue
    }
    const target = await readLink(`/${[...done, segment].join('/')}`)
    if (target === undefined || links >= LINKS_MAX) {
      done = [...done, segment]
      continue
    }
    links += 1
    if (target.startsWith('/')) done = []
    rest = [...target.split('/'), ...rest]
  }
  return `/${done.join('/')}`
}

/** Undefined for what is no link, or is not there, or must not be looked at: then the name itself is all there is. */
async function readLink(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch {
    return undefined
  }
}
