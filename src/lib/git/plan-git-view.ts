// A view: a git folder of cmux's own that stands for somebody else's repository. It links to the objects, the refs and their logs.
// Settings, hooks, attributes and grafts are not in it, so git can't read them, whatever they say and whoever wrote them. Pure.
import { isInside, joinPath, normalizePath } from '../join-path.ts'
import { parseGitConfig } from './parse-git-config.ts'

/** What was read of the repository. */
export interface RepositoryFacts {
  /** The folder of this checkout, and the one with objects and refs. They differ in a linked work tree. */
  readonly own: string
  readonly common: string
  readonly head: string
  readonly config: string
  /** Names in `common` and in `own`. */
  readonly commonNames: readonly string[]
  readonly ownNames: readonly string[]
}

export interface GitViewPlan {
  readonly files: readonly (readonly [name: string, text: string])[]
  readonly links: readonly (readonly [name: string, target: string])[]
  readonly objectFormat: 'sha1' | 'sha256'
  /** Git opens what it keeps to a group or to everybody. */
  readonly isShared: boolean
  /** `user.name` and `user.email` as the repository has them: they name a person and run nothing. */
  readonly identity: Readonly<Record<string, string>>
}

/** A reason why it can't be read. */
export type Refused = { readonly refused: string }

const HEAD = /^(?:ref: refs\/[^\s~^:?*[\\]+|[0-9a-f]{40}|[0-9a-f]{64})$/
const YES_OR_NO = /^(?:true|false|yes|no|on|off|0|1)$/i

/**
 * Settings that say how files and objects are kept. Each value is checked, so that none can be more than that. What a key is not in
 * here for, the repository does not decide.
 */
const KEPT: Readonly<Record<string, RegExp>> = {
  'core.filemode': YES_OR_NO,
  'core.symlinks': YES_OR_NO,
  'core.ignorecase': YES_OR_NO,
  'core.precomposeunicode': YES_OR_NO,
  'core.trustctime': YES_OR_NO,
  'core.checkstat': /^(?:default|minimal)$/i,
  'core.autocrlf': /^(?:true|false|input)$/i,
  'core.eol': /^(?:lf|crlf|native)$/i,
  'core.logallrefupdates': /^(?:true|false|always)$/i,
  'core.sharedrepository': /^(?:[a-z]+|0?[0-7]{1,4})$/i,
  'core.sparsecheckout': YES_OR_NO,
  'core.sparsecheckoutcone': YES_OR_NO,
}
const NOT_SHARED = /^(?:|umask|false|no|off|0)$/i
const IDENTITY: ReadonlySet<string> = new Set(['user.name', 'user.email'])

export function planGitView(facts: RepositoryFacts): GitViewPlan | Refused {
  const { own, common, head } = facts
  const settings = parseGitConfig(facts.config)
  if (!settings) return { refused: 'its config is not readable' }
  const last = new Map(settings.map(({ key, value }) => [key, value]))
  if (facts.commonNames.includes('reftable') || (last.get('extensions.refstorage') ?? 'files') !== 'files')
    return { refused: 'its refs are kept in a way that cmux does not read' }
  const objectFormat = last.get('extensions.objectformat')?.toLowerCase() ?? 'sha1'
  if (objectFormat !== 'sha1' && objectFormat !== 'sha256')
    return { refused: `it names its objects by ${objectFormat}` }
  if (!HEAD.test(head.trim())) return { refused: 'its HEAD names neither a branch nor a commit' }
  const kept = [...last].filter(([key, value]) => KEPT[key]?.test(value))
  return {
    files: [
      ['HEAD', `${head.trim()}\n`],
      ['config', composeConfig(objectFormat, kept)],
    ],
    links: [
      ['objects', `${common}/objects`],
      ['refs', `${common}/refs`],
      ['packed-refs', `${common}/packed-refs`],
      ['shallow', `${common}/shallow`],
      ['logs/refs', `${common}/logs/refs`],
      ['logs/HEAD', `${own}/logs/HEAD`],
      ['info/exclude', `${common}/info/exclude`],
      ['info/sparse-checkout', `${own}/info/sparse-checkout`],
      ...sharedIndexes(facts),
    ],
    objectFormat,
    isShared: !NOT_SHARED.test(last.get('core.sharedrepository') ?? ''),
    identity: Object.fromEntries([...last].filter(([key]) => IDENTITY.has(key))),
  }
}

/** Most of a person's index may be in a second file beside it. */
function sharedIndexes({ own, ownNames }: RepositoryFacts): [string, string][] {
  return ownNames
    .filter((name) => /^sharedindex\.[0-9a-f]+$/.test(name))
    .map((name) => [name, `${own}/${name}`])
}

function composeConfig(
  objectFormat: 'sha1' | 'sha256',
  kept: readonly (readonly [string, string])[],
): string {
  const isOld = objectFormat === 'sha1'
  const core = kept.map(([key, value]) => `\t${key.slice('core.'.length)} = ${value}\n`).join('')
  const extensions = isOld ? '' : `[extensions]\n\tobjectFormat = ${objectFormat}\n`
  return `[core]\n\trepositoryformatversion = ${isOld ? 0 : 1}\n\tbare = false\n${core}${extensions}`
}

/** Where a `.git` that is a file leads; undefined when it says something else. */
export function followGitFile(text: string, folder: string): string | undefined {
  const [, target] = /^gitdir: ([^\n\0]+)\n*$/.exec(text) ?? []
  return target === undefined ? undefined : normalizePath(joinPath(folder, target))
}

/**
 * The folder with objects and refs. Only a linked work tree names another one, and its own folder is inside of that; anything else
 * that names one was not made by git.
 */
export function followCommonDir(own: string, text: string | undefined): string | Refused {
  if (text === undefined) return own
  const common = normalizePath(joinPath(own, text.trim()))
  const isLinked =
    isInside(own, `${common}/worktrees`) && own.split('/').length === common.split('/').length + 2
  return isLinked ? common : { refused: `it says that its objects and refs are in ${common}` }
}
