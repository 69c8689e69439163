// Whether a `git push` of an agent leads to cmux: then the person is asked at that moment, with the very commits, and the command itself
// needs no leave. Pure.
import { parseGitConfig } from '../../lib/git/parse-git-config.ts'
import type { Effect } from './effect.ts'

/** Only these: others name a program, an address or a file. */
const OPTIONS =
  /^(?:-[uvqnfd]+|--(?:set-upstream|verbose|quiet|dry-run|force|force-with-lease(?:=.*)?|force-if-includes|delete|tags|all|progress|no-progress|porcelain|no-verify))$/
const REMOTE = /^[A-Za-z0-9][\w.-]*$/

export function isAskedAtPush(effect: Effect, workspace: string): boolean {
  const { kind, words, isAside, runs } = effect
  if ((kind !== 'push' && kind !== 'forced push') || isAside || runs?.isFed !== false) return false
  const [program, verb, ...args] = words
  if (program !== 'git' || verb !== 'push' || args.includes(null)) return false
  // A folder further down may hold a repository of its own.
  if (!runs.folders.every((folder) => folder === workspace)) return false
  const known = args.flatMap((word) => word ?? [])
  const remote = known.find((word) => !word.startsWith('-'))
  const isPlain = known.every((word) => !word.startsWith('-') || OPTIONS.test(word))
  return isPlain && (remote === undefined || REMOTE.test(remote))
}

/** `text`: the configuration of the workspace. Every remote in it is cmux, and nothing leads elsewhere. */
export function pushesToCmux(text: string | undefined): boolean {
  const settings = parseGitConfig(text ?? '') ?? []
  const urls = settings.filter(({ key }) => /^remote\..*\.url$/s.test(key))
  return urls.length > 0 && urls.every(({ value }) => value.startsWith('cmux::')) && !settings.some(isOdd)
}

/** It names another address than the remote's own, or another place to read settings from. */
const isOdd = ({ key, value }: { readonly key: string; readonly value: string }) =>
  /^(?:include|includeif|url)\./i.test(key) ||
  /^remote\..*\.(?:pushurl|receivepack|vcs)$/is.test(key) ||
  /^(?:remote\.pushdefault|branch\..*\.pushremote)$/is.test(key) ||
  (/^branch\..*\.remote$/is.test(key) && !REMOTE.test(value)) ||
  key === 'extensions.worktreeconfig'
