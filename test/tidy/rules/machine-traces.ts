// What ties the repository to the machine it was written on: paths there, and the registry it installed from.
import type { Rule, Spot } from '../rule.ts'
import type { SourceFile } from '../syntax/source-file.ts'

// In parts, so that this file does not hold what it looks for.
const ROOTS = ['work/', 'farm/', 'root/', 'home/\\w'].map((root) => `/${root}`)
// Only an absolute path: not the tail of a relative one, of an address or of a template.
const MACHINE_PATH = new RegExp(`(?:(?<![\\w.~}/-])|(?<=file://))(?:${ROOTS.join('|')})[\\w.-]*`, 'g')
const RESOLVED = /"resolved"\s*:/g

export const machineTraces: readonly Rule[] = [
  {
    name: 'machine-paths',
    style: 9,
    where: 'tracked files',
    forbids: 'path of one machine',
    instead: 'a path from the config or relative to the repository',
    appliesTo: () => true,
    find: (file) => findAll(file, MACHINE_PATH),
  },
  {
    name: 'lockfile-hosts',
    style: 9,
    where: 'package-lock.json',
    forbids: 'host of a registry',
    instead: '`omit-lockfile-registry-resolved=true` and a fresh lockfile',
    appliesTo: (file) => /(^|\/)package-lock\.json$/.test(file.path),
    find: (file) => findAll(file, RESOLVED),
  },
]

function findAll(file: SourceFile, pattern: RegExp): Spot[] {
  return [...file.text.matchAll(pattern)].map((match) => ({ offset: match.index, what: match[0] }))
}
