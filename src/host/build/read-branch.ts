// Where a branch points, read from git's own files: starting git takes longer than all the rest of a status screen.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Undefined: there is no such branch, or git keeps it in a way that only git can read. */
export function readBranch(checkout: string, branch: string): string | undefined {
  const folder = findShared(checkout)
  const ref = `refs/heads/${branch}`
  const loose = readLine(join(folder, ref))
  if (loose !== undefined) return asCommit(loose)
  const packed = read(join(folder, 'packed-refs')) ?? ''
  return asCommit(packed.split('\n').find((line) => line.endsWith(` ${ref}`)) ?? '')
}

/** Of a linked work tree, `.git` is a file that names its own folder, and that folder names the one with the branches. */
function findShared(checkout: string): string {
  const place = join(checkout, '.git')
  const link = /^gitdir: (.+)$/.exec(readLine(place) ?? '')?.[1]
  const folder = link === undefined ? place : resolve(checkout, link)
  return resolve(folder, readLine(join(folder, 'commondir')) ?? '.')
}

function asCommit(line: string): string | undefined {
  return /^[0-9a-f]{40,64}(?= |$)/.exec(line)?.[0]
}

function readLine(path: string): string | undefined {
  return read(path)?.trimEnd()
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not kept there
  }
}
