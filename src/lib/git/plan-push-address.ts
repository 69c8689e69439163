// Where a push to a remote goes, from the settings of the person who owns the repository. Pure.
import { normalizePath, joinPath } from '../join-path.ts'
import type { GitSetting } from './parse-git-config.ts'

export interface PushAddress {
  /** As git is given it: a person's own `url.<x>.insteadOf` still applies to it. */
  readonly address: string
  /** The address that it comes to, without what proves who one is. */
  readonly shown: string
  /** Of a repository on this machine. */
  readonly folder?: string
}

export interface AddressFacts {
  /** Of the repository, as text: nothing in it is followed. */
  readonly settings: readonly GitSetting[]
  /** `url.*.insteadOf` and `url.*.pushInsteadOf` of the person's own settings. */
  readonly rewrites: readonly GitSetting[]
  readonly remote: string
  /** The root of the project, from which a relative path is meant. */
  readonly folder: string
}

const URL_KINDS = /^(?:https?|ssh|git|git\+ssh|ssh\+git):\/\//i
/** `git@example.com:shop.git`: the colon comes before any slash. */
const SCP_KIND = /^[^/:]+:(?!:)/
// oxlint-disable-next-line no-control-regex
const ODD = /^-|[\u0000-\u001f\u007f]/

export function planPushAddress({
  settings,
  rewrites,
  remote,
  folder,
}: AddressFacts): PushAddress | { readonly refused: string } {
  const all = (name: string) => settings.filter(({ key }) => key === `remote.${remote}.${name}`)
  const own = all('pushurl')
  const found = own.length > 0 ? own : all('url')
  const [first, ...more] = found
  if (!first) return { refused: `there is no remote ${remote} in ${folder}` }
  if (more.length > 0) return { refused: `the remote ${remote} has several addresses` }
  const real = rewrite(first.value, rewrites, own.length === 0)
  const shown = maskAddress(real)
  if (ODD.test(first.value) || ODD.test(real)) return { refused: `${shown} is no address` }
  if (URL_KINDS.test(real)) return { address: first.value, shown }
  const path = /^file:\/\/(\/.*)$/i.exec(real)?.[1]
  if (path === undefined && /^[^/]*::|^[a-z][a-z0-9+.-]*:\/\//i.test(real))
    return { refused: `${shown} would be pushed to by another program` }
  if (path === undefined && SCP_KIND.test(real)) return { address: first.value, shown }
  const place = normalizePath(joinPath(folder, path ?? real))
  // A relative path means something else where git runs.
  return { address: real === first.value ? place : first.value, shown: place, folder: place }
}

/** As git does it: the longest beginning that fits is replaced, once; `pushInsteadOf` goes first, where no `pushurl` is set. */
function rewrite(address: string, rewrites: readonly GitSetting[], mayPushInstead: boolean): string {
  const longest = (name: string) =>
    rewrites
      .filter(({ key, value }) => key.toLowerCase().endsWith(`.${name}`) && address.startsWith(value))
      .reduce<GitSetting | undefined>((a, b) => (a && a.value.length >= b.value.length ? a : b), undefined)
  const rule = (mayPushInstead ? longest('pushinsteadof') : undefined) ?? longest('insteadof')
  if (!rule) return address
  const instead = rule.key.replace(/^url\./i, '').replace(/\.[^.]*$/, '')
  return `${instead}${address.slice(rule.value.length)}`
}

/** Also of text that names addresses, such as what git says. A user stands there only where it is no secret, as in `git@`. */
export function maskAddress(text: string): string {
  return text
    .replace(/(\bhttps?:\/\/)[^\s/@]*@/gi, '$1***@')
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*):[^\s/@]*@/gi, '$1:***@')
    .replace(/(\bhttps?:\/\/[^\s?#'"]*)[?#][^\s'"]*/gi, '$1?***')
}
