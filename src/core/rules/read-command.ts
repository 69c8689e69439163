// One simple command: its program is looked up, its words are taken as what they become, and what it does is told as effects.
// Commands in its words (`env A=b cmd`, `xargs cmd`) are read the same way.
import type { Effect, Mention, PathKind, PlainKind } from './effect.ts'
import { enterFolder, pathsFrom, type Folders } from './folders.ts'
import { expandWord, plainWord, unknownWord, type KnownWord, type Lookup } from './known-word.ts'
import { ALL_PROGRAMS } from './programs/all-programs.ts'
import { PROJECT_TOOLS } from './programs/judged-programs.ts'
import { SECRET_NAME } from './programs/shell-programs.ts'
import { readCmux } from './programs/team-programs.ts'
import { isOption, type Found } from './program.ts'
import { changesMeaning } from './changes-meaning.ts'
import type { ShellCommand, ShellWord } from './shell-node.ts'

export interface Situation {
  readonly folders: Folders
  readonly isFed: boolean
  readonly lookup: Lookup
  /** A function of the same script: its body is looked at where it stands. */
  readonly isDefined: (name: string) => boolean
  /** A variable with the number of a process that the same script has started. */
  readonly isChild: (name: string) => boolean
  readonly home: string
}

export interface Reading {
  readonly effects: readonly Effect[]
  readonly scripts: readonly { readonly text: string; readonly folders: Folders }[]
  /** It changes the folder for what follows. */
  readonly moves: { readonly words: readonly KnownWord[]; readonly isStack: boolean } | null
}

/** Commands in commands (`nohup nice timeout 5 …`). */
const WRAPS_MAX = 16
const PART_MAX_CHARS = 200
/** Where programs are that are what their name says. */
const PROGRAM_FOLDERS = /^\/(usr\/(local\/)?)?s?bin\/([\w.+[-]+)$|^\/opt\/homebrew\/bin\/([\w.+-]+)$/

export function readCommand(command: ShellCommand, situation: Situation): Reading {
  const desk = makeDesk(command, situation)
  readAround(desk, command)
  const [first] = command.words
  const isPlain = first?.pieces.every(({ kind }) => kind === 'text' || kind === 'home') ?? true
  if (isPlain) readCall(desk, desk.words, situation.folders, 0)
  else desk.say('unknown', `nobody knows which program ${first?.source ?? ''} is`)
  // A rule may name the command, so there is always something to be said of it.
  if (desk.effects.every(({ isAside }) => isAside)) desk.say('plain', null)
  return desk
}

/** Where what is found about one command is put together. */
interface Desk extends Reading {
  readonly command: ShellCommand
  readonly situation: Situation
  readonly words: readonly KnownWord[]
  readonly calls: (readonly (string | null)[])[]
  readonly scripts: { readonly text: string; readonly folders: Folders }[]
  moves: Reading['moves']
  say(
    kind: PlainKind,
    note: string | null,
    more?: { readonly host?: string | null; readonly port?: number; readonly isAside?: true },
  ): void
  touch(kind: PathKind, word: KnownWord, folders: Folders, isAside?: boolean): void
}

function makeDesk(command: ShellCommand, situation: Situation): Desk {
  const words = command.words.flatMap((word) =>
    isChildWord(word, situation) ? [unknownWord('$!')] : expandWord(word, situation.lookup),
  )
  const part = cut(command.words.map(({ source }) => source).join(' ') || command.source)
  const isFed =
    situation.isFed || command.here !== null || command.redirects.some(({ does }) => does === 'read')
  const calls: Desk['calls'] = []
  const base = {
    part,
    words: words.map(textOf),
    // Filled as they are found.
    calls,
    runs: { folders: situation.folders, isFed },
  }
  const effects: Effect[] = []
  return {
    command,
    situation,
    words,
    calls,
    effects,
    scripts: [],
    moves: null,
    say: (kind, note, { host = null, isAside = false, ...more } = {}) =>
      void effects.push({ ...base, kind, note, host, isAside, ...more }),
    touch: (kind, word, folders, isAside = false) =>
      void effects.push({ ...base, kind, isAside, mention: mentionOf(word, folders) }),
  }
}

function isChildWord({ pieces: [piece, ...more] }: ShellWord, { isChild }: Situation): boolean {
  return piece?.kind === 'variable' && more.length === 0 && isChild(piece.name)
}

/** Redirections, settings in front, and what its words give away. */
function readAround(desk: Desk, command: ShellCommand): void {
  const { lookup, folders } = desk.situation
  for (const { name, value } of command.assignments) {
    const [word] = value ? expandWord(value, lookup) : []
    takeSetting(desk, name, word?.text ?? null)
  }
  for (const { does, target } of command.redirects)
    for (const word of expandWord(target, lookup)) desk.touch(does, word, folders, true)
  for (const { pieces, source } of command.words) {
    if (pieces.some((piece) => piece.kind === 'variable' && SECRET_NAME.test(piece.name)))
      desk.say('secret', `${source} is the name of a secret`, { isAside: true })
    // bash runs `$(…)` in the index of an array even where it stands in quotes.
    if (
      !isSearch(desk.words) &&
      pieces.some((piece) => piece.kind === 'text' && /\[[^\]]*(\$\(|`)/.test(piece.text))
    )
      desk.say('unknown', `${source} may run what stands in it`, { isAside: true })
  }
}

function takeSetting(desk: Desk, name: string, value: string | null): void {
  if (changesMeaning(name, value))
    desk.say('environment', `${name}= changes what the command means`, { isAside: true })
}

function readCall(desk: Desk, call: readonly KnownWord[], folders: Folders, depth: number): void {
  const { command, situation } = desk
  const [program, ...args] = call
  if (!program || program.text === '') return
  if (depth > WRAPS_MAX) return desk.say('unknown', 'commands in commands, too deep to follow')
  if (program.text === null || program.isPattern)
    return desk.say('unknown', `nobody knows which program ${program.source} is`)
  if (/^(cd|pushd|popd|chdir)$/.test(program.text)) {
    desk.moves = { words: args, isStack: program.text !== 'cd' }
    return
  }
  const name = nameOf(program.text)
  desk.calls.push([name ?? program.text, ...args.map(textOf)])
  if (name === null) return readFile(desk, program, args, folders)
  if (situation.isDefined(name)) return
  const does = ALL_PROGRAMS.get(name)
  if (!does) return desk.say('unknown program', `nobody has said what ${name} does`)
  const here = command.here ? (expandWord(command.here, situation.lookup)[0]?.text ?? null) : null
  const isRedirected = command.here !== null || command.redirects.some((redirect) => redirect.does === 'read')
  for (const item of does({ name, args, isFed: situation.isFed || isRedirected, here }))
    take(desk, item, folders, depth)
}

function take(desk: Desk, item: Found, folders: Folders, depth: number): void {
  if ('word' in item) return desk.touch(item.kind, item.word, folders)
  if (item.kind === 'script') return void desk.scripts.push({ text: item.text, folders })
  if (item.kind === 'setting') return takeSetting(desk, item.name, item.value)
  if (item.kind === 'changes here') return changeHere(desk, folders)
  if (item.kind === 'code text') return nameKeptPlaces(desk, item.text, folders)
  if (item.kind !== 'command') {
    const { kind, note = null, host = null, port } = item
    return desk.say(kind, note, { host, ...(port !== undefined && { port }) })
  }
  const inside = item.folder ? enterFolder(folders, [item.folder], desk.situation.home).ok : folders
  return readCall(desk, item.words, inside, depth + 1)
}

/** Where nobody knows the folder, the sandbox decides: most often it is one that the command has just asked git for. */
function changeHere(desk: Desk, folders: Folders): void {
  const known = folders.filter((folder) => folder !== null)
  if (known.length > 0) desk.touch('write', plainWord('.'), known)
}

const NAMED_PLACES_MAX = 50

/** Code is not read here, but a place that it names is judged as one that `cat` would read. */
function nameKeptPlaces(desk: Desk, text: string, folders: Folders): void {
  const places = text.matchAll(/(?<![\w.:/~])(~?\/[\w.@~+-][\w.@~+/-]*)/g)
  const names = new Set([...places].map(([, place = '']) => place))
  for (const name of [...names].slice(0, NAMED_PLACES_MAX)) {
    const path = name.startsWith('~/') ? `${desk.situation.home}${name.slice(1)}` : name
    desk.touch('read', { source: name, text: path, isPattern: false }, folders)
  }
}

/** A program by its path: a tool that the project has installed, cmux, or a file to run. */
function readFile(desk: Desk, program: KnownWord, args: readonly KnownWord[], folders: Folders): void {
  const path = program.text ?? ''
  // Only of this folder or below: elsewhere anything could have that name.
  const [, tool] = /^(?:\.\/)?(?:[\w-]+\/)*node_modules\/\.bin\/([\w.-]+)$/.exec(path) ?? []
  const isTool = tool !== undefined && PROJECT_TOOLS.has(tool)
  if (isTool) desk.say('project code', null)
  else desk.touch('run', program, folders)
  if (/(^|\/)cmux$/.test(path))
    for (const item of readCmux({ name: 'cmux', args, isFed: false, here: null }))
      take(desk, item, folders, 0)
  for (const word of args) if (!isOption(word)) desk.touch(isTool ? 'write' : 'read', word, folders)
}

const textOf = ({ text, isPattern }: KnownWord) => (isPattern ? null : text)

/** Null for a path that is not one of the usual places. */
function nameOf(text: string): string | null {
  if (!text.includes('/')) return text
  const match = PROGRAM_FOLDERS.exec(text)
  return match?.[3] ?? match?.[4] ?? null
}

/** Patterns to look for may look like anything. */
function isSearch([program]: readonly KnownWord[]): boolean {
  return /^(grep|egrep|fgrep|rg|sed|awk|jq|git|echo)$/.test(program?.text ?? '')
}

function mentionOf({ source, text, isPattern }: KnownWord, folders: Folders): Mention {
  if (text === null) return { source, paths: [], pattern: null }
  const { base, pattern } = isPattern ? splitPattern(text) : { base: text, pattern: null }
  // Behind names that nobody knows, `..` leads who knows where.
  const isLost = pattern?.split('/').includes('..') ?? false
  return { source, paths: isLost ? [] : (pathsFrom(folders, base) ?? []), pattern }
}

/** `src/*.ts` is `src` and what in there begins to be unknown. */
function splitPattern(text: string): { readonly base: string; readonly pattern: string } {
  const at = text.search(/[*?[]/)
  const cutAt = text.lastIndexOf('/', at < 0 ? text.length : at)
  const base = cutAt < 0 ? '.' : text.slice(0, cutAt) || '/'
  return { base, pattern: text.slice(cutAt + 1) }
}

function cut(text: string): string {
  return text.length > PART_MAX_CHARS ? `${text.slice(0, PART_MAX_CHARS)}…` : text
}
