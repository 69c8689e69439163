// Whether a rule of the policy speaks about an effect.
import { isInside } from '../../lib/join-path.ts'
import type { PolicyRule } from '../../protocol/policy.ts'
import type { Effect } from './effect.ts'
import type { ToolUse } from './tool-judge.ts'

export interface Matter {
  readonly use: ToolUse
  readonly effect: Effect
  /** Where its path really leads; null when it is about no path, or nobody knows. */
  readonly paths: readonly string[]
  readonly workspace: string
}

export function matchRule(rule: PolicyRule, matter: Matter): boolean {
  const { use, effect } = matter
  return (
    isNamed(rule.agent, use.agent) &&
    isNamed(rule.role, use.role) &&
    (rule.project === undefined || (use.project !== null && isNamed(rule.project, use.project))) &&
    globToPattern(rule.tool, '.').test(use.tool) &&
    (rule.command === undefined || matchCommand(rule, effect)) &&
    (rule.path === undefined || matchPath(rule.path, rule.verdict, matter)) &&
    (rule.url === undefined || ('host' in effect && matchHost(rule.url, effect.host)))
  )
}

function isNamed(names: string | readonly string[] | undefined, name: string): boolean {
  if (names === undefined) return true
  return typeof names === 'string' ? names === name : names.includes(name)
}

/** A word that nobody knows may be any, which is reason to forbid but none to allow. */
function matchCommand(rule: PolicyRule, { words, calls = [], isAside }: Effect): boolean {
  const isFreeing = rule.verdict === 'allow'
  if (isFreeing && isAside && rule.path === undefined) return false
  // What is freed is what the person read; what is forbidden is so by whatever it is called.
  const said = isFreeing ? [words] : [words, ...calls]
  return said.some((each) => matchWords(rule.command ?? '', each, isFreeing))
}

function matchWords(command: string, words: Effect['words'], isFreeing: boolean): boolean {
  const wanted = command.split(/\s+/)
  const isOpen = wanted.at(-1) === '*'
  const fixed = isOpen ? wanted.slice(0, -1) : wanted
  const tail = words.slice(fixed.length)
  if (words.length < fixed.length || (!isOpen && tail.length > 0)) return false
  if (isFreeing && tail.includes(null)) return false
  return fixed.every((pattern, index) => {
    const word = words[index]
    return typeof word === 'string' ? globToPattern(pattern, '.').test(word) : !isFreeing
  })
}

function matchPath(glob: string, verdict: PolicyRule['verdict'], { paths, workspace }: Matter): boolean {
  const pattern = globToPattern(glob.startsWith('/') ? glob : `${workspace}/${glob}`, '[^/]')
  const hits = paths.map(
    (path) => pattern.test(path) || (glob.endsWith('/**') && isInside(path, glob.slice(0, -3))),
  )
  return hits.length > 0 && (verdict === 'allow' ? hits.every(Boolean) : hits.some(Boolean))
}

function matchHost(wanted: string, host: string | null): boolean {
  if (host === null) return false
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted
}

/** `**` is anything, `*` anything within a name. */
function globToPattern(glob: string, inName: string): RegExp {
  const source = glob
    .split(/(\*\*|\*|\?)/)
    .map((text) =>
      text === '**' ? '.*' : text === '*' ? `${inName}*` : text === '?' ? inName : escape(text),
    )
  return new RegExp(`^${source.join('')}$`, 's')
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
