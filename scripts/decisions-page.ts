// `./cmux test decisions`: writes docs/decisions/README.md, the decisions by the folder that each one governs.
import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readRepository } from '../test/tidy/read-repository.ts'

export const DECISIONS_PATH = 'docs/decisions/README.md'

const NOTE = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/
const GIVEN = /\bdecisions? (\d+(?:(?:, | and |, and | to )\d+)*)/gi
const REPLACED = /\bReplaced (in part )?by decisions? (\d+(?:(?:, | and |, and )\d+)*)/g
/** A path with a folder, or the name of a file, in backticks. A pattern with braces is not followed. */
const NAMED = /`((?:[\w.-]+\/)+[\w.-]*|[\w-]+\.tsx?)`/g
const LINE_MAX = 120
const SENTENCE_MAX = 200
/** A first sentence such as "Tokens." says nothing by itself. */
const SENTENCE_MIN = 40

/** A folder's README is a person's word; a file that cites a decision is code that follows it; a note may name a file in passing. */
const WEIGHTS = { readme: 100, cited: 10, named: 1 } as const
/** A folder that a note names only once, beside others, is not governed by it. */
const OTHER_MIN = 2

const HEAD = `# Decisions

One page each: what was chosen, why, and what was measured. They are listed by the folder that they govern: the one
whose README cites the decision, else whose code cites it, else whose files the page names. _Also_ names decisions that
are listed under another folder and hold here, too.

\`./cmux test decisions\` writes this list from the pages, the READMEs in \`src/\` and the comments in the code.
`

type Texts = readonly { readonly path: string; readonly text: string }[]

type Note = {
  readonly number: number
  readonly file: string
  readonly title: string
  readonly sentence: string
  readonly replaced: readonly string[]
  /** The folder that it governs most, and the others. */
  readonly folders: readonly string[]
}

/** A note of which no folder can be told is an error: nobody who changes the code would find it. */
export function composeDecisionsPage(files: Texts): string {
  const notes = readNotes(files)
  const homeless = notes.filter(({ folders }) => folders.length === 0)
  if (homeless.length > 0)
    throw new Error(
      `no README or code cites decision ${homeless.map(({ number }) => number).join(', ')}, and it names no file`,
    )
  const folders = [...new Set(notes.flatMap(({ folders: governed }) => governed))].toSorted()
  return [HEAD, ...folders.map((folder) => composeSection(folder, notes))].join('\n')
}

function composeSection(folder: string, notes: readonly Note[]): string {
  const own = notes.filter(({ folders }) => folders[0] === folder)
  const also = notes.filter(({ folders }) => folders.slice(1).includes(folder))
  const links = also.map(({ number, file }) => `[${number}](${file})`)
  const parts = [
    own.map(composeRow).join('\n'),
    links.length > 0 ? wrap(`Also ${links.join(', ')}.`, '') : '',
  ]
  return `## ${folder}\n\n${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function composeRow({ number, file, title, sentence, replaced }: Note): string {
  const tail = replaced.map((words) => ` _${words}._`).join('')
  return `- ${wrap(`[${number}. ${title}](${file}): ${sentence}${tail}`, '  ')}`
}

function readNotes(files: Texts): Note[] {
  const folderOf = makeFolderOf(files)
  const cited = listCitations(files, folderOf)
  const find = makeFinder(files)
  return files
    .flatMap(({ path, text }) => {
      const number = NOTE.exec(path)?.[1]
      return number === undefined ? [] : [{ path, text, number: Number(number) }]
    })
    .toSorted((one, other) => one.number - other.number)
    .map(({ path, text, number }) => {
      const weights = new Map(cited.get(number))
      for (const [, name = ''] of text.matchAll(NAMED)) {
        const found = find(name)
        if (found !== undefined) add(weights, folderOf(found), WEIGHTS.named)
      }
      const { title, sentence, replaced } = readText(text)
      return { number, file: basename(path), title, sentence, replaced, folders: rank(weights) }
    })
}

function readText(text: string): Pick<Note, 'title' | 'sentence' | 'replaced'> {
  const title = (/^# \d+\. (.+)$/m.exec(text)?.[1] ?? '').trim()
  const paragraphs = text.split(/\n{2,}/).slice(1)
  const told = paragraphs.find((paragraph) => !paragraph.startsWith('Replaced ')) ?? ''
  const plain = told
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\*\*|(?<=^|\s)[-*] /g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const sentence = takeSentences(plain)
  const replaced = [...text.matchAll(REPLACED)].map(([words]) => words)
  return { title, sentence: cut(sentence.replace(/:$/, '.')), replaced: [...new Set(replaced)] }
}

function takeSentences(text: string): string {
  const sentences = text.split(/(?<=[.:])(?= [“"`A-Z])/)
  let taken = ''
  for (const sentence of sentences) {
    if (taken.length >= SENTENCE_MIN) break
    taken += sentence
  }
  return taken
}

function cut(sentence: string): string {
  if (sentence.length <= SENTENCE_MAX) return sentence
  const kept = sentence.slice(0, sentence.lastIndexOf(' ', SENTENCE_MAX))
  // Half of a quoted name would open backticks for the rest of the page.
  return `${kept.split('`').length % 2 === 0 ? kept.slice(0, kept.lastIndexOf('`')).trimEnd() : kept} …`
}

function listCitations(files: Texts, folderOf: (path: string) => string): Map<number, Map<string, number>> {
  const cited = new Map<number, Map<string, number>>()
  for (const { path, text } of files) {
    if (!/^(src|scripts|bench|test)\//.test(path) || path.endsWith('.test.ts')) continue
    const weight = basename(path) === 'README.md' ? WEIGHTS.readme : WEIGHTS.cited
    for (const [, words = ''] of text.matchAll(GIVEN))
      for (const number of listNumbers(words)) {
        const weights = cited.get(number) ?? new Map<string, number>()
        cited.set(number, add(weights, folderOf(path), weight))
      }
  }
  return cited
}

/** `125 to 128` is all four. */
function listNumbers(words: string): number[] {
  return words.split(/, and |, | and /).flatMap((part) => {
    const [first = 0, last = first] = part.split(' to ').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** The nearest folder with a README; without one the capability, the adapter, or the first folder. */
function makeFolderOf(files: Texts): (path: string) => string {
  const documented = new Set(
    files.filter(({ path }) => path.endsWith('/README.md')).map(({ path }) => dirname(path)),
  )
  return (path) => {
    const parts = path.split('/').slice(0, -1)
    for (let depth = parts.length; depth > 1; depth -= 1) {
      const folder = parts.slice(0, depth).join('/')
      if (documented.has(folder)) return folder
    }
    const depth = parts[0] !== 'src' ? 1 : ['core', 'adapters'].includes(parts[1] ?? '') ? 3 : 2
    return parts.slice(0, depth).join('/')
  }
}

/** A file that the name surely means: no other file of the code ends like it. Tests that a note names only show what it says. */
function makeFinder(files: Texts): (name: string) => string | undefined {
  const paths = files.map(({ path }) => path).filter((path) => /^(src|scripts|bench)\//.test(path))
  return (name) => {
    if (name.endsWith('/')) return paths.find((path) => `/${path}`.includes(`/${name}`))
    const found = paths.filter((path) => `/${path}`.endsWith(`/${name}`))
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
    return paths.find((path) => `/${path}`.includes(`/${name}/`))
  }
}

function add(weights: Map<string, number>, folder: string, weight: number): Map<string, number> {
  return weights.set(folder, (weights.get(folder) ?? 0) + weight)
}

function rank(weights: ReadonlyMap<string, number>): string[] {
  const ranked = [...weights].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return ranked.filter(([, weight], index) => index === 0 || weight >= OTHER_MIN).map(([folder]) => folder)
}

function wrap(text: string, indent: string): string {
  const lines: string[] = []
  // A line that begins with a number would be read as a row of a list.
  for (const word of text.split(/ (?!\d)/)) {
    const last = lines.at(-1)
    const room = LINE_MAX - 2
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(lines.length === 0 ? word : `${indent}${word}`)
  }
  return lines.join('\n')
}

/** Gives the path of the page. */
export function writeDecisionsPage(root: string): string {
  writeFileSync(join(root, DECISIONS_PATH), composeDecisionsPage(readRepository(root)))
  return DECISIONS_PATH
}
