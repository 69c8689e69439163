// Secrets that are known by what stands around them: a name that says so, a header, an address, an option of a command.
import { isOwnId, namesSecret } from './names-secret.ts'

const REDACTED = '[redacted]'

/** What stands where a value goes, and is none. */
const NO_VALUE =
  /^(?:true|false|null|undefined|none|nil|yes|no|on|off|string|number|boolean|unknown|any|object|required|optional|example|changeme|redacted|\*+|x{3,}|\.{3}|…)?[,;)}\]]*$/i
const PLACEHOLDER = /^(?:[$<{([%@&*/]|\\[nrt"$]|process\.|env\.|[\w.-]{0,30}\[redacted)/
const CODE = /[(){}<>[\]$`|]|=>|\?\.|::|\/\//

/** A value that nobody would write in prose or code: letters with digits, or a long mixture. */
function looksRandom(whole: string, isQuoted: boolean): boolean {
  const value = whole.slice(0, JUDGED_CHARS)
  if (value.length < 6 || CODE.test(value)) return false
  const hasDigit = /\d/.test(value)
  const hasLetter = /[A-Za-z]/.test(value)
  if (value.length < 16) return isQuoted ? hasDigit && hasLetter : hasDigit && hasLetter && !/\./.test(value)
  // Identifiers and paths are long, too; keys have digits in them, or signs, or no words.
  return (
    entropyOf(value) >= ENTROPY_MIN_BITS && hasLetter && (hasDigit || (isQuoted && /[^\w.:/ -]/.test(value)))
  )
}

/** English and code have about 3 bits a character in words of this length; 16 random hexadecimal digits have 3.2. */
const ENTROPY_MIN_BITS = 3
/** What follows says no more about it, and takes time in a text that is full of names. */
const JUDGED_CHARS = 200

function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1)
  return -[...counts.values()].reduce(
    (sum, count) => sum + (count / text.length) * Math.log2(count / text.length),
    0,
  )
}

/** A name with what stands between it and its value. It begins where no character of a name is before it, so each is read once. */
const NAME = /(?<![\w.-])([\w.-]{2,80})((?:\\{0,7}["'])?[ \t]{0,3}(?::=|=>|[:=])[ \t]{0,3})/g
/** A value ends with its quote or its line. */
const VALUES: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^"\\\n]|\\.)*/y,
  "'": /(?:[^'"\\\n]|\\.)*/y,
  '`': /(?:[^`"\\\n]|\\.)*/y,
  '': /[^\s"'`\\,;&]*/y,
  // In a text that is a string of JSON, and again a string of JSON in that, quotes have backslashes.
  ...Object.fromEntries([1, 3, 7].map((depth) => ['\\'.repeat(depth) + '"', makeEscapedValue(depth)])),
}
const QUOTE = /\\{7}"|\\{3}"|\\"|["'`]|/y

function makeEscapedValue(depth: number): RegExp {
  const quoteInside = String.raw`(?<!\\)\\{${2 * depth + 1}}"`
  return new RegExp(String.raw`(?:[^"\\\n]|\\+(?!["\\])|${quoteInside})*`, 'y')
}

/**
 * In `token:token:token:…` the value of each name holds all names after it. Nobody writes so; each of them would be judged with all that
 * follows, which takes minutes for a megabyte, so what comes after these is hidden as a whole.
 */
const NAMES_IN_VALUE_MAX = 20

function maskAssignments(text: string): string {
  let masked = ''
  let done = 0
  let bare = { end: 0, names: 0 }
  for (const match of text.matchAll(NAME)) {
    const [all, name = '', between = ''] = match
    if (match.index < done || !namesSecret(name)) continue
    const quote = matchAt(QUOTE, text, match.index + all.length)
    const start = match.index + all.length + quote.length
    const isInside = quote === '' && start < bare.end
    const value = isInside ? text.slice(start, bare.end) : matchAt(VALUES[quote] ?? /(?:)/y, text, start)
    if (quote === '') bare = { end: start + value.length, names: isInside ? bare.names + 1 : 0 }
    const isNested = isInside && bare.names > NAMES_IN_VALUE_MAX
    if (!isNested && !isSecretValue({ name, between, quote, value })) continue
    masked += `${text.slice(done, start)}${REDACTED}`
    done = start + value.length
  }
  return `${masked}${text.slice(done)}`
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? ''
}

interface Assignment {
  readonly name: string
  readonly between: string
  readonly quote: string
  readonly value: string
}

/** JSON and variables of a shell are data, so the name is enough; in code and prose the value has to look like one, too. */
function isSecretValue({ name, between, quote, value }: Assignment): boolean {
  if (value === '' || isOwnId(value) || PLACEHOLDER.test(value) || NO_VALUE.test(value)) return false
  const isJson = /^\\{0,7}"\s*:/.test(between) && quote.endsWith('"')
  const isVariable = between === '=' && /^[A-Z][A-Z0-9_]*$/.test(name)
  return isJson || isVariable || looksRandom(value, quote !== '')
}

type Rule = readonly [pattern: RegExp, shown: string | ((...groups: string[]) => string)]

const keepUnless =
  (test: (value: string) => boolean) =>
  (all: string, before = '', value = '') =>
    test(value) && !PLACEHOLDER.test(value) ? `${before}${REDACTED}` : all

/** The word after an option in prose. */
const isPlainWord = (value: string) =>
  /^(?:[a-z]{1,5}|[A-Z_]+|option|required|argument|prompt)[.,:;)]?$/.test(value)

const RULES: readonly Rule[] = [
  // Headers: RFC 9110 (Authorization), RFC 6750 (Bearer), RFC 7617 (Basic), RFC 6265 (Cookie).
  [
    /(\b(?:Bearer|Basic)\s{1,3})([A-Za-z0-9._~+/=-]{8,})/gi,
    keepUnless((value) => /[\d=_]|[a-z][A-Z]/.test(value)),
  ],
  [
    /(\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:[A-Za-z]{1,20}\s{1,3})?)([^\s"',;\\]{8,})/gi,
    keepUnless((value) => /\d/.test(value)),
  ],
  [
    /(\b(?:set-)?cookie:\s{0,3}[\w.-]{1,80}=)([^\s"'\\]{4,}(?:;\s?[\w.-]{1,80}=[^\s"'\\;]*)*)/gi,
    `$1${REDACTED}`,
  ],
  // Addresses: RFC 3986 (userinfo), as git and databases write it. Bounded, since any long word could begin one.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"'\\]{0,200}:)([^\s/@"'\\]{1,500})(?=@)/gi, keepUnless(() => true)],
  [/(\bhttps?:\/\/)([A-Za-z0-9_-]{20,200})(?=@)/gi, `$1${REDACTED}`],
  [
    /([?&](?:[\w.-]{0,40}(?:token|secret|password|passwd|pwd|api_?key|signature)|code|key|sig|auth)=)([^&\s"'`#\\]{1,2000})/gi,
    keepUnless(() => true),
  ],
  // Connection strings: learn.microsoft.com/dotnet/api/system.data.sqlclient.sqlconnection.connectionstring.
  [/(;\s?(?:password|pwd)\s?=\s?)([^;"'\s\\]{1,200})/gi, keepUnless(() => true)],
  // gnu.org/software/inetutils/manual: the .netrc file.
  [
    /(\blogin\s{1,8}\S{1,200}\s{1,8}(?:account\s{1,8}\S{1,200}\s{1,8})?password\s{1,8})([^\s"'\\]{1,200})/gi,
    keepUnless(() => true),
  ],
  // Options whose name says it.
  [
    /(\s--?[a-z0-9-]{0,40}?(?:password|passwd|passphrase|pass|pwd|token|secret|api-?key|access-?key|auth)=["']?)([^\s"'\\]{1,2000})/gi,
    keepUnless(() => true),
  ],
  [
    /(\s--(?:[a-z0-9-]{0,40}-)?(?:password|passwd|passphrase|pass|pwd|token|secret|api-?key|access-?key|auth)\s{1,3}["']?)(?!-)([^\s"'\\]{1,2000})/gi,
    keepUnless((value) => !isPlainWord(value)),
  ],
]

/** Programs that take a password in an option of one letter; what follows them in their line is read once. */
const COMMAND =
  /\b(mysql|mysqldump|mysqladmin|mariadb|sshpass|docker|podman|redis-cli|curl|wget|https?|mongo|mongosh|mongodump|ldapsearch|zip|unzip|7z|smbclient|svn|lftp|psql|openssl)(?=\s)([^\n\r|;]*)/g
const GLUED: ReadonlySet<string> = new Set(['mysql', 'mysqldump', 'mysqladmin', 'mariadb', '7z', 'sshpass'])
const LETTERS: Readonly<Record<string, string>> = { 'redis-cli': 'a', ldapsearch: 'w', unzip: 'P', zip: 'P' }
const NAME_AND_PASSWORD =
  /(\s(?:-u|-U|-a|--user|--proxy-user)[\s=]{0,3}["']?[^\s:"']{1,100}:)([^\s"'\\]{1,500})/g

function maskCommands(text: string): string {
  return text.replaceAll(COMMAND, (_all, program: string, rest: string) => {
    const letter = LETTERS[program] ?? 'p'
    const gap = GLUED.has(program) ? String.raw`\s{0,3}` : String.raw`\s{1,3}`
    const takesPorts = program === 'docker' || program === 'podman'
    const option = new RegExp(`(\\s-${letter}${gap}["']?)(?![\\s-])([^\\s"'\\\\]{1,500})`, 'g')
    const masked = rest
      .replaceAll(
        NAME_AND_PASSWORD,
        keepUnless((value) => !/^\d+$/.test(value)),
      )
      .replaceAll(
        /(\spass:)([^\s"'\\]{1,500})/g,
        keepUnless(() => true),
      )
    if (takesPorts && !/\slogin\s/.test(rest)) return `${program}${masked}`
    return `${program}${masked.replaceAll(
      option,
      keepUnless((value) => !/^\d{1,5}(?::\d{1,5})?$/.test(value)),
    )}`
  })
}

/** AWS documents 40 characters of base64 without a beginning; a hash in hexadecimal digits and a path are none. */
const FORTY = /(?<![\w+/=.-])[A-Za-z0-9+/]{40}(?![\w+/=.-])/g

function looksLikeSecretKey(value: string): boolean {
  const digits = value.match(/\d/g)?.length ?? 0
  const capitals = value.match(/[A-Z]/g)?.length ?? 0
  const smalls = value.match(/[a-z]/g)?.length ?? 0
  return digits >= 2 && capitals >= 5 && smalls >= 5 && entropyOf(value) >= 4.2
}

/** One of these is in every text that a rule above can change. Most texts have none, and every text that is kept comes here. */
const ANY_SIGN = /[:=]|\s-|bearer|basic|login|(?<![\w+/=.-])[A-Za-z0-9+/]{40}/i

export function maskNamedSecrets(text: string): string {
  if (!ANY_SIGN.test(text)) return text
  const ruled = RULES.reduce((out, [pattern, shown]) => out.replace(pattern, shown as string), text)
  return maskAssignments(maskCommands(ruled)).replaceAll(FORTY, (value) =>
    looksLikeSecretKey(value) ? REDACTED : value,
  )
}
